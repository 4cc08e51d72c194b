"""Doubts about the files of content packs: those that nothing reads, and drawings that are never placed."""

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from roguelike.core.data_path import MANIFEST, data_folder
from roguelike.mapgen.prefab import FOLDER, read_folder
from roguelike.raws.faults import Report, Suggestion
from roguelike.raws.packs import PARTS


def doubt_unread(report: Report, folders: Sequence[Path]) -> None:
    """Report files and folders of packs that are named almost like one that is read, or hold misplaced drawings."""
    read = {part.partition("/")[0] for part in PARTS}
    for folder in folders:
        for path in sorted(folder.glob("[!.]*")) if (folder / MANIFEST).exists() else ():
            alike = get_close_matches(path.name, sorted(read), n=1, cutoff=0.75)
            if path.name in read or not (alike or any(path.glob("*.txt"))):
                continue
            remedy = Suggestion(path.name, read) if alike else f"Known: {', '.join(sorted(read))}"
            report.at(str(path)).fault("is not read: packs have no part of this name", remedy)


def doubt_unplaced(report: Report, folders: Sequence[Path]) -> None:
    """Report drawn pieces with a fixed place that the program does not know: it places such pieces by name."""
    known = read_folder(data_folder() / FOLDER)[0]
    for folder in folders:
        for name, piece in read_folder(folder / FOLDER)[0].items():
            if piece.place is not None and name not in known:
                report.at(str(folder / FOLDER / f"{name}.txt")).fault(
                    "never turns up: a piece with a place of its own is put there by its file's name",
                    "write `place: anywhere`, or replace a piece of the game",
                )
