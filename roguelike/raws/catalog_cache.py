"""A compiled catalog kept in a file, so that a game begins without pydantic and without checking what was checked.

The file is text: a line that says what it was made from, then tables of JSON, one row a line, each read when somebody
asks for it. It holds data only: records of the kinds listed here, by name. A file that is absent, damaged, or made from
other data or by another program is no file at all; whoever finds it so builds the catalog anew and writes it again.

    {"Item": [1.5, 4]}     a record: its kind and its fields in order
    [1, 2]                 a tuple; {"[]": [1, 2]} is a list, {"{}": {"a": 1}} a dictionary
"""

import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from roguelike import __version__
from roguelike.components import actors, combat, hazards, items, looks, magic, spatial, statuses
from roguelike.core import dice, formula
from roguelike.core.data_path import PACKAGE
from roguelike.core.effect import EFFECTS
from roguelike.core.records import Struct, field_names
from roguelike.raws import enchanting, entries, spawn_table, starting_state
from roguelike.raws.compiled import Compiled

FORMAT = 1
MODULES: tuple[ModuleType, ...] = (
    *(actors, combat, items, looks, magic, spatial, statuses, hazards),
    *(dice, formula, enchanting, entries, spawn_table, starting_state),
)
"""Where the records are that a catalog is made of, besides effects."""
SOURCES = ("components", "core", "effects", "raws", "raws/models", "world", "world/changes")
"""Folders of the program that have a say in what is compiled from the data."""
LIST, MAPPING = "[]", "{}"


class CacheError(Exception):
    """A value that the cache cannot hold."""


@cache
def _kinds() -> dict[str, type]:
    """Return the kinds of records that a file may hold, by name."""
    found: dict[str, type] = {}
    named = (kind for module in MODULES for kind in vars(module).values() if _is_record(kind))
    for kind in (*named, *EFFECTS.values()):
        if found.setdefault(kind.__name__, kind) is not kind:
            raise CacheError(f"two kinds of records are called {kind.__name__}")
    return found


def _is_record(kind: Any) -> bool:
    """Return whether this is a kind of record."""
    return isinstance(kind, type) and (issubclass(kind, Struct) or hasattr(kind, "_fields"))


def _names(kind: Any) -> Iterable[str]:
    """Return the names of the fields that a record is made of."""
    return kind._fields if hasattr(kind, "_fields") else field_names(kind)


# --- values


def _encode(value: Any) -> Any:
    """Return a value as JSON has it. Raises CacheError for one that could not be read again."""
    kind = type(value)
    if kind in (str, int, float, bool) or value is None:
        return value
    if kind is tuple:
        return [_encode(each) for each in value]
    if kind is list:
        return {LIST: [_encode(each) for each in value]}
    if kind is dict:
        return {MAPPING: {key: _encode(each) for key, each in value.items()}}
    if _kinds().get(kind.__name__) is kind:
        return {kind.__name__: [_encode(getattr(value, name)) for name in _names(kind)]}
    raise CacheError(f"{value!r:.60} cannot be cached: teach roguelike/raws/catalog_cache.py to")


def _decode(value: Any) -> Any:
    """Return the value that was encoded."""
    if type(value) is list:
        return tuple(_decode_all(value))
    if type(value) is not dict:
        return value
    ((name, inside),) = value.items()
    if name == LIST:
        return _decode_all(inside)
    if name == MAPPING:
        return {key: _decode(each) for key, each in inside.items()}
    return _kinds()[name](*_decode_all(inside))


def _decode_all(values: list[Any]) -> list[Any]:
    """Return the values that were encoded; most are what they seem."""
    return [_decode(each) if type(each) in (list, dict) else each for each in values]


class Table(dict[str, Any]):
    """A dictionary whose values are lines of JSON until somebody asks for them."""

    def __init__(self, lines: dict[str, str]) -> None:
        super().__init__()
        self._lines = lines

    def __missing__(self, key: str) -> Any:
        """Read a line; KeyError when there is none."""
        self[key] = value = _decode(json.loads(self._lines[key]))
        return value

    def __contains__(self, key: object) -> bool:
        return key in self._lines

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def get(self, key: str, default: Any = None) -> Any:
        """Return a value, or another when there is none."""
        return self[key] if key in self._lines else default

    def keys(self) -> Any:
        """Return all keys, in the order in which they were written."""
        return self._lines.keys()

    def values(self) -> Any:
        """Return all values."""
        return [self[key] for key in self._lines]

    def items(self) -> Any:
        """Return all pairs."""
        return [(key, self[key]) for key in self._lines]


# --- files


def stamp(data: Path) -> str:
    """Return what a cached catalog must have been made from: this data, this program; OSError when nothing can tell."""
    whole = zlib.crc32(data.read_bytes())
    sizes = [(data.stat().st_size, data.stat().st_mtime_ns)]
    for folder in SOURCES:
        with os.scandir(PACKAGE / folder) as found:
            files = sorted((each for each in found if each.is_file()), key=lambda each: each.name)
            sizes += [(each.stat().st_size, each.stat().st_mtime_ns) for each in files]
    return f"{FORMAT} {__version__} {data} {whole:08x} {zlib.crc32(repr(sizes).encode()):08x}"


def write_cached(path: Path, mark: str, data_hash: str, compiled: Compiled) -> None:
    """Write a catalog that was made from what `mark` stands for; one that cannot be cached, or written, is left out."""
    with suppress(OSError, CacheError):
        body = "\n".join(_lines_of(compiled)).encode()
        head = json.dumps([mark, zlib.crc32(body), data_hash]).encode()
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.write_bytes(head + b"\n" + body)
        draft.replace(path)


def read_cached(path: Path, mark: str) -> tuple[str, Compiled] | None:
    """Return the data hash and catalog of a cache; None when the file is not sound, or made from anything else."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        found, checksum, data_hash = json.loads(head)
        if found != mark or checksum != zlib.crc32(body):
            return None
        return str(data_hash), _compiled(body.decode())
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _lines_of(compiled: Compiled) -> Iterator[str]:
    """Write a catalog as tables: a line with the table's name and its number of rows, then its rows."""
    for name in _names(Compiled):
        value = getattr(compiled, name)
        if name == "entries":
            for section, rows in value.items():
                yield from _table(f"{name}.{section}", rows)
        else:
            yield from _table(name, value if type(value) is dict else {"": value})


def _table(name: str, rows: dict[str, Any]) -> Iterator[str]:
    """Write one table."""
    yield f"{name}\t{len(rows)}"
    for key, value in rows.items():
        if not key.isprintable():
            raise CacheError(f"{key!r} cannot be cached: it is no name")
        yield f"{key}\t{json.dumps(_encode(value), separators=(',', ':'))}"


def _compiled(text: str) -> Compiled:
    """Read the tables."""
    lines = iter(text.split("\n"))
    out = Compiled()
    sections: dict[Any, dict[str, Any]] = {}
    for line in lines:
        name, count = line.split("\t")
        table = Table(dict([row.split("\t", 1) for row in islice(lines, int(count))]))
        kind, _, section = name.partition(".")
        if section:
            sections[section] = table
        else:
            setattr(out, kind, table.get("", table))
    out.entries = sections
    return out
