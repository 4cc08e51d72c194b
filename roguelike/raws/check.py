"""`roguelike check-data`: everything wrong with a data folder or a content pack, or what it holds.

A folder that has all the main sections stands on its own. Anything less is a content pack, and is checked lying over
the game's own data, as it would be played.
"""

import json
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from roguelike.core.data_path import SPAWNS, data_folder
from roguelike.raws.catalog import Catalog, load_catalog
from roguelike.raws.spawn_table import SpawnKind

WHOLE = {"items", "mobs", "props", "spells", "spawn_table", "loot_tables", "faction_table"}
"""Sections that only a whole game has all of."""
DEEPEST_CHECKED = 30
KINDS: tuple[SpawnKind, ...] = ("items", "mobs", "props")


def check_data(folder: Path | None = None) -> str:
    """Check a folder (the game's own unless said) and return what it holds, in lines for the terminal.

    Raises:
        DataError: something is wrong; it lists everything that is.
        DataFolderError: the game's own data is not where it should be.
    """
    sources = sources_for(folder)
    catalog = load_catalog(sources)
    names = " with ".join(str(source) for source in sources)
    return "\n".join([f"{names}: no faults.", *_contents(catalog), *_hollows(catalog)])


def sources_for(folder: Path | None) -> list[Path]:
    """Return the folders that are loaded, one over the other, to check a folder."""
    if folder is None or _is_whole(folder):
        return [folder or data_folder()]
    return [data_folder(), folder]


def _is_whole(folder: Path) -> bool:
    """Return whether a folder has all that a game needs; one that cannot be read says so when loaded."""
    path = folder / SPAWNS if folder.is_dir() else folder
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return True
    return not isinstance(data, dict) or data.keys() >= WHOLE


def _contents(catalog: Catalog) -> Iterable[str]:
    """Say how much there is."""
    generated = len(catalog.compiled.generated)
    counts = [
        f"{len(catalog.names('items')) - generated} items and {generated} enchanted ones",
        f"{len(catalog.names('mobs'))} mobs",
        f"{len(catalog.names('props'))} props",
        f"{len(catalog.spells)} spells",
        f"{len(catalog.compiled.traits)} weapon traits",
        f"{len(catalog.names('statuses'))} statuses",
    ]
    yield f"  {', '.join(counts)}; data hash {catalog.data_hash}"


def _hollows(catalog: Catalog) -> Iterable[str]:
    """Name the depths at which nothing of a kind spawns: not wrong, but hardly meant."""
    for kind in KINDS:
        empty = [d for d in range(1, DEEPEST_CHECKED + 1) if not catalog.spawns(kind, d)]
        for _, run in groupby(enumerate(empty), lambda pair: pair[1] - pair[0]):
            depths = [depth for _, depth in run]
            yield f"  note: no {kind} spawn at depths {depths[0]} to {depths[-1]}"
