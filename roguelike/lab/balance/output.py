"""Where a report goes: the page, the JSON of its figures beside it, and a text for every game that broke."""

from pathlib import Path

from roguelike.core.records import Record
from roguelike.engine.saves.atomic import write_whole
from roguelike.lab.balance.figures_file import BalanceError
from roguelike.lab.balance.record import GameRecord
from roguelike.lab.output_file import try_to_write

PAGES, FIGURES = (".html", ".htm"), ".json"


class Files(Record):
    """The paths of one report: its figures, and the page beside them if one is wanted."""

    figures: Path
    page: Path | None

    def broken(self, record: GameRecord) -> Path:
        """Where the traceback of a game that broke goes."""
        return self.figures.with_name(f"{self.figures.stem}-{record.bot}-{record.seed}.txt")


def figures_at(out: Path, name: str) -> Files:
    """Find out where a report goes, and make sure before any work that something can be written there.

    `out` is a page, a file of figures if no page is wanted, or a folder for both, called `name` there.

    Raises:
        BalanceError: nothing can be written.
    """
    if out.suffix.lower() == FIGURES:
        _try(out)
        return Files(out, None)
    page = page_at(out, name)
    return Files(page.with_suffix(FIGURES), page)


def page_at(out: Path, name: str) -> Path:
    """Find out where a page goes, likewise."""
    page = out if out.suffix.lower() in PAGES else out / f"{name}{PAGES[0]}"
    _try(page)
    return page


def _try(path: Path) -> None:
    """Make sure that a file can be written. Raises BalanceError when it cannot."""
    try:
        try_to_write(path)
    except OSError as fault:
        raise BalanceError(f"No report can be written to {path}: {fault.strerror}.") from fault


def write(path: Path, text: str) -> None:
    """Write a file; one that was there stays whole when that cannot be done. Raises BalanceError then."""
    try:
        write_whole(path, text.encode())
    except OSError as fault:
        raise BalanceError(f"{path} cannot be written: {fault.strerror}.") from fault
