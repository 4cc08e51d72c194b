"""From sources to compiled rows: read, merged, compiled and cross-checked, with every fault in one report."""

from collections.abc import Sequence
from pathlib import Path

from roguelike.core.content_pack import ContentPack
from roguelike.core.data_path import DataFolderError, data_folder
from roguelike.core.records import State
from roguelike.raws.compiled import Compiled
from roguelike.raws.compiling import compile_all
from roguelike.raws.faults import Report
from roguelike.raws.manifests import check_manifests
from roguelike.raws.packs import packs_in
from roguelike.raws.reading import Raw, Source, Tables, merge, read
from roguelike.raws.references import check_references
from roguelike.raws.wholeness import check_whole


class Built(State):
    """The result of building some sources: the raw data, their rows with their places, and everything compiled."""

    raws: list[Raw]
    packs: tuple[ContentPack, ...]
    tables: Tables
    compiled: Compiled
    report: Report


def build(sources: Sequence[Source], packs: Sequence[Path]) -> Built:
    """Compile some sources, later ones over earlier ones; `packs` are the folders among them that are packs.

    Raises:
        DataError: something is wrong with the data; it lists everything that is.
        DataFolderError: a pack is invalid.
    """
    report = Report()
    raws = [read(source, report) for source in sources]
    found = _packs(packs, report)
    check_manifests(packs, found, report)
    if sources[0] == data_folder():
        check_whole(raws[0], report)
    tables = merge(raws, report)
    compiled = compile_all(tables)
    check_references(tables, compiled)
    report.raise_faults()
    return Built(raws, found, tables, compiled, report)


def _packs(folders: Sequence[Path], report: Report) -> tuple[ContentPack, ...]:
    """Return the packs in some folders. Raises DataFolderError for an invalid one, or earlier faults."""
    try:
        return packs_in(folders)
    except DataFolderError:
        report.raise_faults()
        raise
