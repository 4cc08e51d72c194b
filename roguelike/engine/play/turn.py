"""One turn, from a chosen action to the player's next turn: the single place where its order is visible.

  act -> drain -> tell      the player's action, its effects, its messages
  others                    each creature whose turn comes, in the same way
  the world, sight          fires, statuses, hunger (`effects.upkeep.world_turn`); then it is the player's turn again

The trace of the whole turn stays readable until the next one begins; only then are the dead buried.
`roguelike.systems.initiative` decides the order of the others. `act_as_able` and `pass_time` without onlookers are the
part of a turn that can be rehearsed (see `roguelike.world.bookkeeping`): burial and travel cannot be undone.

Opening the portal that leads back from town: one at a time, on free ground near where the player arrived.
"""

from functools import partial
from typing import Protocol

import esper

from roguelike.actions import acting, moving
from roguelike.components import actors, items, spatial
from roguelike.components.statuses import Statuses
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.effects import portals, spreading, upkeep
from roguelike.engine.play.onlookers import EVERYBODY, Onlookers
from roguelike.engine.play.yesterday import go_back, memory_of
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.habits.guarding import miss_what_is_taken
from roguelike.systems.ai.mind import decide
from roguelike.systems.initiative import reroll, run_others
from roguelike.systems.reputation import remember
from roguelike.systems.visibility import look_around
from roguelike.systems.waking import hear_steps, listen, notice_player
from roguelike.world import changes, ecs, space, spawning
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, Change, Game
from roguelike.world.spells import own_entities

NEAREST_STEPS, FURTHEST_STEPS = 2, 8
"""Least and most steps between the player and the portal."""


def open_gate(game: Game, back_to: space.Place, cause: Cause) -> None:
    """Create the portal back to a place near the player; remove any that was on this level before."""
    for old, _ in ecs.with_component(spatial.Gate):
        if space.is_here(game, old):
            game.change(changes.Removed(old, cause))
    spot = _spot(game)
    if spot is None or not game.content.has("props", portals.GATE):
        return
    parts = spawning.parts_of(game.content, "props", portals.GATE, spatial.Gate(*back_to))
    game.change(changes.Spawned(parts, spot, game.depth, cause))


def _spot(game: Game) -> Point | None:
    """Return the nearest free and empty tile for the portal, preferably a little apart; None if there is none."""
    here = space.point_of(game.player)
    around = space.free_around(game.level, here, FURTHEST_STEPS) if here is not None else []
    empty = [(steps, spot) for steps, spot in around if spot not in game.level.at]
    apart = [spot for steps, spot in empty if steps >= NEAREST_STEPS]
    return next(iter(apart), empty[0][1] if empty else None)


BEFUDDLED = Message("Your head swims, and you stumble instead.", (), "warn")


class Travel(Protocol):
    """Takes the player to another depth, to a tile of it or to the stairs; the dungeon provides it."""

    def __call__(self, game: Game, depth: int, point: Point | None, *, followed: bool) -> None:
        """Go there, alone unless `followed`."""


def play(game: Game, action: acting.Action, travel: Travel, *, minds: bool = True) -> acting.Final:
    """Let the player act, then everybody else until the player's next turn."""
    if game.player in game.dead:
        return acting.Refused("You are dead.")
    if changes.is_won(game):
        return acting.Refused("Your story has been told.")
    bury(game)
    game.trace.clear()
    before = memory_of(game)
    result = act_as_able(game, action, EVERYBODY)
    if go_back(game):
        return acting.FREE
    match result:
        case acting.Done(takes_turn=True):
            game.yesterday = before
            leave(game, travel, 0)
            if changes.is_won(game):
                return result
            start = len(game.trace)
            pass_time(game, EVERYBODY, minds=minds)
            leave(game, travel, start)
        case _:
            pass
    return result


def act_as_able(game: Game, action: acting.Action, onlookers: Onlookers) -> acting.Final:
    """Let the player act; if unable to, they pass, and if confused, they stumble, which always takes a turn."""
    able = as_able(game, action)
    if able is not None:
        return act(game, game.player, able, onlookers)
    if action.step is None and action != moving.Pass():
        start = len(game.trace)
        game.change(changes.Told(Cause("confusion", game.player, "status"), BEFUDDLED))
        onlookers.narrate(game, start)
    result = act(game, game.player, moving.random_step(game), onlookers)
    return result if isinstance(result, acting.Done) else acting.Done()


def as_able(game: Game, action: acting.Action) -> acting.Action | None:
    """Return what the player does who would do something: they pass if unable to act; None if chance decides it."""
    if not action.is_deed:
        return action
    status = stats_of(game.player).status
    if "act" in status.forbids:
        return moving.Pass()
    return None if moving.STAGGERS in status.flags else action


def act(game: Game, actor: int, action: acting.Action, onlookers: Onlookers) -> acting.Final:
    """Perform an action and log the result; for the player, also let others hear, notice and remember it."""
    start = len(game.trace)
    result = acting.perform(action, actor, game)
    if actor == game.player:
        answer_player(game, start)
    onlookers.narrate(game, start)
    return result


def answer_player(game: Game, start: int) -> None:
    """Let others hear, notice and remember what the player did, by the changes since `start`, and the player look."""
    news = news_since(game, start)
    listen(game, news)
    if game.player in {each.entity for each in game.trace[start:] if type(each) is changes.Moved}:
        hear_steps(game)
    miss_what_is_taken(game, news)
    remember(game, news)
    look_around(game)


def leave(game: Game, travel: Travel, start: int) -> None:
    """Move the player to another level if they departed in the changes since `start`."""
    for change in game.trace[start:]:
        if type(change) is changes.Departed and change.entity == game.player:
            travel(game, change.depth, change.point, followed=change.gate is None)
            if change.gate is not None:
                open_gate(game, change.gate, change.cause)
            return


def pass_time(
    game: Game,
    onlookers: Onlookers,
    *,
    minds: bool = True,
    drift: spreading.Drift = spreading.BY_CHANCE,
) -> None:
    """Give the others their turns until it is the player's, then let the world have its turn, and look around."""
    if game.player not in game.dead:
        reroll(game, game.player, ecs.row(game.player))
    start = len(game.trace)
    run_others(game, partial(_creature_turn if minds else _stand_still, onlookers))
    onlookers.rests(game)
    game.turn += 1
    if game.player not in game.dead:
        untold = len(game.trace)
        upkeep.world_turn(game, drift)
        onlookers.narrate(game, untold)
    news = news_since(game, start)
    listen(game, news)
    untold = len(game.trace)
    remember(game, news)
    onlookers.narrate(game, untold)
    if game.player not in game.dead:
        untold = len(game.trace)
        onlookers.advance_story(game)  # before looking around: an arrival may carry a light
        if minds:
            onlookers.call_wanderers(game)
        look_around(game)
        onlookers.notice(game)
        notice_player(game)
        onlookers.narrate(game, untold)
        onlookers.meet(game)
        onlookers.learn(game)


NO_NEWS = frozenset[type[Change]]((changes.Moved, changes.Rolled))
"""Changes that nobody hears or remembers, which are most of them."""


def news_since(game: Game, start: int) -> list[Change]:
    """List the changes since `start` in the trace of which others may hear, or that they may remember."""
    return [change for change in game.trace[start:] if type(change) not in NO_NEWS]


def _stand_still(onlookers: Onlookers, game: Game, entity: int, row: ecs.Row) -> None:
    """Do nothing: in tests without minds, creatures lose their turns."""
    if onlookers.acts is not None:
        onlookers.acts(game, entity, moving.Pass())


def _creature_turn(onlookers: Onlookers, game: Game, entity: int, row: ecs.Row) -> None:
    """Let a creature decide and act; if its action is refused, its turn is lost."""
    acts = onlookers.acts
    if row[Statuses].entities:
        is_stunned = "act" in stats_of(entity).status.forbids
        if is_stunned or moving.staggers(entity):
            step = None if is_stunned else moving.random_step(game)
            if acts is not None:
                acts(game, entity, step)
            if step is not None:
                act(game, entity, step, onlookers)
            return
    trace = game.trace
    start = len(trace)
    action = decide(Actor.of(game, entity, row))
    if row[actors.Mind].target == game.player:
        own, there = ecs.row(game.player)[actors.Player], row[spatial.Position]
        if own.hunted != game.turn and game.level.visible[there.x, there.y]:
            own.hunted = game.turn
    if acts is not None:
        acts(game, entity, action)
    if not action.waits:
        acting.perform(action, entity, game)
    # A single step is skipped, since it has no sentence in the log.
    new = len(trace) - start
    if new > 1 or (new and type(trace[start]) is not changes.Moved):
        onlookers.narrate(game, start)


def bury(game: Game) -> None:
    """Delete the dead with their statuses and items, and every reference to them."""
    if not game.dead:
        return
    for entity in sorted(game.dead):
        if entity == game.player:
            continue
        statuses = esper.try_component(entity, Statuses)
        for status in statuses.entities if statuses else ():
            ecs.delete(status)
        # The dead have dropped their items already; removed creatures take them along.
        pack = esper.try_component(entity, items.Pack)
        carried = (*pack.items, *pack.worn.values()) if pack else ()
        for gone in (*carried, *own_entities(entity)):
            ecs.delete(gone)
        game.turn_queue.drop(entity)
        ecs.delete(entity)
    game.dead &= {game.player}
    game.caches.population += 1  # a servant whose master is buried serves nobody
