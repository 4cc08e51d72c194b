"""The practice room: a trial on a board of its own, or a lesson."""

from typing import TYPE_CHECKING, ClassVar

from roguelike.ui.panels.bar import LESSON_WORDS, PRACTICE_WORDS
from roguelike.ui.program import Program, UserError
from roguelike.ui.screen import Push, Replace, Transition
from roguelike.ui.screens.dialogs import Message
from roguelike.ui.screens.practice_pages import Ended, TrialMenu, choices, end_words, menu_of
from roguelike.ui.screens.trial import TrialRoom

if TYPE_CHECKING:  # screens are handed boards and sessions, and make none
    from roguelike.engine.practice import Board, Practice

OWN_BOARDS = "Other boards are for a character of your own: leave the lesson first."


class PracticeRoom(TrialRoom):
    """Plays a board; closes with nothing, and leaves everything as it was."""

    name: ClassVar[str] = "Practice"

    def __init__(self, program: Program, practice: "Practice") -> None:
        self.practice = practice
        is_lesson = practice.board.kind == "lesson"
        super().__init__(program, practice, LESSON_WORDS if is_lesson else PRACTICE_WORDS)
        self._commands |= {
            "menu": lambda: Push(TrialMenu(program, menu_of(practice), "Practice")),
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

    def _again(self, *, rested: bool | None = None) -> Transition:
        """Set the board up anew."""
        self.practice.again(rested=rested)
        self._forget()
        self._tell()
        return self.say("The board is as it was, with other dice.")

    def game_over(self) -> Transition:
        """Say how it ended, and what can be done about it."""
        end = self.practice.end
        board, progress = self.practice.board, self.program.progress
        if end == "won" and board.kind == "lesson" and board.key not in progress.lessons:
            progress.lessons.append(board.key)
            self.program.host.keep_progress(progress)
        is_last = self._following() is None
        title, text = end_words(self.program, self.practice)
        return Push(Ended(self.program, title, text, choices(self.practice, is_last=is_last)))

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
