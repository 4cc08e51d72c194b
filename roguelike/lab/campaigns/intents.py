"""The campaign of intents: what a reply says of when, where and in which order everybody acts.

The scenes are those of the campaign of foresight, at every depth. Each command is foreseen with its horizon; then the
turn and those after it, in which the player waits, are played with honest dice on the true level. Chances are no
promises, so nothing is compared one by one: what was said as sure has to hold in a share of all cases. What somebody
unseen, or ground that the player does not know, has a part in is counted apart, for nobody could foretell it.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from roguelike.actions import acting
from roguelike.components import actors
from roguelike.core import sight
from roguelike.core.geometry import Point, steps_between
from roguelike.core.records import replace
from roguelike.core.rng import Stream
from roguelike.effects.foresight.rehearsal import rehearsing
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
from roguelike.lab.campaigns.foresight_law import hidden_tiles
from roguelike.lab.campaigns.foresight_laws import KINDS, chosen, scene
from roguelike.world import changes, ecs, space
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.game import Change, Game

LEAST_SHARE = 0.98
"""The share of what is said as sure that has to hold."""
TURNS, RUNS = 5, 3
HELD, BROKE = "held", "broke"
NEAR_STEPS = 4
"""How near somebody must be who came into view, to be in the way."""
APART = "with the unknown: "


class Run(NamedTuple):
    """Some turns that were played with honest dice."""

    course: Course
    order: Sequence[int]
    """Who acted in the first of them."""
    ends: Mapping[int, Point]
    """Where everybody stood after the first of them."""
    beyond: Sequence[frozenset[int]]
    """Up to each turn, those for whom it mattered what the player does not know."""


class _Play:
    """Plays turns with honest dice, and notes in them what a reply tells of."""

    def __init__(self, game: Game) -> None:
        """Note what the player knows before."""
        self.game, self.seen, self.since = game, in_view(game), ecs.next_id()
        never = ~(game.level.explored | game.level.visible)
        self.unknown: sight.Mask = sight.widened(hidden_tiles(game) | never)
        self.order: list[int] = []
        self.deeds: dict[int, set[acting.Deed]] = {}
        self.beyond: set[int] = set()

    def run(self, action: acting.Action, rng: Stream, bookkeeping: BookkeepingCopy) -> Run:
        """Play a command and some turns of waiting, and undo them."""
        game, course, beyond, order = self.game, [], [], list[int]()
        ends: dict[int, Point] = {}
        onlookers = replace(NOBODY_LOOKS, acts=self._acts)
        self.beyond = set()
        with rehearsing(game, rng, bookkeeping):
            begun = len(game.trace)
            for act in (action, *[Pass()] * (HORIZON_TURNS - 1)):
                self.order, self.deeds, start = [], {}, len(game.trace)
                result = act_as_able(game, act, onlookers)
                is_over = _is_over(game.trace[start:], game)
                if is_over or not isinstance(result, acting.Done):
                    break
                if result.takes_turn:
                    pass_time(game, onlookers)
                course.append(
                    moment_of(game, self.seen, self.deeds, game.trace[begun:], start - begun)
                )
                self._look(course[-1].stands.items(), game.trace[start:])
                beyond.append(frozenset(self.beyond))
                if len(course) == 1:
                    order = self.order
                    ends = {
                        each: at
                        for each in self.seen
                        if each not in game.dead and (at := space.point_of(each)) is not None
                    }
                if game.player in game.dead or _is_over(game.trace[start:], game):
                    break
        return Run(course, order, ends, beyond)

    def _acts(self, game: Game, entity: int, action: acting.Action | None) -> None:
        """Note who acts, and what they do."""
        deed = deed_of(game, entity, action, self.since)
        self.deeds.setdefault(entity, set()).add(deed)
        if entity < self.since:
            self.order.append(entity)
        if (entity in self.seen) != (deed.target in self.seen) and deed.target is not None:
            self.beyond |= {entity, deed.target}

    def _look(self, stands: Collection[tuple[int, object]], trace: Sequence[Change]) -> None:
        """Note for whom it matters what the player does not know: who is met, hunted or touched, and the ground."""
        game, known = self.game, {*self.seen}
        for entity, _ in stands:
            mind = ecs.get(entity, actors.Mind)
            point = space.point_of(entity)
            others = {mind.target, mind.leader, mind.robbed, mind.wronged_by} - {0}
            is_met = any(each not in known and each < self.since for each in others)
            if is_met or (point is not None and self.unknown[point]):
                self.beyond.add(entity)
        for change in trace:
            by, touched = change.cause.by, getattr(change, "entity", getattr(change, "target", 0))
            if 0 < by < self.since and by not in known and actors.Mind in ecs.row(by):
                self.beyond.add(touched if isinstance(touched, int) else 0)
        come = [
            point
            for each in self._creatures()
            if each not in known and (point := space.point_of(each)) and game.level.visible[point]
        ]
        for entity in known:
            here = space.point_of(entity)
            if here is not None and any(steps_between(here, point) <= NEAR_STEPS for point in come):
                self.beyond.add(entity)  # who comes into view may stand in their way

    def _creatures(self) -> Iterator[int]:
        """Yield the creatures of the level that were there before."""
        for points in list(self.game.level.at.values()):
            yield from (
                each for each in points if each < self.since and actors.Mind in ecs.row(each)
            )


def _is_over(trace: Sequence[Change], game: Game) -> bool:
    """Return whether the player left the level or took back a turn."""
    return any(
        type(change) in (changes.Departed, changes.TookBack) and change.entity == game.player  # type: ignore[attr-defined]
        for change in trace
    )


# --- what is compared


def compared(told: Reply, courses: Sequence[Course], run: Run) -> Iterator[tuple[str, bool, bool]]:
    """Yield what was said as sure: of which kind, whether it held, and whether the unknown had a part in it."""
    for entity in told.intents:
        chances = chances_within(entity, courses)
        for turn, chance in enumerate(chances, 1):
            acted = any(entity in each.upon_you for each in run.course[:turn])
            is_played = len(run.course) >= turn and run.course[turn - 1].you is not None
            if not acted and not is_played:
                continue
            apart = entity in run.beyond[min(turn, len(run.beyond)) - 1]
            if chance >= SURE:
                yield f"surely within {turn}", acted, apart
            elif chance <= SELDOM:
                yield f"not within {turn}", not acted, apart
        if any(each.is_safe for each in told.intents[entity]) and len(run.course) == HORIZON_TURNS:
            acted = any(entity in each.upon_you for each in run.course)
            yield "harmless", not acted, entity in run.beyond[-1]
    yield from _places(told, run)
    yield from _order(told, run)


def _places(told: Reply, run: Run) -> Iterator[tuple[str, bool, bool]]:
    """Compare where everybody ends with where they were said to end."""
    for entity, ends in told.ends.items():
        there = run.ends.get(entity)
        is_told = sum(ends.values()) < 1 if there is None else there in ends
        yield "ends", is_told, entity in run.beyond[0]


def _order(told: Reply, run: Run) -> Iterator[tuple[str, bool, bool]]:
    """Compare the order of turns, as far as it was said to be certain, and whether all who acted were told."""
    real = [entry for entry in entries(run.order) if entry[0] in told.ends]
    said = list(entries(told.order))
    firm = [entry for entry, sure in zip(said, told.certain, strict=True) if sure]
    apart = not run.beyond[0].isdisjoint(entity for entity, _ in {*real, *said})
    if firm:
        yield "certain order", [entry for entry in real if entry in firm] == firm, apart
    if real:
        yield "who acts", {*real} <= {*said}, apart


def _hold(game: Game, action: acting.Action, rng: Stream, counts: Counter[str]) -> None:
    """Foresee a command and the turns after it, play them with honest dice, and count what held."""
    bury(game)
    estimate = Estimate(game, action)
    told = estimate.refined()
    if told.refused is not None:
        return
    told = estimate.looking_ahead() or told
    counts["turns foreseen"] += 1
    bookkeeping, play = BookkeepingCopy(game), _Play(game)
    for _ in range(RUNS):
        run = play.run(action, Stream(str(rng.fraction()), "honest"), bookkeeping)
        if not run.course:
            continue
        counts["runs"] += 1
        for what, holds, apart in compared(told, estimate.courses, run):
            counts[f"{APART if apart else ''}{what}: {HELD if holds else BROKE}"] += 1


def shortfall(counts: Mapping[str, int]) -> str:
    """Say what was said as sure and held too seldom; "" if nothing."""
    wrong = []
    for name in sorted(counts):
        what, _, came = name.rpartition(": ")
        if came == BROKE and not what.startswith(APART):
            broke, held = counts[name], counts.get(f"{what}: {HELD}", 0)
            if held < LEAST_SHARE * (held + broke):
                wrong.append(f"{what} held in {held} of {held + broke}")
    return "; ".join(wrong)


@campaign("intents", "when, where and in which order everybody acts", 600, 3, shortfall)
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
