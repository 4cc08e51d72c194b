"""The practice room: a trial on a board of its own, or a lesson."""

from typing import TYPE_CHECKING

from roguelike.core.records import Record
from roguelike.practice.drawn_boards import begun, boards_of
from roguelike.practice.pages import Ended, TrialMenu, choices, end_words, menu_of
from roguelike.practice.trial_room import FORK_WORDS, TRIAL_WORDS, TrialRoom
from roguelike.ui.asked import Nth
from roguelike.ui.panels.bar import Words
from roguelike.ui.program import Program, UserError
from roguelike.ui.screen import Push, Replace, Transition
from roguelike.ui.screens.dialogs import Message

if TYPE_CHECKING:  # screens are passed boards and sessions, and make none
    from roguelike.practice.room import Board, Practice

OWN_BOARDS = "Other boards are for a character of your own: leave this one first."
NO_CODE = "Only puzzles have a code."
LAST_OF_ALL = "This was the last of them."
FANFARE = "level"
"""The sound of a board won for the first time, the same as for a new level."""
TITLES = {"lesson": "Lesson", "puzzle": "Puzzle"}
PUZZLE_WORDS: Words = (
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
WORDS: dict[str, Words] = {"lesson": FORK_WORDS, "puzzle": PUZZLE_WORDS}
"""The buttons of the bar, by the kind of board."""


class Chosen(Record):
    """The board to go on with, and whether the player starts with full hit points and mana."""

    board: "Board"
    rested: bool


class PracticeRoom(TrialRoom):
    """Plays a board; closes without a result, and leaves everything as it was."""

    name: str = "Practice"

    def __init__(self, program: Program, practice: "Practice") -> None:
        self.practice = practice
        kind = practice.board.kind
        super().__init__(program, practice, WORDS.get(kind, TRIAL_WORDS))
        self._commands |= {
            "menu": lambda: Push(
                TrialMenu(program, menu_of(practice), TITLES.get(kind, "Practice"))
            ),
            "full": lambda: self._again(rested=True),
            "next_board": self._next_board,
            "board_code": self._show_code,
        }
        if kind in WORDS:
            self._commands["practice"] = lambda: self.say(OWN_BOARDS)
        self._tell()

    def _tell(self) -> None:
        """Explain the board in the log."""
        text = self.program.keymap.in_words(self.practice.words())
        if text:
            self.practice.tell(text, "info")

    def _again(self, *, rested: bool | None = None) -> Transition:
        """Set the board up again."""
        self.practice.again(rested=rested)
        self._forget()
        self._tell()
        return self.say(self.practice.anew)

    def game_over(self) -> Transition:
        """Show how it ended, and what can be done about it."""
        program, board, is_won = self.program, self.practice.board, self.practice.end == "won"
        if is_won and program.progress.note_won(board.kind, board.key):
            program.host.keep_progress(program.progress)
            program.play((FANFARE,))
        offered = choices(self.practice, is_last=self._following() is None)
        words = end_words(program, self.practice)
        return Push(Ended(program, self.board.bar, *words, offered, is_won=is_won))

    # Other boards

    def on_result(self, result: object) -> Transition:
        """Go to another board, or carry out a command."""
        match result:
            case Chosen(board, rested):
                return self._go_to(board, rested=rested)
        return super().on_result(result)

    def _go_to(self, board: "Board", *, rested: bool) -> Transition:
        """Play another board with the same player."""
        self._give_back()
        return Replace(open_board(self.program, board, rested=rested))

    def _show_code(self) -> Transition:
        """Show the code with which a friend can play this puzzle."""
        from roguelike.puzzles.code_page import Code

        board = self.practice.board
        return Push(Code(self.program, board)) if board.kind == "puzzle" else self.say(NO_CODE)

    def _next_board(self) -> Transition:
        """Begin the lesson or puzzle after this one, if there is one."""
        following = self._following()
        if following is None:
            return self.say(LAST_OF_ALL)
        self._give_back()
        return open_lesson(self.program, following, Replace)

    def _following(self) -> "Board | None":
        """Return the board of the same kind after this one; None if nothing is left.

        After the last puzzle, and after one outside the list, it is the first puzzle not solved yet.
        """
        board = self.practice.board
        others = list(boards_of(self.program.host, board.kind)) if board.kind in WORDS else []
        keys = [each.key for each in others]
        place = keys.index(board.key) + 1 if board.key in keys else len(keys)
        solved = {board.key, *self.program.progress.puzzles}
        unsolved = [each for each in others if each.key not in solved]
        rest = others[place:] or (unsolved if board.kind == "puzzle" else [])
        return next(iter(rest), None)


def open_board(program: Program, board: "Board", *, rested: bool, spell: str = "") -> PracticeRoom:
    """Open a board with the player of the game in progress, to try a spell if one is named."""
    from roguelike.practice.room import Practice

    room = PracticeRoom(program, Practice.of(program.game, board, rested=rested))
    known = (each for each in room.practice.hud().spells if each.name == spell)
    for each in known:
        key = program.keymap.hint(Nth("cast", each.hotkey).name) if each.hotkey <= 9 else ""
        room.say(f"{key} casts {each.title}." if key else "")
    return room


def open_lesson(
    program: Program, board: "Board", how: type[Push] | type[Replace] = Push
) -> Transition:
    """Open a lesson or puzzle over the current screen, or in its place."""
    try:
        return how(PracticeRoom(program, begun(program.host, board)))
    except UserError as error:
        return Push(Message(program, f"No {board.kind}", str(error)))
