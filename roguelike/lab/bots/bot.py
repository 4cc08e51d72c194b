"""What a bot is: a list of habits, asked in order, on a stream of chance of its own.

A habit proposes commands, best first. Nothing is simulated beforehand: a refusal costs nothing and changes nothing, so
a bot simply tries its next idea. That also makes every refusal in the game a thing that bots test. What is refused
again and again it leaves alone for a while.
"""

from collections.abc import Callable, Iterator, Sequence

from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.engine.commands import Action, Equip, Pass, TakeOff
from roguelike.engine.report import Report
from roguelike.engine.session import Session

Habit = Callable[[Session, Stream], Iterator[Action]]
"""Proposes commands for this turn, best first; none when it has nothing to say."""

OFTEN = 3
"""Refusals of one command, one after another, after which it is left alone: for twice as many turns each time."""
ANYWHERE = (Equip, TakeOff)
"""Commands that are the same wherever one stands."""


class Lessons:
    """What a bot has learned from refusals."""

    def __init__(self) -> None:
        """Begin with none: `_refused` is (times, last turn) of each command, and of the place where that matters."""
        self._refused: dict[tuple[Action, Point | None], tuple[int, int]] = {}

    def learn(self, action: Action, here: Point, turn: int, *, refused: bool) -> None:
        """Note that a command was refused or done."""
        times, _ = self._refused.pop(_as_meant(action, here), (0, 0))
        if refused:
            self._refused[_as_meant(action, here)] = (times + 1, turn)

    def is_vain(self, action: Action, here: Point, turn: int) -> bool:
        """Return whether a command has been refused so often, and so lately, that one need not try."""
        times, last = self._refused.get(_as_meant(action, here), (0, 0))
        return times >= OFTEN and turn - last < 2**times


def _as_meant(action: Action, here: Point) -> tuple[Action, Point | None]:
    """Return a command with the place that it was meant for, if that matters."""
    return action, None if isinstance(action, ANYWHERE) else here


class Bot:
    """A player made of habits. It knows only what its player knows, and never rolls with the game's chance."""

    def __init__(self, name: str, habits: Sequence[Habit], seed: str) -> None:
        """Take up habits; the same seed plays the same game alike."""
        self.name = name
        self._habits = habits
        self._rng = Stream(seed, f"{name} bot")
        self._ideas: Iterator[Action] = iter(())
        self._turn = -1
        self._lessons = Lessons()

    def choose(self, session: Session) -> Action:
        """Return the next command: asked again within one turn, the next best; in the end, to let the turn pass."""
        if session.game.turn != self._turn:
            self._turn = session.game.turn
            self._ideas = self._think(session)
        here, turn = session.here, self._turn
        worth_it = (idea for idea in self._ideas if not self._lessons.is_vain(idea, here, turn))
        return next(worth_it, Pass())

    def take_turn(self, session: Session, watch: Callable[[Action], None] | None = None) -> Report:
        """Spend one turn of the game: the first idea that is not refused, and before it those that take no time.

        `watch` is called with each command that was done, while its trace can be read.
        """
        turn = session.game.turn
        while True:
            action, here = self.choose(session), session.here
            report = session.do(action)
            self._lessons.learn(action, here, turn, refused=report.refused is not None)
            if report.acted and watch is not None:
                watch(action)
            if session.is_over or session.game.turn != turn or isinstance(action, Pass):
                return report

    def _think(self, session: Session) -> Iterator[Action]:
        """Yield the ideas of all habits in their order."""
        for habit in self._habits:
            yield from habit(session, self._rng)
