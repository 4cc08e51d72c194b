"""The last turns of a game, kept as they were played, so that they can be looked back on."""

from collections import deque

from roguelike.actions.action import Action
from roguelike.core.records import Record

LAST_TURNS = 5
"""How many turns are looked back on."""


class Moment(Record):
    """A turn: its number, the state before it as `engine.saves.snapshot` writes it, and the command that was given."""

    turn: int
    state: bytes
    action: Action


class LastTurns:
    """The moments of the last turns, the earliest first."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: deque[Moment] = deque(maxlen=LAST_TURNS)

    @property
    def moments(self) -> tuple[Moment, ...]:
        """What is kept."""
        return tuple(self._kept)

    def remember(self, moment: Moment, now: int, *, is_last: bool) -> None:
        """Keep a turn after which it is turn `now`; forget those that were taken back, and leave out what took no turn.

        The turn that is the `last`, in which the player died, counts in any case.
        """
        while self._kept and self._kept[-1].turn >= now:
            self._kept.pop()
        if now > moment.turn or is_last:
            self._kept.append(moment)
