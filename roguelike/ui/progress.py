"""What the player was shown, has learned, solved and drawn, over all games: plain JSON next to the settings.

It is separate from the settings because nobody chooses it: losing the file means at worst hearing a hint twice.
"""

import msgspec

from roguelike.core.records import State, field


class Progress(State, forbid_unknown_fields=False):
    """Hints shown, lessons won and puzzles solved, by name; the player's own board as text; the last daily puzzle."""

    hints: list[str] = field(default_factory=list)
    lessons: list[str] = field(default_factory=list)
    drawing: str = ""
    puzzles: list[str] = field(default_factory=list)
    day: str = ""
    """The day of the last daily puzzle; `daily` is its code, so that it is made only once."""
    daily: str = ""

    def note_won(self, kind: str, key: str) -> bool:
        """Note that a board of a kind is won; return whether that is new."""
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
        """Read progress from JSON text; ValueError says what is wrong."""
        try:
            return msgspec.json.decode(text.decode("utf-8"), type=cls)
        except RecursionError as fault:
            raise ValueError(str(fault)) from fault
