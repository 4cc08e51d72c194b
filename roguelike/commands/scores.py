"""`roguelike scores`: the finished runs, as a table or as JSON; `roguelike morgue N`: the report of one of them.

A command line names a run by its number in `roguelike scores`, as the last, or by the file of its replay.
"""

import argparse
import shutil
from collections.abc import Callable, Sequence
from typing import TextIO

from msgspec import json

from roguelike.commands.command_line import (
    MOST_DIGITS,
    add_saves,
    saves_of,
    seed_argument,
    whole_number,
)
from roguelike.core.grammar import counted
from roguelike.engine.state.errors import SaveError
from roguelike.runs.past_runs import LAST, PastRun, past_runs, report_lines, report_of
from roguelike.store.history import NewerRun, newer_words

ORDERS: dict[str, Callable[[PastRun], tuple[int, ...]]] = {
    "score": lambda each: (-each.run.score, -each.number),
    "date": lambda each: (-each.number,),
    "depth": lambda each: (-deepest(each), -each.run.score, -each.number),
    "turns": lambda each: (-each.run.turns, -each.number),
    "level": lambda each: (-each.run.level, -each.run.score, -each.number),
}
"""Sort keys of each order; among equals the latest comes first."""
HEADINGS = ("No.", "Score", "Depth", "Level", "Turns", "Date", "Seed", "Hero", "Origin", "")
LEAST_COLUMNS = 72
MOST_SEED = 20
NOTHING = "No run has ended yet in {saves}."
NONE_CHOSEN = "No run in {saves} is of that seed and hero ({runs} in all)."


def deepest(each: PastRun) -> int:
    """Return the deepest level that a run reached."""
    return each.run.tallies.get("deepest", each.run.depth)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `scores`."""
    add_saves(parser)
    parser.add_argument(
        "--sort", choices=tuple(ORDERS), default="score", help="what to sort by (default: score)"
    )
    parser.add_argument("--reverse", action="store_true", help="reverse the order")
    parser.add_argument("--limit", type=whole_number(1), metavar="N", help="list at most N runs")
    parser.add_argument(
        "--seed", type=seed_argument, default="", help="list only the runs of this seed"
    )
    parser.add_argument("--hero", help="list only the runs of the hero of this name")
    parser.add_argument(
        "--json", action="store_true", help="write one JSON object a line instead of a table"
    )


def run_scores(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """List the runs; return the exit code: 1 if lines of the history could not be read."""
    saves = saves_of(options)
    found, notes = past_runs(saves)
    errors.writelines(f"roguelike: {note}\n" for note in notes)
    chosen = [
        each
        for each in found
        if (not options.seed or each.run.seed == options.seed)
        and (options.hero is None or each.run.hero == options.hero)
    ]
    chosen.sort(key=ORDERS[options.sort], reverse=options.reverse)
    chosen = chosen[: options.limit]
    if options.json:
        out.writelines(json.encode(each).decode() + "\n" for each in chosen)
    elif chosen:
        width = max(LEAST_COLUMNS, shutil.get_terminal_size().columns) if out.isatty() else 0
        out.writelines(f"{line}\n" for line in table(chosen, width))
    elif found or not notes:
        told = NONE_CHOSEN if found else NOTHING
        out.write(told.format(saves=saves, runs=counted(len(found), "run")) + "\n")
    return 1 if notes else 0


def table(runs: Sequence[PastRun], width: int) -> list[str]:
    """Return the runs as rows of text, cut to a width (0 for none)."""
    rows = [HEADINGS, *(_cells(each) for each in runs)]
    # Leave out columns that are empty for every run.
    kept = [place for place in range(len(HEADINGS)) if any(cells[place] for cells in rows[1:])]
    wide = {place: max(len(cells[place]) for cells in rows) for place in kept[:-1]}
    lines = []
    for cells in rows:
        words = [_set(cells[place], wide[place], place) for place in kept[:-1]]
        line = "  ".join([*words, cells[kept[-1]]]).rstrip()
        lines.append(line if not width or len(line) <= width else line[: width - 1] + "…")
    return lines


def _set(text: str, width: int, column: int) -> str:
    """Align a cell: numbers to the right."""
    return text.rjust(width) if column < HEADINGS.index("Date") else text.ljust(width)


def _cells(each: PastRun) -> tuple[str, ...]:
    """Return the table's cells for a run, in the order of HEADINGS."""
    run = each.run
    seed = run.seed if len(run.seed) <= MOST_SEED else run.seed[: MOST_SEED - 1] + "…"
    wizard = " (wizard mode)" if run.wizard else ""
    newer = f" ({newer_words(run)})" if isinstance(run, NewerRun) else ""
    return (
        f"{each.number}",
        f"{run.score:,}",
        f"{deepest(each)}",
        f"{run.level}",
        f"{run.turns:,}",
        run.when[:10],
        seed,
        run.hero,
        run.origin,
        f"{run.epitaph}, {run.place}{wizard}{newer}",
    )


def add_recording(parser: argparse.ArgumentParser) -> None:
    """Declare the argument that names a recording, as `replay_of` reads it."""
    parser.add_argument(
        "what",
        nargs="?",
        default=LAST,
        metavar="FILE|N",
        help="a replay, a crash-N.json, or the number of a run in `roguelike scores` (default: the last run)",
    )


def number_of(text: str) -> int:
    """Return the number of a run, -1 for the last. Raises ArgumentTypeError for anything else."""
    if text == LAST:
        return -1
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of a run: `roguelike scores` lists them, and {LAST!r} is the last"
        )
    return int(text)


def add_number(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `morgue`."""
    add_saves(parser)
    parser.add_argument(
        "number",
        type=number_of,
        nargs="?",
        default=LAST,
        metavar="N",
        help="the number of the run, as `roguelike scores` gives it (default: the last)",
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run_morgue(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Print the report of a run; return the exit code."""
    saves = saves_of(options)
    try:
        if options.json:
            report = json.encode(report_of(saves, options.number))
            lines = [json.format(report, indent=1).decode()]
        else:
            lines = report_lines(saves, options.number)
    except SaveError as fault:
        errors.write(f"roguelike: {fault}\n")
        return 1
    out.writelines(f"{line}\n" for line in lines)
    return 0
