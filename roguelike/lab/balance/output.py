"""Where a report goes: the page, its JSON beside it, and a text for every game that broke."""

from dataclasses import dataclass
from pathlib import Path

from roguelike.lab.balance.figures_file import BalanceError
from roguelike.lab.balance.record import Record

PAGE = ".html"


@dataclass(frozen=True, slots=True)
class Files:
    """The paths of one report."""

    page: Path

    @property
    def figures(self) -> Path:
        """The JSON beside the page."""
        return self.page.with_suffix(".json")

    def broken(self, record: Record) -> Path:
        """Where the traceback of a game that broke goes."""
        return self.page.with_name(f"{self.page.stem}-{record.bot}-{record.seed}.txt")


def files_at(out: Path, name: str) -> Files:
    """Find out where a report goes, and make sure before any work that something can be written there.

    Raises:
        BalanceError: nothing can.
    """
    page = out if out.suffix.lower() in (PAGE, ".htm") else out / f"{name}{PAGE}"
    try:
        page.parent.mkdir(parents=True, exist_ok=True)
        found = page.exists()
        with page.open("a", encoding="utf-8"):
            pass
        if not found:
            page.unlink()
    except OSError as fault:
        raise BalanceError(f"No report can be written to {page}: {fault.strerror}.") from fault
    return Files(page)


def write(path: Path, text: str) -> None:
    """Write a file. Raises BalanceError when that cannot be done."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise BalanceError(f"{path} cannot be written: {fault.strerror}.") from fault
