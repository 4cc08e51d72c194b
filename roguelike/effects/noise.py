"""Noise, deliberate or not: a gong, a stone thrown into the dark. `systems.waking` decides who hears it."""

from typing import Annotated

from roguelike.core.effect import Effect, effect
from roguelike.core.records import Meta
from roguelike.effects.registry import Hit, handles
from roguelike.effects.targeting import tiles_of
from roguelike.world.changes import Sounded
from roguelike.world.game import Game
from roguelike.world.space import point_of

Steps = Annotated[int, Meta(ge=1, le=100, description="how far it is heard, in steps")]


@effect("noise", lands_on="whole")
class MakeNoise(Effect):
    """Makes a noise where its source is or, if that is on no tile, where it lands."""

    steps: Steps

    def words(self) -> str:
        """Return for example "is heard 20 steps away"."""
        return f"is heard {self.steps} steps away"


@handles(MakeNoise)
def make_noise(effect: MakeNoise, hit: Hit, game: Game) -> None:
    """Record a noise at its source's tile, or else at the first tile that was hit."""
    cells = tiles_of(hit.targets)
    point = point_of(hit.source) or (cells[0] if cells else None)
    if point is not None:
        game.change(Sounded(hit.cause, point, effect.steps))
