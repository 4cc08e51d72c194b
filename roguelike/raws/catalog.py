"""The catalog: every row of the data, compiled once and shared by everything made from it.

The rules in lower packages know it only as `roguelike.world.content.Content`. Anything wrong with the data is raised
from here, all at once, before it can be used in a game.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
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
from roguelike.core.content_pack import ContentPack
from roguelike.core.data_path import (
    SPAWNS,
    DataFolderError,
    chosen_packs,
    data_folder,
    data_folders,
    kept_catalog,
)
from roguelike.core.formula import Formula
from roguelike.core.garbage_collection import tune_collector
from roguelike.core.rng import Chance
from roguelike.raws.catalog_cache import read_cached, stamp, write_cached
from roguelike.raws.compiled import NO_FACTION, Compiled, Faction, MobState, category_of
from roguelike.raws.packs import packs_in, stands_alone
from roguelike.raws.spawn_table import Category, SpawnTable
from roguelike.world.content import Reaction

if TYPE_CHECKING:  # a cached catalog needs neither these nor pydantic
    from roguelike.raws.building import Built
    from roguelike.raws.reading import Raw, Source

HASH_DIGITS = 16
DEFAULT = "Default"


class Catalog:
    """All of the data; implements `world.content.Content`. What is looked up often is worked out only once."""

    def __init__(
        self,
        data_hash: str,
        compiled: Compiled,
        folders: tuple[Path, ...] = (),
        packs: tuple[ContentPack, ...] = (),
    ) -> None:
        """Take compiled data, and where it is from.

        `folders` are those of prefabs, boards, hints and pages: the game's data folder, then the packs over it; `packs`
        are its content packs in order, without the game's own data.
        """
        self.data_hash, self.compiled, self.folders, self.packs = (
            data_hash,
            compiled,
            folders,
            packs,
        )
        self.start = compiled.start
        self.growth: Growth = self.start.growth
        self.spawn_table = SpawnTable(
            compiled.spawns,
            compiled.shares,
            compiled.regions,
            compiled.groups,
            compiled.furniture,
            compiled.town,
        )
        self.laid_by_ground: Mapping[int, str] = compiled.laid_by_ground
        self.ground_lights: Sequence[GroundLight] = compiled.ground_lights
        self.offers: Mapping[str, Offer] = compiled.offers
        self.schools: Mapping[str, School] = compiled.schools
        self.spells: Mapping[str, SpellTemplate] = compiled.spells
        self.entry = cache(compiled.entry)
        self.has = compiled.has
        self.body = cache(self._body)
        self.is_thing = cache(self._is_thing)
        self.reaction = cache(self._reaction)
        self.reactions = cache(self._reactions)
        self.responses = cache(self._responses)
        self.born_at = cache(self._born_at)

    def templates(self, section: Section, name: str) -> Sequence[Any]:
        """Return the shared template components of a row. Raises KeyError if there is no such row."""
        return self.entry(section, name).templates

    def _body(self, section: Section, name: str) -> Body:
        """Return the size of what a row makes, and what it blocks. Raises KeyError if there is no such row."""
        parts = self.templates(section, name)
        return next((part for part in parts if isinstance(part, Body)), Body())

    def fresh(
        self, section: Section, name: str, rng: Chance, spells: Mapping[str, int]
    ) -> Sequence[Any]:
        """Return new state components with which an entity of this row starts; `spells` are the game's, by name."""
        return self.entry(section, name).fresh(rng, spells)

    def names(self, section: Section) -> Sequence[str]:
        """List the rows of a section in the order of the data, and after all items those generated from them."""
        generated = self.compiled.generated if section == "items" else ()
        return (*self.compiled.entries.get(section, ()), *generated)

    def section_of(self, name: str) -> Section | None:
        """Return the section that defines something that can be on a map; None if none does."""
        sections: tuple[Section, ...] = ("items", "mobs", "props", "hazards")
        return next((section for section in sections if self.has(section, name)), None)

    def _is_thing(self, name: str) -> bool:
        """Return whether a name is that of an item, a prop, or a fire or cloud."""
        sections: tuple[Section, ...] = ("items", "props", "hazards")
        return any(self.has(each, name) for each in sections)

    def named_alike(self, naming: str) -> Sequence[str]:
        """Return the kinds of items with this name while unidentified: all potions, all scrolls."""
        return self.compiled.alike.get(naming.lower(), ())

    def hazard(self, name: str) -> HazardTemplate:
        """Return a kind of fire or cloud. Raises KeyError if there is none."""
        return self.compiled.hazards[name]

    def _reactions(self, element: str) -> Reactions:
        """Return the rows of the reaction table that an element sets off, by what reacts."""
        return reactions_of(self.compiled.reactions.get(element, ()))

    def _responses(self, element: str) -> Responses:
        """Return the rows of the reaction table by which creatures react to an element that hurts them."""
        rows = self.compiled.responses.get(element, ())
        statuses = [self.status(row.status) for row in rows if row.status is not None]
        return responses_by(rows, (ground for status in statuses for ground in status.begins_on))

    def figure(self, name: Figure) -> Formula:
        """Return the formula of a figure that follows from level."""
        return self.compiled.figures[name]

    def _born_at(self, fresh: MobState, level: int) -> MobState:
        """Return the initial state of creatures of a kind at this level."""
        return fresh.at_level(level, self.compiled.figures)

    def status(self, name: str) -> StatusTemplate:
        """Return a status. Raises KeyError if there is none."""
        return self.compiled.statuses[name]

    def _reaction(self, faction: str, toward: str) -> Reaction:
        """Return how members of a faction react to the sight of another's; by default they ignore it."""
        responses = self._faction(faction).responses
        return responses.get(toward) or responses.get(DEFAULT) or "ignore"

    def _faction(self, name: str) -> Faction:
        """Return a faction; one without a row is nobody's enemy and speaks for nobody else."""
        return self.compiled.factions.get(name, NO_FACTION)

    def rivals(self, faction: str) -> Sequence[str]:
        """List the factions that name this one as an enemy, in the order of the data."""
        factions = self.compiled.factions.items()
        return [name for name, each in factions if each.responses.get(faction) == "attack"]

    def sides(self, faction: str) -> Sequence[str]:
        """List the factions that count what is done to a member: its own, and the one that it speaks for, if any."""
        above = self._faction(faction).speaks_for
        return (faction,) if above is None else (faction, above)

    def called(self, faction: str) -> str:
        """Return the display name of a faction: its label, or else its name."""
        return self._faction(faction).label or faction

    def avengers(self, depth: int, deeds: Sequence[str]) -> Mapping[str, Group]:
        """Return the avengers sent at a depth after a player who is hated for a deed, by faction."""
        return {
            side: each.avengers
            for side, each in self.compiled.factions.items()
            if each.avengers is not None
            and depth in each.avengers.depths
            and not set(each.avenges).isdisjoint(deeds)
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
    return Catalog(_hash(made.raws, over), made.compiled, folders, made.packs)


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
        return Catalog(*found, folders, packs)
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
