"""What can be wrong with a save, in the player's terms.

This module has no dependencies, so that the title screen can name a damaged save without importing pydantic.
"""

from typing import Literal

Fault = Literal[
    "damaged", "foreign", "newer", "missing content", "absent", "unreadable", "unwritable", "in use"
]
"""damaged: not what was written. foreign: never ours. newer: by a later version of the game. missing content: it needs
data that is not installed. absent: there is none. unreadable, unwritable: folder or disk refuse. in use: by another
program."""


class SaveError(Exception):
    """A save that cannot be read or written: the kind of fault, and a message that says what to do."""

    def __init__(self, kind: Fault, message: str) -> None:
        super().__init__(message)
        self.kind: Fault = kind
        self.message = message


class MissingContentError(Exception):
    """A state that names rows which the data does not have."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names
