"""Bringing the Amulet home: the altar of the town's temple ends the story."""

import esper

from roguelike.components.actors import Quest
from roguelike.components.magic import Trigger
from roguelike.core.effect import Effect, effect
from roguelike.core.records import replace
from roguelike.effects.portals import TOWN, bears_relic
from roguelike.effects.registry import Hit, handles
from roguelike.world.changes import QuestAdvanced, quest_of
from roguelike.world.game import Game


@effect("homecoming")
class ComeHome(Effect):
    """Ends the story, if the player stands in the town's temple with the Amulet."""

    def words(self) -> str:
        """Return the words for tooltips, which never vary."""
        return "receives the Amulet in the town's temple"


def brings_home(thing: int) -> bool:
    """Return whether stepping on a thing ends the story for who carries the Amulet, as the town's altar does."""
    trigger = esper.try_component(thing, Trigger)
    return trigger is not None and any(type(each) is ComeHome for each in trigger.use.effects)


@handles(ComeHome)
def come_home(effect: ComeHome, hit: Hit, game: Game) -> None:
    """Win, if the target is the player, in town and carries the Amulet; else nothing happens."""
    if hit.target != game.player or game.depth != TOWN or not bears_relic(hit.target):
        return
    before = quest_of(game)
    game.change(QuestAdvanced(before, replace(before or Quest(), won=True), hit.cause))
