"""Walking to a place, running in a direction and resting, until something happens. Each turn is an ordinary command."""

from collections.abc import Callable, Iterator

import esper

from roguelike.actions.action import Action
from roguelike.actions.carrying import items_at
from roguelike.actions.moving import Rest, Step, gives_way
from roguelike.actions.senses import is_ailing, is_seen_creature
from roguelike.components.vitals import HungerClock, Pools
from roguelike.core.geometry import Point
from roguelike.core.paths import route
from roguelike.engine.autopilot.explore import (
    Walk,
    anybody,
    in_the_way,
    interruption,
    known_ground,
    nobody,
    unaware_in_view,
)
from roguelike.engine.foreseeing.perils import known_perils, perils_of
from roguelike.engine.play.hazards import (
    NOWHERE,
    barred_by,
    barriers,
    bars,
    harmful_in_view,
)
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.remembering import known_tiles
from roguelike.world.space import point_of
from roguelike.world.terrain import WALKABLE, Tile

LONGEST_REST_TURNS = 500


def way_to(game: Game, goal: Point) -> list[Point]:
    """Return the known path to a tile; [] if there is none.

    It leads over explored ground, around noticed traps, fires that harm and seen creatures and, if there is no other,
    past creatures that swap places with the player.
    """
    for barred in barriers(game):
        way = _way(game, goal, nobody, barred) or _way(game, goal, gives_way, barred)
        if way:
            return way
    return []


def _way(
    game: Game, goal: Point, past: Callable[[Game, int], bool], barred: frozenset[Point]
) -> list[Point]:
    """Return the known path to a tile off the `barred` ones, past some creatures; [] if there is none."""
    here = point_of(game.player)
    if here is None or not game.level.contains(goal) or not game.level.explored[goal]:
        return []
    known = known_ground(game, past, barred)
    known[goal] = WALKABLE[known_tiles(game.level)[goal]]
    return route(known, here, goal)


def why_no_way(game: Game, goal: Point) -> str:
    """Return why no known path leads to a tile: who or what blocks the only one, if anything does."""
    seen = harmful_in_view(game)
    for point in _way(game, goal, anybody, seen) or _way(game, goal, anybody, NOWHERE):
        if point in seen:
            return barred_by(game, point)
        for entity in game.level.occupants(point):
            if is_seen_creature(game, entity) and not gives_way(game, entity):
                return in_the_way(game, entity)
    return "You know no way there."


def walk_to(game: Game, goal: Point, *, agreed: bool = False) -> Walk:
    """Yield steps along the known path until it ends or is blocked, or an interruption.

    Enemies that were seen at the start and unaware interrupt nothing until they wake or notice somebody. A trap or
    fire at the goal itself is only entered if the player `agreed` to that.
    """
    passed = unaware_in_view(game)
    first = True
    while True:
        here = point_of(game.player)
        if here is None or here == goal:
            return ""
        if not first and interruption(game, on_the_way=True, passed=passed) is not None:
            return ""
        way = way_to(game, goal)
        if not way:
            return why_no_way(game, goal)
        if way[0] == goal and not agreed and (perils := known_perils(game, goal)):
            return bars(perils)
        yield Step.between(here, way[0])
        if point_of(game.player) == here and game.level.blockers.get(way[0]) is not None:
            return ""
        first = False


def run(game: Game, dx: int, dy: int) -> Walk:
    """Yield steps in one direction until a wall, a fork, an interruption, or a known trap, fire or cloud."""
    sides = _openings(game, dx, dy)
    while True:
        if perils := perils_of(game, Step(dx, dy)):
            return bars(perils)
        before = point_of(game.player)
        yield Step(dx, dy)
        after = point_of(game.player)
        if after is None or after == before or interruption(game, on_the_way=True) is not None:
            return ""
        if items_at(game, after) or game.level.tiles[after] in (Tile.DOWN_STAIRS, Tile.UP_STAIRS):
            return ""
        now = _openings(game, dx, dy)
        ahead = (after[0] + dx, after[1] + dy)
        if now != sides or not game.level.is_free(ahead):
            return ""


def _openings(game: Game, dx: int, dy: int) -> tuple[bool, bool]:
    """Return whether the tiles to either side are open; a change of that is a fork."""
    here = point_of(game.player) or (0, 0)
    left, right = (here[0] + dy, here[1] - dx), (here[0] - dy, here[1] + dx)
    walkable = game.level.walkable
    return (
        game.level.contains(left) and bool(walkable[left]),
        game.level.contains(right) and bool(walkable[right]),
    )


def rest_fully(game: Game) -> Iterator[Action]:
    """Yield turns of rest until hit points and mana are full and bad statuses over, or an interruption."""
    for _ in range(LONGEST_REST_TURNS):
        if why_not_rest(game) is not None:
            return
        yield Rest()


def why_not_rest(game: Game) -> str | None:
    """Return why the player should not rest, as a sentence; None if rest helps."""
    pools = ecs.get(game.player, Pools)
    hunger = esper.try_component(game.player, HungerClock)
    if (reason := interruption(game)) is not None:
        return reason
    if hunger is not None and hunger.state == "Hungry":
        return "You are too hungry to rest: eat something first."
    if pools.hp >= pools.max_hp and pools.mana >= pools.max_mana and not is_ailing(game.player):
        return "There is nothing to recover from."
    return None
