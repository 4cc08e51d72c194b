"""What would have saved the player: the last turns of the run, the choice made on each, and the best one available.

The one decision: it is worked out a few turns per frame, by the end page and by this one alike, the last turn first.
What was found so far is shown, and the page can be closed at any time.
"""

from typing import TYPE_CHECKING, ClassVar

from tcod.console import Console

from roguelike.runs.hindsight import NOTHING, Choice, TurnBack, cost_words, when_words
from roguelike.ui.look.palette import Palette
from roguelike.ui.program import Program
from roguelike.ui.screens.page import TextPage
from roguelike.ui.widgets import Rect, Segment, TextView, wrap_segments

if TYPE_CHECKING:  # passed in
    from roguelike.runs.hindsight import LookingBack

TURNS_A_FRAME = 4
TITLE = "What would have saved you"
WORKING = "Looking back on your last turns: {share}% …"


class Hindsight(TextPage):
    """The report; it grows while it is worked out."""

    title: ClassVar[str] = TITLE
    columns: ClassVar[int] = 92

    def __init__(self, program: Program, looking: "LookingBack") -> None:
        self._looking = looking
        super().__init__(program, [])
        self._refresh()

    @property
    def rows(self) -> int:
        """The rows of five turns and the edges."""
        return 32

    @property
    def animating(self) -> bool:
        """Whether there is more to find."""
        return not self._looking.is_finished

    def update(self, seconds: float) -> bool:
        """Look back a little further; return whether there is something new to show."""
        if not self.animating:
            return False
        self._looking.work(TURNS_A_FRAME)
        self._refresh()
        return True

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the report; if it is too tall, leave out the blank rows between turns."""
        told = self._told
        if sum(len(wrap_segments(line, rect.width)) for line in told) > rect.height:
            told = [line for line in told if line]
        if told != self.view.paragraphs:
            self.view.replace(told)
        super().draw_body(console, rect)

    def _refresh(self) -> None:
        """Write what was found so far."""
        self._told = report_lines(self._looking, self.program.palette)
        self.view = TextView(self._told)


def report_lines(looking: "LookingBack", colours: Palette) -> list[list[Segment]]:
    """Return the report as paragraphs: the verdict or the progress, then the turns, the last one first."""
    report = looking.report
    share = WORKING.format(share=round(100 * looking.progress))
    lines: list[list[Segment]] = []
    if not report.is_whole:
        lines.append([(share, colours.dim)])
    elif report.verdict:
        lines.append([(report.verdict, colours.title)])
    for turn in reversed(report.turns):
        lines += [[], *_turn_lines(turn, colours)]
    return lines


def _turn_lines(turn: TurnBack, colours: Palette) -> list[list[Segment]]:
    """Return the rows about one turn."""
    when: list[Segment] = [
        (when_words(turn), colours.heading),
        (f", with {turn.hp} of {turn.max_hp} hit points", colours.text),
    ]
    best: list[Segment] = [("  The best you had: ", colours.dim)]
    if turn.best is None:
        best.append((f"{NOTHING}.", colours.dim))
    else:
        best += _choice(turn.best, colours, colours.good)
    return [
        when,
        [("  You did:          ", colours.dim), *_choice(turn.did, colours, colours.text)],
        best,
    ]


def _choice(choice: Choice, colours: Palette, shade: tuple[int, int, int]) -> list[Segment]:
    """Return a choice in words, with what it would have cost."""
    cost = colours.bad if choice.death >= 0.005 else colours.dim
    return [(choice.words, shade), (f"  {cost_words(choice)}", cost)]
