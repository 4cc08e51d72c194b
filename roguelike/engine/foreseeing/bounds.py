"""Bounds on what a creature may lose in a turn: the turns that a reply plays besides its samples.

These are turns with extreme rolls, and replays of samples that cast doubt on the bounds found.

The extreme rolls are as high or as low as possible, the player's and everybody else's each for themselves.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Protocol, TypeVar

from roguelike.core.rng import Chance
from roguelike.core.trial_rolls import ExtremeRolls, HighestDice, Strata
from roguelike.effects.foresight.extreme_drift import DriftEverywhere
from roguelike.effects.spreading import BY_CHANCE, Drift
from roguelike.engine.foreseeing.played_turns import Played
from roguelike.world.game import Game

EXTREMES = 13
"""How many turns are played with extreme dice, if any dice are rolled."""
AGAIN = 6
"""How many samples at most are played again with one creature's dice at their highest.

That creature hurt somebody in the sample but in no extreme turn, so no bound covers yet how much it could hurt them.
"""
T = TypeVar("T")
WhoIsUp = Callable[[], int]
"""Returns whose turn it is at this point of the turn being played."""
HIGH_BY_LUCK = 4
"""How many extreme turns give the others the highest dice, but leave their choices to chance."""


class Rehearsed(Protocol):
    """A turn that can be played with one set of rolls after another."""

    game: Game

    def play(self, rng: Chance, drift: Drift = BY_CHANCE) -> Played:
        """Play the turn and undo it; clouds drift as `drift` says."""

    def who_is_up(self) -> int:
        """Return whose turn it is at this point of the turn being played."""

    def is_up(self, entity: int) -> bool:
        """Return whether it is a given creature's turn at this point of the turn being played."""


class Bounds:
    """Turns played to find bounds on losses: those with extreme rolls, and doubtful samples played again."""

    def __init__(self, most_corners: int, most_again: int) -> None:
        """Play at most `most_corners` turns with extreme rolls, and `most_again` samples again."""
        self.corners: list[Played] = []
        self.again: list[Played] = []
        self.is_decided = False
        self.most_corners, self._most_again = most_corners, most_again
        self._rolled: list[TwoSides] = []
        self._tried = 0
        """How many corners were played, or skipped because they equal one that was."""
        self._hurt: set[tuple[int, int]] = set()
        """Pairs (who was hurt, by whom) seen in a turn with the highest dice."""
        self._doubts: list[tuple[int, tuple[int, int]]] = []
        """(number of the sample, (who was hurt, by whom)), for pairs that no turn with the highest dice showed."""

    @property
    def are_tried(self) -> bool:
        """Whether all extreme turns that were wanted have been played."""
        return self.is_decided or self._tried >= min(self.most_corners, EXTREMES)

    def play_fixed(self, rehearsal: Rehearsed, rng: Chance) -> None:
        """Play the only possible turn where all dice are fixed."""
        if not self.corners:
            self.corners.append(rehearsal.play(rng))
            self.is_decided = True

    def play(self, rehearsal: Rehearsed, most: int, corners: int = EXTREMES) -> int:
        """Play up to `most` of the first `corners` turns with extreme rolls; return how many.

        If no die is rolled, the first of them is the only one.
        """
        begun = len(self.corners)
        left = list(extremes(rehearsal.who_is_up, rehearsal.game.player))
        for rng in left[self._tried : min(corners, self.most_corners)]:
            if self.is_decided or len(self.corners) - begun == most:
                break
            self._tried += 1
            if not any(former.has_settled(rng) for former in self._rolled):
                # The first asks for every die there is; all others let clouds drift everywhere, without a die.
                is_first = not self.corners
                drift = BY_CHANCE if is_first else DriftEverywhere()
                self.corners.append(rehearsal.play(rng, drift))
                self._rolled.append(rng)
                self._hurt |= hurt_in(self.corners[-1:]) if rng.is_highest else set()
                is_refused = self.corners[0].run.refusal is not None
                self.is_decided = is_refused or (is_first and rng.is_certain)
        return len(self.corners) - begun

    def doubt(self, number: int, sample: Played) -> None:
        """Note the pairs of victim and attacker in a sample that no turn with the highest dice showed."""
        self._doubts += [(number, pair) for pair in sorted(hurt_in([sample]) - self._hurt)]

    def play_again(self, rehearsal: Rehearsed, strata: Strata) -> None:
        """Play doubtful samples again, with the highest dice for the attacker in question.

        This waits until a first estimate is shown, since it seldom raises a bound by much.
        """
        for number, pair in self._doubts:
            if pair not in self._hurt and len(self.again) < self._most_again:
                luck = strata.samples(rehearsal.who_is_up)[number]
                again = rehearsal.play(HighestDice(luck, partial(rehearsal.is_up, pair[1])))
                self.again.append(again)
                self._hurt |= {pair, *hurt_in([again])}
        self._doubts.clear()


def hurt_in(turns: Sequence[Played]) -> set[tuple[int, int]]:
    """Return the pairs (who was hurt, by whom) of these turns."""
    return {(hurt, by) for turn in turns for hurt, losses in turn.losses.items() for by in losses}


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
