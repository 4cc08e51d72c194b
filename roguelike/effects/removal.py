"""Removal from the world without dying: a spent scroll, a closed portal."""

import esper

from roguelike.core.effect import Effect, effect
from roguelike.effects.registry import Hit, handles
from roguelike.world.changes import Removed
from roguelike.world.game import Game, Several, Single


@effect("vanish", lands_on="whole")
class Vanish(Effect):
    """Takes a thing or a creature out of the world, with nobody credited."""


@handles(Vanish)
def vanish(effect: Vanish, hit: Hit, game: Game) -> None:
    """Remove the targets that still exist; the player never."""
    match hit.targets:
        case Single(entity):
            gone: tuple[int, ...] = (entity,)
        case Several(entities):
            gone = entities
        case _:
            gone = ()
    for entity in gone:
        if entity not in game.dead and entity != game.player and esper.entity_exists(entity):
            game.change(Removed(entity, hit.cause))
