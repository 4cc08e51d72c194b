"""Past runs: a list sorted in several ways, whose reports can be read and replays watched."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Protocol

from tcod.console import Console

from roguelike.core.records import Record
from roguelike.ui.program import Program, UserError
from roguelike.ui.screen import Push, Stay, Transition
from roguelike.ui.screens.dialogs import Message
from roguelike.ui.screens.page import WARNING_SIGN, Details, ListPage, TextPage
from roguelike.ui.widgets import Button, Rect, Row, Segment

if TYPE_CHECKING:  # read only when somebody asks for past runs
    from roguelike.runs.hindsight import Hindsight
    from roguelike.runs.watching import Watched


class Past(Record):
    """One finished run in the list of runs. `line` sums it up; `number` is its name in commands."""

    line: str
    score: int = 0
    number: int = 0
    epitaph: str = ""
    depth: int = 0
    level: int = 0
    turns: int = 0
    hero: str = ""
    has_report: bool = False
    has_replay: bool = False


class Archive(Protocol):
    """What these pages need of the machine: the finished runs that are kept on it."""

    def past_runs(self) -> Sequence[Past]:
        """Return finished runs, latest first."""

    def morgue(self, number: int) -> Sequence[str]:
        """Return the report of a finished run, row by row. Raises UserError."""

    def watch(self, number: int | None) -> "Watched":
        """Open the recording of a finished run; None is the one that ended just now. Raises UserError."""

    def keep_hindsight(self, hindsight: "Hindsight") -> None:
        """Store what would have saved the player who died last; failures become a notice."""


_NOTHING = "No run has ended yet. The dungeon is patient."
_NO_REPLAY = "No replay of this run was kept."
_SORT, _WATCH, _READ = "sort", "watch", "read"
_ORDERS: tuple[tuple[str, Callable[[Past], tuple[int, ...]]], ...] = (
    ("latest first", lambda run: (-run.number,)),
    ("best first", lambda run: (-run.score, -run.number)),
    ("deepest first", lambda run: (-run.depth, -run.score, -run.number)),
    ("longest first", lambda run: (-run.turns, -run.number)),
)
"""The name and sort key of each order; among equals the latest comes first."""
_DETAIL_ROWS = 4


class PastRuns(ListPage[int]):
    """The list of past runs."""

    name: ClassVar[str] = "History"
    opaque: ClassVar[bool] = False
    title: ClassVar[str] = "Past runs"
    columns: ClassVar[int] = 86
    row_buttons: ClassVar[frozenset[str]] = frozenset({_READ, _WATCH})

    def __init__(self, program: Program) -> None:
        self.runs = {run.number: run for run in program.host_as(Archive).past_runs()}
        self._order = 0
        self._sort = Button("", _SORT, "s")
        buttons = [Button("[Read]", _READ, "r"), Button("[Watch]", _WATCH, "w"), self._sort]
        super().__init__(program, [], *(buttons if self.runs else []), letters=False)
        self._arrange()

    @property
    def rows(self) -> int:
        """The rows of the runs, the details and the edges; a longer list scrolls."""
        return len(self.runs) + _DETAIL_ROWS + 8

    def _arrange(self) -> None:
        """Sort the runs in the current order."""
        called, key = _ORDERS[self._order]
        self._sort.label = f"[Sorted: {called}]"
        self.menu.replace(_row(self.program, run) for run in sorted(self.runs.values(), key=key))

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the list, and the summary of the run under the cursor."""
        palette = self.program.palette
        words: list[Segment] = []
        if self.menu.rows:
            run = self.runs[self.menu.rows[self.menu.cursor].value]
            words = [(run.line, palette.text)]
            if not run.has_replay:
                words.append((f"  {_NO_REPLAY}", palette.dim))
        if self.note:
            words = [(f"{WARNING_SIGN}{self.note}", palette.warn)]
        told = Details(words, _DETAIL_ROWS, "This run")
        self.draw_with_details(console, rect, told, _NOTHING)

    def on_choice(self, value: int) -> Transition:
        """Open the report of a run."""
        try:
            lines = self.program.host_as(Archive).morgue(value)
        except UserError as error:
            return Push(Message(self.program, "Nothing to read", str(error)))
        return Push(Morgue(self.program, lines, value, can_watch=self.runs[value].has_replay))

    def on_button(self, value: str) -> Transition:
        """Change the order, or read or watch the run under the cursor."""
        if value == _SORT:
            self._order = (self._order + 1) % len(_ORDERS)
            self._arrange()
            return Stay()
        if value not in (_READ, _WATCH):
            return super().on_button(value)
        number = self.menu.rows[self.menu.cursor].value
        return self.on_choice(number) if value == _READ else watch(self.program, number)


def _row(program: Program, run: Past) -> Row[int]:
    """Return the row of a run: its number, score and end, and how far it got."""
    palette = program.palette
    hero = f"{run.hero}: " if run.hero else ""
    words: list[Segment] = [
        (f"{run.number:>4} ", palette.dim),
        (f"{run.score:>7,} ", palette.gold),
        (f"{hero}{run.epitaph or run.line}", palette.text),
    ]
    right = f"depth {run.depth:>2}, level {run.level:>2}, turn {run.turns:>6,}"
    return Row(words, run.number, right=right)


class Morgue(TextPage):
    """The report of a run."""

    name: ClassVar[str] = "Morgue"
    columns: ClassVar[int] = 80

    def __init__(
        self, program: Program, lines: Sequence[str], number: int, *, can_watch: bool
    ) -> None:
        self._number = number
        buttons = [Button("[Watch]", _WATCH, "w")] if can_watch else []
        palette = program.palette
        shown: list[list[Segment]] = [[(line, palette.text)] for line in lines]
        for above, below in pairwise(shown):
            if below[0][0] and not below[0][0].strip("-="):
                above[0], below[0] = (above[0][0], palette.heading), (below[0][0], palette.dim)
        super().__init__(program, shown, *buttons)

    @property
    def heading(self) -> str:
        """Which run it was, by its number."""
        return f"Run {self._number}"

    def on_button(self, value: str) -> Transition:
        """Watch the run again, or close the page."""
        return watch(self.program, self._number) if value == _WATCH else super().on_button(value)


def watch(program: Program, number: int | None) -> Transition:
    """Open the replay of a run (None: the one that ended just now); if that fails, a popup says why."""
    from roguelike.runs.watch_screen import opened

    try:
        return Push(opened(program, program.host_as(Archive).watch(number)))
    except UserError as error:
        return Push(Message(program, "Nothing to watch", str(error)))
