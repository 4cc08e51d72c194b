"""The result of reading a save, whether the game is continued or only watched."""

from collections.abc import Sequence
from pathlib import Path

from roguelike.actions.action import Action
from roguelike.core.records import State, field
from roguelike.world.game import Game


class Loaded(State):
    """A game that was read, the commands that bring it up to date, and notes on what had to be done."""

    game: Game
    journal: list[Action] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    origin: bytes = b""
    """The save that it was read from."""
    recorded: bytes = b""
    """The recording up to that save, from the first command; b"" if it is not known."""
    earlier: bytes = b""
    """The save of the same run before that one; b"" if there is none."""
    files: Sequence[Path] = ()
    """That save and the journals after it, needed when continuing: the next saves take their place."""
