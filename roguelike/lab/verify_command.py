"""`roguelike verify`: plays a replay or crash file without a screen, and says whether all went as recorded."""

import argparse
from pathlib import Path
from typing import TextIO

from roguelike.engine.installed_packs import catalog_with
from roguelike.engine.saves.errors import SaveError
from roguelike.engine.saves.location import default_folder
from roguelike.engine.saves.replay import Replay
from roguelike.engine.verifying import read_replay_file, verify
from roguelike.lab.balance.progress import Progress
from roguelike.raws.catalog import Catalog, catalog_in_force


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `verify`."""
    parser.add_argument("file", type=Path, help="a replay, or the crash-N.json of a fault")


def run_verify(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Play the recording, with progress on `errors`; 0 when all went as recorded, else 1."""
    try:
        replay = read_replay_file(options.file.expanduser())
        progress = Progress(errors, len(replay.commands), "commands")
        found = verify(replay, _catalog_of(replay, options.saves), progress)
    except SaveError as fault:
        errors.write(f"roguelike: {fault}\n")
        return 1
    progress.close()
    out.write(f"{found.text}\n")
    return 0 if found.is_alike else 1


def _catalog_of(replay: Replay, saves: Path | None) -> Catalog:
    """Return the data that a recording was made with. Raises SaveError when a pack of it is not here, or is another."""
    at_hand = catalog_in_force()
    return catalog_with(replay.packs, at_hand, saves or default_folder())
