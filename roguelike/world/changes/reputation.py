"""Changes of reputation: how a faction regards the player."""

from roguelike.core.records import Brief
from roguelike.world.game import Cause, Game


class StandingChanged(Brief):
    """The player's standing with a faction rose or fell."""

    faction: str
    before: int
    after: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Set the faction's new standing."""
        self._set(game, self.after)

    def undo(self, game: Game) -> None:
        """Set the faction's former standing."""
        self._set(game, self.before)

    def _set(self, game: Game, value: int) -> None:
        """Store the standing unless it is zero; caches of who is hostile become outdated."""
        if value:
            game.standing[self.faction] = value
        else:
            game.standing.pop(self.faction, None)
        game.caches.population += 1
