"""What becomes of the story: the quest's state, and its end."""

import esper

from roguelike.components.actors import Quest
from roguelike.core.records import State
from roguelike.world import ecs
from roguelike.world.game import Cause, Game


class QuestAdvanced(State):
    """The quest began, went on or ended."""

    before: Quest | None
    after: Quest
    cause: Cause

    def apply(self, game: Game) -> None:
        """Go on to it."""
        ecs.attach(game.player, self.after)

    def undo(self, game: Game) -> None:
        """Go back."""
        if self.before is None:
            ecs.detach(game.player, Quest)
        else:
            ecs.attach(game.player, self.before)


def quest_of(game: Game) -> Quest | None:
    """Return how far the quest is; None before the Amulet was ever taken up."""
    return esper.try_component(game.player, Quest)


def is_won(game: Game) -> bool:
    """Return whether the Amulet was brought home."""
    quest = quest_of(game)
    return quest is not None and quest.won
