"""Setting foot on a tile: traps, altars and fires act on whoever steps there, and on nobody else."""

import esper

from roguelike.components.magic import Trigger
from roguelike.components.spatial import Hidden
from roguelike.core.effect import Effect, effect
from roguelike.effects.registry import Hit, handles
from roguelike.effects.removal import Vanish
from roguelike.effects.unleash import Unleash
from roguelike.world.changes import alter
from roguelike.world.game import NOBODY, Cause, Game, Single
from roguelike.world.names import true_name
from roguelike.world.space import cells_of


@effect("tread")
class Tread(Effect):
    """Sets off what lies under a creature that has just come to its tile."""


@handles(Tread)
def tread(effect: Tread, hit: Hit, game: Game) -> None:
    """Reveal and fire every trigger underfoot; the dungeon is to blame unless a caster drove the victim there."""
    mover = hit.target
    driver = hit.cause.by if hit.cause.by != mover else NOBODY
    for cell in cells_of(mover):
        for thing in game.level.occupants(cell):
            trigger = esper.try_component(thing, Trigger)
            if trigger is None or thing in game.dead:
                continue
            cause = Cause(true_name(thing), driver, "trap", hit.cause, hit.cause.links + 1)
            # Sprung out of sight it gives nothing away.
            if esper.try_component(thing, Hidden) and game.level.visible[cell]:
                alter(game, thing, Hidden, "found", after=True, cause=cause)
            game.push(Unleash(trigger.use, cell), Single(mover), thing, cause)
            if trigger.once:
                game.push(Vanish(), Single(thing), thing, cause)
