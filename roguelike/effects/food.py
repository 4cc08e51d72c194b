"""Food: what eating does to the hunger clock."""

from typing import ClassVar

import esper

from roguelike.components.vitals import HungerClock
from roguelike.core.effect import Effect, effect
from roguelike.effects.registry import Hit, handles
from roguelike.world.changes import Fed, Fizzled, alter
from roguelike.world.game import Game

WELL_FED_TURNS = 20
"""Turns until Well Fed becomes Normal (source game, 3.5)."""


@effect("food")
class Feed(Effect):
    """Sets the hunger clock back to Well Fed."""

    regards_target_alone: ClassVar[bool] = True

    def words(self) -> str:
        """Return the words for tooltips, which never vary."""
        return "satisfies hunger"


def is_full(clock: HungerClock) -> bool:
    """Return whether no food would change a hunger clock, so that it is refused."""
    return clock.state == "Well Fed" and clock.turns >= WELL_FED_TURNS


@handles(Feed)
def feed(effect: Feed, hit: Hit, game: Game) -> None:
    """Set the target's hunger clock; nothing happens to creatures without one."""
    clock = esper.try_component(hit.target, HungerClock)
    if clock is None:
        game.change(Fizzled(hit.cause, hit.target, "That needs no food."))
        return
    if is_full(clock):
        game.change(Fizzled(hit.cause, hit.target, "You could not eat another bite."))
        return
    alter(game, hit.target, HungerClock, "state", "Well Fed", hit.cause)
    alter(game, hit.target, HungerClock, "turns", WELL_FED_TURNS, hit.cause)
    game.change(Fed(hit.cause, hit.target))
