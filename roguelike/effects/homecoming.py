"""Bringing the Amulet home: what an altar in the town does to whoever steps up to it with what the story is about."""

from roguelike.components.actors import Quest
from roguelike.core.effect import Effect, effect
from roguelike.core.records import replace
from roguelike.effects.portals import TOWN, bears_relic
from roguelike.effects.registry import Hit, handles
from roguelike.world.changes import QuestAdvanced, quest_of
from roguelike.world.game import Game


@effect("homecoming")
class ComeHome(Effect):
    """Ends the story, if the player stands in the town's temple with the Amulet."""


@handles(ComeHome)
def come_home(effect: ComeHome, hit: Hit, game: Game) -> None:
    """Win; nothing happens anywhere else, to anybody else, or without the Amulet."""
    if hit.target != game.player or game.depth != TOWN or not bears_relic(hit.target):
        return
    before = quest_of(game)
    game.change(QuestAdvanced(before, replace(before or Quest(), won=True), hit.cause))
