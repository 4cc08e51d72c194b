"""Going on with a saved game, some of the commands since it at a time: whatever goes wrong is told to the player."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from roguelike.host.own_data import told_to_the_player

if TYPE_CHECKING:  # the title screen does not wait for the engine
    from roguelike.engine.resuming import Resumption
    from roguelike.engine.session import Session


class GoingOn:
    """What plays the commands since a save again. Implements `program.GoingOn`."""

    def __init__(self, work: "Resumption", take_up: "Callable[[Resumption], None]") -> None:
        """Begin at the save; `take_up` is called once all was repeated."""
        self._work, self._take_up = work, take_up

    @property
    def session(self) -> "Session":
        """The game, to be played once all was repeated."""
        return self._work.session

    @property
    def done(self) -> int:
        """How many commands were repeated so far."""
        return self._work.done

    @property
    def length(self) -> int:
        """How many commands there are to repeat."""
        return self._work.length

    def work(self, commands: int) -> bool:
        """Repeat some more; return whether the game can be played. Raises UserError, after which it cannot."""
        with told_to_the_player():
            is_there = self._work.work(commands)
        if is_there:
            self._take_up(self._work)
        return is_there

    def finish(self) -> "Session":
        """Repeat all that is left, and return the game. Raises UserError."""
        while not self.work(max(1, self.length)):
            pass
        return self.session

    def drop(self) -> None:
        """Leave it: the game stays as it is saved."""
        self._work.drop()
