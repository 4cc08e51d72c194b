"""`roguelike check-data`: what is wrong with data, what it holds, and what of it is hardly meant."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from roguelike.core.data_path import chosen_packs, data_folder
from roguelike.engine.prefab_check import check_all
from roguelike.lab.doubts import doubts
from roguelike.raws.catalog import sources_for
from roguelike.ui.manual.checking import check_manual

OK, FAILURE = 0, 1


def run_check(packs: Sequence[Path], *, strict: bool, out: TextIO) -> int:
    """Check the data in force, or these packs and what is drawn in them; with `strict` a doubt is a failure.

    Raises:
        DataError, DataFolderError, PrefabError, HintError, SoundError, ManualError: something is wrong; each lists
            all that is.
    """
    out.write(f"{check_all(*packs)}\n")
    folders = [data_folder(), *(packs or chosen_packs())]
    out.writelines(
        f"{told}\n" if (told := check_manual(folder, folders)) else ""
        for folder in packs or folders
    )
    found = doubts(sources_for(packs), packs or [data_folder()])
    out.writelines(f"  doubt: {each}\n" for each in found)
    return FAILURE if found and strict else OK
