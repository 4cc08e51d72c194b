"""The change that starts, advances and ends the quest for the Amulet."""

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
