"""`roguelike check-data`: what is wrong with data, what it contains, and what of it is probably a mistake."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TextIO

from roguelike.core.data_path import chosen_packs, data_folder
from roguelike.core.sounds import SoundError
from roguelike.engine.hints import HintError
from roguelike.engine.prefab_check import Check, checks_of
from roguelike.lab.doubts import doubts
from roguelike.mapgen.drawn_text import PrefabError
from roguelike.raws.catalog import load_catalog, sources_for
from roguelike.raws.check import check_data
from roguelike.raws.faults import DataError
from roguelike.raws.packs import check_count
from roguelike.ui.manual.checking import ManualError, check_manual

OK, FAILURE = 0, 1
FAULTY = (DataError, PrefabError, HintError, SoundError, ManualError)


def run_check(packs: Sequence[Path], *, strict: bool, out: TextIO, err: TextIO) -> int:
    """Check the data in force, or these packs, with all their other files; with `strict` a doubt is a failure.

    The contents are printed to `out`, and everything that is wrong, of every kind, to `err`.

    Raises:
        DataFolderError: a folder is not where it should be, or there are too many.
    """
    check_count(packs)
    told, faults = [], []
    for check in _checks(packs):
        try:
            told.append(check())
        except FAULTY as fault:
            faults.append(str(fault))
    if faults:
        err.writelines(f"{each}\n" for each in faults)
        return FAILURE
    out.writelines(f"{each}\n" for each in told if each)
    found = doubts(sources_for(packs), packs or [data_folder()])
    out.writelines(f"  doubt: {each}\n" for each in found)
    return FAILURE if found and strict else OK


def _checks(packs: Sequence[Path]) -> Iterator[Check]:
    """Yield all checks: of the rows, then of each folder's other files."""
    yield partial(check_data, *packs)
    try:
        catalog = load_catalog(sources_for(packs) if packs else None)
    except DataError:
        catalog = None
    folders = [data_folder(), *(packs or chosen_packs())]
    for folder in packs or folders:
        yield from checks_of(folder, catalog)
    for folder in packs or folders:
        yield partial(check_manual, folder, folders)
