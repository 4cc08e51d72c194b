"""Where a report goes: the page, the JSON of its figures next to it, and a text for every game that broke."""

from importlib.util import find_spec
from pathlib import Path

from roguelike.core.records import Record
from roguelike.lab.balance.figures_file import BalanceError
from roguelike.lab.balance.record import GameRecord
from roguelike.lab.output_file import try_to_write
from roguelike.store.atomic import write_whole

PAGES, FIGURES = (".html", ".htm"), ".json"


class Files(Record):
    """The paths of one report: its figures, and the page next to them if there is one."""

    figures: Path
    page: Path | None

    def broken(self, record: GameRecord) -> Path:
        """Return the path for the traceback of a game that broke."""
        return self.figures.with_name(f"{self.figures.stem}-{record.bot}-{record.seed}.txt")


def figures_at(out: Path, name: str) -> Files:
    """Determine where a report goes, and check before any work that it can be written.

    `out` is a page, a JSON file if no page is wanted, or a folder for both, with `name` as the file name.

    Raises:
        BalanceError: nothing can be written.
    """
    if out.suffix.lower() == FIGURES:
        _try(out)
        return Files(out, None)
    page = page_at(out, name)
    return Files(page.with_suffix(FIGURES), page)


def page_at(out: Path, name: str) -> Path:
    """Determine where a page goes, and check that it can be written. Raises BalanceError if not."""
    page = out if out.suffix.lower() in PAGES else out / f"{name}{PAGES[0]}"
    _try(page)
    return page


def _try(path: Path) -> None:
    """Check that a file can be written. Raises BalanceError if not."""
    try:
        try_to_write(path)
    except OSError as fault:
        raise BalanceError(f"No report can be written to {path}: {fault.strerror}.") from fault


def write(path: Path, text: str) -> None:
    """Write a file; if that fails, any old one stays intact. Raises BalanceError then."""
    try:
        write_whole(path, text.encode())
    except OSError as fault:
        raise BalanceError(f"{path} cannot be written: {fault.strerror}.") from fault


# --- Whether the libraries for pages and plots are installed: an optional extra of the package, for
# developers.


LIBRARIES = {"matplotlib": "matplotlib", "jinja2": "Jinja2"}
"""Module name to display name."""


class ExtraMissingError(Exception):
    """A page cannot be made; the message names what to install."""


def require_lab_extra() -> None:
    """Check that pages can be made.

    Raises:
        ExtraMissingError: a library is not installed.
    """
    missing = [name for module, name in LIBRARIES.items() if find_spec(module) is None]
    if missing:
        raise ExtraMissingError(
            f"The page needs {' and '.join(missing)}: pip install 'bluemana[lab]'"
            " (figures alone need neither: --out FILE.json)."
        )
