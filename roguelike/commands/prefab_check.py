"""Checking what accompanies the raws: hand-drawn pieces, boards, hints, sounds.

It is in the engine because raws and mapgen do not know each other.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path

from roguelike.commands.lock_check import lock_faults
from roguelike.components.actors import Section
from roguelike.core import sounds
from roguelike.core.grammar import counted
from roguelike.engine.play.hints import FILE, read_hints
from roguelike.mapgen.boards import FOLDERS, Board, read_boards
from roguelike.mapgen.drawn_text import PrefabError, headed
from roguelike.mapgen.prefab import Prefab, read_folder
from roguelike.raws.catalog import Catalog
from roguelike.raws.faults import meant

Check = Callable[[], str]
"""Checks something; returns what there is, in words, or raises one of FAULTY."""


def checks_of(folder: Path, catalog: Catalog | None) -> Iterator[Check]:
    """Yield the checks of what accompanies the rows of a folder; without a catalog no name is looked up."""
    yield partial(check_pieces, folder, catalog)
    yield partial(check_boards, folder, catalog)
    yield partial(check_hints, folder)
    yield partial(check_sounds, folder)


def check_pieces(folder: Path, catalog: Catalog | None) -> str:
    """Check the prefabs of a data folder, if it has any; return how many there are, in words.

    Raises:
        PrefabError: lists everything that is wrong, one error per line.
    """
    pieces = _beside(folder, "prefabs")
    if not pieces.is_dir():
        return ""
    found, faults = read_folder(pieces)
    for prefab in found.values():
        faults += _undrawn(prefab)
        faults += _piece_faults(prefab, catalog) if catalog else ()
    if faults:
        raise PrefabError(headed(faults))
    vaults = sum(prefab.place is None for prefab in found.values())
    others = counted(len(found) - vaults, "other hand-drawn piece")
    return f"  {counted(vaults, 'vault')} and {others}"


def _undrawn(piece: Prefab | Board) -> Iterator[str]:
    """Yield the letters of a legend that are not on the map: most likely another letter was meant there."""
    drawn = set("".join(piece.rows))
    for key in piece.legend:
        if key not in drawn:
            yield f"{piece.where[key]}: '{key}' is drawn nowhere on the map"


def _piece_faults(prefab: Prefab, catalog: Catalog) -> Iterator[str]:
    """Yield what is wrong with a piece according to the data."""
    for key, (section, name) in prefab.legend.items():
        if not catalog.has(section, name):
            at = f"{prefab.where[key]}: '{key}: {section} {name}'"
            yield f"{at} is not in the data{meant(name, catalog.names(section))}"
    yield from lock_faults(prefab, catalog)


def check_boards(folder: Path, catalog: Catalog | None) -> str:
    """Check the boards of a data folder, if it has any; return how many there are, in words.

    Raises:
        PrefabError: lists everything that is wrong, one error per line.
    """
    found: dict[str, Board] = {}
    faults: list[str] = []
    for name in dict.fromkeys(FOLDERS.values()):
        more, wrong = read_boards(_beside(folder, name))
        found, faults = found | more, faults + wrong
    if not found and not faults:
        return ""
    faults += [fault for board in found.values() for fault in _undrawn(board)]
    faults += [
        f"{each.where}: {each.section} '{each.name}' is not in the data"
        f"{meant(each.name, _names(catalog, each.section))}"
        for board in found.values()
        for each in board.names
        if catalog and not _is_there(catalog, each.section, each.name)
    ]
    if faults:
        raise PrefabError(headed(faults))
    count = Counter(board.kind for board in found.values())
    kinds = f"{counted(count['practice'], 'board')} to practise on, {counted(count['lesson'], 'lesson')}"
    return f"  {kinds} and {counted(count['puzzle'], 'puzzle')}"


def check_hints(folder: Path) -> str:
    """Check the hints of a data folder, if it has any; return how many there are, in words.

    Raises:
        HintError: lists everything that is wrong, one error per line.
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


def _names(catalog: Catalog, section: Section) -> Collection[str]:
    """Return all names of a section."""
    return catalog.spells if section == "spells" else catalog.names(section)


def _beside(folder: Path, name: str) -> Path:
    """Return the named folder or file in a data folder, or next to a data file."""
    return (folder if folder.is_dir() else folder.parent) / name
