"""`roguelike benchmark`: its options and its table. Rows that need the screen are handed in by the caller."""

import argparse
from collections.abc import Iterable
from typing import TextIO

from roguelike.lab.benchmark.row import ROWS, Effort, Figure, Row

NAME_WIDTH, VALUE_WIDTH = 42, 20
QUICK = Effort(0.1)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--only", metavar="TEXT", default="", help="rows whose name has this in it")
    parser.add_argument(
        "--quick", action="store_true", help="take a tenth of the samples: faster, less steady"
    )


def engine_rows() -> list[Row]:
    """Return the engine's rows."""
    from roguelike.lab.benchmark import level_rows, pipeline_rows, save_rows, turn_rows

    del turn_rows, level_rows, pipeline_rows, save_rows  # imported for the rows that they register
    return list(ROWS)


def run(args: argparse.Namespace, out: TextIO, more: Iterable[Row] = ()) -> int:
    """Measure the chosen rows, printing each as it is done; 1 when a budget is not met, 2 when no row is called so."""
    wanted = args.only.casefold()
    rows = [row for row in (*engine_rows(), *more) if wanted in row.name.casefold()]
    if not rows:
        out.write(f"No row of the benchmark has {args.only!r} in its name.\n")
        return 2
    effort = QUICK if args.quick else Effort()
    out.write(f"{'':<{NAME_WIDTH}} {'measured':>{VALUE_WIDTH}}  budget\n")
    met = []
    for row in rows:
        # The name first: some rows take a while.
        out.write(f"{row.name:<{NAME_WIDTH}} ")
        out.flush()
        figure = row.measure(effort)
        met.append(row.is_met(figure))
        out.write(_judgement(row, figure))
        out.flush()
    out.write(f"\n{sum(met)} of {len(met)} budgets met.\n")
    return 0 if all(met) else 1


def _judgement(row: Row, figure: Figure) -> str:
    """Lay out what a row came to, beside its budget."""
    value = f"{_number(figure.value)} {row.unit}".strip()
    budget = f"{row.bound} {_number(row.budget)}"
    ratio = figure.value / row.budget
    verdict = "met" if row.is_met(figure) else "NOT met"
    note = f"  ({figure.note})" if figure.note else ""
    return f"{value:>{VALUE_WIDTH}}  {budget:<17} x{ratio:<5.2f} {verdict}{note}\n"


def _number(value: float) -> str:
    """Write a number with as many digits as mean something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
