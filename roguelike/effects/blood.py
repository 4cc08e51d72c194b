"""Blood on the ground, which shows that a creature was hurt there and has no other effect."""

from roguelike.core.effect import Effect, effect
from roguelike.effects.registry import Hit, handles
from roguelike.world.changes import Stained
from roguelike.world.game import Game


@effect("bloodstain", lands_on="tile", foreseen=False)
class Bloodstain(Effect):
    """Leaves a stain of blood on the tile; only a matter of looks."""


@handles(Bloodstain)
def stain(effect: Bloodstain, hit: Hit, game: Game) -> None:
    """Stain the tile, unless it is stained already."""
    if hit.tile is not None and hit.tile not in game.level.stains:
        game.change(Stained(hit.tile, hit.cause))
