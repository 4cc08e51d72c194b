"""Wind: drives fires and clouds before it, and onto whoever stands in their way.

A gust of 3 tiles from `@`; the fire stops at the wall, the gas runs its whole way:

    #########       #########
    #@.%....#       #@....%.#
    #..^..###       #....^###
"""

from typing import Annotated

import esper

from roguelike.components.actors import Kind
from roguelike.components.hazards import Hazard, HazardTemplate
from roguelike.core.effect import Effect, effect
from roguelike.core.geometry import Point, direction, distance_squared
from roguelike.core.records import Meta
from roguelike.core.scalars import Count
from roguelike.effects.elements import Touch, kindle
from roguelike.effects.registry import Hit, handles
from roguelike.effects.targeting import tiles_of
from roguelike.effects.words import tiles_words
from roguelike.world import ecs
from roguelike.world.changes import Fizzled, Removed
from roguelike.world.game import Area, Game, Spot
from roguelike.world.space import point_of


@effect("gust", lands_on="whole")
class Gust(Effect):
    """Drives fires and clouds away from its source, onto whoever stands where they end up."""

    tiles: Annotated[Count, Meta(description="how far it drives them, in tiles")]

    def words(self) -> str:
        """Return for example "drives fires and clouds 4 tiles away"."""
        return f"drives fires and clouds {tiles_words(self.tiles)} away"


@handles(Gust)
def gust(effect: Gust, hit: Hit, game: Game) -> None:
    """Move each fire and cloud on the tiles, farthest first, so that none runs into the next."""
    origin = point_of(hit.source)
    if origin is None:
        return
    moved = False
    tiles = sorted(tiles_of(hit.targets), key=lambda tile: (-distance_squared(origin, tile), tile))
    for point in tiles:
        way = _way(game, origin, point, effect.tiles)
        for hazard in game.level.occupants(point) if way else ():
            template = esper.try_component(hazard, HazardTemplate)
            if template is not None and template.windblown and hazard not in game.dead:
                _drive(game, hazard, template, way, hit)
                moved = True
    if not moved:
        game.change(Fizzled(hit.cause, 0, "There is nothing for the wind to drive."))


def _way(game: Game, origin: Point, point: Point, tiles: int) -> list[Point]:
    """List the tiles over which something is driven from a tile, the last where it ends up; [] if a wall blocks it."""
    dx, dy = direction(origin, point)
    way: list[Point] = []
    x, y = point
    for _ in range(tiles if dx or dy else 0):
        x, y = x + dx, y + dy
        if not (game.level.contains((x, y)) and game.level.transparent[x, y]):
            break
        way.append((x, y))
    return way


def _drive(game: Game, hazard: int, template: HazardTemplate, way: list[Point], hit: Hit) -> None:
    """Move a fire or cloud to the end of its path; a fire lights what it passes over."""
    turns = ecs.get(hazard, Hazard).turns
    name = ecs.get(hazard, Kind).name
    cause = hit.cause.then(name, "hazard")
    game.change(Removed(hazard, hit.cause.then("wind", "wind")))
    kindle(game, way[-1], name, turns, cause)
    if template.element:
        game.push(Touch(template.element), Area(tuple(way)), hit.source, cause)
    for each in template.effects:
        game.push(each, Spot(way[-1]), hit.source, cause)
