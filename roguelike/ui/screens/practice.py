"""The practice room: the play screen over a board of its own, where turns can be taken back and nothing counts.

The one decision: for as long as it is open, the program's session is that of the board. So every screen that opens over
it, aiming, inventory, help, works as in play; when it closes, the session is again the one that was there before.
"""

from typing import TYPE_CHECKING, ClassVar

from roguelike.ui.panels.bar import LESSON_WORDS, PRACTICE_WORDS
from roguelike.ui.panels.board import Board as BoardPanel
from roguelike.ui.program import Program, UserError
from roguelike.ui.replies import Replies
from roguelike.ui.screen import Pop, Push, Replace, Transition
from roguelike.ui.screens.dialogs import Message
from roguelike.ui.screens.play import Play
from roguelike.ui.screens.practice_pages import Ended, PracticeMenu

if TYPE_CHECKING:  # screens are handed boards and sessions, and make none
    from roguelike.engine.practice import Board, Practice

NOTHING_TO_UNDO = "There is no turn to take back."
OWN_BOARDS = "Other boards are for a character of your own: leave the lesson first."
NO_WIZARD = "There is no wizard here; nothing counts anyway."


class PracticeRoom(Play):
    """Plays a board; closes with nothing, and leaves everything as it was."""

    name: ClassVar[str] = "Practice"

    def __init__(self, program: Program, practice: "Practice") -> None:
        self._lender = program.session
        self.practice = practice
        program.session = practice
        super().__init__(program)
        is_lesson = practice.board.kind == "lesson"
        self.board = BoardPanel(program, LESSON_WORDS if is_lesson else PRACTICE_WORDS)
        self._commands |= {
            "undo": self._undo,
            "again": self._again,
            "save_quit": self._leave,
            "menu": lambda: Push(PracticeMenu(program, practice)),
            "wizard": lambda: self.say(NO_WIZARD),
            "full": lambda: self._again(rested=True),
            "next": self._next_lesson,
        }
        if is_lesson:
            self._commands["practice"] = lambda: self.say(OWN_BOARDS)
        self._tell()

    def _tell(self) -> None:
        """Tell in the log what the board is about."""
        text = self.program.keymap.in_words(self.practice.board.text)
        if text:
            self.practice.tell(text, "info")

    # Going back, and away

    def _undo(self) -> Transition:
        """Take the last turn back."""
        if not self.practice.undo():
            return self.say(NOTHING_TO_UNDO)
        self._forget()
        return self.say("The last turn is taken back.")

    def _again(self, *, rested: bool | None = None) -> Transition:
        """Set the board up anew."""
        self.practice.again(rested=rested)
        self._forget()
        self._tell()
        return self.say("The board is as it was, with other dice.")

    def _forget(self) -> None:
        """Forget what was foreseen and animated of what is no longer so."""
        self.animation.skip()
        self.target = None
        self._stepping, self._waiting = self._replies = Replies(self.program), Replies(self.program)

    def _leave(self) -> Transition:
        """Go back to where the player came from."""
        self._give_back()
        return Pop()

    def _give_back(self) -> None:
        """Let the program have the session again that it had before."""
        self.program.session = self._lender
        self.practice.close()

    def on_close(self) -> None:
        """Let the screens below save the real game: the program is being closed from outside."""
        self._give_back()

    def game_over(self) -> Transition:
        """Say how it ended, and what can be done about it."""
        end = self.practice.end
        board, progress = self.practice.board, self.program.progress
        if end == "won" and board.kind == "lesson" and board.key not in progress.lessons:
            progress.lessons.append(board.key)
            self.program.host.keep_progress(progress)
        return Push(Ended(self.program, self.practice, is_last=self._following() is None))

    # Other boards

    def on_result(self, result: object) -> Transition:
        """Go to another board, or carry out a command."""
        from roguelike.ui.screens.boards import Chosen

        match result:
            case Chosen(board, rested):
                return self._go_to(board, rested=rested)
        return super().on_result(result)

    def _go_to(self, board: "Board", *, rested: bool) -> Transition:
        """Play another board with the same player."""
        self._give_back()
        return Replace(open_board(self.program, board, rested=rested))

    def _next_lesson(self) -> Transition:
        """Begin the lesson after this one; after the last, leave."""
        following = self._following()
        if following is None:
            return self._leave()
        self._give_back()
        return open_lesson(self.program, following, Replace)

    def _following(self) -> "Board | None":
        """Return the lesson after this one; None after the last, and after what is no lesson."""
        lessons = list(self.program.host.boards("lesson"))
        keys = [each.key for each in lessons]
        key = self.practice.board.key
        place = keys.index(key) + 1 if key in keys else len(keys)
        return lessons[place] if place < len(lessons) else None


def open_board(program: Program, board: "Board", *, rested: bool, spell: str = "") -> PracticeRoom:
    """Open a board with the player of the game in progress, to try a spell if one is named."""
    from roguelike.engine.practice import Practice

    room = PracticeRoom(program, Practice.of(program.game, board, rested=rested))
    known = (each for each in room.practice.hud().spells if each.name == spell)
    for each in known:
        key = program.keymap.hint(f"cast_{each.hotkey}") if each.hotkey <= 9 else ""
        room.say(f"{key} casts {spell}." if key else "")
    return room


def open_lesson(
    program: Program, board: "Board", how: type[Push] | type[Replace] = Push
) -> Transition:
    """Open a lesson over the screen that is there, or in its place."""
    try:
        return how(PracticeRoom(program, program.host.lesson(board)))
    except UserError as error:
        return Push(Message(program, "No lesson", str(error)))
