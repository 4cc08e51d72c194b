"""Checking prefabs against the raws. It stands here because raws and mapgen do not know each other."""

from pathlib import Path

from roguelike.mapgen.prefab import PrefabError, headed, read_folder
from roguelike.raws.catalog import Catalog, load_catalog
from roguelike.raws.check import check_data, sources_for


def check_all(folder: Path | None = None) -> str:
    """Check a data folder or content pack with its prefabs (the game's own for None); return what it holds, in words.

    Raises:
        DataError, DataFolderError: as `raws.check.check_data` does.
        PrefabError: something is wrong with the prefabs.
    """
    sources = sources_for(folder)
    lines = (check_data(folder), check_pieces(sources[-1], load_catalog(sources)))
    return "\n".join(filter(None, lines))


def check_pieces(folder: Path, catalog: Catalog) -> str:
    """Check the prefabs of a data folder, if it has any; return how many there are, in words.

    Raises:
        PrefabError: something is wrong; it lists everything that is, one fault a line.
    """
    pieces = folder / "prefabs" if folder.is_dir() else folder.parent / "prefabs"
    if not pieces.is_dir():
        return ""
    found, faults = read_folder(pieces)
    for prefab in found.values():
        for key, (section, name) in prefab.legend.items():
            if not catalog.has(section, name):
                faults.append(f"{prefab.where[key]}: '{key}: {section} {name}' is not in the data")
    if faults:
        raise PrefabError(headed(faults))
    vaults = sum(prefab.place is None for prefab in found.values())
    return f"  {vaults} vaults and {len(found) - vaults} other hand-drawn pieces"
