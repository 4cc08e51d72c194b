"""A level drawn as cells, by itself."""

from tcod.console import Console

from roguelike.devices.painting.cells import write
from roguelike.engine.views.records import MapView
from roguelike.toolkit import widgets
from roguelike.toolkit.palette import palette
from roguelike.toolkit.rows import HOLE, cells_of
from roguelike.ui.stage.animation import Particle
from roguelike.ui.stage.camera import Camera
from roguelike.ui.stage.stage import Stage


def map_console(
    view: MapView, variant: str = "default", tick: int = 0, particles: tuple[Particle, ...] = ()
) -> Console:
    """Return a console that shows the whole level."""
    width, height = view.tiles.shape
    console = Console(width, height, order="F")
    cells_of(console)[...] = HOLE
    camera = Camera(widgets.Rect(0, 0, width, height), 0, 0)
    write(Stage(view, camera, palette(variant), tick, particles=particles), console)
    return console
