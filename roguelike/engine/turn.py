"""One turn, from a chosen action to the next time the player is up: the one visible order of everything.

    act -> drain -> tell      the player's action, its effects, its messages
    others                    each creature whose initiative is up, the same way
    statuses, hunger, sight   then the player is up again

The trace of the whole turn stays readable until the next one begins; only then are the dead buried.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from math import hypot
from typing import Protocol

import esper

from roguelike.actions.action import Action, Done, Final, Refused, perform
from roguelike.actions.moving import Pass
from roguelike.components.actors import Initiative, Mind
from roguelike.components.items import Pack
from roguelike.components.spatial import Position
from roguelike.components.statuses import Statuses
from roguelike.core.geometry import Point
from roguelike.effects.spreading import run_hazards
from roguelike.engine.gates import open_gate
from roguelike.engine.log.narrator import narrate
from roguelike.engine.story import advance_story
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.mind import decide
from roguelike.systems.confusion import random_step, staggers
from roguelike.systems.durations import run_statuses
from roguelike.systems.enchantments import run_enchantments
from roguelike.systems.hunger import grow_hungry
from roguelike.systems.initiative import reroll
from roguelike.systems.reputation import meet, remember
from roguelike.systems.visibility import look_around, notice
from roguelike.systems.waking import listen, notice_player
from roguelike.world import ecs
from roguelike.world.changes import Departed, Moved, is_won
from roguelike.world.derived_stats import stats_of
from roguelike.world.ecs import Row
from roguelike.world.game import Change, Game

AWAKE_WITHIN = 20
"""Tiles from the player beyond which creatures take no turn (source game, 3.5)."""
AWAKE_SQUARED = AWAKE_WITHIN * AWAKE_WITHIN


class Travel(Protocol):
    """Brings the player to another depth, on a tile of it or by the stairs; the dungeon provides it."""

    def __call__(self, game: Game, depth: int, point: Point | None, *, followed: bool) -> None:
        """Go there, alone unless `followed`."""


def play(game: Game, action: Action, travel: Travel, *, minds: bool = True) -> Final:
    """Let the player act, and everybody else until the player is up again."""
    if game.player in game.dead:
        return Refused("You are dead.")
    if is_won(game):
        return Refused("Your story has been told.")
    bury(game)
    game.trace.clear()
    stumbling = False
    if "act" in stats_of(game.player).forbids:
        action = Pass()
    elif staggers(game.player):
        action, stumbling = random_step(game), True
    result = act(game, game.player, action)
    if stumbling and not isinstance(result, Done):
        # Stumbling into a wall is a turn too: a die was rolled for it.
        result = Done()
    match result:
        case Done(takes_turn=True):
            leave(game, travel, 0)
            if is_won(game):
                return result
            start = len(game.trace)
            pass_time(game, minds=minds)
            leave(game, travel, start)
        case _:
            pass
    return result


def act(game: Game, actor: int, action: Action) -> Final:
    """Perform an action, tell what came of it, and count it."""
    start = len(game.trace)
    result = perform(action, actor, game)
    if actor == game.player:
        news = _news(game, start)
        listen(game, news)
        remember(game, news)
        look_around(game)
    narrate(game, start)
    return result


def leave(game: Game, travel: Travel, start: int) -> None:
    """Take the player along the stairs or through the portal, if anything since `start` was about either."""
    for change in game.trace[start:]:
        if isinstance(change, Departed) and change.entity == game.player:
            travel(game, change.depth, change.point, followed=change.gate is None)
            if change.gate is not None:
                open_gate(game, change.gate, change.cause)
            return


def pass_time(game: Game, *, minds: bool = True) -> None:
    """Run the world until the player is up, then the player's own statuses, hunger and sight."""
    if game.player not in game.dead:
        reroll(game, game.player)
    start = len(game.trace)
    _run_others(game, minds=minds)
    game.turn += 1
    if game.player not in game.dead:
        with told(game):
            run_hazards(game)
            run_statuses(game)
            run_enchantments(game)
            grow_hungry(game, game.player)
    news = _news(game, start)
    listen(game, news)
    with told(game):
        remember(game, news)
    if game.player not in game.dead:
        with told(game):
            advance_story(game)  # whoever comes may carry a light
            look_around(game)
            notice(game)
            notice_player(game)
        meet(game)


def _news(game: Game, start: int) -> list[Change]:
    """List what has happened since `start` of the trace but for steps, which most of it are."""
    return [change for change in game.trace[start:] if type(change) is not Moved]


@contextmanager
def told(game: Game) -> Iterator[None]:
    """Tell the player what changes within."""
    start = len(game.trace)
    yield
    narrate(game, start)


def _run_others(game: Game, *, minds: bool) -> None:
    """Give turns in the order of initiative until it is the player's."""
    queue, player, dead = game.turn_queue, game.player, game.dead
    here = esper.component_for_entity(player, Position)
    while player not in dead and (coming := queue.next()) is not None:
        due, entity = coming
        if due > game.now:  # noqa: PLR1730  (every creature comes by here: a call would cost more)
            game.now = due
        if entity == player:
            return
        if entity in dead:
            continue
        row = ecs.row(entity)
        mind: Mind | None = row.get(Mind)
        if mind is not None and not mind.awake:
            continue  # out of the turn order until something wakes it
        place: Position = row[Position]
        dx, dy = place.x - here.x, place.y - here.y
        if dx * dx + dy * dy > AWAKE_SQUARED:
            # Too far to matter. The player needs several ticks a tile, so it cannot come near in less.
            ticks = int(hypot(dx, dy) - AWAKE_WITHIN) * 3
            due = row[Initiative].due = game.now + max(6, ticks)
            queue.schedule(due, entity)
            continue
        if minds:
            _creature_turn(game, entity, row)
        if entity not in dead:
            reroll(game, entity)


def _creature_turn(game: Game, entity: int, row: Row) -> None:
    """Let a creature decide and act; what it may not do, it lets be."""
    if row[Statuses].entities:
        if "act" in stats_of(entity).forbids:
            return
        if staggers(entity):
            act(game, entity, random_step(game))
            return
    trace = game.trace
    start = len(trace)
    action = decide(Actor.of(game, entity, row))
    if not isinstance(action, Pass):
        perform(action, entity, game)
    # A step and nothing else goes without saying.
    if len(trace) > start and not (len(trace) == start + 1 and type(trace[start]) is Moved):
        narrate(game, start)


def bury(game: Game) -> None:
    """Delete the dead from the world, with all that clung to them; nothing refers to them from here on."""
    if not game.dead:
        return
    for entity in sorted(game.dead):
        if entity == game.player:
            continue
        statuses = esper.try_component(entity, Statuses)
        for status in statuses.entities if statuses else ():
            ecs.delete(status)
        # The dead have dropped what they had; what vanished takes it along.
        pack = esper.try_component(entity, Pack)
        for item in (*pack.items, *pack.worn.values()) if pack else ():
            ecs.delete(item)
        game.turn_queue.drop(entity)
        ecs.delete(entity)
    game.dead &= {game.player}
    game.caches.folk += 1  # a servant whose master is buried serves nobody
