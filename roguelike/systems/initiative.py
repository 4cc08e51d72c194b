"""Turn order: creatures act in the order of their due ticks, and each turn taken determines the next tick.

The order itself is in `roguelike.world.game`; what a creature does in its turn is passed in.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import hypot

import esper

from roguelike.components import actors, spatial
from roguelike.core.rng import Stream, scattered
from roguelike.world import ecs, perception
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game

BASE = 6
DIE = 6
MOST_TICKS = 1_000
"""Most ticks that a turn takes, however slow the creature: others get about a hundred turns in that time."""
AWAKE_TILES = 20
"""Tiles from the player beyond which creatures take no turns (source game, 3.5), unless they track the player."""


SQUARED_AWAKE_TILES = AWAKE_TILES * AWAKE_TILES


def is_near_enough(dx: int, dy: int) -> bool:
    """Return whether creatures this many tiles from the player, along each axis, take turns."""
    return dx * dx + dy * dy <= SQUARED_AWAKE_TILES


def run_others(game: Game, take_turn: Callable[[Game, int, ecs.Row], None]) -> None:
    """Give a turn to all who are due before the player, in order; `game.now` ends at the player's tick."""
    queue, player, dead = game.turn_queue, game.player, game.dead
    here = ecs.get(player, spatial.Position)
    if player in dead:
        return
    for due, entity, row in queue.coming():
        if due > game.now:  # noqa: PLR1730  (every creature comes by here: a call would cost more)
            game.now = due
        if entity == player:
            return
        if entity in dead:
            continue
        mind: actors.Mind | None = row.get(actors.Mind)
        if mind is not None and not mind.awake:
            continue  # out of the turn order until something wakes it
        place: spatial.Position = row[spatial.Position]
        dx, dy = place.x - here.x, place.y - here.y
        if dx * dx + dy * dy > SQUARED_AWAKE_TILES and not _tracks(row):
            # Too far to matter. The player needs several ticks per tile, so it cannot come near in less.
            ticks = int(hypot(dx, dy) - AWAKE_TILES) * 3
            later = row[actors.Initiative].due = game.now + max(6, ticks)
            heappush(queue.heap, (later, entity))
            continue
        take_turn(game, entity, row)
        if entity not in dead:
            reroll(game, entity, row)
        if player in dead:
            return


def reroll(game: Game, entity: int, row: ecs.Row) -> None:
    """Set the next turn of a creature with these components, after it has acted."""
    stats: actors.DerivedStats = row[actors.StatsCache].now or stats_of(entity)
    initiative: actors.Initiative = row[actors.Initiative]
    # A rehearsed turn is rolled for again and again, a real one only once: there the cache would cost more.
    roll, acts = delay if game.pretences else _rolled, initiative.acts
    initiative.due = due = game.now + roll(game.seed, entity, acts, stats.slowness)
    initiative.acts = acts + 1
    heappush(game.turn_queue.heap, (due, entity))


def _rolled(seed: str, entity: int, acts: int, slowness: int) -> int:
    """Return how many ticks a turn takes: 6 + d6 - quickness bonus + floor(penalty), never below 1.

    The formula is the source game's (3.5); the lower bound is ours: there, a set of +5 armor acted every tick. The die
    depends on the game's seed, on the creature and on how often it has acted. So it is known before anybody chooses
    what to do, and no choice changes it.
    """
    ticks = BASE + scattered(_key(seed), entity, acts) % DIE + 1 + slowness
    return ticks if 1 <= ticks <= MOST_TICKS else max(1, min(ticks, MOST_TICKS))


delay = lru_cache(maxsize=4096)(_rolled)
"""The same, cached, since a reply rolls it in every sample; a turn really taken is asked for only once."""


@lru_cache(maxsize=64)
def _key(seed: str) -> int:
    """Return the number that determines a game's dice of initiative."""
    return Stream(seed, "initiative").numpy_seed()


def coming_turns(game: Game) -> list[int]:
    """List who acts before the player's next turn if the player acts now, in order; those who act twice, twice.

    It is exact as long as nothing hastens, slows, stuns, wakes or kills anybody until then. Only creatures that the
    player sees are listed, and none if the player is dead.
    """
    return [] if game.player in game.dead else coming_turns_of(game, perception.seen_here(game))


def coming_turns_of(game: Game, entities: Iterable[int]) -> list[int]:
    """List which of these creatures, all in view, act before the player's next turn, as `coming_turns` does."""
    initiative, stats = ecs.get(game.player, actors.Initiative), stats_of(game.player)
    until = game.now + delay(game.seed, game.player, initiative.acts, stats.slowness)
    here = ecs.get(game.player, spatial.Position)
    coming = [
        (max(each.due, game.now), entity, each.acts)
        for entity in entities
        if entity != game.player
        and (each := esper.try_component(entity, actors.Initiative)) is not None
        and _takes_turns(entity, here)
    ]
    heapify(coming)
    order = []
    while coming and coming[0][:2] < (until, game.player):
        due, entity, acts = heappop(coming)
        order.append(entity)
        ticks = delay(game.seed, entity, acts, stats_of(entity).slowness)
        heappush(coming, (due + ticks, entity, acts + 1))
    return order


def _takes_turns(entity: int, here: spatial.Position) -> bool:
    """Return whether a creature of the player's level is awake, and near enough to take turns."""
    row = ecs.row(entity)
    place, mind = row[spatial.Position], row.get(actors.Mind)
    near = is_near_enough(place.x - here.x, place.y - here.y)
    return (near or _tracks(row)) and (mind is None or mind.awake)


def _tracks(row: ecs.Row) -> bool:
    """Return whether a creature comes after the player from anywhere on the level."""
    nature: actors.Nature | None = row.get(actors.Nature)
    return nature is not None and nature.tracks is not None
