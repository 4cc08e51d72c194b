"""What the player knows, in numbers: written straight from the level and the world's rows, without text or views.

Every array is new, so callers may keep it. It holds nothing that the player does not know, see
tests/lab/environment/test_leaks.py.

The known ground of a level in numbers: written again only when the player learns something new.

The known things on a level in numbers: written again only when one of them has changed. Things in view are shown as
they are, things out of view as they were last seen. Both are kept as arrays of the whole level, and an observation
takes from each the tiles where it applies.

The targets of actions: the nearest foes in view, then the tiles best placed among them.

The tiles are found by counting, not by forecasts: a mask has only microseconds for them. To learn what a cast would do
there, ask the oracle.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from roguelike.actions import item_use, paying, senses
from roguelike.components import actors, growth, items, magic, spatial, vitals
from roguelike.components.looks import Renderable
from roguelike.components.statuses import Statuses
from roguelike.core import sight
from roguelike.core.geometry import Point, disc, distance, distance_squared
from roguelike.core.records import Record
from roguelike.effects import quiet
from roguelike.engine.views.items import ready_now, stacks
from roguelike.lab.environment.ways import Ways
from roguelike.raws.catalog import catalog_in_force
from roguelike.systems.initiative import coming_turns_of
from roguelike.systems.visibility import BRIGHT, Light, brightness
from roguelike.world import ecs, factions, perception, remembering, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game, template_of
from roguelike.world.level import Level, Remembered
from roguelike.world.terrain import Tile

COLUMNS, ROWS = 80, 50
Numbers = NDArray[np.uint8]


class Ground:
    """What the player knows of the ground of their level. Its arrays are cached: do not write to them."""

    def __init__(self) -> None:
        """Start with everything unknown; call `look` to fill it in."""
        self.tiles: Numbers = np.zeros((ROWS, COLUMNS), np.uint8)
        """[row, column], 0 where unknown, else 1 + Tile."""
        self.as_bytes = b""
        """The same as bytes."""
        self.true: sight.Mask = np.zeros((COLUMNS, ROWS), np.bool_)
        """Tiles [x, y] that the player takes to be as they really are: a new mask whenever more is known."""
        self._level: Level | None = None
        self._visible: sight.Mask = self.true
        self._known: sight.Mask = self.true
        self._in_daylight: Numbers = self.tiles
        self._explored = b""
        self._stamp: object = None

    def look(self, level: Level) -> None:
        """Update from a level; does nothing if nothing has changed since the last time."""
        visible, memory = level.visible, level.remembered.tiles
        explored = self._explored = level.explored.tobytes(order="A")
        hidden = remembering.disguised(level)
        stamp = level.tiles.tobytes(order="A"), explored, memory.tobytes(order="A"), hidden
        # `visible` is never written to in place: another view is another array.
        if level is self._level and visible is self._visible and stamp == self._stamp:
            return
        self._level, self._visible, self._stamp = level, visible, stamp
        self.true, self._known = remembering.as_it_is(level), (level.explored | visible).T
        # Unknown tiles need no number of their own: they are multiplied by 0.
        ground = sight.select(self.true, level.tiles, memory)
        for point in hidden:
            ground[point] = Tile.WALL
        self.tiles = _padded((ground.T + np.uint8(1)) * self._known)
        self.as_bytes = self.tiles.tobytes()
        self._in_daylight = self._sight(np.uint8(2 + BRIGHT))

    def borders_on_unknown(self, here: Point) -> bool:
        """Return whether the tile or any of its neighbours on the level is unexplored."""
        level, (x, y) = self._level, here
        if level is None:
            return False
        left, right = max(0, x - 1), min(level.width, x + 2)
        rows = range(
            max(0, y - 1) * level.width, min(level.height, y + 2) * level.width, level.width
        )
        return any(0 in self._explored[row + left : row + right] for row in rows)

    def sight(self, light: Light | None) -> Numbers:
        """Return a new array: 0 where unknown, 1 where remembered, 2 + brightness where in view.

        Without `light` [x, y], everything in view is bright.
        """
        return self._in_daylight.copy() if light is None else self._sight(light.T + np.uint8(2))

    def _sight(self, bright: Numbers | np.uint8) -> Numbers:
        """Return how well each tile is seen: those in view by `bright`."""
        known, visible = self._known.view(np.uint8), self._visible.T.view(np.uint8)
        return _padded(known + visible * (bright - np.uint8(1)))


def _padded(array: Numbers) -> Numbers:
    """Return an array padded to the observation's size, since drawn rooms are smaller than levels."""
    if array.shape == (ROWS, COLUMNS):
        return np.ascontiguousarray(array)
    found = np.zeros((ROWS, COLUMNS), np.uint8)
    found[: array.shape[0], : array.shape[1]] = array[:ROWS, :COLUMNS]
    return found


# --- The numbers of kinds and spells in observations: their places in the data, 0 for nothing.


SECTIONS: tuple[actors.Section, ...] = ("items", "mobs", "props", "hazards")


class Numbering(Record):
    """Number of each kind of thing, of each spell and of each level offer, from 1."""

    kinds: dict[str, int]
    spells: dict[str, int]
    offers: dict[str, int]


@cache
def numbers() -> Numbering:
    """Number every kind of thing, spell and offer, in the order of the data."""
    data = catalog_in_force()
    names = [name for section in SECTIONS for name in data.names(section)]
    kinds = {name: place for place, name in enumerate(dict.fromkeys(names), 1)}
    spells = {name: place for place, name in enumerate(data.spells, 1)}
    return Numbering(kinds, spells, {name: place for place, name in enumerate(data.offers, 1)})


OPEN = 1 << 14
"""Added to the kind of an open door."""
Kinds = NDArray[np.int16]


class Things:
    """The numbers of one game's things: of their kinds, or of their looks while unidentified."""

    def __init__(self, game: Game, shape: tuple[int, int]) -> None:
        """Start observing a game; arrays have this shape (rows, columns)."""
        self._shape = shape
        self._numbers: dict[actors.Kind, int] = {}
        self._named = 0, 0
        self._memory: Kinds = np.zeros(shape, np.int16)
        self._memory_for = (0, 0, -1)
        self._noted: dict[Point, tuple[Remembered, ...]] = {}
        """The remembered things that `_memory` was written from."""
        self._there: Kinds = np.zeros(shape, np.int16)
        self._there_for: tuple[Level | None, int, int] = (None, 0, 0)
        self._doors: list[spatial.Door] = []
        self._hidden: list[spatial.Hidden] = []
        self._turned: tuple[list[bool], list[bool]] = ([], [])
        """Which doors of `_there` were open, and which of its hidden things found: both change in place."""
        self._known: Kinds = self._there
        self._known_for: tuple[object, object, object] = (None, None, None)
        self.as_bytes = b""
        """The last result of `known`, as bytes."""
        looks = sorted(game.hidden_names.values())
        self._looks = {look: len(numbers().kinds) + place for place, look in enumerate(looks, 1)}

    @property
    def named(self) -> tuple[int, int]:
        """The depth, and how many kinds are identified: the numbers are valid for these."""
        return self._named

    def number(self, game: Game, kind: actors.Kind) -> int:
        """Return the number of a kind, or of its looks while unidentified; cached until something is identified."""
        number = self._numbers.get(kind)
        if number is None:
            table = numbers().kinds
            magic = template_of(game.content, kind, items.Magic) is not None
            if magic and kind.name not in game.identified:
                number = self._looks.get(game.hidden_names.get(kind.name, ""), len(table))
            else:
                number = table.get(kind.name, 0)
            self._numbers[kind] = number
        return number

    def known(self, game: Game, true: sight.Mask) -> Kinds:
        """Return the number of the topmost thing on each known tile, as drawn, without creatures.

        `true` are the tiles [x, y] that the player takes to be as they are; it must be the same object while they stay
        the same. The returned array is cached: do not write to it.
        """
        named = game.depth, len(game.identified)
        if self._named != named:
            self._named, self._numbers = named, {}
        remembered, there = self._remembered(game), self._as_they_are(game)
        before = self._known_for
        if before[0] is not true or before[1] is not self._memory_for or before[2] is not there:
            self._known_for = (true, self._memory_for, there)
            rows, columns = self._shape
            shown = true.T[:rows, :columns]
            within = np.s_[: shown.shape[0], : shown.shape[1]]
            found = self._known = remembered.copy()
            np.copyto(found[within], there[within], where=shown & (there[within] != 0))
            self.as_bytes = found.tobytes()
        return self._known

    def _remembered(self, game: Game) -> Kinds:
        """Return the things out of sight, as last seen; updated only where the memory has changed."""
        memory = game.level.remembered
        stamp = (*self._named, memory.revision)
        if self._memory_for != stamp:
            if self._memory_for[:2] != self._named:
                self._memory, self._noted = np.zeros(self._shape, np.int16), {}
            noted = memory.things.copy()
            for x, y in self._noted.keys() - noted.keys():
                self._memory[y, x] = 0
            for point, things in noted.items():
                if self._noted.get(point) is not things:
                    self._memory[point[1], point[0]] = self._last_of(game, things)
            self._memory_for, self._noted = stamp, noted
        return self._memory

    def _last_of(self, game: Game, things: Sequence[Remembered]) -> int:
        """Return the number of the topmost of the things remembered on a tile."""
        last = things[-1]
        return self.number(game, last.kind) | _open(last.door)

    def _as_they_are(self, game: Game) -> Kinds:
        """Return the level's things as they are; updated only when one came, went, opened, closed or was found."""
        level = game.level
        stamp = (level, level.laid, len(game.identified))
        if self._there_for != stamp or self._turned != self._turned_now():
            self._there_for, self._there = stamp, np.zeros(self._shape, np.int16)
            self._doors, self._hidden = [], []
            for (x, y), entities in level.at.items():
                alone = len(entities) == 1
                for entity in entities if alone else sorted(entities, key=_depth, reverse=True):
                    if number := self._drawn(game, entity):
                        self._there[y, x] = number
            self._turned = self._turned_now()
        return self._there

    def _turned_now(self) -> tuple[list[bool], list[bool]]:
        """Return which doors are open now, and which hidden things are found."""
        return [door.open for door in self._doors], [each.found for each in self._hidden]

    def _drawn(self, game: Game, entity: int) -> int:
        """Return the number of a thing as drawn; 0 for creatures, which are drawn later, and for hidden things."""
        row = ecs.row(entity)
        if Renderable not in row or vitals.Pools in row:
            return 0
        hidden: spatial.Hidden | None = row.get(spatial.Hidden)
        door: spatial.Door | None = row.get(spatial.Door)
        if door is not None:
            self._doors.append(door)
        if hidden is not None:
            self._hidden.append(hidden)
            if not hidden.found:
                return 0
        return self.number(game, row[actors.Kind]) | _open(door)


def _open(door: spatial.Door | None) -> int:
    """Return the number to add for an open door, else 0."""
    return OPEN if door is not None and door.open else 0


def _depth(entity: int) -> int:
    """Return a thing's drawing order."""
    looks = ecs.row(entity).get(Renderable)
    return looks.order if looks is not None else 0


FOES, SPOTS, REFUGES = 6, 3, 1
"""Numbers of targets: foes, tiles among several foes, and tiles far from all of them."""
TARGETS = FOES + SPOTS + REFUGES
NEAR_TILES, REFUGE_TILES = 2, 5


def targets_of(game: Game, here: Point, foes: Sequence[Point]) -> list[Point | None]:
    """Return TARGETS tiles, None where there is none: foes (nearest first), spots amid them, a refuge."""
    found: list[Point | None] = [None] * TARGETS
    near = foes[:FOES]
    found[: len(near)] = near
    if not near:
        return found
    amid = _amid(game, here, near)
    found[FOES : FOES + len(amid)] = amid
    found[FOES + SPOTS] = _refuge(game, here, near)
    return found


def _amid(game: Game, here: Point, foes: Sequence[Point]) -> list[Point]:
    """List the tiles in view with the most foes within NEAR_TILES, but no foe on them; of equals the nearest first."""
    visible, walkable = game.level.visible, game.level.walkable
    around = Counter((x + dx, y + dy) for x, y in foes for dx, dy in disc(NEAR_TILES))
    ranked = sorted(around, key=lambda cell: (-around[cell], distance(here, cell), cell))
    free = (
        cell
        for cell in ranked
        if game.level.contains(cell)
        and visible[cell]
        and walkable[cell]
        and cell not in foes
        and cell != here
    )
    return [cell for cell, _ in zip(free, range(SPOTS), strict=False)]


def _refuge(game: Game, here: Point, foes: Sequence[Point]) -> Point | None:
    """Return the free tile in view, within REFUGE_TILES, farthest from the nearest foe; None if none is free."""
    level = game.level
    open_view = (
        level.visible & level.walkable & sight.within(level.visible.shape, here, REFUGE_TILES)
    )
    free = [cell for cell in sight.points(open_view) if cell not in level.blockers]
    if not free:
        return None
    return max((min([distance_squared(cell, foe) for foe in foes]), cell) for cell in free)[1]


CREATURES, ITEMS, SPELLS, ORDER, OFFERS = 16, 24, 12, 16, 3
"""Rows of the lists in an observation; what does not fit is left out, the farthest first."""
STATS = (
    "x", "y", "depth", "turn", "hp", "max_hp", "mana", "max_mana", "level", "xp", "gold", "might", "fitness",
    "quickness", "intelligence", "melee", "defense", "magic", "armor_class", "weight", "capacity", "hunger",
    "statuses", "in_view", "rest_hp", "rest_mana",
)  # fmt: skip
"""Names of the numbers of `stats`; the last two are what rest on the level still gives."""
CREATURE = ("kind", "dx", "dy", "hp_share", "awake", "hostile", "level")
ITEM = ("kind", "count", "worn", "known", "deed")
SPELL = ("spell", "cost", "affordable", "aimed")
HUNGER = ("Well Fed", "Normal", "Hungry", "Starving")
USE, USE_AT, EQUIP, TAKE_OFF = 1, 2, 3, 4
"""`deed`: what an action does with an item; 0 is nothing."""
LARGEST = float(np.finfo(np.float32).max)
Observation = dict[str, NDArray[Any]]


class Belonging(NamedTuple):
    """A row of `items`: the first item of a stack, the stack's size, and what an action does with it.

    `is_own` says that its use concerns the player alone, and nothing around.
    """

    item: int
    how_many: int
    deed: int
    is_known: bool
    is_own: bool


class Sight(NamedTuple):
    """A creature in view: distance to its first tile, id, tiles, number of its kind, whether it is a foe."""

    away: float
    entity: int
    cells: tuple[Point, ...]
    number: int
    is_foe: bool


Seen = Sequence[Sight]


def observation_space() -> spaces.Dict:
    """Return the space of the observations; for their meaning see `Observer.observe`."""
    ground = (ROWS, COLUMNS)
    return spaces.Dict(
        {
            "ground": spaces.Box(0, len(Tile), ground, np.uint8),
            "things": spaces.Box(0, np.iinfo(np.int16).max, ground, np.int16),
            "sight": spaces.Box(0, 2 + BRIGHT, ground, np.uint8),
            "stats": spaces.Box(-LARGEST, LARGEST, (len(STATS),), np.float32),
            "creatures": spaces.Box(-LARGEST, LARGEST, (CREATURES, len(CREATURE)), np.float32),
            "items": spaces.Box(0, np.iinfo(np.int16).max, (ITEMS, len(ITEM)), np.int16),
            "spells": spaces.Box(0, np.iinfo(np.int16).max, (SPELLS, len(SPELL)), np.int16),
            "order": spaces.Box(0, CREATURES, (ORDER,), np.int8),
            "offers": spaces.Box(0, np.iinfo(np.int16).max, (OFFERS,), np.int16),
        }
    )


class Observer:
    """Observes one game, and caches what does not change from turn to turn."""

    def __init__(self, game: Game) -> None:
        """Start with the empty lists of a game's first observation."""
        self.targets: list[Point | None] = []
        self.foes: list[int] = []
        self.items: list[Belonging] = []
        self.bodies: set[Point] = set()
        self.barred: list[Point] = []
        """Where others stand, among the tiles that the player takes to be as they are."""
        self.spells: list[magic.SpellTemplate] = []
        self.knows: object = None
        """Changes whenever the player's knowledge of ground, things or spells does, or their load or capacity."""
        self.ways = Ways()
        self.kept_for: object = None
        self.kept: dict[int | str, bool] = {}
        """Whether the mask allows items and spells that concern the player alone, while `kept_for` is the same."""
        self.by_ground_for: object = None
        self.by_ground: dict[tuple[int, int], bool] = {}
        """Whether the mask allows steps and stairs, by verb and number of `ground`, for one state of the player."""
        self.gear_of: list[Belonging] = []
        self.gear: list[int] = []
        """What the mask allows of putting on and taking off these belongings."""
        self.in_use: list[tuple[int, int | None]] = []
        """The verbs that use them, each with the item if its use concerns the player alone."""
        self.ground = Ground()
        self._pack: NDArray[np.int16] = np.zeros((ITEMS, len(ITEM)), np.int16)
        self._stamp: object = None
        self._kept = Things(game, (ROWS, COLUMNS))

    def observe(self, game: Game) -> Observation:
        """Write down what the player knows, and note which targets, items and spells the action numbers mean.

        Returns:
            ground: uint8 [row, column], 0 unknown, else 1 + Tile.
            things: int16 [row, column], the kind drawn on top; an unidentified one has the number of its looks.
            sight: uint8 [row, column], 0 unknown, 1 remembered, 2 + brightness if in view.
            stats: float32, named by STATS.
            creatures: float32 [nearest first, CREATURE].
            items: int16 [worn, then carried, ITEM]; spells: int16 [hotkeys, SPELL].
            order: int8, who acts before the player's next turn after a wait, as rows of `creatures` counted from 1.
            offers: int16, the offers of the level choice that has waited longest, as places in the data from 1.
        """
        here = space.point_of(game.player) or (0, 0)
        ground = self.ground
        stats = stats_of(game.player)
        ground.look(game.level)
        seen = _creatures_in_view(game, here)
        self._note(game, here, seen)
        things = self._things(game, seen)
        load = stats.weight, stats.capacity, len(self.spells)
        self.knows = self._kept.named, ground.as_bytes, self._kept.as_bytes, load
        return {
            "ground": ground.tiles.copy(),
            "things": things,
            "sight": ground.sight(brightness(game, here)),
            "stats": _stats(game, stats, here, len(seen)),
            "creatures": _creatures(here, seen),
            "items": self._items(game),
            "spells": _spells(game, self.spells),
            "order": _order(game, seen),
            "offers": _offers(game),
        }

    def _note(self, game: Game, here: Point, seen: Seen) -> None:
        """Note who is in view, where each stands, and what can be aimed at."""
        visible = game.level.visible
        self.bodies = {cell for one in seen for cell in one.cells}
        true = self.ground.true
        self.barred = [cell for cell in self.bodies if true[cell]]
        foes = [one for one in seen if one.is_foe]
        self.foes = [foe.entity for foe in foes]
        shown = [next(cell for cell in foe.cells if visible[cell]) for foe in foes]
        self.targets = targets_of(game, here, shown)
        self.spells = [
            spell for spell, _ in ready_now(game, ecs.row(game.player)[vitals.Pools]).held
        ]

    def _things(self, game: Game, seen: Seen) -> NDArray[np.int16]:
        """Return the topmost thing or creature of each known tile, as it is drawn."""
        found, visible = self._kept.known(game, self.ground.true).copy(), game.level.visible
        for one in seen:
            for x, y in one.cells:
                if visible[x, y]:
                    found[y, x] = one.number
        return found

    def _items(self, game: Game) -> NDArray[np.int16]:
        """Return rows for what is worn, then for the stacks carried; rebuilt only when they have changed."""
        rows, pack = ecs.rows(), ecs.get(game.player, items.Pack)
        worn = list(pack.worn.values())
        charged = [
            rows[item][items.Charges].left for item in pack.items if items.Charges in rows[item]
        ]
        freed = [rows[item][items.Curse].lifted for item in pack.items if items.Curse in rows[item]]
        stamp = pack.items.copy(), worn, len(game.identified), charged, freed
        if stamp != self._stamp:
            self._stamp = stamp
            self.items = [
                *(_belonging(game, item, 1, worn=True) for item in worn),
                *(_belonging(game, item, count, worn=False) for item, count in stacks(game)),
            ][:ITEMS]
            self._pack = np.zeros((ITEMS, len(ITEM)), np.int16)
            for place, each in enumerate(self.items):
                number = self._kept.number(game, rows[each.item][actors.Kind])
                known, on = each.is_known, place < len(worn)
                self._pack[place] = number, each.how_many, on, known, each.deed
        return self._pack.copy()


def _belonging(game: Game, item: int, count: int, *, worn: bool) -> Belonging:
    """Describe a stack that the player carries, or an item that they wear."""
    deed, known = _deed(game, item, worn=worn), perception.is_known(game, item)
    # Whatever is not identified can be tried at any time.
    is_own = deed != USE_AT and (
        deed != USE or not known or paying.is_for_user_alone(ecs.row(item)[magic.Use])
    )
    return Belonging(item, count, deed, known, is_own)


def _shown_delivery(game: Game, item: int) -> magic.Delivery:
    """Return how an item is used, as far as the player knows: an unidentified one asks as all of its sort do."""
    if perception.is_known(game, item):
        delivery: magic.Delivery = ecs.row(item)[magic.Use].delivery
        return delivery
    return item_use.apparent_delivery(game, item)


def _deed(game: Game, item: int, *, worn: bool) -> int:
    """Return what an action does with an item of the list."""
    row = ecs.row(item)
    if worn:
        return TAKE_OFF
    if magic.Use in row:
        return USE_AT if _shown_delivery(game, item).aimed else USE
    return EQUIP if row[items.Item].slot else 0


def _stats(
    game: Game, stats: actors.DerivedStats, here: Point, in_view: int
) -> NDArray[np.float32]:
    """Return the numbers of the side panel."""
    row, left = ecs.row(game.player), quiet.quiet_left(game)
    pools = row[vitals.Pools]
    gifts = row[vitals.Attributes]
    skills = row[vitals.Skills]
    clock = row[vitals.HungerClock]
    return np.array(
        (
            *here, game.depth, game.turn, pools.hp, pools.max_hp, pools.mana, pools.max_mana, pools.level,
            pools.xp, pools.gold, gifts.might, gifts.fitness, gifts.quickness, gifts.intelligence,
            skills.melee, skills.defense, skills.magic, stats.armor_class, stats.weight, stats.capacity,
            HUNGER.index(clock.state), len(row[Statuses].entities), in_view,
            left.hp, left.mana,
        ),
        np.float32,
    )  # fmt: skip


def _creatures_in_view(game: Game, here: Point) -> list[Sight]:
    """List who is in view, nearest first; those equally far by id."""
    side, table, foes = factions.faction(game.player), numbers().kinds, dict[str, bool]()
    found = []
    for entity in senses.standing_in_view(game):
        theirs = factions.faction(entity)
        if not theirs or not perception.sees(game, entity):
            continue
        cells = space.cells_of(entity)
        if theirs not in foes:
            foes[theirs] = (
                factions.stance(game, theirs, side) == "attack"
            )  # as then the player's side does
        number = table.get(perception.true_name(entity), 0)
        found.append(Sight(distance(here, cells[0]), entity, cells, number, foes[theirs]))
    return sorted(found)


def _creatures(here: Point, seen: Seen) -> NDArray[np.float32]:
    """Return rows for who is in view, nearest first."""
    found = np.zeros((CREATURES, len(CREATURE)), np.float32)
    for place, one in enumerate(seen[:CREATURES]):
        row, cell = ecs.row(one.entity), one.cells[0]
        pools, mind = row[vitals.Pools], row.get(actors.Mind)
        found[place] = (
            one.number,
            cell[0] - here[0],
            cell[1] - here[1],
            pools.hp / max(1, pools.max_hp),
            mind is None or mind.awake,
            one.is_foe,
            pools.level,
        )
    return found


def _spells(game: Game, spells: Sequence[magic.SpellTemplate]) -> NDArray[np.int16]:
    """Return rows for the known spells in the order of their hotkeys."""
    found, table = np.zeros((SPELLS, len(SPELL)), np.int16), numbers().spells
    mana = ecs.row(game.player)[vitals.Pools].mana
    for place, spell in enumerate(spells[:SPELLS]):
        cost = spell.mana_cost
        found[place] = table[spell.name], cost, cost <= mana, spell.use.delivery.aimed
    return found


def offers_of(game: Game) -> Sequence[str]:
    """List the offers of the level choice that has waited longest; empty if none is waiting."""
    talents = ecs.row(game.player).get(growth.Talents)
    return talents.waiting[0].offers[:OFFERS] if talents is not None and talents.waiting else ()


def _offers(game: Game) -> NDArray[np.int16]:
    """Return the numbers of the offers to choose from."""
    found = np.zeros(OFFERS, np.int16)
    for place, name in enumerate(offers_of(game)):
        found[place] = numbers().offers.get(name, 0)
    return found


def _order(game: Game, seen: Seen) -> NDArray[np.int8]:
    """Return who will act before the player's next turn after a wait, as rows of the creatures, from 1."""
    found = np.zeros(ORDER, np.int8)
    if not seen:
        return found
    rows = {one.entity: place for place, one in enumerate(seen[:CREATURES], 1)}
    coming = [rows[one] for one in coming_turns_of(game, rows)][:ORDER]
    found[: len(coming)] = coming
    return found
