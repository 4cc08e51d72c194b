"""`roguelike simulate`: its options, and the table that it prints while the games are played."""

import argparse
import re
from collections import Counter
from statistics import median
from typing import TextIO

from roguelike.commands.command_line import path_argument, whole_number
from roguelike.lab.bots.roster import BOTS
from roguelike.lab.fleet import FAULTS, fleet_of
from roguelike.lab.fleet import add_arguments as add_fleet_arguments
from roguelike.lab.output_file import try_to_write
from roguelike.lab.simulate.simulation import Played, ReplayError, Report, replay_path, simulate

MOST_SEEDS = 1_000_000
END_WIDTH = 34
COMMONEST = 5
_RANGE, _ENDLESS = re.compile(r"(\d+)-(\d+)"), re.compile(r"\d+-+")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `simulate`."""
    parser.add_argument("--bot", choices=sorted(BOTS), default="greedy", help="who plays")
    parser.add_argument(
        "--seeds",
        type=parse_seeds,
        default=parse_seeds("1-50"),
        metavar="LIST",
        help="seeds and ranges of seeds, such as 1-50,77,lucky (default: 1-50)",
    )
    parser.add_argument(
        "--turns",
        type=whole_number(1),
        default=2000,
        metavar="N",
        help="end a game after N turns (default: 2000)",
    )
    parser.add_argument(
        "--replays",
        type=path_argument,
        metavar="FOLDER",
        help="leave the replay of every game in FOLDER, as BOT-SEED.jsonl.gz (on a cluster, on its machines)",
    )
    add_fleet_arguments(parser, "games")


def parse_seeds(text: str) -> list[str]:
    """Parse seeds: numbers and words, and ranges of numbers, separated by commas."""
    seeds: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        match = _RANGE.fullmatch(part)
        first, last = (int(match[1]), int(match[2])) if match else (0, 0)
        if not part or last < first or _ENDLESS.fullmatch(part):
            raise argparse.ArgumentTypeError(
                f"{part!r} in {text!r} is not a seed or a range: write 1-50, or 3,5,lucky"
                if part != text
                else f"{text!r} is not a seed or a range: write 1-50, or 3,5,lucky"
            )
        if last - first + len(seeds) >= MOST_SEEDS:
            raise argparse.ArgumentTypeError(f"{text!r} is more than {MOST_SEEDS:,} seeds")
        seeds += [str(number) for number in range(first, last + 1)] if match else [part]
    return seeds


def run_simulate(args: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Play the games, print a row for each and a summary; return 1 if any game broke, 2 if they could not be played."""
    heading = _row("seed", "turns", "depth", "level", "kills", "end", "hash")

    def progress(played: Played) -> None:
        """Print a game's row as soon as those before it are printed."""
        nonlocal heading
        out.write(heading + _played_row(played))
        out.flush()
        heading = ""

    replays = str(args.replays.expanduser()) if args.replays else ""
    try:
        if replays:
            try_to_write(replay_path(replays, args.bot, args.seeds[0]))
    except OSError as fault:
        errors.write(f"roguelike: no replay can be written to {replays}: {fault.strerror}.\n")
        return 2
    try:
        fleet = fleet_of(args)
        report = simulate(args.bot, args.seeds, args.turns, fleet, progress, replays)
    except (*FAULTS, ReplayError) as fault:
        errors.write(f"roguelike: {fault}\n")
        return 2
    if report.games:
        out.write(_summary(report))
    is_whole = len(report.games) == len(args.seeds)
    if not is_whole:
        out.write(f"Broken off: {len(report.games)} of {len(args.seeds)} games were over.\n")
    return 0 if is_whole and not report.failures else 1


def _row(*cells: object) -> str:
    """Return one row of the table."""
    seed, turns, depth, level, kills, end, digest = (str(cell) for cell in cells)
    if len(end) > END_WIDTH:
        end = end[: END_WIDTH - 1] + "…"
    return f"{seed:>8} {turns:>6} {depth:>5} {level:>5} {kills:>5}  {end:<{END_WIDTH}} {digest}\n"


def _played_row(played: Played) -> str:
    """Return the table's row for one game."""
    end = "BROKEN" if played.failure else played.end or "still alive"
    return _row(
        played.seed,
        played.turns,
        played.depth,
        played.level,
        played.kills,
        end,
        played.state_hash,
    )


def _summary(report: Report) -> str:
    """Return a summary of all games, with the first failure in full."""
    games = report.games
    medians = [median(values) for values in zip(*(_numbers(each) for each in games), strict=True)]
    seconds = sum(each.seconds for each in games)
    pace = sum(each.turns for each in games) / seconds if seconds else 0.0
    ends = Counter(each.end or "still alive" for each in games if not each.failure)
    count = f"{len(games)} game{'s' if len(games) != 1 else ''}"
    lines = [
        "",
        _row("median", *(f"{value:g}" for value in medians), "", "").rstrip(),
        f"{count} of the {report.bot} bot, {pace:,.0f} checked turns a second and worker",
        *(f"{count:>8}  {end}" for end, count in ends.most_common(COMMONEST)),
    ]
    for broken in report.failures[:1]:
        assert broken.failure
        where = f"seed {broken.seed}, turn {broken.failure.turn}"
        count = f"{len(report.failures)} of {len(games)} games broke. The first: {where}:"
        lines += ["", count, broken.failure.text.rstrip()]
    return "\n".join(lines) + "\n"


def _numbers(played: Played) -> tuple[int, int, int, int]:
    """Return the numbers whose medians are shown."""
    return (played.turns, played.depth, played.level, played.kills)
