"""Laws of forecast and reply: they change nothing, refuse what is refused, and what they say holds.

Each command is foreseen, then rehearsed with honest dice: what it does at once is compared, and what follows while
nobody acts. Last it is done.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from roguelike.actions.action import Action, Ask, Done, Refused, attempt, perform
from roguelike.actions.senses import seen_creatures
from roguelike.components.vitals import Pools
from roguelike.core.rng import Stream
from roguelike.core.sight import Mask
from roguelike.effects.dispatch import drain
from roguelike.effects.foresight.forecast import Forecast
from roguelike.effects.foresight.rehearsal import rehearsing, rehearsing_turn
from roguelike.engine.play.commands import Pass
from roguelike.engine.play.onlookers import NOBODY_LOOKS
from roguelike.engine.play.turn import act_as_able, bury
from roguelike.engine.play.yesterday import go_back
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.engine.telling.reader import facts_of
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.campaign import Campaign, Trial, Verdict
from roguelike.lab.campaigns.foresight_at_once import (
    UNTOUCHED,
    Comparison,
    compared,
    dark_tiles,
    facts_compared,
    happened,
    reaches,
)
from roguelike.lab.campaigns.foresight_later import Before, before, later_compared, passed, settled
from roguelike.lab.campaigns.foresight_scenes import CHOOSERS, chosen, scene
from roguelike.systems.confusion import staggers
from roguelike.systems.reputation import may_turn, remember
from roguelike.world import ecs
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.changes import PoolChanged, Told, TookBack
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Change

TURNS, SAMPLES, REHEARSALS = 5, 2, 3
KINDS = (*CHOOSERS, *["cast"] * len(CHOOSERS))
"""Kinds of commands, in turn: every second one is a cast."""


@contextmanager
def _open(seed: str) -> Iterator[Trial]:
    """Go through the depths and the kinds of commands in order."""

    def trial(rng: Stream, number: int) -> Verdict:
        """Set up a scene at a depth, foresee what is then done, and compare."""
        kind = KINDS[number % len(KINDS)]
        session, counts = scene(seed, number, rng), Counter[str]()
        failure = _foreseen(session, kind, rng, counts)
        ecs.drop_world(session.game.world)
        return Verdict(kind, "broke" if failure else "held", failure, counts)

    yield trial


def _foreseen(session: Session, kind: str, rng: Stream, counts: Counter[str]) -> str:
    """Foresee a command each turn, do it, and compare; return what is wrong."""
    bot = make_bot("greedy", "1")
    for _ in range(TURNS):
        if session.is_over:
            return ""
        if wrong := _held(session, kind, rng, counts):
            return wrong
        if not session.is_over:
            bot.take_turn(session)
    return ""


def _held(session: Session, kind: str, rng: Stream, counts: Counter[str]) -> str:
    """Choose a command, foresee, rehearse and do it; return what is wrong. `counts` is told what was compared."""
    action = chosen(session, kind, rng)
    if session.is_over:
        return ""  # choosing it, as by wielding a bow, took a turn
    bury(session.game)
    was = state_hash(session.game)
    foreseen = session.forecast(action)
    session.estimate(Pass()).refined(SAMPLES)
    session.estimate(action).refined(SAMPLES)
    for what, wrong in _rehearsals(session, action, foreseen, rng):
        counts[f"{kind}: {what}"] += 1
        if wrong:
            return f"{action}: {wrong}"
    if state_hash(session.game) != was:
        return f"to foresee {action} changed the game"
    wrong = _outside_forecast(session, action, foreseen)
    return f"{action}: {wrong}" if wrong else ""


def _rehearsals(
    session: Session, action: Action, foreseen: Forecast, rng: Stream
) -> Iterator[Comparison]:
    """Rehearse a command with honest dice, let time pass, and compare."""
    if foreseen.refused is not None:
        yield "refused", ""
        return
    if _bumps_into_unseen(session, action):
        yield "not compared: out of view", ""
        return
    seeds = [str(rng.fraction()) for _ in range(REHEARSALS)]
    bookkeeping = BookkeepingCopy(session.game)
    was = before(session.game, bookkeeping)
    for seed in seeds:
        dice = Stream(seed, "act")
        with rehearsing_turn(session.game, dice, bookkeeping):
            yield from _rehearsed(session, action, foreseen, was)
    if not staggers(session.player) and "act" not in stats_of(session.player).status.forbids:
        for seed in seeds:
            yield from _noted(session, action, foreseen, Stream(seed, "act"))


def _bumps_into_unseen(session: Session, action: Action) -> bool:
    """Return whether a step leads to where somebody stands whom the player does not see."""
    game = session.game
    goal = action.goal(game.player, game)
    there = game.level.blockers.get(goal) if goal is not None else None
    return there is not None and Pools in ecs.row(there) and there not in seen_creatures(game)


def _rehearsed(
    session: Session, action: Action, foreseen: Forecast, was: Before
) -> Iterator[Comparison]:
    """Act and let time pass in a rehearsal, and compare."""
    game = session.game
    known, dark = {game.player, *seen_creatures(game)}, dark_tiles(game)
    start = len(game.trace)
    match act_as_able(game, action, NOBODY_LOOKS):
        case Refused(reason) | Ask(_, reason):
            yield "refused", f"refused ({reason}), and foreseen to happen"
            return
    changes = game.trace[start:]
    if why := _why_not_compared(changes, known, dark, was.since):
        yield f"not compared: {why}", ""
        return
    yield from compared(foreseen, known, happened(changes), game.player)
    clear = settled(game, was, known, changes)
    for each in known - game.dead - clear:
        if foreseen.outcomes.get(each, UNTOUCHED).later[2]:
            yield "not compared later: something worked before", ""
    if clear and game.player not in game.dead:
        turns = passed(game, dark, clear - was.owed.keys(), was.since)
        if turns is None:
            yield "not compared later: out of view", ""
        else:
            yield from later_compared(foreseen, clear, was.owed, turns)


def _noted(
    session: Session, action: Action, foreseen: Forecast, dice: Stream
) -> Iterator[Comparison]:
    """Act in a rehearsal without what no forecast shows, and compare what is to be said of it."""
    game, since = session.game, ecs.next_id()
    known, dark = {game.player, *seen_creatures(game)}, dark_tiles(game)
    start, turns_people = len(game.trace), may_turn(game)
    with rehearsing(game, dice):
        attempt(action, game.player, game)
        drain(game, looking_ahead=True)
        changes = game.trace[start:]
        if turns_people:
            remember(game, changes)
            changes += [each for each in game.trace[start + len(changes) :] if type(each) is Told]
        said = facts_of(game, changes)
        why = _why_not_compared(changes, known, dark, since)
    if not why:
        yield from facts_compared(foreseen, known, said)


def _why_not_compared(
    changes: Sequence[Change], known: Collection[int], dark: Mask, since: int
) -> str:
    """Return why an act goes beyond what any forecast may tell; "" if it does not."""
    if any(type(change) is TookBack for change in changes):
        return "taken back"  # only once the turn is over
    concerned = [each for each in happened(changes).concerned() if each < since]
    others = {each for each in concerned if Pools in ecs.row(each)}.difference(known)
    return "out of view" if others or reaches(changes, dark) else ""


def _outside_forecast(session: Session, action: Action, foreseen: Forecast) -> str:
    """Perform the act alone, and return how the result differs from its forecast."""
    game = session.game
    if staggers(game.player) or "act" in stats_of(game.player).status.forbids:
        return ""  # then the player does something else
    known = {game.player, *seen_creatures(game)}
    had, dark = {each: ecs.get(each, Pools).hp for each in known}, dark_tiles(game)
    start = len(game.trace)
    match perform(action, game.player, game):
        case Refused(reason) | Ask(_, reason):
            return (
                ""
                if foreseen.refused == reason
                else f"refused ({reason}), and foreseen {foreseen.refused}"
            )
        case Done() if foreseen.refused is not None:
            return f"done, and foreseen to be refused: {foreseen.refused}"
    lost: Counter[int] = Counter()
    for change in game.trace[start:]:
        if isinstance(change, PoolChanged) and change.pool == "hp" and change.after < change.before:
            lost[change.entity] += int(change.before - change.after)
    if go_back(game):  # not in the trace: creatures that healed since lose those hit points
        now = dict(ecs.with_component(Pools))
        lost.update({each: max(0, hp - now[each].hp) for each, hp in had.items() if each in now})
    if not lost.keys() <= known or reaches(game.trace[start:], dark):
        return ""  # it led out of the player's sight: no forecast may include that
    for entity, outcome in foreseen.outcomes.items():
        least, _, most = outcome.damage
        if not least <= lost[entity] <= most:
            return f"{entity} lost {lost[entity]}, and {least} to {most} were foreseen"
    return ""


FORESIGHT = Campaign("foresight", "laws of forecast and reply", 1_000, 8, _open)
