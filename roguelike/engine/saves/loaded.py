"""What reading a save comes to, for whoever goes on with the game or only looks on."""

from collections.abc import Sequence
from pathlib import Path

from roguelike.actions.action import Action
from roguelike.core.records import State, field
from roguelike.world.game import Game


class Loaded(State):
    """A game that was read, the commands to give it so that it is where it was, and what had to be done for it."""

    game: Game
    journal: list[Action] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    origin: bytes = b""
    """The save that it was read from."""
    recorded: bytes = b""
    """What was recorded of it up to that save, from its first command; b"" when that is not known."""
    earlier: bytes = b""
    """The save of the same run before that one; b"" where there is none."""
    files: Sequence[Path] = ()
    """That save and the journals after it, for whoever goes on with the game: the next saves take their place."""
