"""The catalog: every row of the data, compiled once and shared by everything made from it.

The rules in lower packages know it only as `roguelike.world.game.Content`. Anything wrong with the data is raised
from here, all at once, before it can be used in a game.

It is cached in a file, so that a game starts without pydantic and without repeating the checks: a line that says what
it was made from, then the compiled data as JSON, written and read by the records' own annotations. A file that is
missing, damaged, or made from other data or by another program is ignored, and rewritten.
"""

import os
import zlib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache, reduce
from operator import or_
from pathlib import Path
from types import GenericAlias
from typing import TYPE_CHECKING, Any

from msgspec import MsgspecError, Struct, json

from roguelike import __version__, components
from roguelike.components import actors, growth, hazards, magic, spatial
from roguelike.components.looks import GroundLight
from roguelike.components.places import Group
from roguelike.components.statuses import StatusTemplate
from roguelike.core import data_path
from roguelike.core.effect import EFFECTS
from roguelike.core.formula import Formula
from roguelike.core.garbage_collection import tune_collector
from roguelike.core.records import Template
from roguelike.core.rng import Chance
from roguelike.core.sha256 import sha256
from roguelike.raws.compiled import (
    CLASSES,
    NO_FACTION,
    Compiled,
    Entry,
    Faction,
    ItemState,
    MobState,
    Start,
    category_of,
)
from roguelike.raws.packs import packs_in, stands_alone
from roguelike.raws.spawn_table import Category, SpawnTable
from roguelike.world.game import Reaction

if TYPE_CHECKING:
    from roguelike.raws.building import Built
    from roguelike.raws.reading import Raw, Source


FORMAT = 4
MOST_BYTES = 64_000_000
SOURCES = ("components", "core", "effects", "raws", "world")
"""Folders of the program that affect what is compiled from the data."""
Head = tuple[str, int, str]
"""The first line: what the catalog was made from, the checksum of the rest, the data hash."""


@cache
def _reader() -> json.Decoder[Compiled]:
    """Return the decoder of a catalog.

    msgspec decodes a value as exactly the class that its field names. For fields that hold any effect or any template,
    the possible classes are set here, since only here are all of them declared.
    """
    for kind in (magic.Use, magic.Add, magic.Wrap):
        kind.__annotations__["effects"] = _some_of(EFFECTS.values())
    magic.Become.__annotations__["becomes"] = reduce(or_, EFFECTS.values()) | None
    hazards.HazardTemplate.__annotations__["effects"] = _some_of(EFFECTS.values())
    Entry.__annotations__["templates"] = _some_of(_kinds_of(Template))
    return json.Decoder(Compiled)


def _kinds_of(record: type[Struct]) -> Iterator[type[Struct]]:
    """Yield a record's subclasses, direct and indirect, that are components, not rows: a glow is a light source."""
    for kind in record.__subclasses__():
        if kind.__module__.startswith(components.__name__):
            yield kind
        yield from _kinds_of(kind)


def _some_of(kinds: Iterable[type]) -> GenericAlias:
    """Return the type of a tuple of any number of records of these kinds, distinguished by their tags."""
    return GenericAlias(tuple, (reduce(or_, kinds), ...))


def stamp(data: Path, packs: Iterable[data_path.ContentPack] = ()) -> str:
    """Return the mark of what a cached catalog must be made from: this data, these packs in full, this program.

    Raises OSError if it cannot be determined.
    """
    whole = zlib.crc32(data.read_bytes())
    sizes = [(data.stat().st_size, data.stat().st_mtime_ns)]
    for folder in SOURCES:
        with os.scandir(data_path.PACKAGE / folder) as found:
            files = sorted((each for each in found if each.is_file()), key=lambda each: each.name)
            sizes += [(each.stat().st_size, each.stat().st_mtime_ns) for each in files]
    over = "".join(f" {pack} {pack.digest}" for pack in packs)
    program = zlib.crc32(repr(sizes).encode())
    return f"{FORMAT} {__version__} {data} {whole:08x} {program:08x}{over}"


def write_cached(path: Path, mark: str, data_hash: str, compiled: Compiled) -> None:
    """Write a catalog that was made from what `mark` stands for; do nothing if it cannot be encoded or written."""
    with suppress(OSError, TypeError, ValueError):
        body = json.encode(compiled)
        head: Head = (mark, zlib.crc32(body), data_hash)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        try:
            draft.write_bytes(json.encode(head) + b"\n" + body)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)  # after a successful replace it no longer exists


def read_cached(path: Path, mark: str) -> tuple[str, Compiled] | None:
    """Return the data hash and catalog of a cache; None if the file is invalid, or made from anything else."""
    try:
        if path.exists() and not path.is_file():
            return None  # a pipe would block forever
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            return None
        end = text.index(b"\n")
        body = memoryview(text)[end + 1 :]  # no copy of it
        found, checksum, data_hash = json.decode(text[:end], type=Head)
        if found != mark or checksum != zlib.crc32(body):
            return None
        compiled = _reader().decode(body)
        return (data_hash, compiled) if _is_sound(compiled) else None
    except (OSError, ValueError, RecursionError, MsgspecError):
        return None


def _is_sound(compiled: Compiled) -> bool:
    """Return whether everything it refers to exists: a correct checksum does not say that the contents are."""
    return _has_what_it_names(compiled) and _can_make_what_is_generated(compiled)


def _can_make_what_is_generated(compiled: Compiled) -> bool:
    """Return whether every generated item can be made: its base is an item, and its bonus and trait exist."""
    items = compiled.entries.get("items", {})
    traits = {"", *(each.name for each in compiled.traits)}
    return all(
        made.bonus in CLASSES
        and made.trait in traits
        and made.base in items
        and isinstance(items[made.base].fresh, ItemState)
        for made in compiled.generated.values()
    )


def _has_what_it_names(compiled: Compiled) -> bool:
    """Return whether there is a row, or something generated, for every name in the tables."""
    sent = (each.avengers for each in compiled.factions.values())
    groups = [*compiled.groups, *filter(None, sent)]
    items = compiled.entries.get("items", {})
    starts = compiled.origins.values()
    known: dict[actors.Section, Container[str]] = {
        **compiled.entries,
        "items": {*items, *compiled.generated},
    }
    named: dict[actors.Section, list[Iterable[str]]] = {
        "items": [
            compiled.wares,
            *compiled.alike.values(),
            *compiled.equipment.values(),
            *((name for name, _ in table) for table in compiled.loot.values()),
            *(start.equipped for start in starts),
            *(start.carried for start in starts),
            *(shelf.books for shelf in compiled.shelves),
        ],
        "mobs": [compiled.equipment, *((each.name for each in group.members) for group in groups)],
        "props": [group.props for group in groups],
        "statuses": [compiled.statuses, *([each.name for each in one.statuses] for one in starts)],
        "hazards": [compiled.hazards],
    }
    spawned = ((each.kind, each.name) for each in compiled.spawns)
    return all(name in known.get(kind, ()) for kind, name in spawned) and all(
        name in known.get(section, ())
        for section, tables in named.items()
        for table in tables
        for name in table
    )


HASH_DIGITS = 16
DEFAULT = "Default"


class Catalog:
    """All of the data; implements `world.content.Content`. What is looked up often is worked out only once."""

    def __init__(
        self,
        data_hash: str,
        compiled: Compiled,
        folders: tuple[Path, ...] = (),
        packs: tuple[data_path.ContentPack, ...] = (),
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
        self.origins: Mapping[str, Start] = compiled.origins
        self.growth: growth.Growth = compiled.growth
        self.spawn_table = SpawnTable(
            compiled.spawns,
            compiled.shares,
            compiled.regions,
            compiled.groups,
            compiled.furniture,
            compiled.town,
            compiled.shelves,
        )
        self.laid_by_ground: Mapping[int, str] = compiled.laid_by_ground
        self.ground_lights: Sequence[GroundLight] = compiled.ground_lights
        self.icons: Mapping[str, tuple[str, ...]] = compiled.icons
        self.offers: Mapping[str, growth.Offer] = {**compiled.offers, **compiled.upgrades}
        self.schools: Mapping[str, growth.School] = compiled.schools
        self.spells: Mapping[str, magic.SpellTemplate] = compiled.spells
        self.entry = cache(compiled.entry)
        self.has = compiled.has
        self.body = cache(self._body)
        self.is_thing = cache(self._is_thing)
        self.reaction = cache(self._reaction)
        self.reactions = cache(self._reactions)
        self.responses = cache(self._responses)
        self.born_at = cache(self._born_at)
        self.gloom = cache(self._gloom)

    def _gloom(self, depth: int) -> int:
        """Return by how many tiles the player's own light reaches less far at a depth."""
        return self.spawn_table.region(depth).gloom(depth)

    def origin_called(self, name: str) -> str:
        """Return the origin of a name, however it is capitalised; "" for "". Raises ValueError if there is none."""
        found = [each for each in self.origins if each.casefold() == name.strip().casefold()]
        if name and not found:
            raise ValueError(f"nobody is called {name!r}: choose of {', '.join(self.origins)}")
        return found[0] if found else ""

    def player_of(self, origin: str) -> str:
        """Return the kind of player of an origin, "" for the usual one: its name in the section of players."""
        return actors.PLAYER if origin in ("", next(iter(self.origins))) else origin

    def templates(self, section: actors.Section, name: str) -> Sequence[Any]:
        """Return the shared template components of a row. Raises KeyError if there is no such row."""
        return self.entry(section, name).templates

    def _body(self, section: actors.Section, name: str) -> spatial.Body:
        """Return the size of what a row makes, and what it blocks. Raises KeyError if there is no such row."""
        parts = self.templates(section, name)
        return next((part for part in parts if isinstance(part, spatial.Body)), spatial.Body())

    def fresh(
        self, section: actors.Section, name: str, rng: Chance, spells: Mapping[str, int]
    ) -> Sequence[Any]:
        """Return new state components with which an entity of this row starts; `spells` are the game's, by name."""
        return self.entry(section, name).fresh(rng, spells)

    def names(self, section: actors.Section) -> Sequence[str]:
        """List the rows of a section in the order of the data, and after all items those generated from them."""
        generated = self.compiled.generated if section == "items" else ()
        return (*self.compiled.entries.get(section, ()), *generated)

    def section_of(self, name: str) -> actors.Section | None:
        """Return the section that defines something that can be on a map; None if none does."""
        sections: tuple[actors.Section, ...] = ("items", "mobs", "props", "hazards")
        return next((section for section in sections if self.has(section, name)), None)

    def _is_thing(self, name: str) -> bool:
        """Return whether a name is that of an item, a prop, or a fire or cloud."""
        sections: tuple[actors.Section, ...] = ("items", "props", "hazards")
        return any(self.has(each, name) for each in sections)

    def named_alike(self, naming: str) -> Sequence[str]:
        """Return the kinds of items with this name while unidentified: all potions, all scrolls."""
        return self.compiled.alike.get(naming.lower(), ())

    def hazard(self, name: str) -> hazards.HazardTemplate:
        """Return a kind of fire or cloud. Raises KeyError if there is none."""
        return self.compiled.hazards[name]

    def _reactions(self, element: str) -> hazards.Reactions:
        """Return the rows of the reaction table that an element sets off, by what reacts."""
        return hazards.reactions_of(self.compiled.reactions.get(element, ()))

    def _responses(self, element: str) -> hazards.Responses:
        """Return the rows of the reaction table by which creatures react to an element that hurts them."""
        rows = self.compiled.responses.get(element, ())
        statuses = [self.status(row.status) for row in rows if row.status is not None]
        return hazards.responses_by(
            rows, (ground for status in statuses for ground in status.begins_on)
        )

    def figure(self, name: growth.Figure) -> Formula:
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

    chosen = sources_for(data_path.chosen_packs()) if sources is None else list(sources)
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
    sources = sources_for(data_path.chosen_packs() if chosen is None else chosen)
    if cache is None:
        return load_catalog(sources)
    try:
        folders = folders_of(sources)
        packs = packs_in(folders[1:])
        mark = stamp(data_path.data_folder() / data_path.SPAWNS, packs)
    except (OSError, data_path.DataFolderError):
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
    found = load_cached_catalog(data_path.kept_catalog())
    tune_collector()
    return found


def catalog_in_force() -> Catalog:
    """Return the data in force, loaded once per process.

    Raises:
        DataError, DataFolderError: as `load_catalog` does.
    """
    return _loaded_once(data_path.data_folders())


def sources_for(packs: Sequence[Path]) -> list[Path]:
    """Return the folders that are loaded, one over the other, for some packs.

    A folder that has everything a game needs, and no manifest, stands on its own: nothing below it counts. Raises
    DataFolderError if the game's own data is needed and is not where it should be.
    """
    first = max((at for at, pack in enumerate(packs) if stands_alone(pack)), default=-1)
    return [*([] if first >= 0 else [data_path.data_folder()]), *packs[max(first, 0) :]]


def folders_of(sources: "Sequence[Source]") -> tuple[Path, ...]:
    """Return the game's data folder and the folders among some sources that are loaded over it, or instead of it."""
    own = data_path.data_folder()
    packs = (each for each in sources if isinstance(each, Path) and each.is_dir() and each != own)
    return (own, *packs)


def _hash(raws: "Sequence[Raw]", packs: Sequence[data_path.ContentPack]) -> str:
    """Return the SHA-256 of the data's content, independent of layout and line ends, and of everything in its packs."""
    digest = sha256()
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
