"""How a use reaches its targets: one function for each shape of delivery, all tied by `@shape`.

Each turns a source, an aim and a delivery into targets and the path travelled; the cast, the forecast, a monster's
choice and a trap all ask here. A shape that is `aimed` wants a tile; the others find their targets themselves.

In the pictures `@` is the source, `x` the tile aimed at and reached, `+` aimed at and not reached, `*` other tiles
reached, `O` creatures reached (`X` aimed at) and `o` those that are not.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import dropwhile, islice
from math import cos, hypot, pi

from roguelike.components.magic import UNAIMED, Delivery
from roguelike.core.geometry import Point, direction, distance_squared, line, ray, steps_between
from roguelike.core.records import Record, State, replace
from roguelike.core.sight import among
from roguelike.effects.targeting import (
    creatures_in,
    creatures_of,
    is_creature,
    joined,
    nearest_enemy,
    tiles_of,
)
from roguelike.world.game import Area, Game, Several, Single, Spot, Targets
from roguelike.world.level import Level
from roguelike.world.names import is_seen_by
from roguelike.world.space import cells_of, point_of

HALF_CONE = cos(pi / 4)
"""Cosine of half a cone's opening angle, which is a quarter turn."""
SHAPE_WORDS: dict[str, str] = {}
"""How a shape reaches its targets, in words for tooltips; shapes that need no words are left out."""


class Reach(State):
    """What a delivery reaches: its targets, and the tiles of its path, the source's own first."""

    targets: Targets
    path: tuple[Point, ...] = ()


class Aim(Record):
    """The input of a shape: the delivery, its source and origin, the tile aimed at, the targets if there is no aim."""

    delivery: Delivery
    source: int
    origin: Point
    at: Point
    given: Targets


Shape = Callable[[Aim, Game], Reach]
SHAPES: dict[str, Shape] = {}
"""Every shape by its name in the raws."""


def shape(name: str, words: str = "") -> Callable[[Shape], Shape]:
    """Register the function below as the shape that the raws call `name`, described in tooltips by `words`."""

    def register(function: Shape) -> Shape:
        SHAPES[name] = function
        if words:
            SHAPE_WORDS[name] = words
        return function

    return register


def reach(delivery: Delivery, source: int, aim: Point | None, given: Targets, game: Game) -> Reach:
    """Return what a delivery reaches; nothing if its source is on no tile and there is no aim."""
    origin = point_of(source) or aim
    if origin is None:
        return Reach(Several(()))
    name = delivery.shape
    if aim is None and name not in UNAIMED:
        name = "self"
    aimed = Aim(delivery, source, origin, aim or origin, given)
    found = SHAPES[name](aimed, game)
    return _forked(aimed, found, game) if delivery.forks and aim is not None else found


def _forked(aim: Aim, found: Reach, game: Game) -> Reach:
    """Also fly at the enemies in range that are nearest to the aim, as many as the delivery forks to."""
    delivery = aim.delivery
    for _ in range(delivery.forks):
        struck = creatures_of(found.targets, aim.source, game)
        within = game.level.blast(aim.origin, delivery.range or 0)
        following = nearest_enemy(game, aim.source, aim.at, within, struck)
        there = point_of(following) if following is not None else None
        if there is None:
            break
        more = SHAPES[delivery.shape](replace(aim, at=there), game)
        found = Reach(
            joined(found.targets, more.targets, delivery.spares), (*found.path, *more.path)
        )
    return found


def _blast(aim: Aim, path: Sequence[Point], game: Game) -> Targets:
    """Return the blast around the end of a path, or that tile without a radius; it stays in front of a door."""
    centre, radius = path[-1], aim.delivery.radius
    if not radius:
        return Spot(centre)
    if centre in game.level.screens and len(path) > 1:
        centre = path[-2]
    return Area(game.level.blast(centre, radius), aim.delivery.spares)


@shape("self")
def on_self(aim: Aim, game: Game) -> Reach:
    """Reach the given targets, or the blast around them."""
    if not aim.delivery.radius:
        return Reach(aim.given)
    covered = tiles_of(aim.given)
    # A trap's blast is around the trap, a dying mushroom's around where it stood: given by `at`.
    centre = aim.at if aim.at != aim.origin or not covered else covered[0]
    return Reach(_blast(aim, line(aim.origin, centre), game))


@shape("point")
@shape("touch", "by touch")
def point(aim: Aim, game: Game) -> Reach:
    """Reach the tile aimed at, or the blast around it, over whatever stands between.

    A blast of `radius` 2 does not go around walls; the map's outermost ring is never in it:

        ###########
        #..*#*....#
        #@**x**...#
        #..*#*....#
        ###########
    """
    path = tuple(line(aim.origin, aim.at))
    return Reach(_blast(aim, path, game), path)


@shape("smite")
def smite(aim: Aim, game: Game) -> Reach:
    """Reach the tile aimed at without travelling there."""
    return Reach(_blast(aim, line(aim.origin, aim.at), game))


@shape("bolt", "stops at the first in its way")
def bolt(aim: Aim, game: Game) -> Reach:
    """Fly to the first creature or closed door on the line, or as far as the tile aimed at, and burst there.

    With `radius` 1, a creature before the tile aimed at:

        ############
        #....*.....#
        #@..*O*.+..#
        #....*.....#
        ############
    """
    path = [aim.origin]
    for cell in open_way(game.level, aim.origin, aim.at, steps_between(aim.origin, aim.at)):
        path.append(cell)
        if _somebody_at(game, cell, aim.source):
            break
    return Reach(_blast(aim, path, game), tuple(path))


def open_way(level: Level, origin: Point, through: Point, steps: int) -> Iterator[Point]:
    """Yield at most `steps` tiles of the line of sight from an origin (left out) through a tile.

    Where the line passes exactly between two tiles it takes the one that is not a wall, as sight does. It ends before a
    wall and at a closed door.
    """
    for usual, beside in ray(origin, through, steps):
        cell = beside if _is_wall(level, usual) else usual
        if _is_wall(level, cell):
            return
        yield cell
        if cell in level.screens:
            return


def _somebody_at(game: Game, cell: Point, source: int) -> bool:
    """Return whether a creature other than the source is on a tile."""
    return any(
        entity != source and is_creature(game, entity) for entity in game.level.at.get(cell, ())
    )


def _beyond(origin: Point, at: Point, tiles: int) -> Point:
    """Return a tile `tiles` away from the origin in the direction of the aim."""
    dx, dy = at[0] - origin[0], at[1] - origin[1]
    length = hypot(dx, dy) or 1.0
    return (origin[0] + round(dx * tiles / length), origin[1] + round(dy * tiles / length))


def next_on_line(game: Game, origin: Point, struck: Point, tiles: int) -> Point | None:
    """Return the next tile with a creature on the line from an origin beyond a tile; None where there is none."""
    steps = steps_between(origin, _beyond(origin, struck, tiles))
    way = open_way(game.level, origin, struck, steps)
    behind = dropwhile(lambda cell: cell != struck, way)
    return next((cell for cell in islice(behind, 1, None) if _somebody_at(game, cell, 0)), None)


@shape("beam", "pierces all in line")
def beam(aim: Aim, game: Game) -> Reach:
    """Pierce everything on the line, as far as its range or the first wall.

    With `range` 6, beyond the tile aimed at:

        ###########
        #.........#
        #@**x**O..#
        #.........#
        ###########
    """
    steps = steps_between(aim.origin, _beyond(aim.origin, aim.at, aim.delivery.range or 1))
    path = [aim.origin, *open_way(game.level, aim.origin, aim.at, steps)]
    own = cells_of(aim.source)  # a large body aims from its corner, over its own tiles
    struck = [cell for cell in path[1:] if cell not in own]
    return Reach(Area(tuple(struck), aim.delivery.spares), tuple(path))


@shape("bounce", "turns back from walls")
def bounce(aim: Aim, game: Game) -> Reach:
    """Pierce like a beam, but turn back from walls until the range is used up.

    As far as the tile aimed at it takes the line of sight, so that whoever is seen can be hit.

    With `range` 14:

        ##############
        #...*......*.#
        #..x.**...*.*#
        #.@...*..*...#
        #......**....#
        ##############
    """
    level = game.level
    dx, dy = aim.at[0] - aim.origin[0], aim.at[1] - aim.origin[1]
    length = hypot(dx, dy) or 1.0
    step_x, step_y = dx / length, dy / length
    x, y = float(aim.origin[0]), float(aim.origin[1])
    path = [aim.origin, *_in_sight(level, aim)]
    straight = length if path[-1] == aim.at else 0.0
    for flown in range(1, (aim.delivery.range or 1) + 1):
        if flown <= straight:  # these tiles are on the path already
            x, y = x + step_x, y + step_y
            continue
        beside = (round(x + step_x), round(y)), (round(x), round(y + step_y))
        if level.is_opaque(beside[0]):
            step_x = -step_x
        if level.is_opaque(beside[1]):
            step_y = -step_y
        if level.is_opaque((round(x + step_x), round(y + step_y))):
            step_x, step_y = -step_x, -step_y
        x, y = x + step_x, y + step_y
        cell = (round(x), round(y))
        if level.is_opaque(cell):
            break
        if cell != path[-1]:
            path.append(cell)
    return Reach(Area(tuple(dict.fromkeys(path[1:])), aim.delivery.spares), tuple(path))


def _in_sight(level: Level, aim: Aim) -> list[Point]:
    """List the tiles of the line of sight to the tile aimed at; none if it does not lead there."""
    way = list(open_way(level, aim.origin, aim.at, steps_between(aim.origin, aim.at)))
    is_open = not any(map(level.is_opaque, way))
    return way if is_open and way[-1:] == [aim.at] else []


def _is_wall(level: Level, cell: Point) -> bool:
    """Return whether a tile stops everything before it; a closed door is hit, a wall is not."""
    return level.is_opaque(cell) and cell not in level.screens


@shape("cone", "fans out")
def cone(aim: Aim, game: Game) -> Reach:
    """Fan out a quarter turn wide, as far as its range; it does not go around corners.

    With `range` 5, and with `range` 6 past two pillars:

        ###########    ##########
        #...**....#    #..*.....#
        #..***....#    #.*#.**..#
        #.****....#    #@***x**.#
        #@***x*...#    #.****#..#
        #.****....#    #..****..#
        #..***....#    ##########
        #...**....#
        ###########
    """
    ox, oy = aim.origin
    dx, dy = aim.at[0] - ox, aim.at[1] - oy
    length = hypot(dx, dy) or 1.0
    cells = tuple(
        (x, y)
        for x, y in game.level.blast(aim.origin, aim.delivery.range or 1)
        if (x, y) != aim.origin
        and ((x - ox) * dx + (y - oy) * dy) >= HALF_CONE * length * hypot(x - ox, y - oy) - 1e-9
    )
    return Reach(Area(cells, aim.delivery.spares), tuple(line(aim.origin, aim.at)))


@shape("wall", "stands across the line of sight")
def wall(aim: Aim, game: Game) -> Reach:
    """Stand across the line of fire at the tile aimed at, `radius` tiles to either side.

    With `radius` 2, aimed along a row and aslant:

        ##########    ##########
        #...*....#    #...*....#
        #...*....#    #....*...#
        #.@.x....#    #.....x..#
        #...*....#    #......*.#
        #...*....#    #.@.....*#
        ##########    ##########
    """
    dx, dy = direction(aim.origin, aim.at)
    across = (-dy, dx)
    seen = set(game.level.blast(aim.at, max(1, aim.delivery.radius * 2)))
    cells = [
        (aim.at[0] + across[0] * along, aim.at[1] + across[1] * along)
        for along in range(-aim.delivery.radius, aim.delivery.radius + 1)
    ]
    kept = tuple(cell for cell in cells if cell in seen and cell != aim.origin)
    return Reach(Area(kept, aim.delivery.spares), tuple(line(aim.origin, aim.at)))


@shape("chain", "leaps from one enemy to the next")
def chain(aim: Aim, game: Game) -> Reach:
    """Strike the creature at the tile, then leap to the nearest enemy within the radius not struck yet, and so on.

    With `count` 3 and `radius` 4; the first is at the tile aimed at, the fourth is left out:

        ############
        #.......o..#
        #@...X.....#
        #.......O..#
        #..........#
        #....O.....#
        ############
    """
    struck = creatures_in(game, Spot(aim.at), aim.source)[:1]
    path = line(aim.origin, aim.at)
    here = aim.at
    while struck and len(struck) < max(1, aim.delivery.count):
        following = nearest_enemy(
            game, aim.source, here, game.level.blast(here, aim.delivery.radius), struck
        )
        if following is None:
            break
        there = point_of(following) or here
        path += line(here, there)[1:]
        struck.append(following)
        here = there
    return Reach(Several(tuple(struck)) if struck else Spot(aim.at), tuple(path))


@shape("sight", "reaches all in sight")
def sight(aim: Aim, game: Game) -> Reach:
    """Reach everyone whom the source sees within its range, the source left out."""
    level = game.level
    seen = sorted(among(level.view(aim.origin, aim.delivery.range or 8), level.at))
    found = creatures_in(game, Area(tuple(seen), aim.delivery.spares), aim.source)
    reached = [each for each in found if each != aim.source and is_seen_by(game, aim.source, each)]
    return Reach(Several(tuple(reached)))


@shape("nearest", "finds the nearest enemy")
def nearest(aim: Aim, game: Game) -> Reach:
    """Strike the nearest enemy in sight, if it is less than a tile out of range (source game, 8.1)."""
    under = (aim.delivery.range or 1) + 1
    seen = game.level.blast(aim.origin, under)
    within = tuple(tile for tile in seen if distance_squared(aim.origin, tile) < under * under)
    foe = nearest_enemy(game, aim.source, aim.origin, within, [])
    there = point_of(foe) if foe is not None else None
    if foe is None or there is None:
        return Reach(Several(()))
    return Reach(Single(foe), tuple(line(aim.origin, there)))
