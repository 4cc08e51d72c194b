"""The practice room: a trial on a drawn board, for practice, as a lesson or as a puzzle.

The room of a game in which nothing counts: turns can be taken back, and leaving it changes nothing. In the room of a
plan, what is lined up on the board may then be played.

The one decision: while it is open, the program's session is the trial. So every screen above it (aiming, inventory,
help) works as in play; when it closes, the previous session is restored.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from roguelike.core.grammar import counted
from roguelike.core.records import Record
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.play.commands import Action
from roguelike.engine.telling import outcomes
from roguelike.engine.views.use_text import ailment_labels
from roguelike.practice.drawn_boards import begun, boards_of
from roguelike.practice.pages import Ended, choices, end_words, menu_of
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Nth
from roguelike.toolkit.kept import Kept
from roguelike.toolkit.page import Message
from roguelike.toolkit.rows import EMPTY, Line
from roguelike.toolkit.screen import Pop, Push, Replace, Screen, Transition
from roguelike.ui.panels.bar import Words
from roguelike.ui.panels.reply import figure_words
from roguelike.ui.panels.side import FREE
from roguelike.ui.program import Program, UserError
from roguelike.ui.replies import Outlook
from roguelike.ui.screens.commanding import Commands, Room
from roguelike.ui.screens.game_menu import CommandMenu
from roguelike.ui.screens.harm import ForPlan
from roguelike.ui.screens.play import Play

if TYPE_CHECKING:
    from roguelike.practice.room import Board, Draft, Fork, Practice


TRIAL_WORDS: Words = (
    ("Undo", "undo"),
    ("Redo", "redo"),
    ("Again", "again"),
    ("Boards", "practice"),
    ("Leave", "save_quit"),
    ("Spells", "spells"),
    ("Inventory", "inventory"),
    ("Fire", "fire"),
    ("Target", "next_target"),
    ("Look", "look"),
    ("Counsel", "counsel"),
    ("Wait", "wait"),
    ("Down", "descend"),
    ("Log", "log"),
    ("Help", "help"),
    ("Menu", "menu"),
)
FORK_WORDS: Words = tuple(pair for pair in TRIAL_WORDS if pair[1] != "practice")
PLAN_WORDS: Words = (("Play it", "plan_play"), *FORK_WORDS)
NOTHING_TO_UNDO, NOTHING_TO_REDO = "There is no turn to take back.", "No turn was taken back."
NO_WIZARD = "There is no wizard here; nothing counts anyway."
FORK_MENU = (
    ("menu", "Resume"),
    ("undo", "Take the last turn back"),
    ("again", "Again from where you began"),
    ("character", "Character"),
    ("log", "Message log"),
    ("help", "Help"),
    ("options", "Options"),
    ("save_quit", "Back to the replay"),
)
FORK_ENDS = {
    "won": ("Won, here", "In the run itself it went as the replay shows."),
    "died": ("Here you would have died", "It costs nothing. What could you have done instead?"),
}
FORK_CHOICES = (
    ("undo", "Take the last turn back"),
    ("again", "Again from where you began"),
    ("log", "Look at the message log"),
    ("save_quit", "Back to the replay"),
)


PLAN_MENU = (
    ("menu", "Resume"),
    ("plan_play", "Play it"),
    ("undo", "Take the last act back"),
    ("again", "Begin another plan"),
    ("character", "Character"),
    ("help", "Help"),
    ("options", "Options"),
    ("save_quit", "Leave it"),
)
PLAN_CHOICES = (
    ("undo", "Take the last act back"),
    ("again", "Begin another plan"),
    ("plan_play", "Play it all the same"),
    ("save_quit", "Leave it"),
)


class TrialRoom(Room):
    """A trial; it closes without a result, and leaves everything as it was."""

    menu: ClassVar[tuple[tuple[str, str], ...]] = FORK_MENU
    """The commands of the menu, and what each is called there; its heading is `menu_title`."""
    menu_title: ClassVar[str] = "It does not count"
    choices: ClassVar[tuple[tuple[str, str], ...]] = FORK_CHOICES
    """What can be done when it has ended."""

    def __init__(self, program: Program, trial: "Practice | Fork | Draft") -> None:
        super().__init__(program)
        self._lender, self._trial = program.session, trial
        program.session = trial

    def commands(self, does: Commands) -> Mapping[str, Callable[[], Transition]]:
        """Return the commands: turns can be taken back."""
        menu = lambda: Push(CommandMenu(self.program, self.menu, self.menu_title))  # noqa: E731
        return {
            **super().commands(does),
            "menu": menu,
            "undo": lambda: self._undo(does),
            "redo": lambda: self._redo(does),
            "again": lambda: self.again(does),
            "save_quit": self.leave,
            "wizard": lambda: does.say(NO_WIZARD),
        }

    def _undo(self, does: Commands) -> Transition:
        """Take the last turn back."""
        if not self._trial.undo():
            return does.say(NOTHING_TO_UNDO)
        does.forget()
        return does.say("The last turn is taken back.")

    def _redo(self, does: Commands) -> Transition:
        """Do the turn again that was taken back last."""
        if not self._trial.redo():
            return does.say(NOTHING_TO_REDO)
        does.forget()
        return does.say("It is done again, as it was.")

    def again(self, does: Commands) -> Transition:
        """Take back everything that was done since the beginning."""
        self._trial.again()
        does.forget()
        return does.say("All is as it was when you began.")

    def leave(self) -> Transition:
        """Go back to where the player came from."""
        self.close()
        return Pop()

    def over(self, does: Commands) -> Transition:
        """Show how it ended, and what can be done about it."""
        title, text = FORK_ENDS["won" if self.program.game.is_won else "died"]
        return Push(Ended(self.program, does.view.board.bar, title, text, self.choices))

    def close(self) -> None:
        """Restore the session for the screens below, which save the real game as the program closes."""
        self.program.session = self._lender
        self._trial.close()


class ForkRoom(TrialRoom):
    """A game that goes on from a turn of a replay."""

    name = "Fork"
    words = FORK_WORDS

    def commands(self, does: Commands) -> Mapping[str, Callable[[], Transition]]:
        """Return the commands: there are no other boards."""
        return {**super().commands(does), "practice": self.leave}

    def begin(self, does: Commands) -> None:
        """Say that nothing counts from here on, since every turn can be taken back."""
        does.say("From here on you play. Nothing counts: every turn can be taken back.")


PLANNING = "Line up what you would do. {plan_play} plays it; {undo} takes an act back."
FIRST_GUESS = 12
"""How often a plan is rehearsed before it is played, if it was not yet."""
NOTHING_PLANNED = "Nothing is planned yet."
IS_A_PLAN = "This is a plan already: {plan_play} plays it, {save_quit} leaves it."
ONLY_IN_PLAY = "Not in a plan: leave it first."


class PlanOutlook(Outlook):
    """Foresees what the acts of a plan come to, besides what is foreseen of the board that is shown."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._draft = cast("Draft", program.game)
        self._plan = planning.Plan(self._draft.planned.game, self._draft.acts)
        self._acts = self._draft.acts
        self._replies: Sequence[Reply] = ()
        self._rows = Kept[tuple[Line, ...]]()

    @property
    def rehearsed(self) -> planning.Plan:
        """The plan as it is now."""
        if self._acts != self._draft.acts:
            self._acts = self._draft.acts
            self._plan, self._replies = planning.Plan(self._draft.planned.game, self._acts), ()
        return self._plan

    def replies(self) -> Sequence[Reply]:
        """Return what the plan comes to, as well as it is known; it is rehearsed some times if it is not yet."""
        if not self.rehearsed.is_finished:
            self._replies = self._plan.refined(FIRST_GUESS)
        return self._replies

    @property
    def is_thinking(self) -> bool:
        """Whether there is more to be worked out."""
        return bool(self._draft.acts and not self.rehearsed.is_finished) or super().is_thinking

    def update(self, seconds: float) -> bool:
        """Work on for a moment, at the plan first; return whether there is something new to show."""
        if not self._draft.acts or self.rehearsed.is_finished:
            return super().update(seconds)
        self._replies = self._plan.refined(more=self._program.more_time())
        return True

    def plan(self) -> tuple[Line, ...]:
        """Return a row for each act, with what all up to it bring and cost; what else is told is of the board then."""
        key = (
            self._draft.rows,
            self.rehearsed.acts,
            tuple(self._replies),
            self._program.palette.variant,
        )
        return self._rows.of(key, lambda: tuple(self._planned()))

    def _planned(self) -> Iterator[Line]:
        """Yield a row for each act; of those taken back, only what they are."""
        draft, colours = self._draft, self._program.palette
        yield Line(
            (("The plan", colours.heading),), ((counted(len(self._acts), "act"), colours.dim),)
        )
        creatures = draft.planned.creatures()
        for number, row in enumerate(draft.rows):
            shade = colours.text if number < len(self._acts) else colours.dim
            right: tuple[widgets.Segment, ...] = ()
            if number < len(self._replies):
                reply = self._replies[number]
                labels = draft.planned.ask(ailment_labels, reply)
                brings, cost = figure_words(reply, creatures, labels=labels)
                words = filter(None, (brings, f"you {cost}" if cost != FREE else ""))
                right = ((", ".join(words), colours.text),)
                if reply.death:
                    right = (*right, (f" †{outcomes.percent(reply.death)}", colours.bad))
            yield Line(((f"{number + 1} {row} ", shade),), right)
        yield EMPTY


class PlanRoom(TrialRoom):
    """Where acts are lined up; it closes with nothing, or with the plan to be played."""

    name = "Plan"
    words = PLAN_WORDS
    outlook = PlanOutlook
    menu, menu_title, choices = PLAN_MENU, "A plan", PLAN_CHOICES

    def __init__(self, program: Program, draft: "Draft") -> None:
        super().__init__(program, draft)
        self._draft = draft

    def commands(self, does: Commands) -> Mapping[str, Callable[[], Transition]]:
        """Return the commands: a plan is played, and holds no other."""
        in_words = self.program.keymap.in_words
        return {
            **super().commands(does),
            "plan": lambda: does.say(in_words(IS_A_PLAN)),
            "plan_play": lambda: self._play(does),
            "practice": lambda: does.say(ONLY_IN_PLAY),
            "wizard": lambda: does.say(ONLY_IN_PLAY),
        }

    def begin(self, does: Commands) -> None:
        """Say by which keys a plan is made, shortened and played."""
        does.say(self.program.keymap.in_words(PLANNING))

    def took(self, result: object, does: Commands) -> Transition | None:
        """Add what was aimed for a plan to this one."""
        return does.perform(result.action, agreed=True) if isinstance(result, ForPlan) else None

    def _play(self, does: Commands) -> Transition:
        """Close with the plan, which is played as far as it goes as foreseen."""
        outlook = does.view.outlook
        if not self._draft.acts or not isinstance(outlook, PlanOutlook):
            return does.say(NOTHING_PLANNED)
        course = self._draft.course(outlook.replies())
        self.close()
        return Pop(course)


def plan(program: Program, *acts: Action) -> Play:
    """Open a plan for the game in progress, with the first act if there is one."""
    from roguelike.practice.room import Draft

    play = Play(program, PlanRoom(program, Draft(program.game)))
    for act in acts:
        play.does.perform(act, agreed=True)
    return play


OWN_BOARDS = "Leave this board first."
NO_CODE = "Only puzzles have a code."
LAST_OF_ALL = "This was the last of them."
FANFARE = "level"
"""The sound of a board won for the first time, the same as for a new level."""


class Chosen(Record):
    """The board to go on with, and whether the player starts with full hit points and mana."""

    board: "Board"
    rested: bool


class Kind(Record):
    """What differs between the kinds of boards."""

    title: str
    words: Words
    """The buttons of the bar."""
    more: tuple[str, ...] = ()
    """Additional choices when a board has ended."""
    is_listed: bool = True
    """Whether its boards follow one another; otherwise the player chooses the next."""
    left: Callable[[Program, "Sequence[Board]"], "Sequence[Board]"] = lambda _program, _boards: ()
    """Returns what follows the last of its boards."""
    won: Callable[[Program, "Board"], tuple[str, str]] | None = None
    """Returns how a board was won, as a heading and a text, if that depends on the board."""
    code: Callable[[Program, "Board"], Screen] | None = None
    """Makes a page with the code of a board."""


PRACTICE = Kind("Practice", TRIAL_WORDS, ("practice",), is_listed=False)
LESSON = Kind("Lesson", FORK_WORDS)


class PracticeRoom(TrialRoom):
    """Where a board is played; it closes without a result, and leaves everything as it was."""

    name = "Practice"

    def __init__(self, program: Program, practice: "Practice", kind: Kind) -> None:
        super().__init__(program, practice)
        self.practice, self.kind, self.words = practice, kind, kind.words

    def commands(self, does: Commands) -> Mapping[str, Callable[[], Transition]]:
        """Return what each command of a board's own menu does, by its name."""
        menu = menu_of(is_free=not self.kind.is_listed)
        own: dict[str, Callable[[], Transition]] = {
            "menu": lambda: Push(CommandMenu(self.program, menu, self.kind.title)),
            "full": lambda: self.again(does, rested=True),
            "next_board": lambda: self._next_board(does),
            "board_code": lambda: self._show_code(does),
        }
        if self.kind.is_listed:
            own["practice"] = lambda: does.say(OWN_BOARDS)
        return {**super().commands(does), **own}

    def begin(self, does: Commands) -> None:
        """Explain the board in the log."""
        text = self.program.keymap.in_words(self.practice.words())
        if text:
            self.practice.tell(text, "info")

    def again(self, does: Commands, *, rested: bool | None = None) -> Transition:
        """Set the board up again."""
        self.practice.again(rested=rested)
        does.forget()
        self.begin(does)
        return does.say(self.practice.anew)

    def over(self, does: Commands) -> Transition:
        """Show how it ended, and what can be done about it."""
        program, board, is_won = self.program, self.practice.board, self.practice.end == "won"
        if is_won and program.progress.note_won(board.kind, board.key):
            program.host.keep_progress(program.progress)
            program.play((FANFARE,))
        offered = choices(self.practice, self.kind.more, is_last=self._following() is None)
        told = self.kind.won if is_won else None
        words = told(program, board) if told else end_words(program, self.practice)
        return Push(Ended(program, does.view.board.bar, *words, offered, is_won=is_won))

    # Other boards

    def took(self, result: object, does: Commands) -> Transition | None:
        """Go to another board with the same player."""
        match result:
            case Chosen(board, rested):
                self.close()
                return Replace(open_board(self.program, board, rested=rested))
        return None

    def _show_code(self, does: Commands) -> Transition:
        """Show the code with which a friend can play this board."""
        code = self.kind.code
        return does.say(NO_CODE) if code is None else Push(code(self.program, self.practice.board))

    def _next_board(self, does: Commands) -> Transition:
        """Begin the board after this one, if there is one."""
        following = self._following()
        if following is None:
            return does.say(LAST_OF_ALL)
        self.close()
        answer = open_lesson(self.program, following, Replace)
        return Replace(answer.screen) if isinstance(answer, Push) else answer

    def _following(self) -> "Board | None":
        """Return the board of the same kind after this one; None if nothing is left."""
        board = self.practice.board
        others = boards_of(self.program.host, board.kind) if self.kind.is_listed else ()
        keys = [each.key for each in others]
        place = keys.index(board.key) + 1 if board.key in keys else len(keys)
        left = [each for each in self.kind.left(self.program, others) if each.key != board.key]
        return next(iter(others[place:] or left), None)


def open_board(program: Program, board: "Board", *, rested: bool, spell: str = "") -> Play:
    """Open a board with the player of the game in progress, to try a spell if one is named."""
    from roguelike.practice.room import Practice

    practice = Practice.of(program.game, board, rested=rested)
    play = Play(program, PracticeRoom(program, practice, PRACTICE))
    for each in practice.hud().spells:
        if each.name == spell:
            key = program.keymap.hint(Nth("cast", each.hotkey).name) if each.hotkey <= 9 else ""
            play.does.say(f"{key} casts {each.title}." if key else "")
    return play


def lesson(program: Program, board: "Board") -> Play:
    """Open a lesson, independent of any game in progress. Raises UserError."""
    from roguelike.practice.room import Practice

    return Play(program, PracticeRoom(program, begun(program.host, board, Practice), LESSON))


def open_lesson(
    program: Program, board: "Board", how: type[Push] | type[Replace] = Push
) -> Transition:
    """Open a lesson or puzzle over the current screen, or in its place."""
    try:
        return how(program.open(board.kind, board))
    except UserError as error:
        return Push(Message(program, f"No {board.kind}", str(error)))
