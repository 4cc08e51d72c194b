"""What the player has been told, has learned and has drawn, over all games: as plain JSON beside the settings.

It is no setting: nobody chooses it, and a file of it that is lost or broken costs no more than hearing a hint twice.
"""

import msgspec

from roguelike.core.records import State, field


class Progress(State, forbid_unknown_fields=False):
    """Hints told and lessons won, by name, and the board of the player's own as text."""

    hints: list[str] = field(default_factory=list)
    lessons: list[str] = field(default_factory=list)
    drawing: str = ""

    def to_json(self) -> bytes:
        """Write it as JSON text."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2)

    @classmethod
    def from_json(cls, text: bytes) -> "Progress":
        """Read it; ValueError says what is wrong."""
        try:
            return msgspec.json.decode(text, type=cls)
        except RecursionError as fault:
            raise ValueError(str(fault)) from fault
