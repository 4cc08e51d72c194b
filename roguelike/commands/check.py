"""`roguelike check-data` and `roguelike schema`: what is wrong with data, and how editors check it.

A folder that has all the main sections stands on its own. Anything less is a content pack, and is checked over the
game's own data, as it would be played.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TextIO

from roguelike.commands.command_line import add_json, json_line, path_argument, saves_of
from roguelike.commands.doubts import doubts, replaced
from roguelike.commands.prefab_check import Check, checks_of
from roguelike.commands.schema import json_schema
from roguelike.core import data_path
from roguelike.core.sounds import SoundError
from roguelike.engine.play.hints import HintError
from roguelike.mapgen import prefab
from roguelike.raws.building import build
from roguelike.raws.catalog import catalog_of, folders_of, load_catalog, sources_for
from roguelike.raws.faults import DataError, Fault
from roguelike.raws.packs import check_count
from roguelike.store import installed_packs
from roguelike.title import title_picture
from roguelike.toolkit.manual.checking import ManualError, check_manual
from roguelike.world.catalog import Catalog
from roguelike.world.spawn_table import SpawnKind

OK, FAILURE = 0, 1
FAULTY = (
    DataError,
    prefab.PrefabError,
    HintError,
    SoundError,
    title_picture.TitleError,
    ManualError,
)
DEEPEST_CHECKED = 30
KINDS: tuple[SpawnKind, ...] = ("items", "mobs", "props")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `check-data`."""
    parser.add_argument(
        "folder",
        type=path_argument,
        nargs="?",
        help="a folder with a spawns.json, or an installed pack (default: the game's own)",
    )
    parser.add_argument("--strict", action="store_true", help="fail for doubts, too")
    parser.add_argument(
        "--replaced",
        choices=("doubts", "faults"),
        help="tell what of the game itself a pack replaces, as doubts or as faults (default: not at all)",
    )
    add_json(parser, "a JSON object with faults and doubts")


def run_check(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Check the data in force, or the named pack, with all its other files; with `strict` a doubt is a failure.

    The contents are printed to `out`, and everything that is wrong, of every kind, to `err`.

    Raises:
        DataFolderError: a folder is not where it should be, or there are too many.
    """
    saves = saves_of(options)
    packs = [*filter(None, (*data_path.chosen_packs(), _folder_to_check(options.folder, saves)))]
    check_count(packs)
    told: list[str] = []
    faults: list[Exception] = []
    sources = sources_for(packs)
    built = catalog = None
    try:
        built = build(sources, folders_of(sources)[1:])
        catalog = catalog_of(built, sources)
    except DataError as fault:
        faults.append(fault)
    for check in _checks(catalog, packs):
        try:
            told.append(check())
        except FAULTY as fault:
            faults.append(fault)
    over = replaced(packs) if options.replaced else []
    if over and options.replaced == "faults":
        faults.append(DataError(over))
    found = doubts(built, catalog, packs or sources) if built and catalog and not faults else []
    if options.replaced == "doubts":
        found += over
    if options.json:
        wrong = [each for fault in faults for each in _in_parts(fault)]
        out.write(json_line({"faults": wrong, "doubts": found}))
    elif faults:
        err.writelines(f"{each}\n" for each in faults)
    else:
        out.writelines(f"{each}\n" for each in told if each)
        out.writelines(f"  doubt: {each}\n" for each in found)
    return FAILURE if faults or (found and options.strict) else OK


def _in_parts(fault: Exception) -> Iterable[Fault]:
    """Yield the faults that an error lists; those of drawings and texts say in words where they are."""
    if isinstance(fault, DataError):
        yield from fault.faults
    else:
        yield from (Fault("", "", "", line.strip()) for line in str(fault).splitlines())


def _checks(catalog: Catalog | None, packs: Sequence[Path]) -> Iterator[Check]:
    """Yield what tells of the rows, unless a fault is in them, then the checks of each folder's other files."""
    if catalog is not None:
        yield partial(told_of, catalog, sources_for(packs))
    folders = [data_path.data_folder(), *packs]
    for folder in packs or folders:
        yield from checks_of(folder, catalog)
    for folder in packs or folders:
        yield partial(check_manual, folder, folders)


# --- the rows


def told_of(catalog: Catalog, sources: Sequence[Path]) -> str:
    """Return the contents of rows without a fault, as lines of text."""
    names = " with ".join(map(str, sources))
    return "\n".join([f"{names}: no faults.", *_contents(catalog), *_hollows(catalog)])


def _contents(catalog: Catalog) -> Iterable[str]:
    """Yield a line with the numbers of entries."""
    generated = len(catalog.generated)
    counts = [
        f"{len(catalog.names('items')) - generated} items and {generated} enchanted ones",
        f"{len(catalog.names('mobs'))} mobs",
        f"{len(catalog.names('props'))} props",
        f"{len(catalog.spells)} spells",
        f"{len(catalog.traits)} weapon traits",
        f"{len(catalog.names('statuses'))} statuses",
    ]
    yield f"  {', '.join(counts)}; data hash {catalog.data_hash}"


def _hollows(catalog: Catalog) -> Iterable[str]:
    """Yield notes on depths at which nothing of a kind spawns: not wrong, but probably not intended."""
    for kind in KINDS:
        empty = [d for d in range(1, DEEPEST_CHECKED + 1) if not catalog.spawn_table.pools(kind, d)]
        for _, run in groupby(enumerate(empty), lambda pair: pair[1] - pair[0]):
            depths = [depth for _, depth in run]
            yield f"  note: no {kind} spawn at depths {depths[0]} to {depths[-1]}"


def _folder_to_check(named: Path | None, saves: Path) -> Path | None:
    """Return the named folder, by its path or as an installed pack; None if none was named."""
    if named is None or named.exists():
        return named
    pack = installed_packs.installed(saves).get(str(named))
    return named if pack is None else pack.folder


def run_schema(_: argparse.Namespace, out: TextIO, _errors: TextIO) -> int:
    """Print the JSON Schema of spawns.json, which packs do not change; return the exit code.

    Raises:
        DataError, DataFolderError: the chosen packs are wrong; the schema, which helps to mend them, is printed first.
    """
    out.write(json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n")
    out.flush()
    if data_path.chosen_packs():
        load_catalog()
    return OK
