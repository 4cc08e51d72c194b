"""From sources to compiled rows: read, merged, compiled and cross-checked, with every fault in one report.

The manifests of content packs are checked like the rows, and so is whether data that is to stand alone is a whole game:
a world without creatures is a mistake, not something that anybody means to play.
"""

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from roguelike.core import data_path
from roguelike.core.records import State
from roguelike.raws.bridge import keys_of, read_as
from roguelike.raws.compiling import compile_all
from roguelike.raws.faults import Report
from roguelike.raws.packs import WHOLE, Manifest, lacking, manifest_in, packs_in, refuse_links
from roguelike.raws.reading import Raw, Source, Tables, explain, merge, read, read_json
from roguelike.raws.references import check_references
from roguelike.world.catalog import Catalog


class Built(State):
    """The result of building some sources: the raw data, their rows with their places, and everything compiled."""

    raws: list[Raw]
    packs: tuple[data_path.ContentPack, ...]
    tables: Tables
    compiled: Catalog
    report: Report


def build(sources: Sequence[Source], packs: Sequence[Path]) -> Built:
    """Compile some sources, later ones over earlier ones; `packs` are the folders among them that are packs.

    Raises:
        DataError: something is wrong with the data; it lists everything that is.
        DataFolderError: a pack is invalid.
    """
    for folder in packs:
        refuse_links(folder)
    report = Report()
    raws = [read(source, report) for source in sources]
    found = _packs(packs, report)
    check_manifests(packs, found, report)
    if sources[0] == data_path.data_folder():
        check_whole(raws[0], report)
    tables = merge(raws, report)
    compiled = compile_all(tables)
    check_references(tables, compiled)
    report.raise_faults()
    return Built(raws, found, tables, compiled, report)


def _packs(folders: Sequence[Path], report: Report) -> tuple[data_path.ContentPack, ...]:
    """Return the packs in some folders. Raises DataFolderError for an invalid one, or earlier faults."""
    try:
        return packs_in(folders)
    except data_path.DataFolderError:
        report.raise_faults()
        raise


def check_manifests(
    folders: Sequence[Path], packs: Sequence[data_path.ContentPack], report: Report
) -> None:
    """Report what is wrong with the manifests of some packs, which are loaded over each other in this order."""
    said = [each for each in map(manifest_in, folders) if each is not None]
    for number, folder in enumerate(folders):
        if (folder / data_path.MANIFEST).exists():
            _check(folder / data_path.MANIFEST, packs[:number], said, report)


def _check(
    path: Path, below: Sequence[data_path.ContentPack], said: Sequence[Manifest], report: Report
) -> None:
    """Report what is wrong with one manifest, given the packs below it, and what all of them say."""
    raw = read_json(path, report, "mend its permissions")
    if not raw.sound:
        return
    place = report.at(raw.file)
    try:
        manifest = read_as(Manifest, raw.data)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            explain(detail, place, detail["loc"], keys_of(Manifest))
        return
    if manifest.name == data_path.GAME:
        place.under("name").fault(
            f"{data_path.GAME!r} is what packs call the game", "choose another name"
        )
    for name, problem, remedy in lacking(manifest, below, said):
        place.under("needs", name).fault(problem, remedy)


def check_whole(raw: Raw, report: Report) -> None:
    """Report which of the main sections are missing or empty in data that is meant to stand alone."""
    if not raw.sound:
        return
    missing = [section for section in sorted(WHOLE) if not raw.data.get(section)]
    if missing:
        report.at(raw.file).fault(
            f"is no whole game: it has no {', '.join(missing)}",
            f"{data_path.OVERRIDE} names a whole data folder; a pack is loaded over the game's own data with --data",
        )
