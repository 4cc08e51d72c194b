"""Looks: bursts, trails, projectiles and stains of blood. The screen shows them, and no rule depends on them.

Noise, deliberate or not: a gong, a stone thrown into the dark. `systems.waking` decides who hears it.
"""

from typing import Annotated

from roguelike.components.looks import Flash
from roguelike.core.effect import Effect, effect
from roguelike.core.geometry import Point
from roguelike.core.records import Meta
from roguelike.effects import registry, targeting
from roguelike.world import changes, space
from roguelike.world.game import Game


@effect("burst", lands_on="whole", foreseen=False)
class Burst(Effect):
    """Draws a glyph on all its targets at once."""

    flash: Flash


@registry.handles(Burst)
def light_up(effect: Burst, hit: registry.Hit, game: Game) -> None:
    """Record the flash on every tile of the targets."""
    game.change(changes.Flashed(hit.cause, targeting.tiles_of(hit.targets), effect.flash))


@effect("trail", lands_on="whole", foreseen=False)
class Trail(Effect):
    """Draws a line of glyphs, all at once."""

    path: tuple[Point, ...]
    flash: Flash


@registry.handles(Trail)
def draw_trail(effect: Trail, hit: registry.Hit, game: Game) -> None:
    """Record the trail along the whole path at once."""
    game.change(changes.Flew(hit.cause, effect.path, effect.flash))


@effect("projectile", lands_on="whole")
class Projectile(Effect):
    """Lets one glyph fly along a path from its first tile, a tile each `flash.milliseconds`."""

    path: tuple[Point, ...]
    flash: Flash


@registry.handles(Projectile)
def let_fly(effect: Projectile, hit: registry.Hit, game: Game) -> None:
    """Record one glyph's flight along the path."""
    start, *path = effect.path
    game.change(changes.Flew(hit.cause, tuple(path), effect.flash, start))


@effect("bloodstain", lands_on="tile", foreseen=False)
class Bloodstain(Effect):
    """Leaves a stain of blood on the tile; only a matter of looks."""


@registry.handles(Bloodstain)
def stain(effect: Bloodstain, hit: registry.Hit, game: Game) -> None:
    """Stain the tile, unless it is stained already."""
    if hit.tile is not None and hit.tile not in game.level.stains:
        game.change(changes.Stained(hit.tile, hit.cause))


Steps = Annotated[int, Meta(ge=1, le=100, description="how far it is heard, in steps")]


@effect("noise", lands_on="whole")
class MakeNoise(Effect):
    """Makes a noise where its source is or, if that is on no tile, where it lands."""

    told = "is heard {steps} steps away"

    steps: Steps


@registry.handles(MakeNoise)
def make_noise(effect: MakeNoise, hit: registry.Hit, game: Game) -> None:
    """Record a noise at its source's tile, or else at the first tile that was hit."""
    cells = targeting.tiles_of(hit.targets)
    point = space.point_of(hit.source) or (cells[0] if cells else None)
    if point is not None:
        game.change(changes.Sounded(hit.cause, point, effect.steps))
