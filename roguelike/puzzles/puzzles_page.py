"""Puzzles: those of the game, the one of the day, and those that a friend sends as a code.

The code of a puzzle: shown, to be sent to a friend, and typed in.

The room of a puzzle: a practice room with a code, a grade and an order of its own.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from tcod.console import Console

from roguelike.practice.drawn_boards import begun, boards_of, draw_picture, looks_on
from roguelike.practice.pages import STAR
from roguelike.practice.practice_room import Kind, PracticeRoom, open_lesson
from roguelike.puzzles import codes
from roguelike.puzzles.puzzle import Puzzle
from roguelike.toolkit import widgets
from roguelike.toolkit.page import Head, LineEntry, ListPage, Message, TextPage, Working
from roguelike.toolkit.screen import Push, Replace, Screen, Stay, Transition
from roguelike.ui.panels.bar import Words
from roguelike.ui.program import Program, UserError
from roguelike.ui.screens.play import Play

if TYPE_CHECKING:
    from roguelike.practice.room import Board


SOLVED, OPEN = "✓", " "
TODAYS = "[Today's]"
_ABOUT = "Few acts and no dice: what you foresee happens. Stars: how hard it is."
_GOALS = {"clear": "Kill them", "cross": "Cross alive", "save": "Save somebody"}
_CLOCKS = {"still": "only you act", "runs": "the others act, too"}


class Puzzles(ListPage[Program, int]):
    """The list of puzzles, with a sign before solved ones, next to a picture of the one under the cursor."""

    columns: ClassVar[int] = 80

    letters: ClassVar[bool] = False
    list_columns: ClassVar[int] = 36
    other_rows: int = 8

    def __init__(self, program: Program) -> None:
        self.trouble = ""
        try:
            self.boards: list[Board] = list(boards_of(program.host, "puzzle"))
        except UserError as error:
            self.boards, self.trouble = [], str(error)
        self._today = widgets.Button(TODAYS, lambda: today(program), "d")
        super().__init__(program, self._today, widgets.Button("[From a code]", self._enter, "c"))
        self._solved = -1

    def listed(self) -> list[widgets.Row[int]]:
        """Return the puzzles with their grades."""
        solved = self.program.progress.puzzles
        return [
            widgets.Row(
                f"{SOLVED if board.key in solved else OPEN} {place + 1:2} {board.name}",
                place,
                STAR * (board.task.grade if board.task else 0),
            )
            for place, board in enumerate(self.boards)
        ]

    @property
    def heading(self) -> str:
        """The title of the list, and how many puzzles are solved."""
        solved = sum(board.key in self.program.progress.puzzles for board in self.boards)
        return f"Puzzles: {solved} of {len(self.boards)} solved"

    def head(self) -> Head:
        """Return what puzzles are, or what is wrong with them."""
        words = self.trouble or _ABOUT
        return Head([(words, self.program.palette.info)], rows=1, after=1)

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the list as it is now: a puzzle may have been solved meanwhile."""
        self._go_on()
        super().draw_body(console, rect)

    def draw_beside(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the board under the cursor."""
        place = self.menu.value
        if place is not None and self.boards:
            self._draw_board(console, rect, self.boards[place])

    def _go_on(self) -> None:
        """Mark solved puzzles; if there are more than before, move the cursor to the next unsolved one."""
        solved = self.program.progress.puzzles
        self.refresh()
        is_done = codes.daily_key(self.program.host.today()) in solved
        self._today.label = f"{TODAYS} {SOLVED}" if is_done else TODAYS
        if len(solved) != self._solved:
            self._solved = len(solved)
            order = (*range(self.menu.cursor, len(self.boards)), *range(self.menu.cursor))
            left = (place for place in order if self.boards[place].key not in solved)
            self.menu.cursor = next(left, self.menu.cursor)

    def _draw_board(self, console: Console, rect: widgets.Rect, board: "Board") -> None:
        """Draw a puzzle's task, its means, and its picture."""
        palette, task = self.program.palette, board.task
        if task is None:
            return
        acts = f"{task.acts} acts" if task.acts > 1 else "1 act"
        asked = f"{_GOALS.get(board.goal, board.goal)} in {acts}; {_CLOCKS[task.clock]}."
        y = rect.y + widgets.print_wrapped(
            console, rect.x, rect.y, [(asked, palette.text)], rect.width, 2
        )
        spells = f"{board.hero.mana} mana: {', '.join(board.hero.spells)}"
        y += widgets.print_wrapped(console, rect.x, y, [(spells, palette.spell)], rect.width, 3) + 1
        picture = widgets.Rect(rect.x, y, rect.width, rect.y + rect.height - y)
        draw_picture(console, picture, board, looks_on(self.program.host, board), palette)

    def _enter(self) -> Transition:
        """Open the line into which a code is typed or pasted."""
        return Push(CodeEntry(self.program))

    def on_choice(self, value: int) -> Transition:
        """Play the puzzle over this page."""
        return open_lesson(self.program, self.boards[value])

    def on_result(self, result: object) -> Transition:
        """Play the puzzle of a code."""
        from roguelike.practice.room import Board

        return open_lesson(self.program, result) if isinstance(result, Board) else Stay()


def today(program: Program, how: type[Push] | type[Replace] = Push) -> Transition:
    """Play today's puzzle; if necessary, make it first."""
    progress, host = program.progress, program.host
    try:
        if progress.day == host.today():
            return open_lesson(
                program, codes.named_daily(puzzle_of(progress.daily), progress.day), how
            )
        return how(Making(program))
    except UserError as error:
        return Push(Message(program, "No puzzle", str(error)))


def puzzle_screens(program: Program, puzzle: "Board | Literal['daily']") -> tuple[Screen, ...]:
    """Open a puzzle over the title, or a message about what keeps it from starting."""
    match today(program) if puzzle == "daily" else open_lesson(program, puzzle):
        case Push(screen):
            return program.open("title"), screen
    return (program.open("title"),)


class Making(Working[Program]):
    """Shows that today's puzzle is being made; the puzzle then replaces it."""

    title: str = "Today's puzzle"
    words: ClassVar[str] = (
        "Boards are drawn and solved until one is worth solving. It is the same for everybody."
    )

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.daily = codes.Daily(program.host.today(), program.host.catalog())

    def update(self, seconds: float) -> bool | Transition:
        """Draw one more board; open the puzzle once it is found."""
        if not self.daily.work():
            return True
        board, progress = self.daily.board, self.program.progress
        if board is None:
            return Replace(Message(self.program, "No puzzle", "There is none today."))
        progress.day, progress.daily = self.daily.day, codes.code_of(board)
        self.program.host.keep_progress(progress)
        return open_lesson(self.program, board, Replace)

    def told(self) -> str:
        """Say how many boards were drawn."""
        return f"Boards drawn: {self.daily.drawn}"


MOST_CODE = 2000
_COLUMNS = 60
_EXPLAINED = "A puzzle's code, from a friend. {}"
_PASTED, _PASTED_BY_TERMINAL = "Ctrl+V pastes it.", "A terminal lets you paste it."
_COPIED, _NOT_COPIED = "Copied.", "This desktop has no clipboard."


class Code(TextPage[Program]):
    """Shows the code of a puzzle, and how it is used."""

    title: str = "The code of this puzzle"
    columns: ClassVar[int] = _COLUMNS
    rows: int = 0
    """Those of the code and the words, with the edges."""

    def __init__(self, program: Program, board: "Board") -> None:
        palette, code = program.palette, codes.code_of(board)
        width = _COLUMNS - 4
        pieces = [code[place : place + width] for place in range(0, len(code), width)]
        # Only puzzles of this program have a number; others cannot be printed this way.
        told = (
            f"This prints it:         roguelike puzzle {board.order} --code" if board.order else ""
        )
        super().__init__(
            program,
            [
                *([(piece, palette.spell)] for piece in pieces),
                [("", palette.text)],
                [("A friend plays it with: roguelike puzzle CODE", palette.text)],
                *([[(told, palette.text)]] if told else []),
            ],
            *([widgets.Button("[Copy]", self._copy, "c")] if program.copy else []),
        )
        self._code, self._told = code, ""
        self.rows = len(pieces) + 8

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the code, with a blank row above it."""
        super().draw_body(console, rect._replace(y=rect.y + 1, height=rect.height - 1))
        last = rect.y + rect.height - 1
        console.print(rect.x, last, self._told, fg=self.program.palette.info)

    def _copy(self) -> Transition:
        """Copy the code, and say so."""
        if self.program.copy is not None:
            self._told = _COPIED if self.program.copy(self._code) else _NOT_COPIED
        return Stay()


class CodeEntry(LineEntry[Program]):
    """A line for a code; closes with the puzzle's board, and says what is wrong with any other text."""

    title: str = "A puzzle from a code"
    button: ClassVar[str] = "[Play]"
    label: ClassVar[str] = "Code"
    when_empty: ClassVar[str] = "It begins with BM1-."
    most: ClassVar[int] = MOST_CODE

    @property
    def explained(self) -> str:
        """What a puzzle's code is, and where it comes from."""
        return _EXPLAINED.format(_PASTED if self.program.copy else _PASTED_BY_TERMINAL)

    def entered(self, text: str) -> object:
        """Return the puzzle of the code."""
        try:
            return puzzle_of(text)
        except UserError as error:
            self.wrong = str(error)
            return None


def puzzle_of(code: str) -> "Board":
    """Return the puzzle of a code. Raises UserError, with one line, if the code is invalid."""
    try:
        return codes.recognised(codes.board_of(code))
    except codes.CodeError as fault:
        raise UserError(str(fault)) from fault


WORDS: Words = (
    ("Undo", "undo"),
    ("Again", "again"),
    ("Next", "next_board"),
    ("Code", "board_code"),
    ("Leave", "save_quit"),
    ("Spells", "spells"),
    ("Target", "next_target"),
    ("Look", "look"),
    ("Counsel", "counsel"),
    ("Wait", "wait"),
    ("Close", "close_door"),
    ("Log", "log"),
    ("Help", "help"),
    ("Menu", "menu"),
)
_SOLVED = "\u201c{}\u201d is solved{}. Try it another way, or send its code to a friend."
_TODAYS_SOLVED = "Today's puzzle is solved; tomorrow brings another. Try this another way, or send a friend its code."


def puzzle(program: Program, board: "Board") -> Play:
    """Open a puzzle, independent of any game in progress. Raises UserError."""
    return Play(program, PracticeRoom(program, begun(program.host, board, Puzzle), PUZZLE))


def unsolved(program: Program, boards: "Sequence[Board]") -> "Sequence[Board]":
    """Return the puzzles that are not solved: they follow the last, and one from outside the list."""
    return [each for each in boards if each.key not in program.progress.puzzles]


def solved(program: Program, board: "Board") -> tuple[str, str]:
    """Return how hard the solved puzzle was, and how many of the game's are solved now, as a heading and a text."""
    ours = {each.key for each in boards_of(program.host, "puzzle")}
    count = ""
    stars = STAR * board.task.grade if board.task else ""
    title = f"Solved {stars}".strip()
    if board.key == codes.daily_key(program.progress.day):
        return title, _TODAYS_SOLVED
    if board.key in ours:
        solved = len(ours.intersection(program.progress.puzzles))
        count = (
            f", and with it all {len(ours)}"
            if solved == len(ours)
            else f": {solved} of {len(ours)}"
        )
    return title, _SOLVED.format(board.name, count)


PUZZLE = Kind("Puzzle", WORDS, ("board_code",), left=unsolved, won=solved, code=Code)
