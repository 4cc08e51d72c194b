"""The data that arenas play with, loaded once each: the game's own, a file, or a test's mapping, with packs over it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from roguelike.components import actors
from roguelike.core import data_path
from roguelike.raws.catalog import catalog_in_force, load_catalog
from roguelike.raws.faults import Suggestion
from roguelike.raws.packs import packs_in
from roguelike.world.catalog import Catalog

ON_MAPS: tuple[actors.Section, ...] = ("items", "mobs", "props", "hazards")
"""Sections whose entries can be drawn on a map."""


@lru_cache(maxsize=16)
def _loaded(
    base: Path, _changed_ns: int, packs: tuple[Path, ...], _marks: tuple[data_path.ContentPack, ...]
) -> Catalog:
    """Load a file or folder with packs over it: once for all arenas, and again when any of it has changed."""
    return load_catalog((base, *packs))


def catalog_for(raws: Path | Mapping[str, Any] | None, packs: Sequence[Path] = ()) -> Catalog:
    """Return the data that an arena plays with. Raises DataError or DataFolderError if it is not valid data."""
    folders = tuple(map(Path, packs))
    marks = packs_in(folders)
    if raws is None and not folders:
        return catalog_in_force()
    base = data_path.data_folder() if raws is None else raws
    if not isinstance(base, Path):
        return load_catalog((base, *folders))
    changed = base.stat().st_mtime_ns if base.exists() else 0
    return _loaded(base, changed, folders, marks)


def check_legend(legend: Mapping[str, str], drawing: str, catalog: Catalog) -> None:
    """Check that every legend entry that is drawn is in one of ON_MAPS. Raises ValueError, naming the character.

    One legend may serve drawings for several raws: an entry that is not drawn need not exist.
    """
    for mark, name in legend.items():
        if len(mark) != 1:
            raise ValueError(f"the legend's {mark!r} is not one character")
        if mark in drawing and catalog.section_of(name) is None:
            raise ValueError(f"{mark!r} in the legend: {no_such(catalog, name, *ON_MAPS)}")


def no_such(catalog: Catalog, name: str, *sections: actors.Section) -> str:
    """Return the message that no section has a row of this name, with the name that was probably meant."""
    known = [each for section in sections for each in catalog.names(section)]
    kinds = " or ".join(section.removesuffix("s") for section in sections)
    return f"the raws have no {kinds} called {name!r} ({Suggestion(name, known)})"
