"""`roguelike check-data`: reports everything wrong with a data folder or some content packs, or what they contain.

A folder that has all the main sections stands on its own. Anything less is a content pack, and is checked over the
game's own data, as it would be played.
"""

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from roguelike.core.data_path import chosen_packs
from roguelike.raws.catalog import Catalog, load_catalog, sources_for
from roguelike.raws.spawn_table import SpawnKind

DEEPEST_CHECKED = 30
KINDS: tuple[SpawnKind, ...] = ("items", "mobs", "props")


def check_data(*packs: Path) -> str:
    """Check some folders, one over the other (default: those in force); return their contents, as lines of text.

    Raises:
        DataError: something is wrong; it lists everything that is.
        DataFolderError: the game's own data is not where it should be.
    """
    chosen = packs or chosen_packs()
    catalog = load_catalog(sources_for(chosen) if packs else None)
    names = " with ".join(str(source) for source in sources_for(chosen))
    return "\n".join([f"{names}: no faults.", *_contents(catalog), *_hollows(catalog)])


def _contents(catalog: Catalog) -> Iterable[str]:
    """Yield a line with the numbers of entries."""
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
    """Yield notes on depths at which nothing of a kind spawns: not wrong, but probably not intended."""
    for kind in KINDS:
        empty = [d for d in range(1, DEEPEST_CHECKED + 1) if not catalog.spawn_table.pools(kind, d)]
        for _, run in groupby(enumerate(empty), lambda pair: pair[1] - pair[0]):
            depths = [depth for _, depth in run]
            yield f"  note: no {kind} spawn at depths {depths[0]} to {depths[-1]}"
