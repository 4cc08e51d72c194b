"""Hand-drawn pieces put into a level: sections in their place, vaults where there is room.

Everything covered by a piece is lost, to the last row and column. A piece that does not fit is left out. Sections come
before start and exit, and what they cut off is joined or culled afterwards; a vault that would cut the level in two is
undone.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from roguelike.core import paths
from roguelike.core.geometry import Point, distance
from roguelike.core.records import Record, replace
from roguelike.core.rng import Stream
from roguelike.mapgen import prefab
from roguelike.mapgen.blueprint import Blueprint, Mask, Spawn, Special
from roguelike.mapgen.chain import UnfitError
from roguelike.mapgen.metas import decoration, ends
from roguelike.mapgen.reach import drawn, hangs_together, roomy, to_points
from roguelike.mapgen.rect import Rect
from roguelike.world.terrain import Tile

LOCAL_DEPTHS = 12
"""A vault of at most this many depths belongs to a particular place."""
MOST_TRIES = 8
"""How many places are tried for a piece that must be included, with room around it and without."""
MORE_TRIES = 4
"""How many additional vaults are tried if one finds no room."""
LATER_PERCENT = 35
"""Percentage of the widespread vaults that wait until the local ones have been tried."""
_GROUND_NUMBERS = {sign: int(tile) for sign, tile in prefab.GROUND.items()}
"""The tile numbers of signs of ground as plain integers: numpy is slow to convert members of an enumeration."""
_STAIRS = frozenset(sign for sign, tile in prefab.GROUND.items() if tile == Tile.DOWN_STAIRS)


def stamp(plan: Blueprint, piece: prefab.Prefab, left: int, top: int) -> None:
    """Draw a prefab with its top left tile at a point, and place its spawns."""
    covered, ground, signs = _drawing(piece.rows)
    area = Rect(left, top, piece.width, piece.height)
    if plan.spawns:
        plan.drop(
            lambda spawn: (
                area.holds(spawn.point) and covered[spawn.point[0] - left, spawn.point[1] - top]
            )
        )
    np.copyto(plan.tiles[area.slices], ground, where=covered)
    for (x, y), sign in signs:
        point = (left + x, top + y)
        if sign == prefab.START:
            plan.enter_at(point)
        elif sign in _STAIRS:
            plan.leave_by(point)
        else:
            plan.spawns.append(Spawn(*piece.legend[sign], point))
            if (special := _special(plan, piece, sign)) is not None:
                plan.special[point] = special
    plan.sealed |= {(left + x, top + y) for x, y in piece.sealed()}
    plan.groups += len(piece.arranged.groups)
    plan.astray += [Spawn("items", name, (left, top)) for name in piece.arranged.elsewhere]


@lru_cache(maxsize=512)
def _drawing(rows: tuple[str, ...]) -> tuple[Mask, NDArray[np.uint8], list[tuple[Point, str]]]:
    """Return the tiles [x, y] that a drawing covers, their ground, and the signs of its things, row by row.

    There is floor under every thing.
    """
    signs = np.array([list(row) for row in rows]).T
    ground = np.full(signs.shape, int(Tile.FLOOR), np.uint8)
    for sign, number in _GROUND_NUMBERS.items():
        ground[signs == sign] = number
    things = [
        ((x, y), sign)
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
        if sign != prefab.KEEP and (sign not in prefab.GROUND or sign in _STAIRS)
    ]
    return signs != prefab.KEEP, ground, things


def _special(plan: Blueprint, piece: prefab.Prefab, letter: str) -> Special | None:
    """Return what the head of a piece says about a letter besides its meaning; None if nothing."""
    arranged = piece.arranged
    group = arranged.group_of(letter)
    carried = arranged.carried_by(letter)
    gold = arranged.prices.get(letter, 0)
    if not (group or gold or carried):
        return None
    return Special(piece.legend[letter][1], group and plan.groups + group, gold, carried)


def mirrored(piece: prefab.Prefab, *, across: bool, down: bool) -> prefab.Prefab:
    """Return a prefab mirrored left to right, top to bottom, both, or neither."""
    rows = piece.rows[::-1] if down else piece.rows
    return replace(piece, rows=tuple(row[::-1] for row in rows) if across else rows)


class Section(Record):
    """Put one prefab, given by its file name, where its file says, or at a random one of some `places`.

    Of several names one is drawn, and what is `turned` is mirrored at random, so that the same piece is not the same
    walk. One that the level cannot do without is `needed`: if a map is too small for it, another kind of map is begun.
    """

    name: str
    needed: bool = False
    others: tuple[str, ...] = ()
    places: tuple[tuple[ends.Across, ends.Down], ...] = ()
    turned: bool = False

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Stamp it inside the map's edge if the map is large enough; UnfitError if it is not and must be."""
        name = rng.choice((self.name, *self.others)) if self.others else self.name
        piece = prefab.named(name, plan.folders)
        if self.turned:
            piece = mirrored(piece, across=rng.chance(50), down=rng.chance(50))
        place = piece.place if isinstance(piece.place, tuple) else ("centre", "centre")
        across, down = rng.choice(self.places) if self.places else place
        room_x, room_y = plan.width - 2 - piece.width, plan.height - 2 - piece.height
        if room_x < 0 or room_y < 0:
            if self.needed:
                raise UnfitError(f"no room for {piece.name}")
            return
        left = {"left": 0, "centre": room_x // 2, "right": room_x}[across]
        top = {"top": 0, "centre": room_y // 2, "bottom": room_y}[down]
        stamp(plan, piece, left + 1, top + 1)


class Vaults(Record):
    """Put up to `most` different vaults of this depth on open ground, at random places where they fit.

    Source: one to three vaults, where a d6 and the depth come to four. Vaults that belong to a few depths usually come
    before those that appear anywhere, and if one finds no room another is tried.
    """

    most: int = 3

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Stamp vaults in a random order until `most` have found room."""
        if rng.die(6) + plan.depth < 4:
            return
        kinds = [
            piece
            for piece in prefab.library(plan.folders).values()
            if piece.place is None and plan.depth in piece.depths
        ]
        rng.shuffle(kinds)
        kinds.sort(key=lambda piece: len(piece.depths) > LOCAL_DEPTHS and rng.chance(LATER_PERCENT))
        wanted = rng.die(self.most)
        # Large ones first: where they fit, small ones usually fit next to them, but never the other way round.
        tried = sorted(kinds[: wanted + MORE_TRIES], key=lambda each: -each.width * each.height)
        free = vacant(plan)
        for piece in tried:
            if wanted and self._place(plan, piece, free, rng):
                wanted, free = wanted - 1, vacant(plan)

    def _place(self, plan: Blueprint, piece: prefab.Prefab, free: paths.Bits, rng: Stream) -> bool:
        """Stamp one vault at random, with a path around it; return False without room or if it would cut off tiles."""
        places = roomy(free, plan.width, piece.width + 2, piece.height + 2)
        place = drawn(places, plan.width, plan.height, rng)
        return place is not None and stamped(plan, piece, place[0] + 1, place[1] + 1)


class Scene(Record):
    """Put a piece that must be included on open ground: with room around it or, failing that, without.

    It stays more than `off_middle` tiles (Euclidean) from the middle, where something else may have its lair. A level
    without room for it is begun again.
    """

    name: str
    off_middle: float = 0

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Stamp it; UnfitError when it fits nowhere without cutting the level in two."""
        piece = prefab.named(self.name, plan.folders)
        for margin in (1, 0):
            width, height = piece.width + 2 * margin, piece.height + 2 * margin
            middle = plan.middle
            roomy_places = roomy(vacant(plan), plan.width, width, height)
            places = [
                place
                for place in to_points(roomy_places, plan.width, plan.height)
                if distance(place, middle) > self.off_middle
            ]
            rng.shuffle(places)
            for left, top in places[:MOST_TRIES]:
                if stamped(plan, piece, left + margin, top + margin):
                    return
        raise UnfitError(f"no room for {piece.name}")


def stamped(plan: Blueprint, piece: prefab.Prefab, left: int, top: int) -> bool:
    """Stamp a piece, and undo it if it would cut the level in two; return whether it stays."""
    kept = plan.tiles.copy(), list(plan.spawns), set(plan.sealed), list(plan.astray)
    stamp(plan, piece, left, top)
    if hangs_together(plan.walkable()):
        return True
    plan.tiles, plan.spawns, plan.sealed, plan.astray = kept
    return False


def vacant(plan: Blueprint) -> paths.Bits:
    """Return the tiles that a piece may cover: natural ground with nothing on it, and not in sight of the start."""
    free = decoration.NATURAL[plan.tiles]
    for point in plan.taken():
        free[point] = False
    return paths.to_bits(free & ~ends.watched(plan))
