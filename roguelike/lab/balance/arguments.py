"""The options of `roguelike balance`, all checked before the first game begins."""

import argparse
import re
from pathlib import Path

from roguelike.commands.command_line import path_argument, whole_number
from roguelike.lab import fleet
from roguelike.lab.bots.roster import BOTS

MOST_SEEDS = 100_000
LAST_SEED = 10**12
MOST_TURNS = 1_000_000
USUAL_SEEDS, USUAL_SPAWNS, USUAL_FIGHTS, USUAL_TURNS = 100, 500, 12, 5_000
OUT = Path("balance-report")
_RANGE = re.compile(r"(\d{1,13})(?:-(\d{1,13}))?", re.ASCII)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `balance`."""
    parser.add_argument(
        "--seeds",
        type=seed_range,
        metavar="N|A-B",
        help=f"the seeds from 1 to N, or those from A to B "
        f"(default: {USUAL_SEEDS}, {USUAL_SPAWNS} with --spawns, "
        f"{USUAL_FIGHTS} with --at-level or --groups)",
    )
    parser.add_argument(
        "--bots",
        type=bot_names,
        default=("greedy", "mage"),
        metavar="LIST",
        help=f"who plays, with commas between: {', '.join(sorted(BOTS))} (default: greedy,mage)",
    )
    parser.add_argument(
        "--turns",
        type=whole_number(1, MOST_TURNS),
        default=USUAL_TURNS,
        metavar="N",
        help=f"end a game after N turns (default: {USUAL_TURNS})",
    )
    fleet.add_arguments(parser, "games")
    _add_ways(parser)


def _add_ways(parser: argparse.ArgumentParser) -> None:
    """Declare where results go, and the modes that play no games."""
    parser.add_argument(
        "--out",
        type=path_argument,
        metavar="FOLDER|FILE.html|FILE.json",
        help="where the report is written, its JSON beside it; FILE.json writes the figures alone "
        f"(default: {OUT}/balance.html)",
    )
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--compare",
        nargs=2,
        type=path_argument,
        metavar=("OLD.json", "NEW.json"),
        help="play nothing: compare the figures of two reports",
    )
    ways.add_argument(
        "--spawns",
        action="store_true",
        help="play nothing: print what the levels of every depth hold, and what never turns up",
    )
    ways.add_argument(
        "--at-level",
        action="store_true",
        help="play single fights: heroes of each depth's level against those who live there",
    )
    ways.add_argument(
        "--groups",
        action="store_true",
        help="play single fights against each group at the first and the last of its depths",
    )


def seed_range(text: str) -> tuple[int, int]:
    """Parse a number of seeds or a range of them: "300" is 1 to 300, "40-60" is 40 to 60."""
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of seeds or a range of them: write 300, or 40-60"
        )
    first, last = (int(match[1]), int(match[2])) if match[2] else (1, int(match[1]))
    if last < first:
        raise argparse.ArgumentTypeError(f"{text!r} has no seed in it: write 300, or 40-60")
    if last - first >= MOST_SEEDS or last > LAST_SEED:
        raise argparse.ArgumentTypeError(f"{text!r} is more than {MOST_SEEDS:,} seeds")
    return first, last


def bot_names(text: str) -> tuple[str, ...]:
    """Parse names of bots, each kept once."""
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    for name in names:
        if name not in BOTS:
            raise argparse.ArgumentTypeError(
                f"there is no bot called {name!r}: there are {', '.join(sorted(BOTS))}"
            )
    return names
