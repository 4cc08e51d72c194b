"""The tables of a save: for every component that is state, the entities that have it, by id.

msgspec writes and reads them by the annotations of the components themselves. A component may gain a field with a
default, and the default may change later, because every field is written; removing or renaming a field needs a
migration.

A level becomes a record: ground as a letter per tile, which compresses as well as bytes do and can be read in a diff,
masks as packed bits. What is on it is not stored there: `space.put` adds it again, entity by entity.
"""

from math import isfinite
from typing import Annotated, Any, TypeVar, get_args, get_origin

import numpy as np
from msgspec.structs import fields
from numpy.typing import NDArray

from roguelike.components import actors, bargains, growth, hazards, items, magic, spatial, vitals
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.core import sight
from roguelike.core.records import Meta, State, Struct, field, replace
from roguelike.core.scalars import FAR, Coordinate, Id, Line, MapPoint
from roguelike.world import ecs
from roguelike.world.level import PARTS, UNRECORDED, Level, Memory, Remembered
from roguelike.world.terrain import Tile

C = TypeVar("C", bound=Struct)
MOST_ROWS = 100_000
"""A hundred times what a long game has of anything."""
Table = Annotated[list[tuple[Id, C]], Meta(max_length=MOST_ROWS)]
"""Components by the id of their entity, lowest first."""
States = dict[int, dict[type[Any], Any]]
"""The components of entities by id, each by its type."""


class Tables(State, omit_defaults=True):
    """Every component that is state; a table without rows is not written."""

    kind: Table[actors.Kind] = field(default_factory=list)
    position: Table[spatial.Position] = field(default_factory=list)
    door: Table[spatial.Door] = field(default_factory=list)
    hidden: Table[spatial.Hidden] = field(default_factory=list)
    player: Table[actors.Player] = field(default_factory=list)
    initiative: Table[actors.Initiative] = field(default_factory=list)
    mind: Table[actors.Mind] = field(default_factory=list)
    pools: Table[vitals.Pools] = field(default_factory=list)
    attributes: Table[vitals.Attributes] = field(default_factory=list)
    skills: Table[vitals.Skills] = field(default_factory=list)
    hunger_clock: Table[vitals.HungerClock] = field(default_factory=list)
    charges: Table[items.Charges] = field(default_factory=list)
    curse: Table[items.Curse] = field(default_factory=list)
    pack: Table[items.Pack] = field(default_factory=list)
    known_spells: Table[magic.KnownSpells] = field(default_factory=list)
    status_effect: Table[StatusEffect] = field(default_factory=list)
    duration: Table[Duration] = field(default_factory=list)
    statuses: Table[Statuses] = field(default_factory=list)
    hazard: Table[hazards.Hazard] = field(default_factory=list)
    strength: Table[hazards.Strength] = field(default_factory=list)
    inscription: Table[magic.Inscription] = field(default_factory=list)
    laid: Table[magic.Laid] = field(default_factory=list)
    talents: Table[growth.Talents] = field(default_factory=list)
    gate: Table[spatial.Gate] = field(default_factory=list)
    quest: Table[actors.Quest] = field(default_factory=list)
    stock: Table[items.Stock] = field(default_factory=list)
    terms: Table[bargains.Terms] = field(default_factory=list)


def _component(table: Any) -> type[Any]:
    """Return the component of a table's rows."""
    (row,) = get_args(get_args(table)[0])
    kind: type[Any] = get_args(row)[1]
    return kind


def _plain(kind: Any) -> Any:
    """Return a type without its bounds."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


SAVED: dict[str, type[Any]] = {each.name: _component(each.type) for each in fields(Tables)}
"""Every component that is state, by its table's name."""
FLOATS = {
    kind: found
    for kind in SAVED.values()
    if (found := tuple(each.name for each in fields(kind) if _plain(each.type) is float))
}
"""The float fields of the few components that have any."""


def tables_of(gone: set[int]) -> Tables:
    """Collect the state of the current world's entities, except those that are `gone`. It is shared, not copied.

    Raises:
        ValueError: a number is not finite, so that nothing could read it back.
    """
    return Tables(**{name: _table(kind, gone) for name, kind in SAVED.items()})


def _table(kind: type[C], gone: set[int]) -> Table[C]:
    """Collect one kind of component, by id."""
    found = ecs.with_component(kind)
    rows = [pair for pair in found if pair[0] not in gone] if gone else found
    names = FLOATS.get(kind)
    if names is None or _are_exact([each for _, each in rows], names):
        return rows
    return [(entity, exact(each, names)) for entity, each in rows]


def _are_exact(components: list[C], names: tuple[str, ...]) -> bool:
    """Return whether all floats of components are finite floats, as usual; a sum reveals any that is not."""
    values = [getattr(each, name) for name in names for each in components]
    return all(type(value) is float for value in values) and isfinite(sum(values))


def exact(component: C, names: tuple[str, ...]) -> C:
    """Return a component whose float fields hold floats: 5 and 5.0 are equal, but reading gives 5.0 for both.

    Raises:
        ValueError: a number is not finite: JSON has no such numbers, and msgspec would silently write null.
    """
    for name in names:
        value = getattr(component, name)
        if not isfinite(value):
            raise ValueError(f"{name} of {component!r} is not finite")
        if type(value) is not float:
            return replace(component, **{each: float(getattr(component, each)) for each in names})
    return component


def by_entity(tables: Tables) -> States:
    """Return the state components of every entity, its kind first.

    Raises:
        ValueError: an entity has two components of one kind, or has no kind.
    """
    found: States = {entity: {actors.Kind: kind} for entity, kind in tables.kind}
    for name, kind in SAVED.items():
        rows = getattr(tables, name)
        if len(dict(rows)) < len(rows):
            raise ValueError(f"an entity stands twice in the table {name}")
        if kind is actors.Kind:
            continue
        try:
            for entity, component in rows:
                found[entity][kind] = component
        except KeyError:
            raise ValueError(f"{entity} is of no kind") from None
    return found


_FIRST_LETTER = np.uint8(ord("0"))
MOST_SIDE = 1_000
"""The longest side in tiles of a level that a save may hold."""
MOST_TILES = 200_000
"""The most tiles of a level: fifty times those of any actual level."""
_FLOATS = tuple((name, FLOATS[kind]) for name, kind in PARTS.items() if kind in FLOATS)
"""The parts of a remembered thing that hold floats, and the names of those fields."""
Side = Annotated[int, Meta(ge=1, le=MOST_SIDE)]
Looks = Annotated[str, Meta(pattern=r"^[a-z ]{1,40}(\|[0-9]{1,4}\|[a-z ]{1,40}){0,9}$")]
"""A level's theme: `limestone|40|dwarven`."""


class SavedMemory(State, omit_defaults=True):
    """What the player remembers of a level: a letter per tile, "/" if unrecorded; each thing with its tile."""

    tiles: Annotated[str, Meta(max_length=MOST_TILES)]
    stains: Annotated[list[MapPoint], Meta(max_length=MOST_TILES)] = field(default_factory=list)
    things: Annotated[list[tuple[MapPoint, Remembered]], Meta(max_length=MOST_TILES)] = field(
        default_factory=list
    )


class SavedLevel(State):
    """The state of a level; the rest is derived from it and from what is on the level.

    `tiles` has a letter per tile and the masks a hexadecimal digit for four, each column by column; `left` is the turn
    when the player left, -1 for never.
    """

    depth: Coordinate
    name: Line
    theme: Looks
    lit: bool
    entry: MapPoint
    size: tuple[Side, Side]
    tiles: Annotated[str, Meta(max_length=MOST_TILES)]
    explored: Annotated[str, Meta(max_length=MOST_TILES)]
    visible: Annotated[str, Meta(max_length=MOST_TILES)]
    stains: Annotated[list[MapPoint], Meta(max_length=MOST_TILES)]
    left: Annotated[int, Meta(ge=-1, le=FAR)] = -1
    remembered: SavedMemory | None = None
    """None in saves from versions that remembered only the ground."""


def saved_level(level: Level) -> SavedLevel:
    """Return a level's state, which shares nothing with the level."""
    return SavedLevel(
        depth=level.depth,
        name=level.name,
        theme=level.theme,
        lit=level.lit,
        entry=level.entry,
        size=(level.width, level.height),
        tiles=_letters(level.tiles),
        explored=_pack(level.explored),
        visible=_pack(level.visible),
        stains=sorted(level.stains),
        left=level.left,
        remembered=_saved_memory(level.remembered),
    )


def _saved_memory(memory: Memory) -> SavedMemory:
    """Return what is remembered, sharing nothing with the memory."""
    things = [
        (point, _exact(each)) for point in sorted(memory.things) for each in memory.things[point]
    ]
    return SavedMemory(_letters(memory.tiles), sorted(memory.stains), things)


def _exact(thing: Remembered) -> Remembered:
    """Return a remembered thing whose float fields hold floats, as `tables.exact` makes them."""
    found = {name: (part, floats) for name, floats in _FLOATS if (part := getattr(thing, name))}
    return (
        replace(thing, **{name: exact(*each) for name, each in found.items()}) if found else thing
    )


def level_of(saved: SavedLevel) -> Level:
    """Make a level from its state, with nothing on it yet.

    Raises:
        ValueError: the ground has the wrong size or an unknown kind; a mask has the wrong size; the entry or a stain is
            off the map.
    """
    tiles = _tiles(saved.tiles, saved)
    if tiles.max(initial=0) >= len(Tile):
        raise ValueError(f"the ground of level {saved.depth} is not sound")
    level = Level(saved.depth, saved.name, saved.theme, tiles, saved.lit, saved.entry)
    level.explored = _unpack(saved.explored, level)
    level.visible = _unpack(saved.visible, level)
    level.stains = set(saved.stains)
    if not all(map(level.contains, (saved.entry, *saved.stains))):
        raise ValueError(f"something of level {saved.depth} is off its map")
    level.left = saved.left
    if saved.remembered is not None:
        level.remembered = _memory_of(saved.remembered, saved)
    return level


def _memory_of(memory: SavedMemory, saved: SavedLevel) -> Memory:
    """Make the memory from its state; ValueError for a wrong size, or an unknown kind of ground."""
    tiles = _tiles(memory.tiles, saved)
    if tiles[tiles != UNRECORDED].max(initial=0) >= len(Tile):
        raise ValueError(f"what is remembered of level {saved.depth} is not sound")
    things: dict[tuple[int, int], tuple[Remembered, ...]] = {}
    width, height = saved.size
    for (x, y), thing in memory.things:
        if not (0 <= x < width and 0 <= y < height):
            raise ValueError(f"what is remembered of level {saved.depth} lies outside it")
        things[x, y] = (*things.get((x, y), ()), thing)
    return Memory(tiles, set(memory.stains), things)


def _letters(tiles: NDArray[np.uint8]) -> str:
    """Encode ground as a letter per tile, column by column."""
    return (tiles + _FIRST_LETTER).tobytes(order="F").decode("latin-1")


def _tiles(letters: str, saved: SavedLevel) -> NDArray[np.uint8]:
    """Decode ground of a level's size; ValueError for another size."""
    numbers = np.frombuffer(letters.encode("latin-1"), dtype=np.uint8) - _FIRST_LETTER
    if numbers.size != saved.size[0] * saved.size[1]:
        raise ValueError(f"the ground of level {saved.depth} is not sound")
    return np.asfortranarray(numbers.astype(np.uint8).reshape(saved.size, order="F"))


def _pack(mask: sight.Mask) -> str:
    """Encode a mask as hexadecimal digits, eight tiles to two of them, row by row."""
    return np.packbits(mask.ravel(order="F")).tobytes().hex()


def _unpack(text: str, level: Level) -> sight.Mask:
    """Decode a mask of a level's size; ValueError for another size."""
    packed = np.frombuffer(bytes.fromhex(text), dtype=np.uint8)
    tiles = level.width * level.height
    if packed.size != (tiles + 7) // 8:
        raise ValueError(f"what is known of level {level.depth} is of another size")
    bits = np.unpackbits(packed, count=tiles)
    mask: sight.Mask = bits.astype(np.bool_).reshape((level.width, level.height), order="F")
    return mask
