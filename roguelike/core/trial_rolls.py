"""Stand-ins for chance whose rolls are foregone: a script that tries every roll in turn, and a lean to one extreme.

The forecast rolls with them, so that its bounds are those of the dice and not of luck.
"""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class ScriptedRolls:
    """A stand-in for chance that follows a list of choices, for trying all of them in turn."""

    def __init__(self, prefix: Sequence[int]) -> None:
        """Follow `prefix`, then take the first option each time."""
        self.prefix = prefix
        self.taken: list[int] = []
        self.options: list[int] = []
        self.weight = 1.0

    def _take(self, count: int) -> int:
        """Make the next choice among `count`."""
        place = len(self.taken)
        value = self.prefix[place] if place < len(self.prefix) else 0
        self.taken.append(value)
        self.options.append(count)
        return value

    def below(self, count: int) -> int:
        """Return the next scripted number."""
        if count <= 1:
            return 0
        self.weight /= count
        return self._take(count)

    def chance(self, percent: float) -> bool:
        """Return the next scripted yes or no."""
        if percent <= 0 or percent >= 100:
            return percent > 0
        happens = self._take(2) == 1
        self.weight *= percent / 100 if happens else 1 - percent / 100
        return happens

    def choice(self, options: Sequence[T]) -> T:
        """Return the next scripted pick."""
        return options[self.below(len(options))]

    def following(self) -> list[int] | None:
        """Return the next script in order; None after the last."""
        taken = list(self.taken)
        while taken and taken[-1] + 1 >= self.options[len(taken) - 1]:
            taken.pop()
        if not taken:
            return None
        taken[-1] += 1
        return taken


class ExtremeRolls:
    """A stand-in for chance that always rolls as low, or as high, as can be."""

    def __init__(self, *, high: bool, lucky: bool, pick: int = 0) -> None:
        """Lean: dice high or low, chances met or not, the nth of all picks."""
        self._high, self._lucky, self._pick = high, lucky, pick
        self.most_picks = 1

    def below(self, count: int) -> int:
        """Return the extreme roll."""
        return count - 1 if self._high else 0

    def chance(self, percent: float) -> bool:
        """Return whether luck is with it; certainty stays certain."""
        return percent > 0 and (self._lucky or percent >= 100)

    def choice(self, options: Sequence[T]) -> T:
        """Return the nth option."""
        self.most_picks = max(self.most_picks, len(options))
        return options[self._pick % len(options)]
