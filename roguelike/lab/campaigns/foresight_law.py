"""The law of the forecast: what is foreseen of an act holds, whatever the act, whoever does it, on whatever level.

It is stated here once; the campaign tries it in scenes of the game's depths, the tests on random boards. The act is
rehearsed with honest dice: what it does at once is compared, and what follows while nobody acts. Last it is done.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Self

from numpy import zeros_like

from roguelike.actions.action import Action, Ask, Done, Final, Refused, attempt, perform
from roguelike.actions.moving import random_step, staggers
from roguelike.actions.senses import seen_creatures
from roguelike.components.vitals import Pools
from roguelike.core.records import State
from roguelike.core.rng import Stream
from roguelike.core.sight import Mask
from roguelike.effects.dispatch import drain
from roguelike.effects.foresight.forecast import Forecast
from roguelike.effects.foresight.rehearsal import rehearsing, rehearsing_turn
from roguelike.engine.play.onlookers import NOBODY_LOOKS
from roguelike.engine.play.turn import act, act_as_able
from roguelike.engine.play.yesterday import go_back
from roguelike.engine.state.snapshot import state_hash
from roguelike.engine.telling.reader import facts_of
from roguelike.lab.campaigns.foresight_at_once import (
    UNTOUCHED,
    Comparison,
    Happened,
    beside,
    compared,
    dark_tiles,
    facts_compared,
    happened,
    outside,
    reaches,
    within,
)
from roguelike.lab.campaigns.foresight_later import Before, before, later_compared, passed, settled
from roguelike.systems.reputation import may_turn, remember
from roguelike.world import ecs
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.changes import Told, TookBack, Unleashed
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Change, Game
from roguelike.world.names import sees


def held(
    game: Game, actor: int, action: Action, foreseen: Forecast, rng: Stream, rehearsals: int
) -> Iterator[Comparison]:
    """Hold an act against its forecast: rehearse it some times with honest dice, then do it."""
    if "act" in stats_of(actor).status.forbids:
        yield "helpless", "" if foreseen == Forecast() else "whoever can do nothing is told of"
        return
    if foreseen.refused is None and not _meets_unseen(game, actor, action):
        was, seeds = _marks(game), [str(rng.fraction()) for _ in range(rehearsals)]
        yield from _rehearsals(game, actor, action, foreseen, seeds)
        yield "marks", "" if _marks(game) == was else "to rehearse it changed the game"
    yield from done(game, actor, action, foreseen)


def _marks(game: Game) -> tuple[object, ...]:
    """Return what neither a rehearsal nor a refusal may change."""
    return state_hash(game), ecs.next_id(), tuple(game.queue), len(game.trace), len(game.log)


def _meets_unseen(game: Game, actor: int, action: Action) -> bool:
    """Return whether the player's step leads to where somebody stands whom they do not see."""
    if actor != game.player:
        return False
    goal = action.goal(actor)
    there = game.level.blockers.get(goal) if goal is not None else None
    return there is not None and Pools in ecs.row(there) and not sees(game, there)


def _rehearsals(
    game: Game, actor: int, action: Action, foreseen: Forecast, seeds: Sequence[str]
) -> Iterator[Comparison]:
    """Rehearse an act with honest dice, let time pass, and compare."""
    bookkeeping = BookkeepingCopy(game)
    was = before(game, bookkeeping)
    for seed in seeds:
        with rehearsing_turn(game, Stream(seed, "act"), bookkeeping):
            yield from _rehearsed(game, actor, action, foreseen, was)
    if not staggers(actor):
        for seed in seeds:
            yield from _noted(game, actor, action, foreseen, Stream(seed, "act"))


def _rehearsed(
    game: Game, actor: int, action: Action, foreseen: Forecast, was: Before
) -> Iterator[Comparison]:
    """Act and let time pass in a rehearsal, and compare."""
    sight, start = _Sight.of(game, actor), len(game.trace)
    match _acted(game, actor, action):
        case Refused(reason) | Ask(_, reason):
            yield "refused", f"refused ({reason}), and foreseen to happen"
            return
    changes = game.trace[start:]
    if why := sight.why_not_compared(foreseen, changes):
        yield f"not compared: {why}", ""
        return
    yield from compared(foreseen, sight.known, happened(changes), actor)
    clear = settled(game, was, sight.known, changes)
    for each in sight.known - game.dead - clear:
        if foreseen.outcomes.get(each, UNTOUCHED).later[2]:
            yield "not compared later: something worked before", ""
    if clear and game.player not in game.dead:
        turns = passed(game, sight.dark, clear - was.owed.keys(), was.since)
        if turns is None:
            yield "not compared later: out of view", ""
        else:
            yield from later_compared(foreseen, clear, was.owed, turns)


def _acted(game: Game, actor: int, action: Action) -> Final:
    """Let somebody act as in a turn: whoever is confused stumbles."""
    if actor == game.player:
        return act_as_able(game, action, NOBODY_LOOKS)
    if not staggers(actor):
        return act(game, actor, action, NOBODY_LOOKS)
    act(game, actor, random_step(game), NOBODY_LOOKS)
    return Done()


def _noted(
    game: Game, actor: int, action: Action, foreseen: Forecast, dice: Stream
) -> Iterator[Comparison]:
    """Act in a rehearsal without what no forecast shows, and compare what is to be said of it."""
    sight, start = _Sight.of(game, actor), len(game.trace)
    turns_people = actor == game.player and may_turn(game)
    with rehearsing(game, dice):
        attempt(action, actor, game)
        drain(game, looking_ahead=True)
        changes = game.trace[start:]
        if turns_people:
            remember(game, changes)
            changes += [each for each in game.trace[start + len(changes) :] if type(each) is Told]
        said = facts_of(game, changes)
        why = sight.why_not_compared(foreseen, changes)
    if not why:
        yield from facts_compared(foreseen, sight.known, said)


def done(game: Game, actor: int, action: Action, foreseen: Forecast) -> Iterator[Comparison]:
    """Do it, and compare: a refusal is as foreseen and changes nothing, and what happens lies within what was told."""
    sight, start = _Sight.of(game, actor), len(game.trace)
    was = _marks(game) if foreseen.refused is not None else ()
    hp = {each: ecs.get(each, Pools).hp for each in sight.known}
    stumbles = staggers(actor)
    match perform(random_step(game) if stumbles else action, actor, game):
        case Refused(reason) | Ask(_, reason) if not stumbles:
            is_told = foreseen.refused == reason
            wrong = f"refused ({reason}), and foreseen {foreseen.refused}"
            yield "refused", "" if is_told else wrong
            yield "refused", "" if _marks(game) == was else f"refused ({reason}), with a trace"
            return
        case Done() if foreseen.refused is not None:
            yield "refused", f"done, and foreseen to be refused: {foreseen.refused}"
            return
    changes = game.trace[start:]
    if go_back(game):  # not in the trace: creatures that healed since lose those hit points
        yield from _gone_back(game, foreseen, happened(changes), hp)
    elif why := sight.why_not_compared(foreseen, changes):
        yield f"not compared: {why}", ""
    else:
        yield from compared(foreseen, sight.known, happened(changes), actor)


def _gone_back(
    game: Game, foreseen: Forecast, is_so: Happened, hp: Mapping[int, int]
) -> Iterator[Comparison]:
    """Compare what everybody has lost once the last turn was taken back with what was told."""
    now = dict(ecs.with_component(Pools))
    is_so.lost.update({each: max(0, was - now[each].hp) for each, was in hp.items() if each in now})
    for entity, told in foreseen.outcomes.items():
        least, _, most = told.damage
        yield "damage", outside(f"{entity}: damage", least, is_so.lost[entity], most)


class _Sight(State):
    """What may be told of an act: who and what the player sees before it. Of anybody else's, all is told."""

    is_limited: bool
    known: set[int]
    dark: Mask
    """The tiles of which nothing may be told."""
    unexplored: Mask
    since: int
    """The number of whoever comes next into being."""

    @classmethod
    def of(cls, game: Game, actor: int) -> Self:
        """Look at the level with the eyes of the player, or as it is for anybody else."""
        known, is_limited = {game.player, *seen_creatures(game)}, actor == game.player
        unexplored = ~game.level.explored
        dark = dark_tiles(game) if is_limited else zeros_like(unexplored)
        return cls(is_limited, known, dark, unexplored, ecs.next_id())

    def why_not_compared(self, foreseen: Forecast, changes: Sequence[Change]) -> str:
        """Return why an act goes beyond what any forecast may tell; "" if it does not."""
        if any(type(change) is TookBack for change in changes):
            return "taken back"  # only once the turn is over
        return "out of view" if self.is_limited and self._leads_out(foreseen, changes) else ""

    def _leads_out(self, foreseen: Forecast, changes: Sequence[Change]) -> bool:
        """Return whether an act concerned somebody unseen, or ground of which nothing may be told."""
        concerned = [each for each in happened(changes).concerned() if each < self.since]
        others = {each for each in concerned if Pools in ecs.row(each)}.difference(self.known)
        return bool(others) or reaches(changes, self.dark) or self._flies_on(foreseen, changes)

    def _flies_on(self, foreseen: Forecast, changes: Sequence[Change]) -> bool:
        """Return whether a flight went on where the foreseen one ended beside ground never seen, and may turn back."""
        told = tuple(foreseen.path)
        paths = [change.path for change in changes if type(change) is Unleashed]
        if not any(path[: len(told)] == told != path for path in paths):
            return False
        return bool(told) and within(beside([told[-1]]), self.unexplored)
