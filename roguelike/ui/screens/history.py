"""The runs of the past, latest first."""

from typing import ClassVar

from roguelike.ui.program import Program
from roguelike.ui.screens.page import TextPage
from roguelike.ui.widgets import Segment, wrap

_NUMBER_COLUMNS = 6
_NOTHING = "No run has ended yet. The dungeon is patient."


class PastRuns(TextPage):
    """A list to look back on."""

    name: ClassVar[str] = "History"
    opaque: ClassVar[bool] = False
    title: ClassVar[str] = "Past runs"
    columns: ClassVar[int] = 78

    def __init__(self, program: Program) -> None:
        super().__init__(program, _lines(program, self.columns - 4 - _NUMBER_COLUMNS))

    @property
    def rows(self) -> int:
        """As many as the runs have, and the edges; a page that is longer scrolls."""
        return len(self.view.paragraphs) + 5


def _lines(program: Program, width: int) -> list[list[Segment]]:
    """Number the runs, a blank row before each; say so when there are none."""
    palette = program.palette
    runs = program.host.past_runs()
    lines: list[list[Segment]] = [] if runs else [[], [(_NOTHING, palette.dim)]]
    for number, run in enumerate(runs, 1):
        lines.append([])
        for row, text in enumerate(wrap(run.line, width)):
            mark = "" if row else f"{number:>4}"
            lines.append([(mark.ljust(_NUMBER_COLUMNS), palette.dim), (text, palette.text)])
    return lines
