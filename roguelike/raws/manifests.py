"""The manifests of content packs, checked like the rows: every fault with its place and its remedy."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from roguelike.core.content_pack import GAME, ContentPack
from roguelike.core.data_path import MANIFEST
from roguelike.raws.bridge import keys_of, read_as
from roguelike.raws.fault_messages import explain
from roguelike.raws.faults import Report
from roguelike.raws.packs import Manifest, lacking
from roguelike.raws.reading import read_json


def check_manifests(folders: Sequence[Path], packs: Sequence[ContentPack], report: Report) -> None:
    """Report what is wrong with the manifests of some packs, which are loaded over each other in this order."""
    for number, folder in enumerate(folders):
        if (folder / MANIFEST).exists():
            _check(folder / MANIFEST, packs[:number], report)


def _check(path: Path, below: Sequence[ContentPack], report: Report) -> None:
    """Report what is wrong with one manifest, given the packs below it."""
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
    if manifest.name == GAME:
        place.under("name").fault(f"{GAME!r} is what packs call the game", "choose another name")
    for name, problem, remedy in lacking(manifest, below):
        place.under("needs", name).fault(problem, remedy)
