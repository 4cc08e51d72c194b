"""Walking to a place until something happens. Each turn is an ordinary command."""

from collections.abc import Iterator

from roguelike.actions.action import Action
from roguelike.actions.moving import Step
from roguelike.core.geometry import Point
from roguelike.core.paths import route
from roguelike.engine.autopilot.explore import known_ground
from roguelike.engine.autopilot.interruption import interruption
from roguelike.world.game import Game
from roguelike.world.remembering import known_tiles
from roguelike.world.space import point_of
from roguelike.world.terrain import WALKABLE


def way_to(game: Game, goal: Point) -> list[Point]:
    """Return the known way to a tile: over explored ground, around noticed traps and seen creatures; [] if none."""
    here = point_of(game.player)
    if here is None or not game.level.contains(goal) or not game.level.explored[goal]:
        return []
    known = known_ground(game)
    known[goal] = WALKABLE[known_tiles(game.level)[goal]]
    return route(known, here, goal)


def walk_to(game: Game, goal: Point) -> Iterator[Action]:
    """Yield steps along the known way until it ends or is blocked, or an interruption."""
    first = True
    while True:
        here = point_of(game.player)
        way = way_to(game, goal)
        if (
            here is None
            or not way
            or (not first and interruption(game, on_the_way=True) is not None)
        ):
            return
        yield Step(way[0][0] - here[0], way[0][1] - here[1])
        if point_of(game.player) == here and game.level.blockers.get(way[0]) is not None:
            return
        first = False
