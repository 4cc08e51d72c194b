"""One level: its ground, what stands on it, and what the player remembers of it.

The indexes (`at`, `blockers`, `transparent`) are maintained by `place` and `lift`, which only Changes and loading call,
so that no system has to rebuild them each turn.

What the player remembers of the part of a level that is out of sight: ground, stains and things as last seen.

Only tiles that are explored and out of view are recorded; for tiles in view the level itself is read.
`world.remembering` fills it.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from operator import attrgetter
from typing import Any, TypeVar, get_args

import numpy as np
from msgspec.structs import fields
from numpy.typing import NDArray

from roguelike.components import actors, bargains, hazards, items, spatial
from roguelike.core import paths, sight
from roguelike.core.geometry import Point
from roguelike.core.records import Record, State, field
from roguelike.core.scalars import Id, Line, MapPoint
from roguelike.world.terrain import BY_NUMBER, TRANSPARENT, WALKABLE, Tile

UNRECORDED = 255
"""Marks ground that was not recorded: if it is explored, it is taken to be as it is."""


class Remembered(Record, omit_defaults=True):
    """A thing as it was last seen: its id, kind and name, its top left tile, and its state."""

    entity: Id
    kind: actors.Kind
    name: Line
    point: MapPoint
    door: spatial.Door | None = None
    hidden: spatial.Hidden | None = None
    hazard: hazards.Hazard | None = None
    strength: hazards.Strength | None = None
    charges: items.Charges | None = None
    curse: items.Curse | None = None
    gate: spatial.Gate | None = None
    terms: bargains.Terms | None = None

    def state(self) -> tuple[State, ...]:
        """Return the components that it had then, without those that all of its kind share."""
        return tuple([part for part in _state_of(self) if part is not None])


PARTS: dict[str, type[State]] = {
    each.name: get_args(each.type)[0] for each in fields(Remembered) if each.default is None
}
"""The state of a thing besides its place, by the fields of `Remembered`."""
_state_of: Callable[[Remembered], tuple[State | None, ...]] = attrgetter(*PARTS)


class Memory(State, eq=False):
    """Everything remembered of one level. `tiles` is indexed [x, y] (uint8), UNRECORDED where nothing is recorded."""

    tiles: NDArray[np.uint8]
    stains: set[Point] = field(default_factory=set)
    things: dict[Point, tuple[Remembered, ...]] = field(default_factory=dict)
    revision: int = 0
    """Raised whenever the things change."""

    @classmethod
    def blank(cls, shape: tuple[int, ...]) -> "Memory":
        """Make the memory of a level of this shape that has not been seen yet."""
        return cls(np.full(shape, UNRECORDED, dtype=np.uint8, order="F"))

    def copy(self) -> "Memory":
        """Return a copy that shares no mutable part."""
        return Memory(
            self.tiles.copy(order="F"), self.stains.copy(), self.things.copy(), self.revision
        )


K = TypeVar("K")
MOST_FIELDS = 256
"""Maximum number of cached distance fields: each wandering creature has its own goal."""


MOST_VIEWS = 160
"""Maximum number of cached views: the player's, at several ranges, are read again and again, wherever they may go."""


def covered(point: Point, body: spatial.Body) -> tuple[Point, ...]:
    """Return the tiles that a body covers when its top left tile is at `point`."""
    if body.width == 1 == body.height:
        return (point,)
    x, y = point
    return tuple((x + i, y + j) for j in range(body.height) for i in range(body.width))


def keep(
    fields: dict[K, paths.DistanceField], key: K, field: paths.DistanceField
) -> paths.DistanceField:
    """Add a field to a cache, dropping the oldest if it is full; return the field."""
    if len(fields) >= MOST_FIELDS:
        del fields[next(iter(fields))]
    fields[key] = field
    return field


class Level:
    """A level of the dungeon. Arrays are indexed [x, y]; the outermost tiles are never walkable."""

    touches_dark = False
    """Whether any answer of a shut level as known, since this was last cleared, hangs on the dark."""
    asks = 0
    """On which kinds of darkness of a level as known answers hang, a bit for each."""
    is_open = False
    """Whether it is a level as known, with the dark open."""
    as_known: tuple[object, Any] | None = None
    """What the level as the player knows it depends on, and that level; kept by `world.known_level`."""
    aglow: tuple[int, sight.Mask] | None = None
    """The tiles that glowing ground lights, with the `version` at which they were found, by `systems.visibility`."""

    def __init__(
        self,
        depth: int,
        name: str,
        theme: str,
        tiles: NDArray[np.uint8],
        lit: bool = True,  # noqa: FBT001, FBT002  (as a record would have it)
        entry: Point = (1, 1),
    ) -> None:
        """Make a level from its ground, unexplored and empty; `tiles` is indexed [x, y] (uint8)."""
        self.depth, self.name, self.theme, self.lit, self.entry = depth, name, theme, lit, entry
        self.tiles = np.asfortranarray(tiles, dtype=np.uint8)
        self.width: int
        self.height: int
        self.width, self.height = self.tiles.shape
        self.explored: sight.Mask = np.zeros(self.tiles.shape, dtype=np.bool_, order="F")
        self.visible: sight.Mask = np.zeros(self.tiles.shape, dtype=np.bool_, order="F")
        self.remembered = Memory.blank(self.tiles.shape)
        self.stains: set[Point] = set()
        self.at: dict[Point, list[int]] = {}
        self.blockers: dict[Point, int] = {}
        self.shut: set[Point] = set()
        self.crowd: paths.Rows = paths.no_rows(self.height)
        """Rows of tiles blocked by what cannot be opened: creatures and fixtures. Closed doors are in `shut`."""
        self.fixtures: set[Point] = set()
        """Tiles occupied by something that never moves: no path crosses them."""
        self.screens: set[Point] = set()
        self.hazards: dict[int, Point] = {}
        """The tile of each hazard and trigger: what burns, or waits to be trodden on."""
        self.hazards_seen = 0
        """Revision of the hazards: how often one of them came or went."""
        self.laid = 0
        """Revision of the things: how often one was put on or taken off a tile; creatures' steps do not count."""
        self.transparent: sight.Mask
        self.walkable: sight.Mask
        self.written = 0
        """Revision of what is remembered of it: how often anything was recorded or dropped."""
        self.left = -1
        """The turn when the player last left the level; -1 before."""
        self.version = 0
        self._fields: dict[tuple[Point, ...], paths.DistanceField] = {}
        self._ways: dict[tuple[Point, int, int, bool], paths.DistanceField] = {}
        self._views: dict[tuple[Point, int], sight.Mask] = {}
        self._blasts: dict[tuple[Point, int], tuple[Point, ...]] = {}
        self._bits: paths.Bits = 0
        self._opaque: paths.Bits | None = None
        self.shed_light: dict[tuple[Point, int], NDArray[np.uint8]]
        """What light of a reach sheds from a tile, maintained by `systems.visibility`."""
        self.ground_changed()

    def note_unseen(self, cells: Iterable[Point], grounds: Collection[int]) -> None:
        """Note that it hangs on the ground of some tiles what becomes of them: on a level as known that may be dark."""

    def note_beyond(self, grounds: Collection[int]) -> None:
        """Note that an area, which would do something on these grounds, is cut by the dark of a level as known."""

    def note_unseen_others(self, cells: Iterable[Point]) -> None:
        """Note that somebody is about to act on some tiles: on a level as known others may stand there, unseen."""

    def note_barred(self, cells: Iterable[Point]) -> None:
        """Note that somebody cannot stand on some tiles: on a level as known, perhaps only for the dark."""

    def note_hidden(self, a: Point, b: Point) -> None:
        """Note that something is in the way of a look between two tiles: on a level as known, perhaps only the dark."""

    def turned(
        self, path: Sequence[Point], _sure: int, _steps: int
    ) -> tuple[Sequence[Point], Sequence[Point]]:
        """Return the tiles that a flight may strike that turns back from walls, and its path; these are all of it."""
        return path, path

    def is_unseen(self, point: Point) -> bool:
        """Return whether it is a level as known, and this ground was never seen."""
        return False

    def contains(self, point: Point) -> bool:
        """Return whether the point is on the map."""
        return 0 <= point[0] < self.width and 0 <= point[1] < self.height

    def is_opaque(self, point: Point) -> bool:
        """Return whether a tile stops sight and flight: a wall, a closed door, or what is off the map."""
        x, y = point
        return not (0 <= x < self.width and 0 <= y < self.height and self.transparent[x, y])

    def may_hide(self, _cells: Iterable[Point]) -> bool:
        """Return whether somebody unseen might be in the way on these tiles: never, except in a `KnownLevel`."""
        return False

    def has_ground(self, cells: Iterable[Point]) -> bool:
        """Return whether all of these tiles are on the map and walkable."""
        for cell in cells:
            x, y = cell
            if not (0 <= x < self.width and 0 <= y < self.height and self.walkable[cell]):
                self.note_barred(cells)
                return False
        return True

    def is_shared(self, cells: Iterable[Point]) -> bool:
        """Return whether any of these tiles holds more than one thing."""
        at = self.at
        for cell in cells:  # noqa: SIM110  (`any` would make a generator, many times a turn)
            if len(at.get(cell, ())) > 1:
                return True
        return False

    def in_view(self, cells: Iterable[Point]) -> bool:
        """Return whether the player sees any of these tiles."""
        visible = self.visible
        for cell in cells:  # noqa: SIM110  (`any` would make a generator, many times a turn)
            if visible[cell]:
                return True
        return False

    def ground_changed(self) -> None:
        """Update the masks and drop cached fields. Call it after any change of ground or doors."""
        # In memory order, which is a third faster.
        self.walkable = WALKABLE.take(self.tiles.T).T
        self.transparent = TRANSPARENT.take(self.tiles.T).T
        for point in self.screens:
            self.transparent[point] = False
        self.forget_fields()

    def lay(self, point: Point, ground: Tile, former: Tile) -> None:
        """Change the ground of one tile; drop caches only if the old and new ground differ in the masks."""
        self.tiles[point] = ground
        self.version += 1
        was, now = BY_NUMBER[former], BY_NUMBER[ground]
        if was.walkable != now.walkable or was.opaque != now.opaque:
            self.walkable[point] = now.walkable
            self.transparent[point] = not now.opaque and point not in self.screens
            self.forget_fields()

    def forget_fields(self) -> None:
        """Drop the caches that depend on the ground."""
        self.version += 1
        # New ones: a copy of the level may share the old ones.
        self._fields, self._ways, self._blasts, self._views = {}, {}, {}, {}
        self.shed_light = {}
        self._bits = 0
        self._opaque = None

    # --- what stands where

    def place(self, entity: int, point: Point, body: spatial.Body) -> None:
        """Add an entity to the indexes. ValueError if it is on one of the tiles already."""
        self.laid += 1
        at = self.at
        for cell in (point,) if body.plain else covered(point, body):
            if cell in at:
                if entity in at[cell]:
                    raise ValueError(f"entity {entity} is entered twice at {cell}")
                at[cell].append(entity)
            else:
                at[cell] = [entity]
            if body.blocks_tile:
                self.blockers[cell] = entity
                self._bar(cell, body, barred=True)
            if body.blocks_sight:
                self._screen(cell, blocked=True)

    def lift(self, entity: int, point: Point, body: spatial.Body) -> None:
        """Remove an entity from the indexes."""
        self.laid += 1
        at = self.at
        for cell in (point,) if body.plain else covered(point, body):
            here = at.get(cell)
            if here is not None and entity in here:
                here.remove(entity)
                if not here:
                    del at[cell]
            if self.blockers.get(cell) == entity:
                del self.blockers[cell]
                self._bar(cell, body, barred=False)
            if body.blocks_sight:
                self._screen(cell, blocked=False)

    def shift(self, entity: int, before: Point, after: Point, *, blocks_tile: bool) -> None:
        """Move an entity of one tile that does not block sight to another tile: like `lift` and `place`, but faster.

        Steps are by far the most common change.
        """
        at = self.at
        here = at[before]
        if len(here) == 1 and after not in at:
            at[after] = at.pop(before)
        else:
            here.remove(entity)
            at.setdefault(after, []).append(entity)
            if not here:
                del at[before]
        if blocks_tile:
            crowd, blockers = self.crowd, self.blockers
            if blockers.get(before) == entity:
                del blockers[before]
                x, y = before
                crowd[y + 1] &= ~(2 << x)
            blockers[after] = entity
            x, y = after
            crowd[y + 1] |= 2 << x

    def _bar(self, cell: Point, body: spatial.Body, *, barred: bool) -> None:
        """Mark a tile as barred by a door or another body, or as free."""
        if body.opens:
            (self.shut.add if barred else self.shut.discard)(cell)
            self.forget_fields()
            return
        if body.fixed:
            (self.fixtures.add if barred else self.fixtures.discard)(cell)
            self.forget_fields()
        bit, row = 2 << cell[0], cell[1] + 1
        self.crowd[row] = self.crowd[row] | bit if barred else self.crowd[row] & ~bit

    def _screen(self, cell: Point, *, blocked: bool) -> None:
        """Mark a tile as blocking sight, or as transparent again."""
        (self.screens.add if blocked else self.screens.discard)(cell)
        self.transparent[cell] = not blocked and bool(TRANSPARENT[self.tiles[cell]])
        self.forget_fields()

    def occupants(self, point: Point) -> tuple[int, ...]:
        """Return the entities on a tile, sorted by id."""
        here = self.at.get(point)
        if here is None:
            return ()
        return tuple(sorted(here)) if len(here) > 1 else (here[0],)

    def is_free(self, point: Point) -> bool:
        """Return whether a creature of one tile could stand on a tile: it is walkable and not blocked."""
        return self.contains(point) and bool(self.walkable[point]) and point not in self.blockers

    def has_room(self, body: spatial.Body, point: Point) -> bool:
        """Return whether a body with its top left tile at `point` would cover only free tiles."""
        return all(map(self.is_free, covered(point, body)))

    def note_hazard(self, entity: int, point: Point | None) -> None:
        """Record that an entity is a hazard or trigger on a tile; with None, remove it."""
        self.hazards_seen += 1
        if point is None:
            self.hazards.pop(entity, None)
        else:
            self.hazards[entity] = point

    # --- derived, cached until the ground changes

    def toward(self, *goals: Point) -> paths.DistanceField:
        """Return the field of distances, in steps, to the nearest of these goals; doors count as open."""
        found = self._fields.get(goals)
        if found is None:
            found = keep(self._fields, goals, self.field(self.ground(), goals))
        return found

    def field(self, passable: paths.Bits, goals: Iterable[Point]) -> paths.DistanceField:
        """Return a new field of distances over some tiles."""
        return paths.DistanceField(passable, self.width, goals)

    def ground(self) -> paths.Bits:
        """Return the walkable tiles without fixtures, as bits."""
        if not self._bits:
            self._bits = paths.to_bits(self.walkable) & ~paths.bits_of(self.fixtures, self.width)
        return self._bits

    def ground_beside(self, point: Point) -> paths.Window:
        """Return which of the 3x3 tiles around a point are walkable and no fixture."""
        return paths.window_of(self._bits or self.ground(), self.width, point)

    def way(self, goal: Point, body: spatial.Body, *, hands: bool) -> paths.DistanceField:
        """Return the field of distances for bodies of a size; without `hands`, closed doors are walls.

        Distances are from the body's top left tile to the nearest place at which the body covers the goal.
        """
        key = (goal, body.width, body.height, hands)
        found = self._ways.get(key)
        if found is None:
            found = keep(self._ways, key, self.find_ways(goal, body, hands=hands))
        return found

    def find_ways(
        self, goal: Point, body: spatial.Body, *, hands: bool, without: paths.Bits = 0
    ) -> paths.DistanceField:
        """Compute the field that `way` caches; the tiles in `without` count as walls."""
        if hands and not without and body.width == 1 == body.height:
            return self.toward(goal)
        x, y = goal
        goals = [(x - i, y - j) for i in range(body.width) for j in range(body.height)]
        closed = without if hands else without | paths.bits_of(self.shut, self.width)
        return self.field(self._room(body, closed), goals)

    def _room(self, body: spatial.Body, closed: paths.Bits) -> paths.Bits:
        """Return the tiles at which a body's top left tile fits, as bits; `closed` tiles count as walls."""
        bits = self.ground() & ~closed
        for _ in range(body.width - 1):
            bits &= bits >> 1
        for _ in range(body.height - 1):
            bits &= bits >> self.width
        return bits

    def view(self, centre: Point, radius: int) -> sight.Mask:
        """Return the mask [x, y] of tiles seen from a tile, cached and read-only."""
        key = (centre, radius)
        found = self._views.get(key)
        if found is None:
            if len(self._views) >= MOST_VIEWS:
                del self._views[next(iter(self._views))]
            found = self._views[key] = self._seen_from(centre, radius)
            found.flags.writeable = False
        return found

    def _seen_from(self, centre: Point, radius: int) -> sight.Mask:
        """Compute the mask of tiles seen from a tile, as a new array: windows as the walls beside them, too."""
        seen = sight.field_of_view(self.transparent, centre, radius)
        panes = self.tiles == Tile.WINDOW
        if sight.any_of(panes):
            seen |= sight.widened(seen & self.transparent & ~panes) & panes
        return seen

    def clear_between(self, a: Point, b: Point) -> bool:
        """Return whether nothing blocks the line of sight between two tiles."""
        if self._opaque is None:
            self._opaque = paths.to_bits(~self.transparent)
        return sight.clear_line(self._opaque, self.width, a, b)

    def blast(self, centre: Point, radius: int) -> tuple[Point, ...]:
        """Return the tiles that a blast reaches: those seen from its centre, without the edge of the map."""
        key = (centre, radius)
        found = self._blasts.get(key)
        if found is None:
            seen = self._seen_from(centre, radius)
            seen[0, :] = seen[-1, :] = False
            seen[:, 0] = seen[:, -1] = False
            seen[centre] = True
            found = tuple(sight.points(seen & self.transparent))
            self._blasts[key] = found
        return found

    def covered(self, centre: Point, radius: int) -> tuple[tuple[Point, ...], bool]:
        """Return the tiles that a blast reaches, and whether ground never seen cuts it where nobody is known to be."""
        return self.blast(centre, radius), False

    def find(self, tile: Tile) -> list[Point]:
        """List the tiles of a kind of ground, sorted by x, then y."""
        return sight.points(self.tiles == tile)
