"""The commands about runs, as the command line lists them. None is imported before it is given."""

import argparse
import sys
from pathlib import Path

from roguelike.engine.saves.location import default_folder


def saves_of(options: argparse.Namespace) -> Path:
    """Return the folder of saves that a command is about."""
    named: Path | None = options.saves
    return default_folder() if named is None else named


def _replay_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `replay`."""
    from roguelike.runs.replay_command import add_arguments

    add_arguments(parser)


def _replay(options: argparse.Namespace) -> int:
    """Play a run again; return the exit code."""
    from roguelike.runs.replay_command import run_replay

    return run_replay(options, saves_of(options), sys.stdout, sys.stderr)


def _scores_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `scores`."""
    from roguelike.runs.scores_command import add_arguments

    add_arguments(parser)


def _scores(options: argparse.Namespace) -> int:
    """List the runs; return the exit code."""
    from roguelike.runs.scores_command import run_scores

    return run_scores(options, saves_of(options), sys.stdout, sys.stderr)


def _morgue_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `morgue`."""
    from roguelike.runs.morgue_command import add_arguments

    add_arguments(parser)


def _morgue(options: argparse.Namespace) -> int:
    """Print what was written of a run; return the exit code."""
    from roguelike.runs.morgue_command import run_morgue

    return run_morgue(options, saves_of(options), sys.stdout, sys.stderr)


def _verify_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `verify`."""
    from roguelike.runs.verify_command import add_arguments

    add_arguments(parser)


def _verify(options: argparse.Namespace) -> int:
    """Play a recording unseen; return the exit code."""
    from roguelike.runs.verify_command import run_verify

    return run_verify(options, saves_of(options), sys.stdout, sys.stderr)


COMMANDS = (
    ("scores", "list the runs that ended", _scores_options, _scores),
    ("morgue", "print all that was written of a run", _morgue_options, _morgue),
    (
        "replay",
        "watch a run again, play on from any turn of it, or film it",
        _replay_options,
        _replay,
    ),
    ("verify", "play a replay or crash file unseen, and check it", _verify_options, _verify),
)
"""Name, help, what describes the options, and what runs it."""
