"""How the story stands: the changes that start, advance and end the quest, and of how factions regard the player."""

import esper

from roguelike.components.actors import Quest
from roguelike.core.records import Brief
from roguelike.world import ecs
from roguelike.world.game import Cause, Game


class QuestAdvanced(Brief):
    """The quest started, advanced or ended."""

    before: Quest | None
    after: Quest
    cause: Cause

    def apply(self, game: Game) -> None:
        """Set the new state of the quest."""
        ecs.attach(game.player, self.after)

    def undo(self, game: Game) -> None:
        """Set the old state of the quest."""
        if self.before is None:
            ecs.detach(game.player, Quest)
        else:
            ecs.attach(game.player, self.before)


def quest_of(game: Game) -> Quest | None:
    """Return the state of the quest; None until the Amulet is first picked up."""
    return esper.try_component(game.player, Quest)


def is_won(game: Game) -> bool:
    """Return whether the game is won: the Amulet was brought home."""
    quest = quest_of(game)
    return quest is not None and quest.won


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
