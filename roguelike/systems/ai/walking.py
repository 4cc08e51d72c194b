"""Getting somewhere: toward, away, and about.

Everybody walks by fields of distances from the goal, shared by all who go there. Large bodies have fields of their own,
of places where all of them fits; whoever cannot open doors has one in which closed doors are walls.
"""

from functools import cache

from roguelike.actions.action import Action
from roguelike.actions.moving import Pass, Step
from roguelike.components.actors import Mind, Nature
from roguelike.components.spatial import Body
from roguelike.core.geometry import DIRECTIONS, ORTHOGONAL, Point, distance_squared
from roguelike.core.paths import DistanceField
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.space import SMALL, can_stand

FURTHEST_CHASE = 30
"""Steps beyond which a quarry is given up."""
WANDER_REACH = 12
"""How far off a wanderer's next goal may be, in tiles each way."""
STATIC_PASS = Pass()


@cache
def _stride(dx: int, dy: int) -> Step:
    """Return one of the eight steps."""
    return Step(dx, dy)


def _toward(here: Point, there: Point) -> Step:
    """Return the step between two neighbouring tiles."""
    return _stride(there[0] - here[0], there[1] - here[1])


def _open_to(game: Game, entity: int, point: Point) -> bool:
    """Return whether a creature could step there, or open what bars the way."""
    row = ecs.row(entity)
    body: Body = row.get(Body, SMALL)
    if body.width > 1:
        return can_stand(game, entity, point)
    return game.level.lets_through(point, hands=row[Nature].hands)


def way_to(game: Game, entity: int, goal: Point) -> DistanceField:
    """Return the field that leads a creature of this build to a goal."""
    row = ecs.row(entity)
    return game.level.way(goal, row.get(Body, SMALL), hands=row[Nature].hands)


def approach(game: Game, entity: int, here: Point, goal: Point) -> Action | None:
    """Return a step toward a goal: straight if that is free, else along the shortest way round."""
    dx = (goal[0] > here[0]) - (goal[0] < here[0])
    dy = (goal[1] > here[1]) - (goal[1] < here[1])
    row, level = ecs.row(entity), game.level
    body: Body = row.get(Body, SMALL)
    hands: bool = row[Nature].hands
    large = body.width > 1
    ahead = (here[0] + dx, here[1] + dy)
    if level.visible[here] and (
        can_stand(game, entity, ahead) if large else level.lets_through(ahead, hands=hands)
    ):
        return _stride(dx, dy)
    field = level.way(goal, body, hands=hands)
    steps = field.distance(here, FURTHEST_CHASE)
    if not steps:
        return None
    # The tiles of a large body are part of the crowd themselves: its ways must be tried one by one.
    barred = 0 if large else level.crowd
    # Nearer if there is a way; else round whoever stands in it, without losing ground.
    for ring in (steps - 1, steps) if steps > 1 else (0,):
        for there in field.beside(here, ring, barred):
            if can_stand(game, entity, there) if large else level.lets_through(there, hands=hands):
                return _toward(here, there)
    return None


def press_on(game: Game, entity: int, here: Point, mind: Mind, goal: Point) -> Action:
    """Return what to do without a way to the goal; one turn may go unused, the next never does if there is room."""
    if not mind.stuck:
        mind.stuck = True
        return STATIC_PASS
    mind.stuck = False
    return _shuffle(game, entity, here, goal)


def _shuffle(game: Game, entity: int, here: Point, goal: Point) -> Action:
    """Return the step to a free tile beside that is nearest to the goal: it makes room, and may find another way."""
    free = [
        (distance_squared(there, goal), there)
        for dx, dy in DIRECTIONS
        if _open_to(game, entity, there := (here[0] + dx, here[1] + dy))
    ]
    return _toward(here, min(free)[1]) if free else STATIC_PASS


def flee(game: Game, entity: int, here: Point, threats: list[Point]) -> Action | None:
    """Return the step that takes it farthest from the nearest threat; None when cornered."""

    def safety(point: Point) -> int:
        """Measure how far a tile is from danger."""
        return min(distance_squared(point, threat) for threat in threats)

    best, where = safety(here), None
    for dx, dy in DIRECTIONS:
        there = (here[0] + dx, here[1] + dy)
        if _open_to(game, entity, there) and safety(there) > best:
            best, where = safety(there), _stride(dx, dy)
    return where


def wander(game: Game, entity: int, here: Point, nature: Nature, mind: Mind) -> Action:
    """Return how it passes its time when nothing calls it: standing, strolling, or going about."""
    if nature.movement == "static":
        return STATIC_PASS
    if nature.movement == "random_waypoint":
        step = stroll(game, entity, here, mind, WANDER_REACH)
        if step is not None:
            return step
    roll = game.rng.below(5)
    if roll < len(ORTHOGONAL):
        dx, dy = ORTHOGONAL[roll]
        if can_stand(game, entity, (here[0] + dx, here[1] + dy)):
            return _stride(dx, dy)
    return STATIC_PASS


def stroll(game: Game, entity: int, here: Point, mind: Mind, tiles: int) -> Action | None:
    """Return a step toward its waypoint; one reached or out of reach is given up for another within so many tiles."""
    if mind.waypoint is None or mind.waypoint == here:
        mind.waypoint = _somewhere(game, here, tiles)
    if mind.waypoint is None:
        return None
    for there in way_to(game, entity, mind.waypoint).steps(here, FURTHEST_CHASE):
        if _open_to(game, entity, there):
            return _toward(here, there)
    mind.waypoint = None
    return None


def _somewhere(game: Game, here: Point, tiles: int) -> Point | None:
    """Pick a walkable tile not too far away."""
    span = 2 * tiles + 1
    for _ in range(4):
        spot = (here[0] + game.rng.below(span) - tiles, here[1] + game.rng.below(span) - tiles)
        if spot != here and game.level.contains(spot) and game.level.walkable[spot]:
            return spot
    return None
