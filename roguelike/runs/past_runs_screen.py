"""Past runs: a list sorted in several ways, whose reports can be read and replays watched."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol

from roguelike.core.records import Record
from roguelike.toolkit import widgets
from roguelike.toolkit.page import Details, ListPage, Message, TextPage
from roguelike.toolkit.screen import Push, Stay, Transition
from roguelike.ui.program import Program, UserError

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
    origin: str = ""
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


_NO_REPLAY = "No replay of this run was kept."
_ORDERS: tuple[tuple[str, Callable[[Past], tuple[int, ...]]], ...] = (
    ("latest first", lambda run: (-run.number,)),
    ("best first", lambda run: (-run.score, -run.number)),
    ("deepest first", lambda run: (-run.depth, -run.score, -run.number)),
    ("longest first", lambda run: (-run.turns, -run.number)),
)
"""The name and sort key of each order; among equals the latest comes first."""


class PastRuns(ListPage[Program, int]):
    """The list of past runs."""

    name: str = "History"
    title: str = "Past runs"
    columns: ClassVar[int] = 86
    letters: ClassVar[bool] = False
    notes: ClassVar[Literal["details"]] = "details"
    detail_rows: int = 4
    other_rows: int = 12
    nothing: str = "No run has ended yet. The dungeon is patient."

    def __init__(self, program: Program) -> None:
        self.runs = {run.number: run for run in program.host_as(Archive).past_runs()}
        self._order = 0
        self._sort = widgets.Button("", self._sort_anew, "s")
        read = self.of_row("[Read]", self.on_choice, program.keymap.hint("menu_choose"))
        again = self.of_row("[Watch]", lambda number: watch(program, number), "w")
        super().__init__(program, *((read, again, self._sort) if self.runs else ()))

    def listed(self) -> Iterator[widgets.Row[int]]:
        """Yield the runs in the current order."""
        called, key = _ORDERS[self._order]
        self._sort.label = f"[Sorted: {called}]"
        if self.runs:
            yield widgets.Row(
                [(f"{'run':>6} {'score':>7}", self.program.palette.dim)], 0, heading=True
            )
        yield from (_row(self.program, run) for run in sorted(self.runs.values(), key=key))

    def _sort_anew(self) -> Transition:
        """Sort the list by the next of its orders, after the last by the first."""
        self._order = (self._order + 1) % len(_ORDERS)
        self.refresh()
        return Stay()

    def details(self, value: int | None) -> Details:
        """Return the summary of a run."""
        palette, run = self.program.palette, self.runs[value or 0]
        words: list[widgets.Segment] = [(run.line, palette.text)]
        if not run.has_replay:
            words.append((f"  {_NO_REPLAY}", palette.dim))
        return Details(words, "This run")

    def on_choice(self, value: int) -> Transition:
        """Open the report of a run."""
        try:
            lines = self.program.host_as(Archive).morgue(value)
        except UserError as error:
            return Push(Message(self.program, "Nothing to read", str(error)))
        return Push(Morgue(self.program, lines, value, can_watch=self.runs[value].has_replay))


def _row(program: Program, run: Past) -> widgets.Row[int]:
    """Return the row of a run: its number, score and end, and how far it got."""
    palette = program.palette
    who = ", ".join(filter(None, (run.hero, run.origin)))
    hero = f"{who}: " if who else ""
    words: list[widgets.Segment] = [
        (f"{run.number:>4} ", palette.dim),
        (f"{run.score:>7,} ", palette.gold),
        (f"{hero}{run.epitaph or run.line}", palette.text),
    ]
    right = f"depth {run.depth:>2}, level {run.level:>2}, turn {run.turns:>6,}"
    return widgets.Row(words, run.number, right=right)


class Morgue(TextPage[Program]):
    """The report of a run."""

    opaque: ClassVar[bool] = True
    columns: ClassVar[int] = 80

    def __init__(
        self, program: Program, lines: Sequence[str], number: int, *, can_watch: bool
    ) -> None:
        self.title = f"Run {number}"
        buttons = (
            [widgets.Button("[Watch]", lambda: watch(program, number), "w")] if can_watch else []
        )
        palette = program.palette
        shown: list[list[widgets.Segment]] = [[(line, palette.text)] for line in lines]
        for above, below in pairwise(shown):
            if below[0][0] and not below[0][0].strip("-="):
                above[0], below[0] = (above[0][0], palette.heading), (below[0][0], palette.dim)
        super().__init__(program, shown, *buttons)


def watch(program: Program, number: int | None) -> Transition:
    """Open the replay of a run (None: the one that ended just now); if that fails, a popup says why."""
    from roguelike.runs.watch_screen import opened

    try:
        return Push(opened(program, program.host_as(Archive).watch(number)))
    except UserError as error:
        return Push(Message(program, "Nothing to watch", str(error)))
