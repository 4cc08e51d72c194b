"""Hand-drawn pieces against the data: raws and mapgen do not know each other, so the question is asked here."""

from pathlib import Path

from roguelike.mapgen.prefab import PrefabError, headed, read_folder
from roguelike.raws.catalog import Catalog, load_catalog
from roguelike.raws.check import check_data, sources_for


def check_all(folder: Path | None = None) -> str:
    """Check a data folder or content pack with its pieces (the game's own unless said); return what it holds.

    Raises:
        DataError, DataFolderError: as `raws.check.check_data` does.
        PrefabError: something is wrong with the pieces.
    """
    sources = sources_for(folder)
    lines = (check_data(folder), check_pieces(sources[-1], load_catalog(sources)))
    return "\n".join(filter(None, lines))


def check_pieces(folder: Path, catalog: Catalog) -> str:
    """Check a data folder's `prefabs`, if it has any, and say how many there are.

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
