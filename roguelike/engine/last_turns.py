"""The last turns of a game, kept as they were played, so that they can be looked back on.

To write a state takes as long as a turn, and several times as long once many levels are known. So it is written every
few commands, and a turn in between is found by giving the commands since again.
"""

from collections import deque

from roguelike.actions.action import Action
from roguelike.core.records import Record
from roguelike.engine.dungeon import travel
from roguelike.engine.saves.restoring import restore
from roguelike.engine.saves.snapshot import read, write
from roguelike.engine.turn import play
from roguelike.world.content import Content
from roguelike.world.game import Game

LAST_TURNS = 5
"""How many turns are looked back on."""
MOST_LED = 10
"""Commands after which a state is written again."""


class Moment(Record):
    """A turn: its number, and the command that was given.

    `state` is one before it as `engine.saves.snapshot` writes it, and `led` are the commands from there to the turn.
    """

    turn: int
    state: bytes
    led: tuple[Action, ...]
    action: Action

    def opened(self, content: Content) -> Game:
        """Return the game as it was before the turn, in a world of its own."""
        game = restore(read(self.state), content)
        for command in self.led:
            play(game, command, travel)
        return game


class LastTurns:
    """The moments of the last turns, the earliest first."""

    def __init__(self) -> None:
        """Begin before the first turn, with nothing to look back at."""
        self._kept: deque[Moment] = deque(maxlen=LAST_TURNS)
        self._state = b""
        self._led: tuple[Action, ...] = ()

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The last turns that are kept, the oldest first; at most LAST_TURNS."""
        return tuple(self._kept)

    def be_ready(self, game: Game) -> None:
        """Write the state as it is now, if the last that was written is too far back for the next command."""
        if not self._state or len(self._led) >= MOST_LED:
            self._state, self._led = write(game), ()

    def remember(self, turn: int, action: Action, now: int, *, is_last: bool) -> None:
        """Keep a turn after which it is turn `now`; forget those that were taken back, and leave out what took no turn.

        The last turn (`is_last`), in which the player died, counts in any case. `be_ready` came before it.
        """
        while self._kept and self._kept[-1].turn >= now:
            self._kept.pop()
        if now > turn or is_last:
            self._kept.append(Moment(turn, self._state, self._led, action))
        self._led = (*self._led, action)
