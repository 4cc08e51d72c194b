"""The play screen for a game in which nothing counts: turns can be taken back, and leaving it changes nothing.

The one decision: while it is open, the program's session is the trial. So every screen above it (aiming, inventory,
help) works as in play; when it closes, the previous session is restored.
"""

from typing import TYPE_CHECKING

from roguelike.practice.pages import Ended, TrialMenu
from roguelike.ui.panels.bar import Words
from roguelike.ui.panels.board import Board as BoardPanel
from roguelike.ui.program import Program
from roguelike.ui.screen import Pop, Push, Transition
from roguelike.ui.screens.play import Play

if TYPE_CHECKING:  # screens are passed sessions, and make none
    from roguelike.practice.room import Practice
    from roguelike.practice.trial import Fork

TRIAL_WORDS: Words = (
    ("Undo", "undo"),
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
NOTHING_TO_UNDO = "There is no turn to take back."
NO_WIZARD = "There is no wizard here; nothing counts anyway."
FORK_MENU = (
    ("resume", "r", "Resume"),
    ("undo", "u", "Take the last turn back"),
    ("again", "a", "Again from where you began"),
    ("character", "c", "Character"),
    ("log", "m", "Message log"),
    ("help", "?", "Help"),
    ("options", "o", "Options"),
    ("save_quit", "l", "Back to the replay"),
)
FORK_ENDS = {
    "won": ("Won, here", "In the run itself it went as the replay shows."),
    "died": ("Here you would have died", "It costs nothing. What could you have done instead?"),
}
FORK_CHOICES = (
    ("undo", "u", "Take the last turn back"),
    ("again", "a", "Again from where you began"),
    ("log", "m", "Look at the message log"),
    ("save_quit", "l", "Back to the replay"),
)


class TrialRoom(Play):
    """Plays a trial; closes without a result, and leaves everything as it was."""

    def __init__(self, program: Program, trial: "Practice | Fork", words: Words) -> None:
        self._lender = program.session
        self._trial = trial
        program.session = trial
        super().__init__(program)
        self.board = BoardPanel(program, words)
        self._commands |= {
            "undo": self._undo,
            "again": self._again,
            "save_quit": self._leave,
            "wizard": lambda: self.say(NO_WIZARD),
        }

    def _undo(self) -> Transition:
        """Take the last turn back."""
        if not self._trial.undo():
            return self.say(NOTHING_TO_UNDO)
        self._forget()
        return self.say("The last turn is taken back.")

    def _again(self) -> Transition:
        """Take back everything that was done since the beginning."""
        self._trial.again()
        self._forget()
        return self.say("All is as it was when you began.")

    def _forget(self) -> None:
        """Drop predictions and animations that no longer apply."""
        self.animation.skip()
        self.shots.target = None
        self._foresee_anew()

    def _leave(self) -> Transition:
        """Go back to where the player came from."""
        self._give_back()
        return Pop()

    def _give_back(self) -> None:
        """Restore the program's previous session."""
        self.program.session = self._lender
        self._trial.close()

    def on_close(self) -> None:
        """Restore the session for the screens below, which save the real game as the program closes."""
        self._give_back()


class ForkRoom(TrialRoom):
    """Plays on from a turn of a replay."""

    name: str = "Fork"

    def __init__(self, program: Program, fork: "Fork") -> None:
        super().__init__(program, fork, FORK_WORDS)
        self._commands["menu"] = lambda: Push(TrialMenu(program, FORK_MENU, "It does not count"))
        self._commands["practice"] = self._leave
        self.say("From here on you play. Nothing counts, and any turn can be taken back.")

    def game_over(self) -> Transition:
        """Show how it ended, and what can be done about it."""
        title, text = FORK_ENDS["won" if self.session.is_won else "died"]
        return Push(Ended(self.program, self.board.bar, title, text, FORK_CHOICES))
