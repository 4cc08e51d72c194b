"""The title line: where the player is, how deep, and when."""

from roguelike.core.colour import Colour
from roguelike.engine.views.records import HudView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import Line

BACK: Colour = (16, 20, 46)


def title_line(hud: HudView, colours: Palette) -> Line:
    """Return the row: the place on the left, depth and turn on the right."""
    back = colours.transform(BACK)
    right = (
        *((("wizard   ", colours.warn),) if hud.wizard else ()),
        ("depth ", colours.dim),
        (f"{hud.depth}", colours.text),
        ("   turn ", colours.dim),
        (f"{hud.turn:,} ", colours.text),
    )
    return Line(((" ◆ ", colours.mana), (hud.place, colours.title)), right, back, value="character")
