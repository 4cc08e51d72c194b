"""A compiled catalog cached in a file, so that a game starts without pydantic and without repeating the checks.

The file is a line that says what it was made from, then the catalog as JSON, written and read by the records' own
annotations. A file that is missing, damaged, or made from other data or by another program is ignored; the caller then
builds the catalog again and rewrites the file.
"""

import os
import zlib
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from functools import cache, reduce
from operator import or_
from pathlib import Path
from types import GenericAlias

from msgspec import MsgspecError, Struct, json

from roguelike import __version__, components
from roguelike.components.actors import Section
from roguelike.components.hazards import HazardTemplate
from roguelike.components.magic import Add, Become, Use, Wrap
from roguelike.core.data_path import PACKAGE, ContentPack
from roguelike.core.effect import EFFECTS
from roguelike.core.records import Template
from roguelike.raws.compiled import Compiled
from roguelike.raws.enchanting import CLASSES
from roguelike.raws.entries import Entry
from roguelike.raws.starting_state import ItemState

FORMAT = 3
MOST_BYTES = 64_000_000
SOURCES = ("components", "core", "effects", "raws", "raws/models", "world")
"""Folders of the program that affect what is compiled from the data."""
Head = tuple[str, int, str]
"""The first line: what the catalog was made from, the checksum of the rest, the data hash."""


@cache
def _reader() -> json.Decoder[Compiled]:
    """Return the decoder of a catalog.

    msgspec decodes a value as exactly the class that its field names. For fields that hold any effect or any template,
    the possible classes are set here, since only here are all of them declared.
    """
    for kind in (Use, Add, Wrap):
        kind.__annotations__["effects"] = _some_of(EFFECTS.values())
    Become.__annotations__["becomes"] = reduce(or_, EFFECTS.values()) | None
    HazardTemplate.__annotations__["effects"] = _some_of(EFFECTS.values())
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


def stamp(data: Path, packs: Iterable[ContentPack] = ()) -> str:
    """Return the mark of what a cached catalog must be made from: this data, these packs in full, this program.

    Raises OSError if it cannot be determined.
    """
    whole = zlib.crc32(data.read_bytes())
    sizes = [(data.stat().st_size, data.stat().st_mtime_ns)]
    for folder in SOURCES:
        with os.scandir(PACKAGE / folder) as found:
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
        head, _, body = text.partition(b"\n")
        found, checksum, data_hash = json.decode(head, type=Head)
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
    groups = [*compiled.groups, *(group for group, _ in compiled.avengers.values())]
    start, items = compiled.start, compiled.entries.get("items", {})
    known: dict[Section, Container[str]] = {
        **compiled.entries,
        "items": {*items, *compiled.generated},
    }
    named: dict[Section, list[Iterable[str]]] = {
        "items": [
            compiled.wares,
            *compiled.alike.values(),
            *compiled.equipment.values(),
            *((name for name, _ in table) for table in compiled.loot.values()),
            start.equipped,
            start.carried,
        ],
        "mobs": [compiled.equipment, *((each.name for each in group.members) for group in groups)],
        "props": [group.props for group in groups],
        "statuses": [compiled.statuses, (each.name for each in start.statuses)],
        "hazards": [compiled.hazards],
    }
    spawned = ((each.kind, each.name) for each in compiled.spawns)
    return all(name in known.get(kind, ()) for kind, name in spawned) and all(
        name in known.get(section, ())
        for section, tables in named.items()
        for table in tables
        for name in table
    )
