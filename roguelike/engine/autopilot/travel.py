"""Walking to a place until something happens. Each turn is an ordinary command."""

from collections.abc import Callable

from roguelike.actions.moving import Step, gives_way
from roguelike.actions.senses import hostiles_in_view
from roguelike.core.geometry import Point
from roguelike.core.paths import route
from roguelike.engine.autopilot.explore import (
    Walk,
    anybody,
    in_the_way,
    is_seen,
    known_ground,
    nobody,
)
from roguelike.engine.autopilot.interruption import interruption
from roguelike.engine.foreseeing.perils import known_perils
from roguelike.engine.play.hazards import (
    NOWHERE,
    barred_by,
    barriers,
    bars,
    harmful_in_view,
)
from roguelike.systems.waking import is_asleep
from roguelike.world.game import Game
from roguelike.world.remembering import known_tiles
from roguelike.world.space import point_of
from roguelike.world.terrain import WALKABLE


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
            if is_seen(game, entity) and not gives_way(game, entity):
                return in_the_way(game, entity)
    return "You know no way there."


def walk_to(game: Game, goal: Point, *, agreed: bool = False) -> Walk:
    """Yield steps along the known path until it ends or is blocked, or an interruption.

    Enemies that were seen asleep at the start interrupt nothing until they wake. A trap or fire at the goal itself is
    only entered if the player `agreed` to that.
    """
    sleepers = {foe for foe in hostiles_in_view(game) if is_asleep(foe)}
    first = True
    while True:
        here = point_of(game.player)
        if here is None or here == goal:
            return ""
        if not first and interruption(game, on_the_way=True, sleepers=sleepers) is not None:
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
