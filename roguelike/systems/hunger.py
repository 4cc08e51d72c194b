"""The hunger clock: Well Fed, Normal, Hungry, Starving; starving costs hit points."""

import esper

from roguelike.components.vitals import HungerClock, HungerState
from roguelike.core.dice import Dice
from roguelike.effects.damage import Damage
from roguelike.effects.dispatch import drain
from roguelike.world.changes import alter
from roguelike.world.game import NOBODY, Cause, Game, Single

STATE_TURNS = 200
"""How long each state after Well Fed lasts, in own turns (source game, 3.5)."""
NEXT: dict[HungerState, HungerState] = {
    "Well Fed": "Normal",
    "Normal": "Hungry",
    "Hungry": "Starving",
}
PANG = Damage(Dice(bonus=1))


def grow_hungry(game: Game, entity: int) -> None:
    """Count one turn of hunger: the state worsens when its turns are over, and the starving lose a hit point."""
    clock = esper.try_component(entity, HungerClock)
    if clock is None:
        return
    clock.turns -= 1
    if clock.turns > 0:
        return
    cause = Cause("hunger", NOBODY, "hunger")
    following = NEXT.get(clock.state)
    if following is None:
        clock.turns = 0
        game.push(PANG, Single(entity), NOBODY, cause)
        drain(game)
        return
    alter(game, entity, HungerClock, "state", following, cause)
    clock.turns = STATE_TURNS
