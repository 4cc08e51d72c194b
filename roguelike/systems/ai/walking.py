"""Walking: toward a goal, away from threats, and at random.

Creatures walk by fields of distances to a goal, shared by all who go there. Large bodies have separate fields, of
places where all of the body fits; for creatures that cannot open doors, closed doors are walls.
"""

from functools import cache

from roguelike.actions import acting, moving
from roguelike.core import paths
from roguelike.core.geometry import Point, distance_squared
from roguelike.systems.ai.actor import Actor
from roguelike.world import space
from roguelike.world.level import covered

FURTHEST_CHASE_STEPS = 30
"""Steps beyond which a goal is given up."""
ENDLESS_STEPS = 10_000
"""Steps within which a creature that tracks its prey follows it: more than any level has."""
STATIC_PASS = moving.Pass()


@cache
def stride(dx: int, dy: int) -> moving.Step:
    """Return the Step of a direction, made once for each of the eight."""
    return moving.Step(dx, dy)


def _toward(here: Point, there: Point) -> moving.Step:
    """Return the Step from a tile to a neighbouring one."""
    return stride(there[0] - here[0], there[1] - here[1])


def approach(actor: Actor, goal: Point) -> acting.Action | None:
    """Return a step toward a goal, straight if possible, else along the shortest path; None if there is no path."""
    (x, y), (goal_x, goal_y) = actor.here, goal
    avoided = actor.avoided
    if actor.level.visible[actor.here] and (
        avoided is None or not avoided.is_between(actor.here, goal)
    ):
        dx, dy = (goal_x > x) - (goal_x < x), (goal_y > y) - (goal_y < y)
        if actor.can_enter((x + dx, y + dy)):
            return stride(dx, dy)
    field = actor.way_to(goal)
    steps = field.distance(
        actor.here, ENDLESS_STEPS if actor.nature.tracks else FURTHEST_CHASE_STEPS
    )
    if steps is None and avoided is not None and avoided.of_fire is not None:
        # There is no path around: traps and runes are risked, fire is waited out.
        actor.avoided = avoided.of_fire
        return approach(actor, goal)
    return _step_along(actor, field, steps) if steps else None


def _step_along(actor: Actor, field: paths.DistanceField, steps: int) -> acting.Action | None:
    """Return a step along a field whose goal is `steps` away; None if everything nearer is taken."""
    here, (x, y) = actor.here, actor.here
    # With `barred` a large body would block itself: each direction must be tried instead.
    large = actor.body.width > 1
    barred = 0 if large else paths.window(actor.level.crowd, here)
    if actor.avoided is not None:
        barred |= paths.window(actor.avoided.rows, here)
    # Nearer to the goal if possible; else sideways around whatever is in the way, but no farther off.
    for ring in (steps - 1, steps) if steps > 1 else (0,):
        for dx, dy in field.ways(here, ring, barred):
            if not large or actor.can_enter((x + dx, y + dy)):
                return stride(dx, dy)
    return None


def wait_or_step_aside(actor: Actor, goal: Point) -> acting.Action:
    """Return what to do without a path to the goal: wait one turn, step aside the next."""
    mind = actor.mind
    mind.stuck = not mind.stuck
    return STATIC_PASS if mind.stuck else step_aside(actor, goal)


def leave_hazard(actor: Actor, goal: Point) -> acting.Action | None:
    """Return a step off burning ground: to a safe neighbour near the goal, else toward the nearest safe tile.

    None if it does not stand on such ground or cannot move.
    """
    avoided = actor.avoided
    if avoided is None or avoided.burning.isdisjoint(covered(actor.here, actor.body)):
        return None
    if "move" in actor.stats.status.forbids or actor.nature.movement == "rooted":
        return None
    step = step_aside(actor, goal)
    if step is not STATIC_PASS:
        return step
    ways = avoided.way_out().steps(actor.here)
    out = next((there for there in ways if space.can_stand(actor.game, actor.entity, there)), None)
    return None if out is None else _toward(actor.here, out)


def step_aside(actor: Actor, goal: Point) -> acting.Action:
    """Return the step to the free neighbouring tile nearest to the goal; a pass without any."""
    x, y = actor.here
    tiles = ((x + dx, y + dy) for dx, dy in actor.open_ways())
    free = [(distance_squared(there, goal), there) for there in tiles]
    return _toward(actor.here, min(free)[1]) if free else STATIC_PASS


def flee(actor: Actor, threats: list[Point]) -> acting.Action | None:
    """Return the step that takes it farthest from the nearest threat; None if none takes it farther."""

    def safety(point: Point) -> int:
        """Return the squared distance (tiles²) of a tile from the nearest threat."""
        return min(distance_squared(point, threat) for threat in threats)

    x, y = actor.here
    best, where = safety(actor.here), None
    for dx, dy in actor.open_ways():
        found = safety((x + dx, y + dy))
        if found > best:
            best, where = found, stride(dx, dy)
    return where


def stroll(actor: Actor, tiles: int) -> acting.Action | None:
    """Return a step toward its waypoint, picked within `tiles` when it has none; None if it cannot get nearer."""
    mind, here = actor.mind, actor.here
    if mind.waypoint is None or mind.waypoint == here:
        mind.waypoint = _random_tile(actor, tiles)
    if mind.waypoint is None:
        return None
    for there in actor.way_to(mind.waypoint).steps(here, FURTHEST_CHASE_STEPS):
        if actor.can_enter(there):
            return _toward(here, there)
    mind.waypoint = None
    return None


def _random_tile(actor: Actor, tiles: int) -> Point | None:
    """Return a random walkable tile at most `tiles` away in each direction; None after four misses."""
    (x, y), level, rng = actor.here, actor.level, actor.game.rng
    span = 2 * tiles + 1
    for _ in range(4):
        spot = (x + rng.below(span) - tiles, y + rng.below(span) - tiles)
        if spot != actor.here and level.has_ground((spot,)):
            return spot
    return None
