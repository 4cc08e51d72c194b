"""What the player has been told, has learned, solved and drawn, over all games: as plain JSON beside the settings.

It is no setting: nobody chooses it, and a file of it that is lost or broken costs no more than hearing a hint twice.
"""

import msgspec

from roguelike.core.records import State, field


class Progress(State, forbid_unknown_fields=False):
    """Hints told, lessons won and puzzles solved, by name; the player's own board as text, the last puzzle of a day."""

    hints: list[str] = field(default_factory=list)
    lessons: list[str] = field(default_factory=list)
    drawing: str = ""
    puzzles: list[str] = field(default_factory=list)
    day: str = ""
    """The day of the last daily puzzle, and its code: it is made once."""
    daily: str = ""

    def note_won(self, kind: str, key: str) -> bool:
        """Note that a board of a kind is won; return whether that is news."""
        won = {"lesson": self.lessons, "puzzle": self.puzzles}.get(kind)
        if won is None or key in won:
            return False
        won.append(key)
        return True

    def to_json(self) -> bytes:
        """Write it as JSON text."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2)

    @classmethod
    def from_json(cls, text: bytes) -> "Progress":
        """Read it; ValueError says what is wrong."""
        try:
            return msgspec.json.decode(text.decode("utf-8"), type=cls)
        except RecursionError as fault:
            raise ValueError(str(fault)) from fault
