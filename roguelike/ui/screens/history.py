"""The runs of the past, latest first."""

from typing import ClassVar

from roguelike.ui.program import Program
from roguelike.ui.screens.page import TextPage
from roguelike.ui.widgets import Segment


class PastRuns(TextPage):
    """A list to look back on."""

    name: ClassVar[str] = "History"
    title: ClassVar[str] = "Past runs"

    def __init__(self, program: Program) -> None:
        super().__init__(program, _lines(program))


def _lines(program: Program) -> list[list[Segment]]:
    """Number the runs, a blank row between them; say so when there are none."""
    palette = program.palette
    runs = program.host.past_runs()
    if not runs:
        return [[], [("No run has ended yet. The dungeon is patient.", palette.dim)]]
    lines: list[list[Segment]] = []
    for number, run in enumerate(runs, 1):
        lines += [[(f"{number:>3}  ", palette.dim), (run.line, palette.text)], []]
    return lines
