"""How a use reaches its targets: one function for each shape of delivery, all tied by `@shape`.

Each turns a source, an aim and a delivery into targets and the path travelled; the cast, the forecast, a monster's
choice and a trap all ask here. A shape that is `aimed` wants a tile; the others find their targets themselves.

In the pictures `@` is the source, `x` the tile aimed at and reached, `+` aimed at and not reached, `*` other tiles
reached, `O` creatures reached (`X` aimed at) and `o` those that are not.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import dropwhile
from math import cos, floor, hypot, pi

from roguelike.components import magic
from roguelike.core import sight
from roguelike.core.geometry import Point, direction, distance_squared, ray, steps_between
from roguelike.core.records import Record, State, replace
from roguelike.effects import targeting
from roguelike.world import perception, space
from roguelike.world.game import Area, Game, Several, Single, Spot, Targets
from roguelike.world.level import Level

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

    delivery: magic.Delivery
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


def reach(
    delivery: magic.Delivery, source: int, aim: Point | None, given: Targets, game: Game
) -> Reach:
    """Return what a delivery reaches; nothing if its source is on no tile and there is no aim."""
    origin = (
        space.point_of(source) if aim is None else space.vantage(game.level, source, aim)
    ) or aim
    if origin is None:
        return Reach(Several(()))
    name = delivery.shape
    if aim is None and name not in magic.UNAIMED:
        name = "self"
    aimed = Aim(delivery, source, origin, aim or origin, given)
    found = SHAPES[name](aimed, game)
    return _forked(aimed, found, game) if delivery.forks and aim is not None else found


def _forked(aim: Aim, found: Reach, game: Game) -> Reach:
    """Also fly at the enemies in range that are nearest to the aim, as many as the delivery forks to.

    The path then consists of several lines, each from the source.
    """
    delivery = aim.delivery
    for _ in range(delivery.forks):
        struck = targeting.creatures_of(found.targets, aim.source, game)
        within = game.level.blast(aim.origin, delivery.range or 0)
        following = targeting.nearest_enemy(game, aim.source, aim.at, within, struck)
        if following is None:
            break
        more = SHAPES[delivery.shape](replace(aim, at=following[1]), game)
        found = Reach(
            targeting.joined(found.targets, more.targets, delivery.spares),
            (*found.path, *more.path),
        )
    return found


def _blast(aim: Aim, path: Sequence[Point], game: Game) -> Targets:
    """Return the blast around the end of a path, or that tile without a radius; it stays in front of a door."""
    centre, radius = path[-1], aim.delivery.radius
    if not radius:
        return Spot(centre)
    if centre in game.level.screens and len(path) > 1:
        centre = path[-2]
    cells, is_cut = game.level.covered(centre, radius)
    return Area(cells, aim.delivery.spares, is_cut)


@shape("self")
def on_self(aim: Aim, game: Game) -> Reach:
    """Reach the given targets, or the blast around them."""
    if not aim.delivery.radius:
        return Reach(aim.given)
    covered = targeting.tiles_of(aim.given)
    # A trap's blast is around the trap, a dying mushroom's around where it stood: given by `at`.
    centre = aim.at if aim.at != aim.origin or not covered else covered[0]
    return Reach(_blast_at(aim, centre, game))


def _blast_at(aim: Aim, centre: Point, game: Game) -> Targets:
    """Return the blast around a tile that nothing travels to; the way there matters only if it is a door."""
    way = _way(aim, centre, game) if centre in game.level.screens else ()
    return _blast(aim, way or (centre,), game)


def _way(aim: Aim, at: Point, game: Game) -> tuple[Point, ...]:
    """Return the line of sight to a tile; none if it is not open: then what strikes there does not travel."""
    way = way_to(game.level, aim.origin, at)
    return way if way[-1] == at else ()


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
    path = _way(aim, aim.at, game)
    return Reach(_blast(aim, path or (aim.at,), game), path)


@shape("smite")
def smite(aim: Aim, game: Game) -> Reach:
    """Reach the tile aimed at without travelling there."""
    return Reach(_blast_at(aim, aim.at, game))


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


@shape("lob", "comes down at the first in its way")
def lob(aim: Aim, game: Game) -> Reach:
    """Fly like a bolt, and come down on the last tile of the way where a thing can lie: never in a door or a statue."""
    level, path = game.level, bolt(aim, game).path
    places = [
        place
        for place, cell in enumerate(path)
        if level.walkable[cell] and cell not in level.fixtures and cell not in level.shut
    ]
    path = path[: max(places, default=0) + 1]
    return Reach(_blast(aim, path, game), path)


def open_way(level: Level, origin: Point, through: Point, steps: int) -> Iterator[Point]:
    """Yield at most `steps` tiles of the line of sight from an origin (left out) through a tile.

    Where the line passes exactly between two tiles it takes an open one, as sight does, and of two rather one that is
    seen from the origin. It ends before a wall and at a closed door.
    """
    for one, other in ray(origin, through, steps):
        cell = one if one == other else _passed(level, origin, one, other)
        if _is_wall(level, cell):
            return
        yield cell
        if cell in level.screens:
            return


def _passed(level: Level, origin: Point, one: Point, other: Point) -> Point:
    """Return the tile that a flight takes of two: an open one, else one with a closed door."""
    if level.is_opaque(one):
        return other if _is_wall(level, one) or not level.is_opaque(other) else one
    if level.is_opaque(other):
        return one
    return other if level.clear_between(origin, other) > level.clear_between(origin, one) else one


def way_to(level: Level, origin: Point, at: Point) -> tuple[Point, ...]:
    """Return the line of sight from a tile to another, both included; as far as it is open, if it is not."""
    return (origin, *open_way(level, origin, at, steps_between(origin, at)))


def _somebody_at(game: Game, cell: Point, source: int) -> bool:
    """Return whether a creature other than the source is on a tile."""
    return any(
        entity != source and targeting.is_creature(game, entity)
        for entity in game.level.at.get(cell, ())
    )


def _beyond(origin: Point, at: Point, tiles: int) -> Point:
    """Return a tile `tiles` away from the origin in the direction of the aim."""
    dx, dy = at[0] - origin[0], at[1] - origin[1]
    length = hypot(dx, dy) or 1.0
    return (origin[0] + round(dx * tiles / length), origin[1] + round(dy * tiles / length))


def way_onward(
    game: Game, line: tuple[Point, Point], struck: Point, tiles: int
) -> tuple[Point, ...]:
    """Return the tiles of a line from one with somebody on it to the next such tile; none where there is none.

    The line leads from an origin through a tile, and is followed as far as `tiles` from the origin.
    """
    steps = steps_between(line[0], _beyond(*line, tiles))
    way = list(dropwhile(struck.__ne__, open_way(game.level, *line, steps)))
    ends = [place for place, cell in enumerate(way) if place and _somebody_at(game, cell, 0)]
    return tuple(way[: ends[0] + 1]) if ends else ()


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
    own = space.cells_of(aim.source)  # a large body may have to aim over its own tiles
    struck = [cell for cell in path[1:] if cell not in own]
    return Reach(Area(tuple(struck), aim.delivery.spares), tuple(path))


@shape("bounce", "turns back from walls")
def bounce(aim: Aim, game: Game) -> Reach:
    """Pierce like a beam, but turn back from walls until the range is used up.

    As far as the tile aimed at it takes the line of sight, so that whoever is seen can be hit.

    With `range` 14:

        ##############
        #...**.....**#
        #..x..*...*..#
        #.@....*.*...#
        #.......*....#
        ##############
    """
    level = game.level
    dx, dy = aim.at[0] - aim.origin[0], aim.at[1] - aim.origin[1]
    length = hypot(dx, dy) or 1.0
    step_x, step_y = dx / length, dy / length
    minded, level.touches_dark = level.touches_dark, False
    way = () if level.is_opaque(aim.at) else _way(aim, aim.at, game)
    path = [*(way or (aim.origin,))]
    x, y = map(float, path[-1])
    straight, sure = round(length) if way else 0, len(path)
    for _ in range(straight, aim.delivery.range or 1):
        beside = _tile(x + step_x, y), _tile(x, y + step_y)
        if level.is_opaque(beside[0]):
            step_x = -step_x
        if level.is_opaque(beside[1]):
            step_y = -step_y
        if level.is_opaque(_tile(x + step_x, y + step_y)):
            step_x, step_y = -step_x, -step_y
        sure = sure if level.touches_dark else len(path) + 1
        x, y = x + step_x, y + step_y
        cell = _tile(x, y)
        if level.is_opaque(cell):
            break
        if cell != path[-1]:
            path.append(cell)
    reached, flown = level.turned(path, sure, aim.delivery.range or 1)
    level.touches_dark |= minded
    return Reach(Area(tuple(dict.fromkeys(reached[1:])), aim.delivery.spares), tuple(flown))


def _tile(x: float, y: float) -> Point:
    """Return the tile at a place; of two equally near always the right or lower one, so that none is skipped."""
    return floor(x + 0.5), floor(y + 0.5)


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
    length, own = hypot(dx, dy) or 1.0, space.cells_of(aim.source) or (aim.origin,)
    within, is_cut = game.level.covered(aim.origin, aim.delivery.range or 1)
    cells = tuple(
        (x, y)
        for x, y in within
        if (x, y) not in own
        and ((x - ox) * dx + (y - oy) * dy) >= HALF_CONE * length * hypot(x - ox, y - oy) - 1e-9
    )
    path = way_to(game.level, aim.origin, aim.at)
    return Reach(Area(cells, aim.delivery.spares, is_cut), path)


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
    seen, is_cut = game.level.covered(aim.at, max(1, aim.delivery.radius * 2))
    cells = [
        (aim.at[0] + across[0] * along, aim.at[1] + across[1] * along)
        for along in range(-aim.delivery.radius, aim.delivery.radius + 1)
    ]
    kept = tuple(cell for cell in cells if cell in seen and cell != aim.origin)
    return Reach(Area(kept, aim.delivery.spares, is_cut), way_to(game.level, aim.origin, aim.at))


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
    struck = targeting.creatures_in(game, Spot(aim.at), aim.source)[:1]
    path = way_to(game.level, aim.origin, aim.at)
    here = aim.at
    while struck and len(struck) < max(1, aim.delivery.count):
        following = targeting.nearest_enemy(
            game, aim.source, here, game.level.blast(here, aim.delivery.radius), struck
        )
        if following is None:
            break
        path += way_to(game.level, here, following[1])[1:]
        struck.append(following[0])
        here = following[1]
    return Reach(Several(tuple(struck)) if struck else Spot(aim.at), path)


@shape("sight", "reaches all in sight")
def in_sight(aim: Aim, game: Game) -> Reach:
    """Reach everyone whom the source sees within its range, the source left out."""
    level, tiles = game.level, aim.delivery.range or 8
    views = [level.view(cell, tiles) for cell in space.cells_of(aim.source) or (aim.origin,)]
    seen = sorted({cell for view in views for cell in sight.among(view, level.at)})
    found = targeting.creatures_in(game, Area(tuple(seen), aim.delivery.spares), aim.source)
    reached = [
        each
        for each in found
        if each != aim.source and perception.is_seen_by(game, aim.source, each)
    ]
    return Reach(Several(tuple(reached)))


@shape("nearest", "finds the nearest enemy")
def nearest(aim: Aim, game: Game) -> Reach:
    """Strike the nearest enemy in sight, if it is less than a tile out of range (source game, 8.1)."""
    under, found = (aim.delivery.range or 1) + 1, list[tuple[int, int, Point, Point]]()
    for here in space.cells_of(aim.source) or (aim.origin,):
        seen = game.level.blast(here, under)
        within = tuple(tile for tile in seen if distance_squared(here, tile) < under * under)
        foe = targeting.nearest_enemy(game, aim.source, here, within, [])
        if foe is not None:
            found.append((distance_squared(here, foe[1]), foe[0], here, foe[1]))
    if not found:
        return Reach(Several(()))
    _, struck, here, there = min(found)
    return Reach(Single(struck), way_to(game.level, here, there))
