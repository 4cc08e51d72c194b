"""The data that arenas play with: the game's own, a file, or what a test says, and packs over it; loaded once each."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from roguelike.core.content_pack import ContentPack
from roguelike.core.data_path import data_folder
from roguelike.raws.catalog import Catalog, catalog_in_force, load_catalog
from roguelike.raws.packs import packs_in


@lru_cache(maxsize=16)
def _loaded(
    base: Path, _changed_ns: int, packs: tuple[Path, ...], _marks: tuple[ContentPack, ...]
) -> Catalog:
    """Load a file or folder with packs over it, once for all arenas, and again when anything of it was changed."""
    return load_catalog((base, *packs))


def catalog_for(raws: Path | Mapping[str, Any] | None, packs: Sequence[Path] = ()) -> Catalog:
    """Load the data that an arena plays with. Raises DataError or DataFolderError for what is no data."""
    folders = tuple(map(Path, packs))
    marks = packs_in(folders)
    if raws is None and not folders:
        return catalog_in_force()
    base = data_folder() if raws is None else raws
    if not isinstance(base, Path):
        return load_catalog((base, *folders))
    changed = base.stat().st_mtime_ns if base.exists() else 0
    return _loaded(base, changed, folders, marks)
