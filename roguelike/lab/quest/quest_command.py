"""`roguelike quest`: search for a game that is won without help, and write it as a replay.

Run it after changes of rules or data have altered the game that the tests replay.
"""

import argparse
import gzip
import time
from pathlib import Path
from typing import TextIO

from roguelike.commands.command_line import path_argument, whole_number
from roguelike.core.data_path import is_same_file
from roguelike.core.grammar import counted
from roguelike.lab.fleet import FAULTS, fleet_of
from roguelike.lab.fleet import add_arguments as add_fleet_arguments
from roguelike.lab.output_file import try_to_write
from roguelike.lab.quest.quest_search import recording, search
from roguelike.store.atomic import write_whole

OUT = Path("victory.jsonl.gz")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `quest`."""
    parser.add_argument("--seed", default="1", help="the dungeon (default: 1)")
    parser.add_argument(
        "--minutes",
        type=whole_number(1),
        default=10,
        metavar="N",
        help="give up after so long (default: 10)",
    )
    parser.add_argument(
        "--out",
        type=path_argument,
        default=OUT,
        metavar="FILE",
        help=f"where to write it (default: {OUT})",
    )
    add_fleet_arguments(parser, "games")


def run_quest(args: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Search, reporting each attempt; return 0 if a winning game was written, 1 if not, 2 without a cluster."""
    began = time.monotonic()

    def tell(line: str) -> None:
        """Print a line of the search."""
        out.write(f"{time.monotonic() - began:>5.0f} s {line}\n")
        out.flush()

    if args.keep is not None and is_same_file(args.keep, args.out):
        errors.write(
            f"roguelike: {args.out} cannot be both --keep and --out: the results would be lost.\n"
        )
        return 1
    try:
        try_to_write(args.out)
    except OSError as fault:
        errors.write(f"roguelike: {args.out} cannot be written: {fault.strerror}.\n")
        return 1
    try:
        won = search(args.seed, 60 * args.minutes, fleet_of(args), tell)
    except FAULTS as fault:
        errors.write(f"roguelike: {fault}\n")
        return 2
    except KeyboardInterrupt:
        goes_on = "" if args.keep is None else " The same command goes on from here."
        out.write(f"Broken off, with no winning game yet.{goes_on}\n")
        return 1
    if won is None:
        out.write(f"No winning game of seed {args.seed} in {counted(args.minutes, 'minute')}.\n")
        return 1
    data = recording(args.seed, won)
    try:
        # No time in the archive, so that the same game gives the same file.
        write_whole(args.out, gzip.compress(data, mtime=0))
    except OSError as fault:
        errors.write(f"roguelike: {args.out} cannot be written: {fault.strerror}.\n")
        return 1
    out.write(f"Won in {len(won):,} commands: written to {args.out}.\n")
    return 0
