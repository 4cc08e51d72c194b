"""A trial: a game without consequences in which any turn can be taken back. Practice is one, as is a forked replay."""

from roguelike.actions.action import Action
from roguelike.engine.report import Report
from roguelike.engine.session import Session
from roguelike.engine.state.restoring import restore, take_over
from roguelike.engine.state.snapshot import read, write
from roguelike.world import ecs
from roguelike.world.content import Content
from roguelike.world.game import Game

MOST_UNDONE = 300
"""The most turns that can be taken back."""


class Trial(Session):
    """A session that is never saved. It keeps the same game record throughout, whatever is taken back."""

    def __init__(self, game: Game) -> None:
        """Continue a game, which belongs to the trial from then on."""
        self._past: list[bytes] = []
        super().__init__(game)

    @property
    def is_practice(self) -> bool:
        """Whether what happens has no consequences: always."""
        return True

    def do(self, action: Action) -> Report:
        """Carry out one command, keeping the state before it."""
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
    """A recorded game continued from any of its turns, with the dice that would have been rolled then."""

    def __init__(self, state: bytes, content: Content) -> None:
        """Start from a state, as `engine.state.snapshot` writes it."""
        self._begun = state
        super().__init__(restore(read(state), content))

    def again(self) -> None:
        """Go back to the start."""
        self.stop()
        self._past.clear()
        self._become(restore(read(self._begun), self.game.content))
