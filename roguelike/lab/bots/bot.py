"""A bot: a list of habits, asked in order, with its own random stream.

A habit proposes commands, best first. Nothing is simulated beforehand: a refusal costs nothing and changes nothing, so
a bot just tries its next idea. In this way bots also test every refusal in the game. A command that is refused again
and again is not tried for a while.
"""

from collections.abc import Callable, Iterator, Sequence
from math import inf

from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Action, Equip, Pass, TakeOff
from roguelike.engine.session import Report, Session

Habit = Callable[[Session, Stream], Iterator[Action]]
"""Proposes commands for this turn, best first; none if it has nothing to propose."""

OFTEN = 3
"""Refusals of one command in a row after which it is not tried for a while, twice as many turns each time."""
ANYWHERE = (Equip, TakeOff)
"""Commands that do not depend on where the player stands."""


class Lessons:
    """What a bot has learned from refusals."""

    def __init__(self) -> None:
        """Start with nothing learned: `_refused` is (times, last turn) by command, and by place where that matters."""
        self._refused: dict[tuple[Action, Point | None], tuple[int, int]] = {}

    def learn(self, action: Action, here: Point, turn: int, *, refused: bool) -> None:
        """Record that a command was refused or done."""
        times, _ = self._refused.pop(_as_meant(action, here), (0, 0))
        if refused:
            self._refused[_as_meant(action, here)] = (times + 1, turn)

    def is_vain(self, action: Action, here: Point, turn: int) -> bool:
        """Return whether a command has been refused so often, and so recently, that it is not worth trying."""
        times, last = self._refused.get(_as_meant(action, here), (0, 0))
        return times >= OFTEN and turn - last < 2**times


def _as_meant(action: Action, here: Point) -> tuple[Action, Point | None]:
    """Return a command with the place it was meant for, if that matters."""
    return action, None if isinstance(action, ANYWHERE) else here


class Bot:
    """A player made of habits. It knows only what its player knows, and never uses the game's random streams."""

    def __init__(self, name: str, habits: Sequence[Habit], seed: str) -> None:
        """Take the habits; the same seed plays the same game in the same way."""
        self.name = name
        self._habits = habits
        self._rng = Stream(seed, f"{name} bot")
        self._ideas: Iterator[Action] = iter(())
        self._turn = -1
        self._lessons = Lessons()

    def choose(self, session: Session) -> Action:
        """Return the next command: if asked again within a turn, the next best; in the end, pass."""
        if session.game.turn != self._turn:
            self._turn = session.game.turn
            self._ideas = self._think(session)
        here, turn = session.here, self._turn
        worth_it = (idea for idea in self._ideas if not self._lessons.is_vain(idea, here, turn))
        return next(worth_it, Pass())

    def take_turn(self, session: Session, watch: Callable[[Action], None] | None = None) -> Report:
        """Spend one turn of the game: do the first idea that is not refused, and before it any that take no time.

        `watch` is called with each command that was done, while its trace can be read.
        """
        turn = session.game.turn
        while True:
            action, here = self.choose(session), session.here
            report = session.do(action)
            self._lessons.learn(action, here, turn, refused=report.refused is not None)
            if report.acted and watch is not None:
                watch(action)
            if session.is_over or session.game.turn != turn or action == Pass():
                return report

    def turns(self, session: Session, until: float = inf) -> Iterator[Report]:
        """Take turns while the game goes on, up to some turn; yield after each, so that whoever asks can look on."""
        while not session.is_over and session.game.turn < until:
            yield self.take_turn(session)

    def play(self, session: Session, until: float = inf) -> None:
        """Take turns until the game is over, or some turn has come."""
        for _ in self.turns(session, until):
            pass

    def _think(self, session: Session) -> Iterator[Action]:
        """Yield the ideas of all habits, in order."""
        for habit in self._habits:
            yield from habit(session, self._rng)
