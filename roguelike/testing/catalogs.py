"""The data that arenas play with: the game's own, a file, or what a test says, each loaded once."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from roguelike.raws.catalog import Catalog, load_catalog


@cache
def _own_catalog() -> Catalog:
    """Load the game's own data once."""
    return load_catalog()


@cache
def _catalog_of_file(path: Path, _changed_ns: int) -> Catalog:
    """Load a data file once for all arenas, and again when it was changed."""
    return load_catalog((path,))


def catalog_for(raws: Path | Mapping[str, Any] | None) -> Catalog:
    """Load the data that an arena plays with."""
    if raws is None:
        return _own_catalog()
    if isinstance(raws, Path) and raws.is_file():
        return _catalog_of_file(raws, raws.stat().st_mtime_ns)
    return load_catalog((raws,))
