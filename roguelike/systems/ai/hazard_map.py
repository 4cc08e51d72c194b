"""The hazard map: which tiles creatures avoid because of fires, clouds, runes and traps, and paths around them.

A creature avoids only what would hurt or disable it. One that resists the element walks through, one that ignores
hazards walks through anything, and a trap that has not been found is not avoided. Fires are waited out; traps and runes
are risked if there is no way around. The cost grows with hazards and creatures; a level without hazards costs nothing.
"""

from collections.abc import Iterable

from roguelike.actions import moving
from roguelike.components import actors, hazards, magic, spatial
from roguelike.core import paths, sight
from roguelike.core.effect import Effect, mean_of
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.records import State, field
from roguelike.effects import damage, elements, healing, triggers
from roguelike.effects.runes import use_of
from roguelike.effects.statuses import Afflict, Confuse, DamageOverTime
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.level import Level, keep
from roguelike.world.terrain import Tile

Places = tuple[frozenset[Point], frozenset[Point]]
"""The tiles of some hazards, and those of them that burn."""
BORNE_SHARE = 0.5
"""Greatest share of an element's damage that a creature does not avoid."""


class Avoidance:
    """Tiles that some creatures avoid, and paths around them."""

    def __init__(
        self, level: Level, tiles: frozenset[Point], of_fire: "Avoidance | None" = None
    ) -> None:
        """Index the tiles by row and as bits; `of_fire` is what is avoided even if there is no way around."""
        self.level, self.tiles, self.of_fire = level, tiles, of_fire
        self.burning = tiles if of_fire is None else of_fire.tiles
        """The tiles of fires and clouds; the others have traps and runes."""
        self.rows: paths.Rows = paths.no_rows(level.height)
        for x, y in tiles:
            self.rows[y + 1] |= 2 << x
        self.bits: paths.Bits = paths.bits_of(tiles, level.width)
        self._ways: dict[tuple[Point, int, int, bool], paths.DistanceField] = {}
        self._out: paths.DistanceField | None = None

    @property
    def key(self) -> Places:
        """The tiles, and those of them that burn."""
        return self.tiles, self.burning

    def way(self, goal: Point, body: spatial.Body, *, hands: bool) -> paths.DistanceField:
        """Return the field that leads to a goal around these tiles, as `Level.way` leads straight through."""
        key = (goal, body.width, body.height, hands)
        found = self._ways.get(key)
        if found is None:
            way = self.level.find_ways(goal, body, hands=hands, without=self.bits)
            found = keep(self._ways, key, way)
        return found

    def is_between(self, a: Point, b: Point) -> bool:
        """Return whether any of the tiles is on the straight line between two tiles."""
        return not sight.clear_line(self.bits, self.level.width, a, b)

    def way_out(self) -> paths.DistanceField:
        """Return the field of distances that leads from burning tiles to the nearest safe one."""
        if self._out is None:
            beside = {(x + dx, y + dy) for x, y in self.burning for dx, dy in DIRECTIONS}
            free = [tile for tile in sorted(beside - self.tiles) if self.level.has_ground((tile,))]
            self._out = self.level.field(self.level.ground(), free)
        return self._out


class HazardKind(State):
    """One kind of fire, cloud, rune or trap, and where it is."""

    effects: tuple[Effect, ...]
    sprung: magic.Use | None
    """What it does when stepped on; None for fires and clouds."""
    maker: int = 0
    points: list[Point] = field(default_factory=list)


class HazardMap(State):
    """All hazards of a level at one revision, and who avoids which."""

    revision: tuple[int, int, int, int]
    """The level, its ground, its hazards and the turn for which it is valid."""
    kinds: list[HazardKind]
    lasting: bool
    """Whether all have been found and none was laid by a creature: then it stays valid until one comes or goes."""
    before: dict[Places, Avoidance] = field(default_factory=dict)
    """The avoidances of the revision before, if the ground was the same."""
    by_creature: dict[int, tuple[actors.DerivedStats, Avoidance | None]] = field(
        default_factory=dict
    )
    """What a creature avoids, and the derived stats from which this was computed and for which it is valid."""
    by_kinds: dict[tuple[int, ...], Avoidance] = field(default_factory=dict)


def avoided_by(
    game: Game, level: Level, entity: int, stats: actors.DerivedStats
) -> Avoidance | None:
    """Return what a creature avoids; None when nothing there would harm it."""
    known = _map_of(game, level)
    found = known.by_creature.get(entity)
    if found is None or found[0] is not stats:
        found = (stats, _worked_out(game, level, known, entity, stats))
        known.by_creature[entity] = found
    return found[1]


class Dread(State):
    """What creatures that dread water avoid, at one revision of the level and of what else they avoid."""

    avoided: Avoidance | None


def water_dreaded(game: Game, level: Level, avoided: Avoidance | None) -> Avoidance | None:
    """Return what a creature that dreads water avoids: water too, which it never risks."""
    tiles = avoided.tiles if avoided is not None else frozenset[Point]()
    revision = (level.depth, level.version, tiles)
    found = game.caches.get(Dread, revision)
    if found is None:
        water = frozenset(sight.points(level.tiles == Tile.SHALLOW_WATER))
        dread = Avoidance(level, tiles | water) if tiles or water else None
        found = game.caches.keep(revision, Dread(dread))
    return found.avoided


def _worked_out(
    game: Game, level: Level, known: HazardMap, entity: int, stats: actors.DerivedStats
) -> Avoidance | None:
    """Compute what a creature avoids; those that avoid the same kinds of hazard share one answer."""
    avoided = tuple(
        index for index, kind in enumerate(known.kinds) if _avoids(game, entity, stats, kind)
    )
    if not avoided:
        return None
    if avoided not in known.by_kinds:
        known.by_kinds[avoided] = _avoidance(
            level, known, [known.kinds[index] for index in avoided]
        )
    return known.by_kinds[avoided]


def _avoidance(level: Level, known: HazardMap, kinds: list[HazardKind]) -> Avoidance:
    """Return the avoidance of some kinds of hazard; its `of_fire` leaves traps and runes out."""
    every = _tiles(kinds)
    burning = _tiles(kind for kind in kinds if kind.sprung is None)
    found = known.before.get((every, burning))
    if found is None:
        found = Avoidance(level, every, None if every == burning else Avoidance(level, burning))
    return found


def _tiles(kinds: Iterable[HazardKind]) -> frozenset[Point]:
    """Return the tiles of some kinds of hazard."""
    return frozenset([point for kind in kinds for point in kind.points])


def _map_of(game: Game, level: Level) -> HazardMap:
    """Return the hazard map of a level; it is rebuilt each turn, and when a hazard came or went.

    Paths around hazards that have not moved are kept while the ground is the same. Where there is no hidden trap to be
    found and no rune that spares anybody, the map is kept from turn to turn.
    """
    caches = game.caches
    revision = (level.depth, level.version, level.hazards_seen, game.turn)
    found = caches.get(HazardMap, revision)
    if found is not None:
        return found
    before = caches.last(HazardMap)
    if before is not None and before.lasting and before.revision[:3] == revision[:3]:
        before.revision = revision
        return caches.keep(revision, before)
    kinds: dict[tuple[str, int, magic.Recipe | None], HazardKind] = {}
    for entity, point in sorted(level.hazards.items()):
        _enter(game, kinds, entity, point)
    lasting = not any(_may_change(ecs.row(entity)) for entity in level.hazards)
    found = HazardMap(revision, list(kinds.values()), lasting)
    if before is not None and before.revision[:2] == revision[:2]:
        found.before = {each.key: each for each in before.by_kinds.values()}
    return caches.keep(revision, found)


def _may_change(row: ecs.Row) -> bool:
    """Return whether a hazard may change although none came or went: a hidden trap, or a rune laid by a creature."""
    return (spatial.Hidden in row and not row[spatial.Hidden].found) or (
        magic.Trigger in row and hazards.Hazard in row
    )


def _enter(
    game: Game,
    kinds: dict[tuple[str, int, magic.Recipe | None], HazardKind],
    entity: int,
    point: Point,
) -> None:
    """Add one hazard to its kind, if it can be seen; runes of different makers or spells are different kinds."""
    row = ecs.row(entity)
    hidden: spatial.Hidden | None = row.get(spatial.Hidden)
    if hidden is not None and not hidden.found:
        return
    sprung = use_of(game, entity) if magic.Trigger in row else None
    hazard: hazards.Hazard | None = row.get(hazards.Hazard)
    maker = hazard.source if hazard is not None and sprung is not None else 0
    laid: magic.Laid | None = row.get(magic.Laid)
    key = row[actors.Kind].name, maker, laid.recipe if laid is not None else None
    found = kinds.get(key)
    if found is None:
        effects = row[hazards.HazardTemplate].effects if sprung is None else sprung.effects
        found = kinds[key] = HazardKind(effects, sprung, maker)
    found.points.append(point)


def _avoids(game: Game, entity: int, stats: actors.DerivedStats, kind: HazardKind) -> bool:
    """Return whether a creature avoids a kind of hazard."""
    if (
        kind.sprung is not None
        and kind.maker
        and triggers.is_spared(game, entity, kind.maker, kind.sprung)
    ):
        return False
    return any(harms(game, stats, effect) for effect in kind.effects)


def harms(game: Game, stats: actors.DerivedStats, effect: Effect) -> bool:
    """Return whether an effect would take hit points or turns from a creature."""
    match effect:
        case damage.Damage(element=element) | healing.Drain(element=element):
            return stats.resistances.get(element, 1.0) * stats.status.damage_share > BORNE_SHARE
        case DamageOverTime(damage=harm):
            return mean_of(harm) > 0
        case Confuse():
            return True
        case Afflict(status=name):
            status = game.content.statuses[name]
            laid_low = (
                status.tick == "damage"
                or moving.STAGGERS in status.flags
                or "act" in status.forbids
            )
            return laid_low and name not in stats.blessing.proof
        case elements.Kindle(hazard=name):
            return any(harms(game, stats, each) for each in game.content.hazards[name].effects)
        case _:
            return False
