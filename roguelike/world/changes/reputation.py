"""Changes of reputation: how a faction thinks of the player."""

from roguelike.core.records import State
from roguelike.world.game import Cause, Game


class StandingChanged(State):
    """The player's standing with a faction rose or fell."""

    faction: str
    before: int
    after: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Set the new standing."""
        self._set(game, self.after)

    def undo(self, game: Game) -> None:
        """Set the old standing."""
        self._set(game, self.before)

    def _set(self, game: Game, value: int) -> None:
        """Remember the sum, unless it comes to nothing; whom everybody would attack has to be counted anew."""
        if value:
            game.standing[self.faction] = value
        else:
            game.standing.pop(self.faction, None)
        game.caches.folk += 1
