"""`roguelike benchmark`: its options and its table."""

import argparse
import platform
import sysconfig
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import TextIO

from roguelike.commands.command_line import add_json, json_line, path_argument
from roguelike.core.records import asdict
from roguelike.lab.benchmark.row import ROWS, Effort, Figure, Row, Verdict
from roguelike.lab.output_file import try_to_write

NAME_WIDTH, VALUE_WIDTH = 46, 20
QUICK = Effort(0.1)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `benchmark`."""
    parser.add_argument("--only", metavar="TEXT", default="", help="rows whose name has this in it")
    parser.add_argument(
        "--quick", action="store_true", help="take a tenth of the samples: faster, less steady"
    )
    parser.add_argument(
        "--calls",
        type=path_argument,
        metavar="FILE.json",
        help="measure no time: count calls of functions exactly, tell what has changed since FILE, and write it anew",
    )
    add_json(parser, "one JSON object a row, a line each,")


def all_rows() -> list[Row]:
    """Return every row that can be measured here, in the order of the table; importing their modules registers them."""
    from roguelike.lab.benchmark import turn_rows  # noqa: I001 - the order of the table
    from roguelike.lab.benchmark import game_rows, window_rows, screen_rows, pipeline_rows

    del turn_rows, game_rows, window_rows, screen_rows, pipeline_rows
    return [each for each in ROWS if not each.needs or find_spec(each.needs) is not None]


def run(args: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Measure the chosen rows and print each; return 0 if all budgets are met, 1 if not or if no row matches.

    With `--calls` return 1 only if the file cannot be written.
    """
    if args.calls is not None:
        return _count(args.calls, out, errors)
    wanted = args.only.casefold()
    rows = [row for row in all_rows() if wanted in row.name.casefold()]
    if not rows:
        errors.write(f"roguelike: No row of the benchmark has {args.only!r} in its name.\n")
        return 1
    effort = QUICK if args.quick else Effort()
    return print_table(rows, effort, out, as_json=args.json)


def _count(path: Path, out: TextIO, errors: TextIO) -> int:
    """Count calls, print them beside those that the file has, and write the file; return 1 if it cannot be written."""
    from roguelike.lab.benchmark.calls import counted, kept

    try:
        try_to_write(path)
    except OSError as fault:
        errors.write(f"roguelike: {path} cannot be written: {fault.strerror}.\n")
        return 1
    before, now = kept(path), counted()
    out.write(f"Calls of functions in Python and in C, with {now.setting}.\n")
    if before is not None and before.setting != now.setting:
        out.write(f"Those of {path} were counted with {before.setting}: they are not comparable.\n")
        before = None
    out.writelines(f"{line}\n" for line in now.lines(before))
    path.write_text(now.text(), encoding="utf-8")
    return 0


def print_table(rows: Sequence[Row], effort: Effort, out: TextIO, *, as_json: bool = False) -> int:
    """Measure rows and print each as it is done; return 0 if every budget is met, else 1."""
    table = StringIO() if as_json else out
    table.write(f"{python_build()}\n{'':<{NAME_WIDTH}} {'measured':>{VALUE_WIDTH}}  budget\n")
    verdicts: Counter[Verdict] = Counter()
    for row in rows:
        # The name is printed first, since some rows take a while.
        table.write(f"{row.name:<{NAME_WIDTH}} ")
        out.flush()
        figure = row.measure(effort)
        verdicts[row.verdict(figure)] += 1
        out.write(_told(row, figure) if as_json else _judgement(row, figure))
        out.flush()
    table.write(f"\n{verdicts['met']} of {len(rows)} budgets met.\n")
    if noisy := verdicts["too noisy to judge"]:
        table.write(
            f"{noisy} not judged: the yardstick did not keep still. Let the machine rest, and run again.\n"
        )
    return 0 if verdicts["met"] == len(rows) else 1


def _told(row: Row, figure: Figure) -> str:
    """Return a row's result as a line of JSON."""
    told = {"python": python_build(), "row": row.name, "unit": row.unit}
    judged = {"bound": row.bound, "budget": row.budget, "verdict": row.verdict(figure)}
    return json_line({**told, **asdict(figure), **judged})


def python_build() -> str:
    """Name the Python that is measured, and whether it was built to be fast: that makes a difference of a fifth."""
    options = sysconfig.get_config_var("CONFIG_ARGS") or ""
    built = [
        word
        for flag, word in (("--enable-optimizations", "PGO"), ("--with-lto", "LTO"))
        if flag in options
    ]
    how = " and ".join(built) or "neither PGO nor LTO"
    return f"Python {platform.python_version()}, {platform.python_compiler()}, built with {how}"


def _judgement(row: Row, figure: Figure) -> str:
    """Format a row's result next to its budget."""
    value = f"{_number(figure.value)} {row.unit}"
    budget = f"{row.bound} {_number(row.budget)}"
    noise = f"yardstick spread {figure.spread:.0%}" if figure.spread else ""
    notes = "; ".join(filter(None, (figure.note, noise)))
    told = f"  ({notes})" if notes else ""
    share = figure.value / row.budget
    return f"{value:>{VALUE_WIDTH}}  {budget:<13} x{share:<5.2f} {row.verdict(figure)}{told}\n"


def _number(value: float) -> str:
    """Format a number with as many digits as are meaningful."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
