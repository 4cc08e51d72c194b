"""Where the catalog comes from. Anything wrong with the data is raised here, all at once, before it is used in a game.

It is cached in a file, so that a game starts without pydantic and without repeating the checks: a line that says what
it was made from, then the compiled data as JSON, written and read by the records' own annotations. A file that is
missing, damaged, or made from other data or by another program is ignored, and rewritten.
"""

import os
import zlib
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache, reduce
from operator import or_
from pathlib import Path
from types import GenericAlias
from typing import TYPE_CHECKING

from msgspec import MsgspecError, Struct, json

import roguelike.effects  # noqa: F401  (importing the package declares every effect, which a cached catalog may name)
from roguelike import __version__, components
from roguelike.components import actors, hazards, magic
from roguelike.core import data_path
from roguelike.core.effect import EFFECTS
from roguelike.core.garbage_collection import tune_collector
from roguelike.core.records import Template, replace
from roguelike.core.sha256 import sha256
from roguelike.raws.packs import packs_in, stands_alone
from roguelike.world.catalog import CLASSES, Catalog, Entry, ItemState

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
def _reader() -> json.Decoder[Catalog]:
    """Return the decoder of a catalog.

    msgspec decodes a value as exactly the class that its field names. For fields that hold any effect or any template,
    the possible classes are set here, since only here are all of them declared.
    """
    for kind in (magic.Use, magic.Add, magic.Wrap):
        kind.__annotations__["effects"] = _some_of(EFFECTS.values())
    magic.Become.__annotations__["becomes"] = reduce(or_, EFFECTS.values()) | None
    hazards.HazardTemplate.__annotations__["effects"] = _some_of(EFFECTS.values())
    Entry.__annotations__["templates"] = _some_of(_kinds_of(Template))
    return json.Decoder(Catalog)


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


def write_cached(path: Path, mark: str, made: Catalog) -> None:
    """Write a catalog that was made from what `mark` stands for; do nothing if it cannot be encoded or written."""
    with suppress(OSError, TypeError, ValueError):
        body = json.encode(replace(made, data_hash="", folders=(), packs=()))
        head: Head = (mark, zlib.crc32(body), made.data_hash)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        try:
            draft.write_bytes(json.encode(head) + b"\n" + body)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)  # after a successful replace it no longer exists


def read_cached(path: Path, mark: str) -> Catalog | None:
    """Return the catalog of a cache; None if the file is invalid, or made from anything else."""
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
        kept = _reader().decode(body)
        kept.data_hash = data_hash
        return kept if _is_sound(kept) else None
    except (OSError, ValueError, RecursionError, MsgspecError):
        return None


def _is_sound(compiled: Catalog) -> bool:
    """Return whether everything it refers to exists: a correct checksum does not say that the contents are."""
    return _has_what_it_names(compiled) and _can_make_what_is_generated(compiled)


def _can_make_what_is_generated(compiled: Catalog) -> bool:
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


def _has_what_it_names(compiled: Catalog) -> bool:
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
            compiled.vendor_categories,
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
    found = made.compiled
    found.data_hash, found.folders, found.packs = _hash(made.raws, over), folders, made.packs
    return found


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
        found.folders, found.packs = folders, packs
        return found
    made = load_catalog(sources)
    write_cached(cache, mark, made)
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
