"""Checking what accompanies the raws: hand-drawn pieces, boards, hints, sounds.

It is here because raws and mapgen do not know each other. The locks, bars and bargains of a drawn piece need both the
drawing and the data: all can be opened, and nothing else blocks the way.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path

from roguelike.components import actors, bargains
from roguelike.core import sounds
from roguelike.core.geometry import Point
from roguelike.core.grammar import a_or_an, counted
from roguelike.effects import becoming
from roguelike.engine.play.hints import FILE, read_hints
from roguelike.mapgen import prefab
from roguelike.practice.boards import FOLDERS, Board, parse_board
from roguelike.raws.faults import meant
from roguelike.title import title_picture
from roguelike.world.catalog import Catalog
from roguelike.world.game import template_of

Check = Callable[[], str]
"""Checks something; returns what there is, in words, or raises one of FAULTY."""


def checks_of(folder: Path, catalog: Catalog | None) -> Iterator[Check]:
    """Yield the checks of what accompanies the rows of a folder; without a catalog no name is looked up."""
    yield partial(check_pieces, folder, catalog)
    yield partial(check_boards, folder, catalog)
    yield partial(check_hints, folder)
    yield partial(check_sounds, folder)
    yield partial(check_title, folder)


def check_pieces(folder: Path, catalog: Catalog | None) -> str:
    """Check the prefabs of a data folder, if it has any; return how many there are, in words.

    Raises:
        PrefabError: lists everything that is wrong, one error per line.
    """
    pieces = _beside(folder, "prefabs")
    if not pieces.is_dir():
        return ""
    found, faults = prefab.read_all(pieces, prefab.parse)
    for piece in found.values():
        faults += _undrawn(piece)
        faults += _piece_faults(piece, catalog) if catalog else ()
    if faults:
        raise prefab.PrefabError(prefab.headed(faults))
    vaults = sum(piece.place is None for piece in found.values())
    others = counted(len(found) - vaults, "other hand-drawn piece")
    return f"  {counted(vaults, 'vault')} and {others}"


def _undrawn(piece: prefab.Prefab | Board) -> Iterator[str]:
    """Yield the letters of a legend that are not on the map: most likely another letter was meant there."""
    drawn = set("".join(piece.rows))
    for key in piece.legend:
        if key not in drawn:
            yield f"{piece.where[key]}: '{key}' is drawn nowhere on the map"


def _piece_faults(piece: prefab.Prefab, catalog: Catalog) -> Iterator[str]:
    """Yield what is wrong with a piece according to the data."""
    for key, (section, name) in piece.legend.items():
        if not catalog.has(section, name):
            at = f"{piece.where[key]}: '{key}: {section} {name}'"
            yield f"{at} is not in the data{meant(name, catalog.names(section))}"
    yield from lock_faults(piece, catalog)


def check_boards(folder: Path, catalog: Catalog | None) -> str:
    """Check the boards of a data folder, if it has any; return how many there are, in words.

    Raises:
        PrefabError: lists everything that is wrong, one error per line.
    """
    found: dict[str, Board] = {}
    faults: list[str] = []
    for name in dict.fromkeys(FOLDERS.values()):
        more, wrong = prefab.read_all(_beside(folder, name), parse_board)
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
        raise prefab.PrefabError(prefab.headed(faults))
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


def check_title(folder: Path) -> str:
    """Check the title's picture of a data folder, if it has one; return its words.

    Raises:
        TitleError: something is wrong with the file.
    """
    found = title_picture.read_title(_beside(folder, title_picture.FILE).parent)
    return f"  the title's picture: {found.words}" if found is not None else ""


def _is_there(catalog: Catalog, section: actors.Section, name: str) -> bool:
    """Return whether the data has a row of this name."""
    if section == "spells":
        return name in catalog.spells
    return catalog.has(section, name)


def _names(catalog: Catalog, section: actors.Section) -> Collection[str]:
    """Return all names of a section."""
    return catalog.spells if section == "spells" else catalog.names(section)


def _beside(folder: Path, name: str) -> Path:
    """Return the named folder or file in a data folder, or next to a data file."""
    return (folder if folder.is_dir() else folder.parent) / name


def lock_faults(piece: prefab.Prefab, catalog: Catalog) -> Iterator[str]:
    """Yield what is wrong with what blocks the way in a piece, with the place in its file and the remedy."""
    fixtures = {
        letter: name
        for letter, (section, name) in piece.legend.items()
        if section == "props" and catalog.has("props", name)
    }
    for letter, name in fixtures.items():
        yield from _faults_of(piece, catalog, letter, name)
    for name, where in piece.arranged.undrawn():
        if not catalog.has("items", name):
            yield f"{where}: there is no item '{name}' in the data"
    if cut := _cut_off(piece, catalog, fixtures):
        x, y = min(cut)
        yield (
            f"{piece.name}: column {x + 1}, row {y + 1} of the map cannot be walked to, for a fixture "
            "stands in the way: move it, or list it under 'shut'"
        )


def _faults_of(piece: prefab.Prefab, catalog: Catalog, letter: str, name: str) -> Iterator[str]:
    """Yield what is wrong with one fixture of a piece."""
    at = f"{piece.where[letter]}: '{letter}: props {name}'"
    bars = _is_fixed(catalog, name)
    if letter in piece.arranged.shut:
        if not bars:
            yield f"{at} is shut, but keeps nobody out: leave it out of 'shut'"
        elif not _can_be_opened(piece, catalog, letter, name):
            yield (
                f"{at} is shut for ever: give it a deal that can be paid here (a key under "
                "'elsewhere' or 'carries'), or draw a lever outside it that moves it"
            )
    elif _is_walled(catalog, name):
        yield f"{at} is set into a wall: say that it is 'shut'"
    if piece.arranged.group_of(letter) and not _is_used_up(catalog, name):
        yield f"{at} is one of several, but a deal of it does not use it up: say what it becomes"
    if lacking := _lacking(piece, catalog, name):
        yield (
            f"{at} offers nothing without {a_or_an(lacking)}, and there is none here: draw one, or list it "
            "under 'elsewhere' or 'carries'"
        )


def _is_fixed(catalog: Catalog, name: str) -> bool:
    """Return whether a prop blocks the way permanently."""
    return catalog.body("props", name).fixed


def _is_walled(catalog: Catalog, name: str) -> bool:
    """Return whether a prop is set into a wall."""
    return template_of(catalog, actors.Kind("props", name), bargains.Walled) is not None


def _is_used_up(catalog: Catalog, name: str) -> bool:
    """Return whether a prop has deals and each of them turns it into something else."""
    bargain = template_of(catalog, actors.Kind("props", name), bargains.Bargain)
    return bargain is not None and all(deal.becomes for deal in bargain.deals)


def _lacking(piece: prefab.Prefab, catalog: Catalog, name: str) -> str:
    """Return an item that the deals of a prop need and that cannot be had here; "" if some deal can be paid for."""
    bargain = template_of(catalog, actors.Kind("props", name), bargains.Bargain)
    deals = bargain.deals if bargain is not None else ()
    wanted = [deal.price.item or "" for deal in deals]
    at_hand = ("", *_things_outside(piece))
    return "" if any(each in at_hand for each in wanted) else "".join(wanted[:1])


def _can_be_opened(piece: prefab.Prefab, catalog: Catalog, letter: str, name: str) -> bool:
    """Return whether a shut fixture can be opened: by a deal of its own, or by a lever outside what is shut."""
    bargain = template_of(catalog, actors.Kind("props", name), bargains.Bargain)
    if bargain is not None:
        wanted = [deal.price.item for deal in bargain.deals if makes_way(catalog, deal.becomes)]
        at_hand = _things_outside(piece)
        if any(item is None or at_hand.count(item) >= _drawn(piece, letter) for item in wanted):
            return True
    return any(_moves(piece, catalog, lever, name) for lever in _drawn_outside(piece))


def makes_way(catalog: Catalog, becomes: str | None) -> bool:
    """Return whether creatures can pass what a fixture turns into."""
    return becomes is not None and (not becomes or not _is_fixed(catalog, becomes))


def _drawn(piece: prefab.Prefab, letter: str) -> int:
    """Return how often a letter is drawn; several that exclude each other need only one key."""
    return 1 if piece.arranged.group_of(letter) else sum(row.count(letter) for row in piece.rows)


def _drawn_outside(piece: prefab.Prefab) -> list[str]:
    """List the letters of the legend drawn in places that can be reached before anything is opened."""
    sealed = piece.sealed()
    return [sign for x, y, sign in piece.cells() if sign in piece.legend and (x, y) not in sealed]


def _things_outside(piece: prefab.Prefab) -> list[str]:
    """List the items available before anything is opened: on the ground, carried, or elsewhere."""
    drawn, arranged = _drawn_outside(piece), piece.arranged
    carried = [thing for mob in drawn for thing in arranged.carried_by(mob)]
    return [*(piece.legend[letter][1] for letter in drawn), *arranged.elsewhere, *carried]


def _moves(piece: prefab.Prefab, catalog: Catalog, letter: str, name: str) -> bool:
    """Return whether a letter stands for a lever, or something like it, that opens a fixture of this name."""
    section, lever = piece.legend[letter]
    if section != "props" or not catalog.has(section, lever):
        return False
    bargain = template_of(catalog, actors.Kind(section, lever), bargains.Bargain)
    if bargain is None:
        return False
    return any(
        isinstance(each, becoming.Switch) and each.prop == name and makes_way(catalog, each.becomes)
        for deal in bargain.deals
        for each in deal.use.effects
    )


def _cut_off(piece: prefab.Prefab, catalog: Catalog, fixtures: dict[str, str]) -> frozenset[Point]:
    """Return the tiles that cannot be reached because of fixtures that nobody can open, without those fixtures."""
    bars = {
        letter
        for letter, name in fixtures.items()
        if _is_fixed(catalog, name) and letter not in piece.arranged.shut
    }
    standing = {(x, y) for x, y, sign in piece.cells() if sign in bars}
    by_walls = prefab.closed_off(piece.rows, lambda _: False)
    return prefab.closed_off(piece.rows, lambda sign: sign in bars) - by_walls - standing
