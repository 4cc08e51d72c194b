"""`roguelike scores`: the finished runs, as a table or as JSON."""

import argparse
import shutil
from collections.abc import Callable, Sequence
from typing import TextIO

from msgspec import json

from roguelike.commands.command_line import add_saves, saves_of, whole_number
from roguelike.core.grammar import counted
from roguelike.runs.past_runs import PastRun, past_runs

ORDERS: dict[str, Callable[[PastRun], tuple[int, ...]]] = {
    "score": lambda each: (-each.run.score, -each.number),
    "date": lambda each: (-each.number,),
    "depth": lambda each: (-deepest(each), -each.run.score, -each.number),
    "turns": lambda each: (-each.run.turns, -each.number),
    "level": lambda each: (-each.run.level, -each.run.score, -each.number),
}
"""Sort keys of each order; among equals the latest comes first."""
HEADINGS = ("No.", "Score", "Depth", "Level", "Turns", "Date", "Seed", "Hero", "")
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
    parser.add_argument("--seed", default="", help="list only the runs of this seed")
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
    return (
        f"{each.number}",
        f"{run.score:,}",
        f"{deepest(each)}",
        f"{run.level}",
        f"{run.turns:,}",
        run.when[:10],
        seed,
        run.hero,
        f"{run.epitaph}, {run.place}{wizard}",
    )
