"""The catalog: every row of the data, compiled once and shared by all that is made from it.

The rules below know it only as `roguelike.world.content.Content`. Whatever is wrong with the data is raised from here,
all at once, before anything of it can start a game.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from roguelike.components.actors import Section
from roguelike.components.growth import Growth, Offer, School
from roguelike.components.hazards import (
    HazardTemplate,
    Reactions,
    Responses,
    reactions_of,
    responses_by,
)
from roguelike.components.magic import SpellTemplate
from roguelike.components.places import Group, Region
from roguelike.components.statuses import StatusTemplate
from roguelike.core.data_path import SPAWNS, data_folder
from roguelike.core.records import Record, field
from roguelike.core.rng import Chance
from roguelike.raws.catalog_cache import read_cached, stamp, write_cached
from roguelike.raws.compiled import Compiled, category_of
from roguelike.raws.entries import Start
from roguelike.raws.spawn_table import Category, Pool, SpawnKind, SpawnTable
from roguelike.world.content import Reaction

if TYPE_CHECKING:  # a cached catalog needs neither these nor pydantic
    from roguelike.raws.reading import Raw, Source

HASH_DIGITS = 16
DEFAULT = "Default"


class Catalog(Record, eq=False):
    """Everything that is data; implements `world.content.Content`."""

    data_hash: str
    compiled: Compiled
    spawn_table: SpawnTable
    start: Start
    _reactions: dict[tuple[str, str], Reaction] = field(default_factory=dict)
    _by_element: dict[str, Reactions] = field(default_factory=dict)
    _responses: dict[str, Responses] = field(default_factory=dict)

    def has(self, section: Section, name: str) -> bool:
        """Return whether there is such a row."""
        return name in self.compiled.entries.get(section, {})

    def templates(self, section: Section, name: str) -> Sequence[Any]:
        """Return the shared template components of a row; KeyError when there is none."""
        return self.compiled.entries[section][name].templates

    def fresh(
        self, section: Section, name: str, rng: Chance, spells: Mapping[str, int]
    ) -> Sequence[Any]:
        """Return new state components with which an entity of this row starts; `spells` are the game's, by name."""
        return self.compiled.entries[section][name].fresh(rng, spells)

    def names(self, section: Section) -> Sequence[str]:
        """List the rows of a section in the order of the data, generated items after their base."""
        return tuple(self.compiled.entries.get(section, ()))

    def section_of(self, name: str) -> SpawnKind | None:
        """Return where a thing that can stand on a map is defined; None when nowhere."""
        sections: tuple[SpawnKind, ...] = ("items", "mobs", "props")
        return next((section for section in sections if self.has(section, name)), None)

    def named_alike(self, naming: str) -> Sequence[str]:
        """Return the kinds of items that are called so while unknown: all potions, all scrolls."""
        return self.compiled.alike.get(naming.lower(), ())

    def hazard(self, name: str) -> HazardTemplate:
        """Return a kind of fire or cloud; KeyError when there is none."""
        return self.compiled.hazards[name]

    def reactions(self, element: str) -> Reactions:
        """Return the rows of the reaction table that an element sets off, by what reacts."""
        known = self._by_element.get(element)
        if known is None:
            known = reactions_of(self.compiled.reactions.get(element, ()))
            self._by_element[element] = known
        return known

    def responses(self, element: str) -> Responses:
        """Return the rows of the reaction table by which creatures react to an element that hurts them."""
        known = self._responses.get(element)
        if known is None:
            rows = self.compiled.responses.get(element, ())
            statuses = [self.status(row.status) for row in rows if row.status is not None]
            grounds = (ground for status in statuses for ground in status.begins_on)
            known = responses_by(rows, grounds)
            self._responses[element] = known
        return known

    @property
    def laid_by_ground(self) -> Mapping[int, str]:
        """The status that each kind of ground lays on whoever comes there, by the ground's number."""
        return self.compiled.laid_by_ground

    @property
    def growth(self) -> Growth:
        """What levels give the player."""
        return self.start.growth

    @property
    def offers(self) -> Mapping[str, Offer]:
        """What levels may offer, by name, in the order of the data."""
        return self.compiled.offers

    @property
    def schools(self) -> Mapping[str, School]:
        """The schools of magic by name."""
        return self.compiled.schools

    @property
    def spells(self) -> Mapping[str, SpellTemplate]:
        """All spells by name, in the order of the data."""
        return self.compiled.spells

    def status(self, name: str) -> StatusTemplate:
        """Return a status; KeyError when there is none."""
        return self.compiled.statuses[name]

    def reaction(self, faction: str, toward: str) -> Reaction:
        """Return how members of a faction take the sight of another's; to ignore, when nothing is said."""
        pair = (faction, toward)
        known = self._reactions.get(pair)
        if known is None:
            responses = self.compiled.factions.get(faction, {})
            known = responses.get(toward) or responses.get(DEFAULT) or "ignore"
            self._reactions[pair] = known
        return known

    def rivals(self, faction: str) -> Sequence[str]:
        """List the factions that name this one as an enemy, in the order of the data."""
        factions = self.compiled.factions.items()
        return [name for name, responses in factions if responses.get(faction) == "attack"]

    def called(self, faction: str) -> str:
        """Return what people call a faction: its label, or else its name."""
        return self.compiled.labels.get(faction) or faction

    def equipment(self, mob: str) -> Sequence[str]:
        """Return the items a creature starts with."""
        return self.compiled.equipment.get(mob, ())

    def loot(self, table: str) -> Sequence[tuple[str, int]]:
        """Return a loot table as (item, weight); KeyError when there is none."""
        return self.compiled.loot[table]

    def wares(self, categories: Sequence[str]) -> Sequence[str]:
        """List the items that a vendor of some categories has for sale, in the order of the data."""
        return [name for name, category in self.compiled.wares.items() if category in categories]

    def category(self, item: str) -> Category:
        """Return what sort of find an item is; KeyError when there is no such item."""
        return category_of(self.compiled, item)

    def roll(self, kind: SpawnKind, depth: int, rng: Chance) -> str | None:
        """Roll on the spawn table; None when nothing of this kind spawns at this depth."""
        return self.spawn_table.roll(kind, depth, rng)

    def region(self, depth: int) -> Region:
        """Return the region that a depth belongs to."""
        return self.spawn_table.region(depth)

    def groups(self, depth: int) -> Sequence[Group]:
        """Return the groups of creatures that live at a depth."""
        return self.spawn_table.groups(depth)

    def spawns(self, kind: SpawnKind, depth: int) -> Mapping[str, Pool]:
        """Return what the spawn table has for a depth, as (name, weight) by category."""
        return self.spawn_table.pools(kind, depth)


def load_catalog(sources: "Sequence[Source] | None" = None) -> Catalog:
    """Load the game's data, or some sources of it, later ones adding to and overriding earlier ones.

    A source is a folder with a `spawns.json`, such a file, or its content as plain data.

    Raises:
        DataError: something is wrong with the data; it lists everything that is.
        DataFolderError: no source was named, and the game's own data is not where it should be.
    """
    from roguelike.raws.compiling import compile_all
    from roguelike.raws.faults import Report
    from roguelike.raws.reading import merge, read
    from roguelike.raws.references import References

    report = Report()
    raws = [read(source, report) for source in sources or (data_folder(),)]
    tables = merge(raws, report)
    compiled = compile_all(tables)
    References(tables, compiled).check()
    report.raise_faults()
    return _catalog(_hash(raws), compiled)


def load_cached_catalog(cache: Path) -> Catalog:
    """Load the game's data from its cache if that is still true, else as it is, and write the cache for the next time.

    Raises:
        DataError, DataFolderError: as `load_catalog` does.
    """
    data = data_folder() / SPAWNS
    try:
        mark = stamp(data)
    except OSError:
        return load_catalog()
    found = read_cached(cache, mark)
    if found is not None:
        return _catalog(*found)
    made = load_catalog()
    write_cached(cache, mark, made.data_hash, made.compiled)
    return made


def _catalog(data_hash: str, compiled: Compiled) -> Catalog:
    """Make a catalog of what was compiled."""
    table = SpawnTable(compiled.spawns, compiled.shares, compiled.regions, compiled.groups)
    return Catalog(data_hash, compiled, table, compiled.start)


def _hash(raws: "Sequence[Raw]") -> str:
    """Return the SHA-256 of what the data says, whatever its layout and line ends."""
    import hashlib

    digest = hashlib.sha256()
    for text in _canonical(raws):
        digest.update(text.encode("ascii"))
    return digest.hexdigest()[:HASH_DIGITS]


def _canonical(raws: "Sequence[Raw]") -> Iterator[str]:
    """Write each source's data in the one canonical way."""
    import json

    for raw in raws:
        yield json.dumps(raw.data, sort_keys=True, separators=(",", ":"), default=str)
        yield "\n"
