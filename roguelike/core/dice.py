"""Dice as written in the raws: "2d6+3", "d8", "1d8-1", or a plain number."""

import re

from roguelike.core.records import Record
from roguelike.core.rng import Chance

_PATTERN = re.compile(r"^\s*(?:(\d*)d(\d+)\s*([+-]\s*\d+)?|([+-]?\d+))\s*$", re.IGNORECASE)
MOST_DICE, MOST_SIDES = 100, 1000


class Dice(Record, tag=True):
    """`count` dice of `sides` sides, plus `bonus`; without dice it is a plain number."""

    count: int = 0
    sides: int = 0
    bonus: int = 0

    @property
    def least(self) -> int:
        """The lowest total, with the bonus; it may be below 0."""
        return self.count + self.bonus

    @property
    def most(self) -> int:
        """The highest total, with the bonus."""
        return self.count * self.sides + self.bonus

    @property
    def mean(self) -> float:
        """The mean total."""
        return self.count * (self.sides + 1) / 2 + self.bonus

    def roll(self, rng: Chance) -> int:
        """Roll all the dice and add the bonus."""
        return self.count + self.bonus + (rng.total(self.count, self.sides) if self.count else 0)

    def plus(self, bonus: int) -> "Dice":
        """Return the same dice with a higher (or lower) bonus."""
        return Dice(self.count, self.sides, self.bonus + bonus)

    def times(self, by: float) -> "Dice":
        """Return dice with `by` times the mean: as many dice as stay whole, and the rest as a bonus."""
        count = int(self.count * by)
        return Dice(
            count,
            self.sides if count else 0,
            round(self.mean * by - count * (self.sides + 1) / 2),
        )

    def __str__(self) -> str:
        """Return the dice as written in the raws; `parse_dice` reads them back."""
        if not self.count:
            return str(self.bonus)
        return f"{self.count}d{self.sides}" + (f"{self.bonus:+d}" if self.bonus else "")


def parse_dice(text: str | int) -> Dice:
    """Parse dice; raises ValueError saying what is accepted."""
    match = _PATTERN.match(str(text))
    if match is None:
        raise ValueError(f"{text!r} is not dice: write 2d6, 2d6+1, d8 or a whole number")
    count, sides, bonus, plain = match.groups()
    if plain is not None:
        return Dice(0, 0, int(plain))
    dice = Dice(int(count or 1), int(sides), int((bonus or "0").replace(" ", "")))
    if not (0 < dice.count <= MOST_DICE and 0 < dice.sides <= MOST_SIDES):
        raise ValueError(
            f"{text!r} is out of bounds: 1 to {MOST_DICE} dice of 1 to {MOST_SIDES} sides"
        )
    return dice
