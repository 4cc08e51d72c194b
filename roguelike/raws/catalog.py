"""The catalog: every row of the data, compiled once and shared by everything made from it.

The rules in lower packages know it only as `roguelike.world.content.Content`. Anything wrong with the data is raised
from here, all at once, before it can be used in a game.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from roguelike.components.actors import Section
from roguelike.components.growth import Figure, Growth, Offer, School
from roguelike.components.hazards import (
    HazardTemplate,
    Reactions,
    Responses,
    reactions_of,
    responses_by,
)
from roguelike.components.looks import GroundLight
from roguelike.components.magic import SpellTemplate
from roguelike.components.places import Group
from roguelike.components.spatial import Body
from roguelike.components.statuses import StatusTemplate
from roguelike.core.data_path import (
    SPAWNS,
    ContentPack,
    DataFolderError,
    chosen_packs,
    data_folder,
    data_folders,
    kept_catalog,
)
from roguelike.core.formula import Formula
from roguelike.core.garbage_collection import tune_collector
from roguelike.core.records import Record, field
from roguelike.core.rng import Chance
from roguelike.raws.catalog_cache import read_cached, stamp, write_cached
from roguelike.raws.compiled import Compiled, category_of
from roguelike.raws.entries import Entry, Start
from roguelike.raws.packs import packs_in, stands_alone
from roguelike.raws.spawn_table import Category, SpawnTable
from roguelike.raws.starting_state import MobState
from roguelike.world.content import Reaction

if TYPE_CHECKING:  # a cached catalog needs neither these nor pydantic
    from roguelike.raws.building import Built
    from roguelike.raws.reading import Raw, Source

HASH_DIGITS = 16
DEFAULT = "Default"


class Catalog(Record, eq=False):
    """All of the data; implements `world.content.Content`."""

    data_hash: str
    compiled: Compiled
    spawn_table: SpawnTable
    start: Start
    folders: tuple[Path, ...] = ()
    """The folders of prefabs, boards, hints and pages: the game's data folder, then the packs over it."""
    packs: tuple[ContentPack, ...] = ()
    """Its content packs in order, without the game's own data."""
    _reactions: dict[tuple[str, str], Reaction] = field(default_factory=dict)
    _by_element: dict[str, Reactions] = field(default_factory=dict)
    _responses: dict[str, Responses] = field(default_factory=dict)
    _things: dict[str, bool] = field(default_factory=dict)
    _born: dict[tuple[MobState, int], MobState] = field(default_factory=dict)
    _bodies: dict[tuple[Section, str], Body] = field(default_factory=dict)
    _entries: dict[tuple[Section, str], Entry] = field(default_factory=dict)

    def has(self, section: Section, name: str) -> bool:
        """Return whether there is such a row."""
        return self.compiled.has(section, name)

    def templates(self, section: Section, name: str) -> Sequence[Any]:
        """Return the shared template components of a row. Raises KeyError if there is no such row."""
        return self._entry(section, name).templates

    def body(self, section: Section, name: str) -> Body:
        """Return the size of what a row makes, and what it blocks. Raises KeyError if there is no such row."""
        known = self._bodies.get((section, name))
        if known is None:
            parts = self.templates(section, name)
            known = next((part for part in parts if isinstance(part, Body)), Body())
            self._bodies[section, name] = known
        return known

    def fresh(
        self, section: Section, name: str, rng: Chance, spells: Mapping[str, int]
    ) -> Sequence[Any]:
        """Return new state components with which an entity of this row starts; `spells` are the game's, by name."""
        return self._entry(section, name).fresh(rng, spells)

    def _entry(self, section: Section, name: str) -> Entry:
        """Return a row's entry, made only once. Raises KeyError if there is no such row."""
        known = self._entries.get((section, name))
        if known is None:
            known = self._entries[section, name] = self.compiled.entry(section, name)
        return known

    def names(self, section: Section) -> Sequence[str]:
        """List the rows of a section in the order of the data, and after all items those generated from them."""
        generated = self.compiled.generated if section == "items" else ()
        return (*self.compiled.entries.get(section, ()), *generated)

    def section_of(self, name: str) -> Section | None:
        """Return the section that defines something that can be on a map; None if none does."""
        sections: tuple[Section, ...] = ("items", "mobs", "props", "hazards")
        return next((section for section in sections if self.has(section, name)), None)

    def is_thing(self, name: str) -> bool:
        """Return whether a name is that of an item, a prop, or a fire or cloud."""
        known = self._things.get(name)
        if known is None:
            sections: tuple[Section, ...] = ("items", "props", "hazards")
            known = self._things[name] = any(self.has(each, name) for each in sections)
        return known

    def named_alike(self, naming: str) -> Sequence[str]:
        """Return the kinds of items with this name while unidentified: all potions, all scrolls."""
        return self.compiled.alike.get(naming.lower(), ())

    def hazard(self, name: str) -> HazardTemplate:
        """Return a kind of fire or cloud. Raises KeyError if there is none."""
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
        """The status that each kind of ground gives to creatures on it, by the ground's number."""
        return self.compiled.laid_by_ground

    @property
    def ground_lights(self) -> Sequence[GroundLight]:
        """The kinds of ground that glow."""
        return self.compiled.ground_lights

    @property
    def growth(self) -> Growth:
        """What levels give the player."""
        return self.start.growth

    def figure(self, name: Figure) -> Formula:
        """Return the formula of a figure that follows from level."""
        return self.compiled.figures[name]

    def born_at(self, fresh: MobState, level: int) -> MobState:
        """Return the initial state of creatures of a kind at this level."""
        known = self._born.get((fresh, level))
        if known is None:
            known = self._born[fresh, level] = fresh.at_level(level, self.compiled.figures)
        return known

    @property
    def offers(self) -> Mapping[str, Offer]:
        """The offers that levels may make, by name, in the order of the data."""
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
        """Return a status. Raises KeyError if there is none."""
        return self.compiled.statuses[name]

    def reaction(self, faction: str, toward: str) -> Reaction:
        """Return how members of a faction react to the sight of another's; by default they ignore it."""
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

    def sides(self, faction: str) -> Sequence[str]:
        """List the factions that count what is done to a member: its own, and the one that it speaks for, if any."""
        return (faction, *self.compiled.speaking.get(faction, ()))

    def called(self, faction: str) -> str:
        """Return the display name of a faction: its label, or else its name."""
        return self.compiled.labels.get(faction) or faction

    def avengers(self, depth: int, deeds: Sequence[str]) -> Mapping[str, Group]:
        """Return the avengers sent at a depth after a player who is hated for a deed, by faction."""
        return {
            side: group
            for side, (group, avenged) in self.compiled.avengers.items()
            if depth in group.depths and not set(avenged).isdisjoint(deeds)
        }

    def equipment(self, mob: str) -> Sequence[str]:
        """Return the items a creature starts with."""
        return self.compiled.equipment.get(mob, ())

    def loot(self, table: str) -> Sequence[tuple[str, int]]:
        """Return a loot table as (item, weight). Raises KeyError if there is none."""
        return self.compiled.loot[table]

    def wares(self, categories: Sequence[str]) -> Sequence[str]:
        """List the items that a vendor of some categories has for sale, in the order of the data."""
        return [name for name, category in self.compiled.wares.items() if category in categories]

    def category(self, item: str) -> Category:
        """Return the category of an item. Raises KeyError if there is no such item."""
        return category_of(self.compiled, item)


def load_catalog(sources: "Sequence[Source] | None" = None) -> Catalog:
    """Load the game's data and the packs in force, or some sources, later ones adding to and overriding earlier ones.

    A source is a folder with a `spawns.json`, such a file, or its content as plain data.

    Raises:
        DataError: something is wrong with the data; it lists everything that is.
        DataFolderError: the game's own data is not where it should be, or a pack is invalid.
    """
    from roguelike.raws.building import build

    chosen = sources_for(chosen_packs()) if sources is None else list(sources)
    return catalog_of(build(chosen, folders_of(chosen)[1:]), chosen)


def catalog_of(made: "Built", sources: "Sequence[Source]") -> Catalog:
    """Return the catalog of what was built from these sources."""
    folders = folders_of(sources)
    # Of the lowest source only the rows count, as with the game's own data.
    over = made.packs[1:] if folders[1:2] == tuple(sources[:1]) else made.packs
    return _catalog(_hash(made.raws, over), made.compiled, folders, made.packs)


def load_cached_catalog(cache: Path | None, chosen: Sequence[Path] | None = None) -> Catalog:
    """Load the data in force, or other packs, from a valid cache; otherwise from the sources, and write the cache.

    Without a cache it is loaded from the sources.

    Raises:
        DataError, DataFolderError: as `load_catalog` does.
    """
    sources = sources_for(chosen_packs() if chosen is None else chosen)
    if cache is None:
        return load_catalog(sources)
    try:
        folders = folders_of(sources)
        packs = packs_in(folders[1:])
        mark = stamp(data_folder() / SPAWNS, packs)
    except (OSError, DataFolderError):
        return load_catalog(sources)
    found = read_cached(cache, mark)
    if found is not None:
        return _catalog(*found, folders, packs)
    made = load_catalog(sources)
    write_cached(cache, mark, made.data_hash, made.compiled)
    return made


@lru_cache(maxsize=4)
def _loaded_once(_folders: tuple[Path, ...]) -> Catalog:
    """Load the data in force from these folders, or from the cache if it is still valid."""
    found = load_cached_catalog(kept_catalog())
    tune_collector()
    return found


def catalog_in_force() -> Catalog:
    """Return the data in force, loaded once per process.

    Raises:
        DataError, DataFolderError: as `load_catalog` does.
    """
    return _loaded_once(data_folders())


def sources_for(packs: Sequence[Path]) -> list[Path]:
    """Return the folders that are loaded, one over the other, for some packs.

    A folder that has everything a game needs, and no manifest, stands on its own: nothing below it counts. Raises
    DataFolderError if the game's own data is needed and is not where it should be.
    """
    first = max((at for at, pack in enumerate(packs) if stands_alone(pack)), default=-1)
    return [*([] if first >= 0 else [data_folder()]), *packs[max(first, 0) :]]


def folders_of(sources: "Sequence[Source]") -> tuple[Path, ...]:
    """Return the game's data folder and the folders among some sources that are loaded over it, or instead of it."""
    own = data_folder()
    packs = (each for each in sources if isinstance(each, Path) and each.is_dir() and each != own)
    return (own, *packs)


def _catalog(
    data_hash: str, compiled: Compiled, folders: tuple[Path, ...], packs: tuple[ContentPack, ...]
) -> Catalog:
    """Make a catalog from compiled data."""
    table = SpawnTable(
        compiled.spawns,
        compiled.shares,
        compiled.regions,
        compiled.groups,
        compiled.furniture,
        compiled.town,
    )
    return Catalog(data_hash, compiled, table, compiled.start, folders, packs)


def _hash(raws: "Sequence[Raw]", packs: Sequence[ContentPack]) -> str:
    """Return the SHA-256 of the data's content, independent of layout and line ends, and of everything in its packs."""
    import hashlib

    digest = hashlib.sha256()
    for text in _canonical(raws):
        digest.update(text.encode("ascii"))
    for pack in packs:
        digest.update(f"{pack.name} {pack.digest}\n".encode())
    return digest.hexdigest()[:HASH_DIGITS]


def _canonical(raws: "Sequence[Raw]") -> Iterator[str]:
    """Yield each source's data in canonical form."""
    import json

    for raw in raws:
        yield json.dumps(raw.data, sort_keys=True, separators=(",", ":"), default=str)
        yield "\n"
