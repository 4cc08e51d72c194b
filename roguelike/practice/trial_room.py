"""The room of a game in which nothing counts: turns can be taken back, and leaving it changes nothing.

The one decision: while it is open, the program's session is the trial. So every screen above it (aiming, inventory,
help) works as in play; when it closes, the previous session is restored.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from roguelike.practice.pages import Ended, TrialMenu
from roguelike.ui.panels.bar import Words
from roguelike.ui.program import Program
from roguelike.ui.screen import Pop, Push, Transition
from roguelike.ui.screens.commanding import Commands, Room

if TYPE_CHECKING:  # screens are passed sessions, and make none
    from roguelike.practice.room import Fork, Practice

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


class TrialRoom(Room):
    """A trial; it closes without a result, and leaves everything as it was."""

    def __init__(self, program: Program, trial: "Practice | Fork") -> None:
        super().__init__(program)
        self._lender, self._trial = program.session, trial
        program.session = trial

    def commands(self, does: Commands) -> Mapping[str, Callable[[], Transition]]:
        """Return the commands: turns can be taken back."""
        return {
            **super().commands(does),
            "undo": lambda: self._undo(does),
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

    def again(self, does: Commands) -> Transition:
        """Take back everything that was done since the beginning."""
        self._trial.again()
        does.forget()
        return does.say("All is as it was when you began.")

    def leave(self) -> Transition:
        """Go back to where the player came from."""
        self.close()
        return Pop()

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
        menu = lambda: Push(TrialMenu(self.program, FORK_MENU, "It does not count"))  # noqa: E731
        return {**super().commands(does), "menu": menu, "practice": self.leave}

    def begin(self, does: Commands) -> None:
        """Say that nothing counts."""
        does.say("From here on you play. Nothing counts, and any turn can be taken back.")

    def over(self, does: Commands) -> Transition:
        """Show how it ended, and what can be done about it."""
        title, text = FORK_ENDS["won" if self.program.game.is_won else "died"]
        return Push(Ended(self.program, does.view.board.bar, title, text, FORK_CHOICES))
