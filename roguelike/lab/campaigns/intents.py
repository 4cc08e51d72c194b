"""The campaign of intents: what a reply says of when, where and in which order everybody acts.

The scenes are those of the campaign of foresight, at every depth. Each command is foreseen with its horizon; then the
turn and those after it, in which the player waits, are played with honest dice, on the board as the player knows it: in
what somebody unseen has a part nobody could foretell. Chances are no promises, so nothing is compared one by one: what
was said as sure has to hold in a share of all cases.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from roguelike.actions import acting
from roguelike.core.geometry import Point
from roguelike.core.records import replace
from roguelike.core.rng import Stream
from roguelike.effects.foresight.rehearsal import rehearsing_turn
from roguelike.engine.foreseeing.intents import (
    HORIZON_TURNS,
    SELDOM,
    SURE,
    Course,
    chances_within,
    deed_of,
    moment_of,
)
from roguelike.engine.foreseeing.played_turns import Reply, entries, in_view
from roguelike.engine.foreseeing.reply import Estimate
from roguelike.engine.play.commands import Pass
from roguelike.engine.play.onlookers import NOBODY_LOOKS
from roguelike.engine.play.turn import act_as_able, bury, pass_time
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.campaign import Verdict, campaign
from roguelike.lab.campaigns.foresight_law import board_of
from roguelike.lab.campaigns.foresight_laws import KINDS, chosen, scene
from roguelike.world import changes, ecs, space
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.game import Change, Game

LEAST_SHARE = 0.98
"""The share of what is said as sure that has to hold."""
TURNS, RUNS = 5, 3
HELD, BROKE = "held", "broke"


class Run(NamedTuple):
    """Some turns that were played with honest dice."""

    course: Course
    order: Sequence[int]
    """Who acted in the first of them."""
    ends: Mapping[int, Point]
    """Where everybody stood after the first of them."""


class _Play:
    """Plays turns with honest dice, and notes in them what a reply tells of."""

    def __init__(self, game: Game) -> None:
        """Note whom the player sees before."""
        self.game, self.seen, self.since = game, in_view(game), ecs.next_id()
        self.order: list[int] = []
        self.deeds: dict[int, set[acting.Deed]] = {}

    def run(self, action: acting.Action, rng: Stream) -> Run:
        """Play a command and some turns of waiting on the board as known, and undo them."""
        game, course, order = self.game, [], list[int]()
        ends: dict[int, Point] = {}
        onlookers = replace(NOBODY_LOOKS, acts=self._acts)
        with (
            board_of(game, game.player),
            rehearsing_turn(game, rng, BookkeepingCopy(game)),
        ):
            begun = len(game.trace)
            for act in (action, *[Pass()] * (HORIZON_TURNS - 1)):
                self.order, self.deeds, start = [], {}, len(game.trace)
                result = act_as_able(game, act, onlookers)
                if _is_over(game.trace[start:], game) or not isinstance(result, acting.Done):
                    break
                if result.takes_turn:
                    pass_time(game, onlookers)
                course.append(
                    moment_of(game, self.seen, self.deeds, game.trace[begun:], start - begun)
                )
                if len(course) == 1:
                    order = self.order
                    ends = {
                        each: at
                        for each in self.seen
                        if each not in game.dead and (at := space.point_of(each)) is not None
                    }
                if game.player in game.dead or _is_over(game.trace[start:], game):
                    break
        return Run(course, order, ends)

    def _acts(self, game: Game, entity: int, action: acting.Action | None) -> None:
        """Note who acts, and what they do."""
        self.deeds.setdefault(entity, set()).add(deed_of(game, entity, action, self.since))
        if entity < self.since:
            self.order.append(entity)


def _is_over(trace: Sequence[Change], game: Game) -> bool:
    """Return whether the player left the level or took back a turn."""
    return any(
        type(change) in (changes.Departed, changes.TookBack) and change.entity == game.player  # type: ignore[attr-defined]
        for change in trace
    )


# --- what is compared


def compared(told: Reply, courses: Sequence[Course], run: Run) -> Iterator[tuple[str, bool]]:
    """Yield what was said as sure: of which kind, and whether it held."""
    for entity in told.intents:
        for turn, chance in enumerate(chances_within(entity, courses), 1):
            acted = any(entity in each.upon_you for each in run.course[:turn])
            is_played = len(run.course) >= turn and run.course[turn - 1].you is not None
            if not acted and not is_played:
                continue
            if chance >= SURE:
                yield f"surely within {turn}", acted
            elif chance <= SELDOM:
                yield f"not within {turn}", not acted
        if any(each.is_safe for each in told.intents[entity]) and len(run.course) == HORIZON_TURNS:
            yield "harmless", not any(entity in each.upon_you for each in run.course)
    for entity, ends in told.ends.items():
        there = run.ends.get(entity)
        yield "ends", sum(ends.values()) < 1 if there is None else there in ends
    yield from _order(told, run)


def _order(told: Reply, run: Run) -> Iterator[tuple[str, bool]]:
    """Compare the order of turns, as far as it was said to be certain, and whether all who acted were told."""
    real = [entry for entry in entries(run.order) if entry[0] in told.ends]
    said = list(entries(told.order))
    firm = [entry for entry, sure in zip(said, told.certain, strict=True) if sure]
    if firm:
        yield "certain order", [entry for entry in real if entry in firm] == firm
    if real:
        yield "who acts", {*real} <= {*said}


def _hold(game: Game, action: acting.Action, rng: Stream, counts: Counter[str]) -> None:
    """Foresee a command and the turns after it, play them with honest dice, and count what held."""
    bury(game)
    estimate = Estimate(game, action)
    told = estimate.refined()
    if told.refused is not None:
        return
    told = estimate.looking_ahead() or told
    counts["turns foreseen"] += 1
    play = _Play(game)
    for _ in range(RUNS):
        run = play.run(action, Stream(str(rng.fraction()), "honest"))
        if not run.course:
            continue
        counts["runs"] += 1
        for what, holds in compared(told, estimate.courses, run):
            counts[f"{what}: {HELD if holds else BROKE}"] += 1


def shortfall(counts: Mapping[str, int]) -> str:
    """Say what was said as sure and held too seldom; "" if nothing."""
    wrong = []
    for name in sorted(counts):
        what, _, came = name.rpartition(": ")
        if came == BROKE:
            broke, held = counts[name], counts.get(f"{what}: {HELD}", 0)
            if held < LEAST_SHARE * (held + broke):
                wrong.append(f"{what} held in {held} of {held + broke}")
    return "; ".join(wrong)


@campaign("intents", "when, where and in which order everybody acts", 600, 6, shortfall)
def trial(seed: str, rng: Stream, number: int) -> Verdict:
    """Set up a scene at a depth, foresee what is then done, and compare."""
    kind = KINDS[number % len(KINDS)]
    session, counts = scene(seed, number, rng), Counter[str]()
    bot = make_bot("greedy", "1")
    for _ in range(TURNS):
        if session.is_over:
            break
        action = chosen(session, kind, rng)
        if not session.is_over:
            _hold(session.game, action, rng, counts)
            bot.take_turn(session)
    return Verdict(kind, "played", "", counts)
