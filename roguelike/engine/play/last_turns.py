"""The last turns of a game, kept as they were played, for hindsight.

Writing a state takes as long as a turn, and several times as long once many levels are known. So it is written only
every few commands, and a turn in between is found by giving the later commands again.
"""

from collections import deque
from typing import Protocol

from roguelike.actions import acting
from roguelike.core.records import Record
from roguelike.engine.play.dungeon import travel
from roguelike.engine.play.turn import play
from roguelike.engine.state.snapshot import read, restore, write
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game

LAST_TURNS = 5
"""How many turns are kept for hindsight."""
MOST_LED = 10
"""After how many commands a state is written again."""


class Moment(Record):
    """A turn: its number, and the command that was given.

    `state` is an earlier state as `engine.state.snapshot` writes it, and `led` are the commands from there to the turn.
    """

    turn: int
    state: bytes
    led: tuple[acting.Action, ...]
    action: acting.Action

    def opened(self, content: Catalog) -> Game:
        """Return the game as it was before the turn, in a world of its own."""
        game = restore(read(self.state), content)
        for command in self.led:
            play(game, command, travel)
        return game


class Former(Protocol):
    """Finds the turns before the game was loaded, bit by bit: see `roguelike.runs.resuming`."""

    @property
    def is_finished(self) -> bool:
        """Whether there is no more to find."""

    @property
    def progress(self) -> float:
        """The share of the work done, 0.0 to 1.0."""

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The result, the earliest first, once it is finished."""

    def work(self, commands: int) -> None:
        """Replay at most this many more commands."""

    def close(self) -> None:
        """Drop the game that is open."""


class LastTurns:
    """The moments of the last turns, the earliest first."""

    def __init__(self) -> None:
        """Start before the first turn, with no moments."""
        self._kept: deque[Moment] = deque(maxlen=LAST_TURNS)
        self._state = b""
        self._led: tuple[acting.Action, ...] = ()

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The last turns that are kept, the oldest first; at most LAST_TURNS."""
        return tuple(self._kept)

    def start_anew(self) -> None:
        """Have the state written again, because something else than a command changed the game."""
        self._state, self._led = b"", ()

    def be_ready(self, game: Game) -> None:
        """Write the current state if the last one written is too far back for the next command."""
        if not self._state or len(self._led) >= MOST_LED:
            self._state, self._led = write(game), ()

    def remember(self, turn: int, action: acting.Action, now: int, *, is_last: bool) -> None:
        """Keep a turn that ended at turn `now`; drop turns that were taken back, and skip commands that took no turn.

        The last turn (`is_last`), in which the player died, is always kept. Call `be_ready` first.
        """
        while self._kept and self._kept[-1].turn >= now:
            self._kept.pop()
        if now > turn or is_last:
            self._kept.append(Moment(turn, self._state, self._led, action))
        self._led = (*self._led, action)
