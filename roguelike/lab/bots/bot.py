"""What a bot is: a list of habits, asked in order, on a stream of chance of its own.

A habit proposes commands, best first. Nothing is simulated beforehand: a refusal costs nothing and changes nothing, so
a bot simply tries its next idea. That also makes every refusal in the game a thing that bots test.
"""

from collections.abc import Callable, Iterator, Sequence

from roguelike.core.rng import Stream
from roguelike.engine.commands import Action, Pass
from roguelike.engine.session import Report, Session

Habit = Callable[[Session, Stream], Iterator[Action]]
"""Proposes commands for this turn, best first; none when it has nothing to say."""


class Bot:
    """A player made of habits. It knows only what its player knows, and never rolls with the game's chance."""

    def __init__(self, name: str, habits: Sequence[Habit], seed: str) -> None:
        """Take up habits; the same seed plays the same game alike."""
        self.name = name
        self._habits = habits
        self._rng = Stream(seed, f"{name} bot")
        self._ideas: Iterator[Action] = iter(())
        self._turn = -1

    def choose(self, session: Session) -> Action:
        """Return the next command: asked again within one turn, the next best; in the end, to let the turn pass."""
        if session.game.turn != self._turn:
            self._turn = session.game.turn
            self._ideas = self._think(session)
        return next(self._ideas, Pass())

    def take_turn(self, session: Session, watch: Callable[[Action], None] | None = None) -> Report:
        """Spend one turn of the game: the first idea that is not refused, and before it those that take no time.

        `watch` is called with each command that was done, while its trace can be read.
        """
        turn = session.game.turn
        while True:
            action = self.choose(session)
            report = session.do(action)
            if report.acted and watch is not None:
                watch(action)
            if session.is_over or session.game.turn != turn or isinstance(action, Pass):
                return report

    def _think(self, session: Session) -> Iterator[Action]:
        """Yield the ideas of all habits in their order."""
        for habit in self._habits:
            yield from habit(session, self._rng)
