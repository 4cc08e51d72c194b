"""The runs of the past, latest first or best first."""

from collections.abc import Sequence
from typing import ClassVar

from roguelike.ui.program import Past, Program
from roguelike.ui.screen import Stay, Transition
from roguelike.ui.screens.page import TextPage
from roguelike.ui.widgets import Button, Segment, wrap

_NUMBER_COLUMNS = 6
_NOTHING = "No run has ended yet. The dungeon is patient."
_ORDER = "order"


class PastRuns(TextPage):
    """A list to look back on."""

    name: ClassVar[str] = "History"
    opaque: ClassVar[bool] = False
    title: ClassVar[str] = "Past runs"
    columns: ClassVar[int] = 78

    def __init__(self, program: Program) -> None:
        self.program = program
        self.runs = program.host.past_runs()
        self.by_score = False
        self._button = Button("[Best first]", _ORDER, "b")
        buttons = (self._button,) if len(self.runs) > 1 else ()
        super().__init__(program, self._lines(), *buttons)

    @property
    def rows(self) -> int:
        """As many as the runs have, and the edges; a page that is longer scrolls."""
        return len(self.view.paragraphs) + 5

    def on_button(self, value: str) -> Transition:
        """Turn from the latest first to the best first, and back."""
        if value != _ORDER:
            return super().on_button(value)
        self.by_score = not self.by_score
        self._button.label = "[Latest first]" if self.by_score else "[Best first]"
        self.view = type(self.view)(self._lines())
        return Stay()

    def _lines(self) -> list[list[Segment]]:
        """Number the runs, a blank row before each; say so when there are none."""
        palette, width = self.program.palette, self.columns - 4 - _NUMBER_COLUMNS
        lines: list[list[Segment]] = [] if self.runs else [[], [(_NOTHING, palette.dim)]]
        for number, run in enumerate(self._ordered(), 1):
            lines.append([])
            for row, text in enumerate(wrap(run.line, width)):
                mark = "" if row else f"{number:>4}"
                lines.append([(mark.ljust(_NUMBER_COLUMNS), palette.dim), (text, palette.text)])
        return lines

    def _ordered(self) -> Sequence[Past]:
        """Return the runs in the order that is wanted; of equals the latest stands first."""
        return sorted(self.runs, key=lambda run: -run.score) if self.by_score else self.runs
