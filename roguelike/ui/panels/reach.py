"""Marks an aim's reach on the map: its ground is tinted, or its edge gets a sign if few colours are available."""

from collections.abc import Collection

from roguelike.core.geometry import Point
from roguelike.engine.views.records import MapView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.map_signs import OPEN_GROUND
from roguelike.ui.panels.marks import Marks

EDGE = ":"


def mark_reach(
    marks: Marks, view: MapView, area: Collection[Point], colours: Palette, *, has_shades: bool
) -> None:
    """Mark the tiles of an area; without shades, only its edge where known open ground continues beyond it."""
    marks.wash(area, colours.aim_range_back)
    if not has_shades:
        edge = [point for point in area if _goes_on(view, area, point)]
        marks.pattern(edge, EDGE, colours.aim_path)


def _goes_on(view: MapView, area: Collection[Point], point: Point) -> bool:
    """Return whether known open ground outside the area borders on a tile."""
    x, y = point
    around = ((x + across, y + down) for across in (-1, 0, 1) for down in (-1, 0, 1))
    beyond = [each for each in around if each not in area and _inside(view, each)]
    return any(view.explored[each] and OPEN_GROUND[view.tiles[each]] for each in beyond)


def _inside(view: MapView, point: Point) -> bool:
    """Return whether a tile is on the level."""
    width, height = view.tiles.shape
    return bool(0 <= point[0] < width and 0 <= point[1] < height)
