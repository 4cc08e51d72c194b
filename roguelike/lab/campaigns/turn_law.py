"""The law of a whole turn: what a reply tells of an act and of everybody's answer holds when the turn is played.

It is stated here once; the campaign tries it in scenes of the game's depths, the tests on random boards and on real
levels. A refusal, the mark that telling leaves (none), and what was told for certain hold each time. Bounds are beaten
in fewer than one of 500 turns and chances come true as often as told: those are judged over many turns together. No
turn is left out: one that was taken back is compared by what is lost once it is, one that leads elsewhere up to there,
and one on ground never seen by the range that is told of it.

What fires, clouds and statuses do in the turns after it, nobody acting, is held to what is told of that as well.

No foresight may give away who is out of view; so it is held to the turn on the board as the player knows it, with the
dice that really fall. Where the true turn comes to something else, the unseen had a part in it, if only by being there:
whoever would burn a friend does not breathe fire. That is counted apart.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Self

from roguelike.actions import acting
from roguelike.components import vitals
from roguelike.core.records import State, field
from roguelike.core.rng import Stream
from roguelike.effects.foresight.coming import Luck, followed_turns
from roguelike.effects.foresight.facts import Dark
from roguelike.effects.foresight.forecast import Outcome
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.foreseeing.played_turns import Reply, in_view
from roguelike.engine.foreseeing.reply import reply
from roguelike.engine.play.onlookers import NOBODY_LOOKS, Onlookers
from roguelike.engine.play.turn import act_as_able, bury, pass_time
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.campaigns.foresight_law import (
    Passed,
    board_of,
    copied,
    happened,
    later_of,
    lost_since,
    outside,
    passed,
    reveal,
)
from roguelike.lab.campaigns.marks import marks
from roguelike.world import changes, ecs
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.game import Change, Game

SAMPLES = 32
BEATEN_AT_MOST = 1 / 500
"""The share of turns in which a loss may lie beyond what was told, or somebody die of whom that was not told."""
DEVIATIONS = 3
MILLIONTHS = 1_000_000
WAYS = 1 << 20
"""Ways in which the dice of the turns to come may fall."""
HELD, BROKE, APART = "held", "broke", "with the unseen: "
LOSS, OTHERS, UNTOLD = "turn: loss", "turn: another's loss", "turn: untold death"
LATER = "turn: then "
LEAST, MOST, SPREAD = (
    f"turn: deaths told, in millionths: {what}" for what in ("least", "most", "variance")
)
DIED, TURNS = "turn: died", "turn: told and played"
Play = Callable[[acting.Action], str | None]
"""Plays a turn of the player for real, and returns why it is refused, if it is."""


def turn_played(
    game: Game, action: acting.Action, onlookers: Onlookers = NOBODY_LOOKS, *, minds: bool = True
) -> acting.Final:
    """Play a turn by the rules alone, up to the stairs; return what became of the act."""
    start = len(game.trace)
    result = act_as_able(game, action, onlookers)
    if (
        isinstance(result, acting.Done)
        and result.takes_turn
        and not has_left(game, game.trace[start:])
    ):
        pass_time(game, onlookers, minds=minds)
    return result


def has_left(game: Game, trace: Sequence[Change]) -> bool:
    """Return whether the player left the level."""
    return any(type(each) is changes.Departed and each.entity == game.player for each in trace)


def playing(session: Session) -> Play:
    """Return what plays a turn of a session, with everything that belongs to one."""

    def play(action: acting.Action) -> str | None:
        report = session.do(action)
        return None if report.acted else report.refused or "asked"

    return play


def rehearsed_hash(game: Game, action: acting.Action) -> str:
    """Return what the state hash will be after a turn, by a rehearsal with the dice that will really fall."""
    with rehearsing(game, copied(game.rng), BookkeepingCopy(game)):
        turn_played(game, action)
        return state_hash(game)


class Came(State):
    """What a turn came to: what each of some creatures lost, and whether the player died; and the turns to come."""

    lost: Mapping[int, int]
    died: bool
    then: Passed | None = None
    """What the rules alone do in the turns after it; None if time does not go on here."""

    @classmethod
    def of(cls, game: Game, trace: Sequence[Change], hp: Mapping[int, int], turn: int) -> Self:
        """Read it from the changes of a turn, by the hit points and the number of the turn before."""
        is_back = game.turn < turn or any(type(each) is changes.TookBack for each in trace)
        lost = lost_since(hp) if is_back else _lost(game, trace, hp)
        return cls(lost, game.player in game.dead)


def came_as_known(game: Game, action: acting.Action, hp: Mapping[int, int]) -> Came:
    """Return what a turn comes to on the board as the player knows it, with the dice that will really fall."""
    with (
        board_of(game, game.player),
        rehearsing(game, copied(game.rng), BookkeepingCopy(game)),
    ):
        start, turn, burning = len(game.trace), game.turn, followed_turns(game)
        luck = Luck(sample=Stream(game.seed, f"then {turn}").below(WAYS), count=WAYS)
        turn_played(game, action)
        trace = game.trace[start:]
        came = Came.of(game, trace, hp, turn)
        if game.turn > turn and not (came.died or has_left(game, trace)):
            came.then = passed(game, luck, burning)
        return came


class TurnLaw(State):
    """Tells of turns and plays them, and adds up how often what was told held."""

    counts: Counter[str] = field(default_factory=Counter)
    broke: list[str] = field(default_factory=list)
    """In words, whatever lay beyond what was told."""

    def hold(self, game: Game, action: acting.Action, play: Play | None = None) -> str:
        """Tell of a turn, play it by the rules alone if not in some other way, and compare; return what is wrong."""
        game.enter()
        bury(game)
        reveal(game)
        was = marks(game)
        told = reply(game, action, samples=SAMPLES)
        if changed := [name for name, mark in marks(game).items() if mark != was[name]]:
            return f"to tell of {action} changed {changed}"
        if play is None:
            foreseen = rehearsed_hash(game, action)
        start, turn = len(game.trace), game.turn
        hp = {each: ecs.get(each, vitals.Pools).hp for each in (game.player, *in_view(game))}
        as_known = came_as_known(game, action, hp) if told.refused is None else Came({}, died=False)
        refusal = play(action) if play else acting.refusal_of(turn_played(game, action))
        if play is None and state_hash(game) != foreseen:
            return f"{action}: rehearsed with the real dice, it ends otherwise"
        if refusal is not None or told.refused is not None:
            return self._refused(action, told, refusal)
        # A session forgets the changes of the turn before.
        trace = game.trace[start if play is None else 0 :]
        self._note_unseen(game.player, as_known, Came.of(game, trace, hp, turn))
        return self._compared(game.player, action, told, as_known)

    def _refused(self, action: acting.Action, told: Reply, refusal: str | None) -> str:
        """Hold that a turn was refused as it was told; whether it is may hang on the dark."""
        self.counts["turn: refused"] += 1
        is_dark = Dark() in told.you.facts
        is_as_told = (refusal is None) == (told.refused is None) or is_dark
        return "" if is_as_told else f"{action}: refused ({refusal}), told ({told.refused})"

    def _note_unseen(self, player: int, as_known: Came, came: Came) -> None:
        """Count to whom something else came than on the board as known."""
        for entity, lost in came.lost.items():
            is_other = lost != as_known.lost[entity]
            self.counts[f"{APART}{LOSS if entity == player else OTHERS}"] += is_other
        self.counts[f"{APART}turn: a death"] += came.died != as_known.died

    def _compared(self, player: int, action: acting.Action, told: Reply, came: Came) -> str:
        """Count what held of everybody, and of the player's death; return what was certain and did not come."""
        self.counts[TURNS] += 1
        for entity, lost in came.lost.items():
            outcome = told.you if entity == player else told.outcomes.get(entity, Outcome())
            least, _, most = outcome.at_once
            wrong = outside(f"{action}: {entity}: loss", least, lost, most)
            self._count(LOSS if entity == player else OTHERS, wrong)
            is_told = entity == player or entity in told.outcomes
            if came.then is not None and is_told:
                for what, wrong in later_of(entity, outcome, came.then):
                    self._count(f"{LATER}{what}", f"{action}: {wrong}" if wrong else "")
        least_sure, most_likely = told.you.deaths
        is_untold = came.died and not most_likely
        self._count(UNTOLD, f"{action}: an untold death" if is_untold else "")
        self.counts[DIED] += came.died
        for what, chance in ((LEAST, least_sure), (MOST, most_likely)):
            self.counts[what] += round(chance * MILLIONTHS)
        unsure = min((least_sure, most_likely), key=lambda each: abs(each - 0.5))
        self.counts[SPREAD] += round(unsure * (1 - unsure) * MILLIONTHS)
        is_averted = least_sure == 1 and not came.died
        return f"{action}: death was certain, and did not come" if is_averted else ""

    def _count(self, what: str, wrong: str) -> None:
        """Count something that held or broke."""
        self.counts[f"{what}: {BROKE if wrong else HELD}"] += 1
        if wrong:
            self.broke.append(wrong)


def _lost(game: Game, trace: Sequence[Change], hp: Mapping[int, int]) -> dict[int, int]:
    """Return what each of some creatures lost, until the player left the level."""
    here = takewhile(lambda each: not has_left(game, [each]), trace)
    lost = happened([*here]).lost
    return {entity: lost[entity] for entity in hp}


def shortfall(counts: Mapping[str, int]) -> str:
    """Say what was told of turns and came true too seldom; "" if nothing."""
    wrong = []
    later = {each.rpartition(": ")[0] for each in counts if each.startswith(LATER)}
    for what in (LOSS, OTHERS, UNTOLD, *sorted(later)):
        held, broke = (counts.get(f"{what}: {came}", 0) for came in (HELD, BROKE))
        if broke > max(1, (held + broke) * BEATEN_AT_MOST):
            wrong.append(f"{what} was beyond what was told in {broke} of {held + broke}")
    least, most, variance = (counts.get(each, 0) / MILLIONTHS for each in (LEAST, MOST, SPREAD))
    slack = DEVIATIONS * max(1.0, variance**0.5)
    died = counts.get(DIED, 0)
    if not least - slack <= died <= most + slack:
        wrong.append(f"{died} died, and {least:.1f} to {most:.1f} were told to")
    return "; ".join(wrong)
