"""A trial: a game in which nothing counts and any turn can be taken back. Practice is one, so is a replay played on."""

from roguelike.actions.action import Action
from roguelike.engine.report import Report
from roguelike.engine.saves.restoring import restore, take_over
from roguelike.engine.saves.snapshot import read, write
from roguelike.engine.session import Session
from roguelike.world import ecs
from roguelike.world.content import Content
from roguelike.world.game import Game

MOST_UNDONE = 300
"""Turns that can be taken back."""


class Trial(Session):
    """A session that nobody keeps. Its game is the same record for as long as it lasts, whatever is taken back."""

    def __init__(self, game: Game) -> None:
        """Play on with a game that is used up by it."""
        self._past: list[bytes] = []
        super().__init__(game)

    @property
    def is_practice(self) -> bool:
        """Whether nothing counts: it is."""
        return True

    def do(self, action: Action) -> Report:
        """Carry out one command, remembering how everything was before."""
        before = write(self._entered())
        report = super().do(action)
        if report.acted:
            self._past = [*self._past[1 - MOST_UNDONE :], before]
        return report

    def undo(self) -> bool:
        """Take the last turn back; return whether there was one."""
        if not self._past:
            return False
        self.stop()
        self._become(restore(read(self._past.pop()), self.game.content))
        return True

    def _become(self, other: Game) -> None:
        """Take over the state of another game."""
        take_over(self.game, other)

    def close(self) -> None:
        """Delete the world of the trial's game; the game itself cannot be used after that."""
        ecs.drop_world(self.game.world)


class Fork(Trial):
    """A game played on from any turn of a recorded one, with the dice that would have fallen then."""

    def __init__(self, state: bytes, content: Content) -> None:
        """Begin with a state, as `engine.saves.snapshot` writes it."""
        self._begun = state
        super().__init__(restore(read(state), content))

    def again(self) -> None:
        """Go back to where it began."""
        self.stop()
        self._past.clear()
        self._become(restore(read(self._begun), self.game.content))
