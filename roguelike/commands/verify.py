"""`roguelike verify`: plays a replay or crash file without a screen, and says whether it went as recorded."""

import argparse
from typing import TextIO

from roguelike.commands import processes
from roguelike.commands.command_line import add_json, add_saves, json_line, saves_of
from roguelike.commands.scores import add_recording
from roguelike.engine.state.errors import SaveError
from roguelike.raws.catalog import catalog_in_force
from roguelike.runs.past_runs import replay_of
from roguelike.runs.verifying import verify
from roguelike.store import installed_packs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `verify`."""
    add_saves(parser)
    add_recording(parser)
    add_json(parser, "a JSON object")


def run_verify(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Play the recording, with progress on `errors`; return 0 if it went as recorded.

    Returns 1 if it went otherwise, or if a part of the file is missing.
    """
    saves = saves_of(options)
    try:
        replay = replay_of(saves, options.what)
        progress = processes.Progress(errors, len(replay.commands), "commands")
        found = verify(
            replay, installed_packs.catalog_with(replay.packs, catalog_in_force(), saves), progress
        )
    except SaveError as fault:
        errors.write(f"roguelike: {fault}\n")
        return 1
    progress.close()
    out.write(json_line(found) if options.json else f"{found.text}\n")
    return 0 if found.is_alike and found.is_whole else 1
