"""`roguelike verify`: plays a replay or crash file without a screen, and says whether all went as recorded."""

import argparse
from pathlib import Path
from typing import TextIO

from roguelike.engine.saves.errors import SaveError
from roguelike.engine.verifying import read_replay_file, verify
from roguelike.lab.balance.progress import Progress
from roguelike.raws.catalog import load_catalog


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `verify`."""
    parser.add_argument("file", type=Path, help="a replay, or the crash-N.json of a fault")


def run_verify(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Play the recording, with progress on `errors`; 0 when all went as recorded, else 1."""
    try:
        replay = read_replay_file(options.file.expanduser())
        progress = Progress(errors, len(replay.commands), "commands")
        found = verify(replay, load_catalog(), progress)
    except SaveError as fault:
        errors.write(f"roguelike: {fault}\n")
        return 1
    progress.close()
    out.write(f"{found.text}\n")
    return 0 if found.is_alike else 1
