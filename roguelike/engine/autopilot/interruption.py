"""Interruptions: why an automatic command should stop."""

import esper

from roguelike.actions.senses import hostiles_in_view
from roguelike.components.vitals import HungerClock
from roguelike.world.game import Game


def interruption(game: Game) -> str | None:
    """Return why an automatic command should stop, as a sentence; None when nothing speaks against going on."""
    if game.player in game.dead:
        return "You are dead."
    if hostiles_in_view(game):
        return "An enemy is in view."
    hunger = esper.try_component(game.player, HungerClock)
    if hunger and hunger.state == "Starving":
        return "You are too hungry."
    return None
