"""Rolls for the extreme turns of a reply: the player's and everybody else's, each as high or as low as possible."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from roguelike.core.rng import Chance
from roguelike.core.trial_rolls import ExtremeRolls, HighestDice, Strata

T = TypeVar("T")
WhoIsUp = Callable[[], int]
"""Returns whose turn it is at this point of the turn being played."""
HIGH_BY_LUCK = 4
"""How many extreme turns give the others the highest dice, but leave their choices to chance."""


def extremes(who_is_up: WhoIsUp, player: int) -> Iterator["TwoSides"]:
    """Yield rolls for the mildest turn, then the worst and the best: the player's and the others' opposed, and alike.

    In the grazing turn the player's blows hit and all their chances succeed, with the lowest damage: they may stun a
    creature that a harder blow would kill, and whose death harms others. At the end the others' dice are the highest
    while chance decides the rest.
    """
    lowest = {"high": False, "lucky": False}
    yield TwoSides(who_is_up, player, ExtremeRolls(**lowest), ExtremeRolls(**lowest))
    for own in (False, True):
        for others in (True, False):
            for pick in (0, 1) if others else (0,):
                mine = ExtremeRolls(high=own, lucky=own)
                theirs = ExtremeRolls(high=others, lucky=others, pick=pick)
                yield TwoSides(who_is_up, player, mine, theirs)
    grazing = ExtremeRolls(high=True, lucky=True, dice=0.0)
    yield TwoSides(who_is_up, player, grazing, ExtremeRolls(**lowest))
    unlucky = ExtremeRolls(high=True, lucky=False)
    yield TwoSides(who_is_up, player, ExtremeRolls(**lowest), unlucky)
    for luck in Strata(HIGH_BY_LUCK, "worst").samples(who_is_up):
        yield TwoSides(who_is_up, player, luck, HighestDice(luck))


class TwoSides:
    """A substitute for chance that rolls for the player in one way and for everybody else in another."""

    def __init__(self, who_is_up: WhoIsUp, player: int, mine: Chance, theirs: Chance) -> None:
        """Take the rolls of the player, and those of everybody else."""
        self._who_is_up, self._player, self.mine, self.theirs = who_is_up, player, mine, theirs

    @property
    def is_certain(self) -> bool:
        """Whether no die was rolled, so that any other sample would be the same turn."""
        return all(
            isinstance(way, ExtremeRolls) and way.ways == 1 for way in (self.mine, self.theirs)
        )

    @property
    def is_highest(self) -> bool:
        """Whether both sides rolled their highest dice."""
        return all(
            isinstance(way, ExtremeRolls) and way.dice == 1.0 for way in (self.mine, self.theirs)
        )

    def has_settled(self, other: "TwoSides") -> bool:
        """Return whether these rolls, which have been played, determine what the other ones would give."""
        return _settles(self.mine, other.mine) and _settles(self.theirs, other.theirs)

    @property
    def _rolls(self) -> Chance:
        """The rolls for the creature whose turn it is."""
        return self.mine if self._who_is_up() == self._player else self.theirs

    def below(self, count: int) -> int:
        """Roll for the creature whose turn it is."""
        return self._rolls.below(count)

    def total(self, count: int, sides: int) -> int:
        """Roll several dice for the creature whose turn it is."""
        return self._rolls.total(count, sides)

    def chance(self, percent: float) -> bool:
        """Try a chance for the creature whose turn it is."""
        return self._rolls.chance(percent)

    def choice(self, options: Sequence[T]) -> T:
        """Pick for the creature whose turn it is."""
        return self._rolls.choice(options)


def _settles(former: Chance, other: Chance) -> bool:
    """Return whether other rolls of one side would give the same results as the former ones."""
    if not isinstance(former, ExtremeRolls):
        return False
    if isinstance(other, ExtremeRolls):
        return former.has_settled(other)
    is_luckless = not former.chances and former.most_picks == 1
    highest = is_luckless and former.to_hit == former.dice == 1.0
    return former.ways == 1 or (highest and isinstance(other, HighestDice))
