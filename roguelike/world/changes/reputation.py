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
        """Give the faction the points that the player has with it from now on."""
        self._set(game, self.after)

    def undo(self, game: Game) -> None:
        """Give the faction back the points that the player had with it before."""
        self._set(game, self.before)

    def _set(self, game: Game, value: int) -> None:
        """Remember the sum, unless it comes to nothing; whom everybody would attack has to be counted again."""
        if value:
            game.standing[self.faction] = value
        else:
            game.standing.pop(self.faction, None)
        game.caches.population += 1
