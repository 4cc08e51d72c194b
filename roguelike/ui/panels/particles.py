"""Projectiles, bursts and hits, drawn over the map: glyphs, and the light that they cast on what is in view."""

from collections.abc import Sequence

from roguelike.engine.views.records import MapView
from roguelike.ui.look.animation import Particle
from roguelike.ui.look.light import Flash, halo
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.marks import Marks

FEW = 6
"""Up to so many lit tiles shine fully; more share that light, so that a large blast does not turn all white."""
BRIGHT = 0.9


def draw_particles(
    marks: Marks, view: MapView, colours: Palette, particles: Sequence[Particle]
) -> None:
    """Draw particles where the player sees them: first their light, then their glyphs."""
    width, height = view.visible.shape
    shown = [
        particle
        for particle in particles
        if 0 <= particle.point[0] < width
        and 0 <= particle.point[1] < height
        and view.visible[particle.point]
    ]
    share = BRIGHT / max(1.0, len(shown) / FEW)
    lights = [Flash(each.point, each.fg, each.strength * share) for each in shown]
    halo(marks.cells, view, marks.viewport, colours.variant, lights)
    marks.occupied = ()
    for each in shown:
        colour = colours.transform(each.fg)
        if each.glyph:
            marks.pattern((each.point,), each.glyph, colour)
        else:
            marks.flash(each.point, colour, each.strength)
