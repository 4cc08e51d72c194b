"""The end of a game, lost or won: how, where and when, what the run was worth, what would have saved the player.

A key still held from the fight must not close the screen. So all inputs are ignored for a moment; after that only
Enter, Escape, the arrows, Home, End and clicks work, never the letters of play. What would have saved the player is
worked out a few turns per frame, the last turn first: what was found so far is shown, and the page can be closed at
any time.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from tcod.console import Console

from roguelike.core.records import replace
from roguelike.engine.play.score import tally_words
from roguelike.engine.views.records import DeathView
from roguelike.runs.hindsight import NOTHING, Choice, TurnBack, cost_words, look_back, when_words
from roguelike.runs.past_runs_screen import Archive, watch
from roguelike.title import art
from roguelike.title.scenery import behind
from roguelike.title.seed import anew, answered, seed_words
from roguelike.toolkit import widgets
from roguelike.toolkit.inputs import Input, Key, Mouse
from roguelike.toolkit.page import ListPage, TextPage
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.screen import AS_CELLS, Backdrop, Clear, Push, Stay, Transition
from roguelike.toolkit.widgets import frame
from roguelike.ui.program import Program
from roguelike.ui.screens.commanding import SIGN

if TYPE_CHECKING:
    from roguelike.runs.hindsight import LookingBack


TURNS_A_FRAME = 4
TITLE = "What would have saved you"
WORKING = "Looking back on your last turns: {share}% …"


class Hindsight(TextPage[Program]):
    """The report; it grows while it is worked out."""

    title: str = TITLE
    columns: ClassVar[int] = 92
    rows: int = 32
    """Those of five turns, and the edges."""

    def __init__(self, program: Program, looking: "LookingBack") -> None:
        self._looking = looking
        super().__init__(program, [])
        self._refresh()

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

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the report; if it is too tall, leave out the blank rows between turns."""
        told = self._told
        if sum(len(widgets.wrap_segments(line, rect.width)) for line in told) > rect.height:
            told = [line for line in told if line]
        if told != self.view.paragraphs:
            self.view.replace(told)
        super().draw_body(console, rect)

    def _refresh(self) -> None:
        """Write what was found so far."""
        self._told = report_lines(self._looking, self.program.palette)
        self.view = widgets.TextView(self._told)


def report_lines(looking: "LookingBack", colours: Palette) -> list[list[widgets.Segment]]:
    """Return the report as paragraphs: the verdict or the progress, then the turns, the last one first."""
    report = looking.report
    share = WORKING.format(share=round(100 * looking.progress))
    lines: list[list[widgets.Segment]] = []
    if not report.is_whole:
        lines.append([(share, colours.dim)])
    elif report.verdict:
        lines.append([(report.verdict, colours.title)])
    for turn in reversed(report.turns):
        lines += [[], *_turn_lines(turn, colours)]
    return lines


def _turn_lines(turn: TurnBack, colours: Palette) -> list[list[widgets.Segment]]:
    """Return the rows about one turn."""
    when: list[widgets.Segment] = [
        (when_words(turn), colours.heading),
        (f", at {turn.hp} of {turn.max_hp} health", colours.text),
    ]
    best: list[widgets.Segment] = [("  The best you had: ", colours.dim)]
    if turn.best is None:
        best.append((f"{NOTHING}.", colours.dim))
    else:
        best += _choice(turn.best, colours, colours.good)
    return [
        when,
        [("  You did:          ", colours.dim), *_choice(turn.did, colours, colours.text)],
        best,
    ]


def _choice(choice: Choice, colours: Palette, shade: tuple[int, int, int]) -> list[widgets.Segment]:
    """Return a choice in words, with what it would have cost."""
    cost = colours.bad if choice.death >= 0.005 else colours.dim
    return [(choice.words, shade), (f"  {cost_words(choice)}", cost)]


IGNORED_SECONDS = 0.4
TOO_SOON = "Too soon. Press it again."
STILL_SECONDS = 1.2
"""Seconds for which clicks are ignored if the mouse rests where it struck the last blow: a choice may be there now."""
LOOK_BACK = "look back"
STORY_ROWS = 24
"""Rows that the story needs."""
LAST_ROWS = 5
"""Rows for the last moments, including heading and gap; the facts move closer together to leave room for them."""
CHOICE_COLUMNS = 42
"""Columns of the list of choices, wide enough for the longest choice with the longest seed."""
MOST_MOMENTS = 8
"""Maximum number of log lines shown."""
_HEARD = frozenset({"enter", "escape", "up", "down", "home", "end", "f1"})
NAME_COLUMNS = 17
"""Columns for the names of facts if these are below one another."""


class GameOver(ListPage[Program, str]):
    """The last page of a run."""

    opaque: ClassVar[bool] = True
    title: str = "The end"
    columns: ClassVar[int] = 76
    letters: ClassVar[bool] = False

    def __init__(self, program: Program) -> None:
        self._looking = look_back(program.game)
        self._is_kept = self._looking is None
        super().__init__(program)
        self.bar.buttons.clear()
        self.death: DeathView = program.game.death()
        self._passed = 0.0
        self._has_moved = False

    def listed(self) -> Iterator[widgets.Row[str]]:
        """Yield what can be done next."""
        yield widgets.Row("Begin a new game", "new", seed_words(self.program.host.chosen_seed()))
        yield widgets.Row("Back to the title", "title")
        yield widgets.Row("Look at the message log", "log")
        yield widgets.Row("Watch it again", "watch")
        if self._looking is not None:
            yield widgets.Row(TITLE, LOOK_BACK)

    @property
    def _is_deaf(self) -> bool:
        """Whether inputs are still ignored."""
        return self._passed < IGNORED_SECONDS

    @property
    def animating(self) -> bool:
        """Whether time must pass: inputs are still ignored, or the last turns are still being analysed."""
        return self._is_deaf or not self._is_kept

    def update(self, seconds: float) -> bool:
        """Count down the time in which inputs are ignored; continue looking back."""
        was_deaf = self._is_deaf
        self._passed += seconds
        return self._look_back() or (was_deaf and not self._is_deaf)

    def _look_back(self) -> bool:
        """Look back a little further and store the finished result; return whether there is something new to show."""
        if self._is_kept or self._looking is None:
            return False
        before = round(100 * self._looking.progress)
        self._looking.work(TURNS_A_FRAME)
        share = round(100 * self._looking.progress)
        self._is_kept = self._looking.is_finished
        self.menu.rows[-1].right = "" if self._is_kept else f"{share}%"
        if self._is_kept:
            self._keep()
        return share != before or self._is_kept

    def _keep(self) -> None:
        """Store what was found, complete or not, in the run's file, and close the analysis."""
        if self._looking is not None:
            self._looking.close()
            self.program.host_as(Archive).keep_hindsight(self._looking.report)

    def on_close(self) -> None:
        """Store what was found: the program is being closed from outside."""
        self._leave()

    def _leave(self) -> None:
        """Store what was found so far, if looking back had not finished."""
        if not self._is_kept:
            self._keep()

    def on_input(self, event: Input) -> Transition:
        """Ignore all inputs at first, and later all but those of this page."""
        if isinstance(event, Mouse):
            self._has_moved = self._has_moved or event.kind == "move"
            if event.button == "left" and not self._has_moved and self._passed < STILL_SECONDS:
                return self.say(TOO_SOON)
        if self._is_deaf:
            return self.say(TOO_SOON) if isinstance(event, Key) else Stay(redraw=False)
        if isinstance(event, Key) and event.name not in _HEARD:
            return Stay(redraw=False)
        return super().on_input(event)

    def close(self) -> Transition:
        """Go to the title screen."""
        return self.on_choice("title")

    def on_choice(self, value: str) -> Transition:
        """Begin a new game, go to the title, look back, or open the log."""
        match value:
            case "new":
                self._leave()
                return anew(self.program, None)
            case "log":
                return Push(self.program.open("log"))
            case "watch":
                return watch(self.program, None)
            case "look back" if self._looking is not None:
                return Push(Hindsight(self.program, self._looking))
        self._leave()
        self.program.session = None
        return Clear(self.program.open("title"))

    def on_result(self, result: object) -> Transition:
        """Handle the answer to the question about a new game that would not be saved."""
        return answered(self.program, result)

    def draw(self, console: Console) -> Backdrop | None:
        """Draw the title's scene, the story over it, and the choices."""
        program = self.program
        place = art.Place(console, program.palette, spent=True, cell=program.cell_pixels())
        width = min(console.width - 8, self.columns)
        left = (console.width - width) // 2
        hills = console.height * 4 // 5
        choices = len(self.menu.rows)
        # If the picture leaves too little room, the story covers it.
        if hills - 9 >= STORY_ROWS:
            story, lowest = widgets.Rect(left, 3, width, hills - 9), hills - 5
        else:
            lowest = console.height - choices - 1
            story = widgets.Rect(left, 1, width, lowest - 2)
        y = self._draw_story(console, story)
        menu = widgets.Rect(left, min(y + 2, lowest), CHOICE_COLUMNS, choices)
        self._draw_choices(console, menu)
        return behind(place)

    def _draw_choices(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the choices and, beside the last, what the page has to say to a key."""
        palette, x = self.program.palette, rect.x + rect.width + 1
        art.blank(console, rect, 1.0)
        self.menu.draw(console, rect, palette)
        words: list[widgets.Segment] = [(self.answer, palette.text)]
        widgets.print_segments(console, x, rect.y + rect.height - 1, words, console.width - x - 1)

    def _draw_story(self, console: Console, rect: widgets.Rect) -> int:
        """Draw what happened, the run's tallies, and the last lines; return the first free row."""
        palette, death = self.program.palette, self.death
        x, y, width, height = rect
        art.blank(console, rect._replace(x=x - 1, width=width + 2), 1.0)  # no stars next to words
        console.print(x, y, "The end", fg=palette.title)
        y += 2
        y += widgets.print_wrapped(console, x, y, [(death.epitaph, palette.bad)], width, 4) + 1
        y += self._draw_facts(console, widgets.Rect(x, y, width, rect.y + height - y)) + 1
        console.print(x, y, "Your last moments", fg=palette.heading)
        y += 1
        for line in self._last_moments(width, rect.y + height - y):
            console.print(x, y, line, fg=palette.text)
            y += 1
        return y

    def _last_moments(self, width: int, room: int) -> list[str]:
        """Return the last lines of the log that fit, wrapped and without hints."""
        told = [line for line in self.death.last_lines if not line.startswith(SIGN)]
        rows: list[str] = []
        for line in reversed(told[-MOST_MOMENTS:]):
            wrapped = widgets.wrap(line, width)
            if len(rows) + len(wrapped) > room:
                break
            rows = [*wrapped, *rows]
        return rows

    def _draw_facts(self, console: Console, rect: widgets.Rect) -> int:
        """Draw the facts of the run, one per row if that leaves room for the last moments; return the rows used."""
        facts = self._facts()
        if len(facts) + LAST_ROWS <= rect.height:
            self._draw_column(console, rect, facts, NAME_COLUMNS)
            return len(facts)
        rows = -(-len(facts) // 2)
        if _columns(facts[:rows]) + 1 + _columns(facts[rows:]) > rect.width:
            facts = self._facts(apart=True)
            rows = -(-len(facts) // 2)
        # The first column has the name of the place, and gets the width that the second does not need.
        wide = max(_columns(facts[:rows]) + 3, rect.width // 2)
        wide = min(wide, rect.width - _columns(facts[rows:]))
        self._draw_column(console, rect._replace(width=wide - 1), facts[:rows])
        second = rect._replace(x=rect.x + wide, width=rect.width - wide)
        self._draw_column(console, second, facts[rows:])
        return rows

    def _draw_column(
        self, console: Console, rect: widgets.Rect, facts: list[tuple[str, str]], least: int = 0
    ) -> None:
        """Draw facts below one another, with their names in at least `least` columns."""
        palette, name = self.program.palette, max(least, _name_columns(facts))
        for y, (label, value) in enumerate(facts, rect.y):
            words: list[widgets.Segment] = [
                (f"{label:<{name}} ", palette.dim),
                (value, palette.text),
            ]
            widgets.print_segments(console, rect.x, y, words, rect.width)

    def _facts(self, *, apart: bool = False) -> list[tuple[str, str]]:
        """List the facts of the run, with place and depth `apart` if they do not fit in one row."""
        death = self.death
        depth = f"depth {death.depth}"
        facts = [
            *(
                [("Where", death.place), ("", depth)]
                if apart
                else [("Where", f"{death.place}, {depth}")]
            ),
            ("When", f"turn {death.turn:,}"),
            ("Seed", death.seed),
            ("Level", f"{death.level}"),
        ]
        facts += [(tally_words(name), f"{n:,}") for name, n in death.tallies.items()]
        facts += [("Score", f"{death.score:,}")]
        return facts + [(f" {label}", f"+{points:,}") for label, points in death.merits]


class GivenUp(GameOver):
    """The last page of an abandoned run. No fight has just ended, so no input is ignored."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.death = replace(self.death, epitaph="You gave up.")
        self._passed = STILL_SECONDS


def _name_columns(facts: list[tuple[str, str]]) -> int:
    """Return the columns that the names of facts take."""
    return max(len(label) for label, _ in facts)


def _columns(facts: list[tuple[str, str]]) -> int:
    """Return the columns that facts take below one another."""
    return _name_columns(facts) + 1 + max(len(value) for _, value in facts)


_TEMPLE = (
    "The priest looks at the altar, then at you, then at the floor you are bleeding on. "
    "“We had given up on that,” he says, and goes to ring the bell."
)
_EVENING = (
    "By noon there is a holiday. By evening there is a song, in which you are taller. Mom wants to know whether you "
    "ate. Somewhere a very long way down, a thing that was promised the world lies back down in the dark and is, for "
    "the first time in three hundred years, quiet."
)
_NIGHT = "You had meant to go home early last night. You go now."
_DIMMED_TO = 0.2
"""The share of the brightness that is left of a picture in cells behind text, so that it can be read."""
ENDING = (_TEMPLE, _EVENING, _NIGHT)


class Victory(GameOver):
    """The last page of a won game."""

    title: str = "Home"

    def draw(self, console: Console) -> Backdrop | None:
        """Draw the title's scene, the ending over it, and the choices."""
        program = self.program
        place = art.Place(
            console,
            program.palette,
            named=False,
            has_shades=program.has_shades,
            cell=program.cell_pixels(),
        )
        width = min(console.width - 8, self.columns)
        left, rows = (console.width - width) // 2, len(self.menu.rows)
        margin = max(0, (console.height - self._story_rows(width) - rows) // 3)
        story = widgets.Rect(left, margin, width, console.height - rows - margin)
        y = self._draw_story(console, story)
        choices = widgets.Rect(left, min(y + 1, console.height - rows), CHOICE_COLUMNS, rows)
        self._draw_choices(console, choices)
        return behind(place)

    def _story_rows(self, width: int) -> int:
        """Return the rows that the ending and the score need, with a blank one below."""
        told = sum(len(widgets.wrap(paragraph, width)) + 1 for paragraph in ENDING)
        return 2 + told + len(self._sums()) + 2

    def _draw_story(self, console: Console, rect: widgets.Rect) -> int:
        """Draw the ending and the score; return the first free row."""
        palette, end = self.program.palette, self.death
        x, y, width, height = rect
        rows = self._story_rows(width) + len(self.menu.rows) + 3
        around = widgets.Rect(max(x - 2, 0), max(y - 1, 0), width + 4, rows)
        # Half blocks beside the words would be read out as if they were some.
        if self.program.cell_pixels() == AS_CELLS:
            art.blank(console, widgets.Rect(0, 0, console.width, console.height), _DIMMED_TO)
        else:  # letters have one colour behind each, which would be seen beside the finer picture
            frame(console, around, palette)
        console.print(x, y, "You brought the Amulet of Yala home", fg=palette.title)
        y += 2
        for paragraph in ENDING:
            room = rect.y + height - y
            y += widgets.print_wrapped(console, x, y, [(paragraph, palette.text)], width, room) + 1
        taken, wide = self._draw_sums(console, rect._replace(y=y, height=rect.y + height - y - 1))
        y += taken
        total: list[widgets.Segment] = [("Score".ljust(wide), palette.heading)]
        total.append((f"{end.score:>8,}", palette.gold))
        widgets.print_segments(console, x, y, total, width)
        return y + 1

    def _draw_sums(self, console: Console, rect: widgets.Rect) -> tuple[int, int]:
        """Draw the facts and the lines of the score, in two columns if they do not fit in one.

        Returns the rows used, and the columns for the names of the lines.
        """
        palette, sums = self.program.palette, self._sums()
        columns = 1 if len(sums) <= rect.height else 2
        rows, label_columns = -(-len(sums) // columns), 30 if columns == 1 else 26
        for number, (label, value) in enumerate(sums):
            x = rect.x + number // rows * (rect.width // columns)
            words = [(label.ljust(label_columns), palette.dim), (value, palette.text)]
            widgets.print_segments(console, x, rect.y + number % rows, words, rect.width // columns)
        return rows, label_columns

    def _sums(self) -> list[tuple[str, str]]:
        """List the facts of the run, and the lines of its score."""
        end = self.death
        facts = [("Turns", f"{end.turn:>8,}"), ("Seed", end.seed.rjust(8))]
        return facts + [(label, f"{points:>8,}") for label, points in end.merits]
