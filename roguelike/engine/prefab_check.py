"""Checking what lies beside the raws: hand-drawn pieces, boards, hints, sounds.

It stands here because raws and mapgen do not know each other.
"""

from collections import Counter
from pathlib import Path

from roguelike.components.actors import Section
from roguelike.core import sounds
from roguelike.core.data_path import chosen_packs, data_folder
from roguelike.core.grammar import counted
from roguelike.engine.hints import FILE, read_hints
from roguelike.engine.lock_check import lock_faults
from roguelike.mapgen.boards import FOLDERS, Board, read_boards
from roguelike.mapgen.drawn_text import PrefabError, headed
from roguelike.mapgen.prefab import read_folder
from roguelike.raws.catalog import Catalog, load_catalog, sources_for
from roguelike.raws.check import check_data


def check_all(*packs: Path) -> str:
    """Check some folders, one over the other, with what is drawn in them (what is in force unless said).

    Returns what they hold, in lines. Raises:
        DataError, DataFolderError: as `raws.check.check_data` does.
        PrefabError: something is wrong with the prefabs or boards.
    """
    chosen = packs or chosen_packs()
    catalog = load_catalog(sources_for(chosen) if packs else None)
    lines = [check_data(*packs)]
    for folder in chosen or (data_folder(),):
        lines += [
            check_pieces(folder, catalog),
            check_boards(folder, catalog),
            check_hints(folder),
            check_sounds(folder),
        ]
    return "\n".join(filter(None, lines))


def check_pieces(folder: Path, catalog: Catalog) -> str:
    """Check the prefabs of a data folder, if it has any; return how many there are, in words.

    Raises:
        PrefabError: something is wrong; it lists everything that is, one fault a line.
    """
    pieces = _beside(folder, "prefabs")
    if not pieces.is_dir():
        return ""
    found, faults = read_folder(pieces)
    for prefab in found.values():
        for key, (section, name) in prefab.legend.items():
            if not catalog.has(section, name):
                faults.append(f"{prefab.where[key]}: '{key}: {section} {name}' is not in the data")
        faults += lock_faults(prefab, catalog)
    if faults:
        raise PrefabError(headed(faults))
    vaults = sum(prefab.place is None for prefab in found.values())
    others = counted(len(found) - vaults, "other hand-drawn piece")
    return f"  {counted(vaults, 'vault')} and {others}"


def check_boards(folder: Path, catalog: Catalog) -> str:
    """Check the boards of a data folder, if it has any; return how many there are, in words.

    Raises:
        PrefabError: something is wrong; it lists everything that is, one fault a line.
    """
    found: dict[str, Board] = {}
    faults: list[str] = []
    for name in dict.fromkeys(FOLDERS.values()):
        more, wrong = read_boards(_beside(folder, name))
        found, faults = found | more, faults + wrong
    if not found and not faults:
        return ""
    faults += [
        f"{each.where}: {each.section} '{each.name}' is not in the data"
        for board in found.values()
        for each in board.names
        if not _is_there(catalog, each.section, each.name)
    ]
    if faults:
        raise PrefabError(headed(faults))
    count = Counter(board.kind for board in found.values())
    kinds = f"{count['practice']} boards to practise on, {count['lesson']} lessons"
    return f"  {kinds} and {count['puzzle']} puzzles"


def check_hints(folder: Path) -> str:
    """Check the hints of a data folder, if it has any; return how many there are, in words.

    Raises:
        HintError: something is wrong; it lists everything that is, one fault a line.
    """
    file = _beside(folder, FILE)
    return f"  {len(read_hints(file))} hints for newcomers" if file.exists() else ""


def check_sounds(folder: Path) -> str:
    """Check the sounds of a data folder, if it has any; return how many there are, in words.

    Raises:
        SoundError: something is wrong with the file.
    """
    place = _beside(folder, sounds.FILE).parent
    found = sounds.read_sounds([place])
    return f"  {len(found)} sounds" if found else ""


def _is_there(catalog: Catalog, section: Section, name: str) -> bool:
    """Return whether the data has a row of this name."""
    if section == "spells":
        return name in catalog.spells
    return catalog.has(section, name)


def _beside(folder: Path, name: str) -> Path:
    """Return the folder of a name in a data folder, or beside a data file."""
    return (folder if folder.is_dir() else folder.parent) / name
