"""The title line: where the player is, how deep, and the turn."""

from roguelike.core.colour import Colour
from roguelike.engine.views.records import HudView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import Line
from roguelike.ui.widgets import Segment

BACK: Colour = (16, 20, 46)


def title_line(hud: HudView, colours: Palette, width: int) -> Line:
    """Return the row: the place on the left, depth and turn on the right.

    If the place would be cut, as the task of a puzzle may be, the turn is left out first and then the depth.
    """
    back = colours.transform(BACK)
    left = (" ◆ ", colours.mana), (hud.place, colours.title)
    wizard = (("wizard ", colours.warn),) if hud.wizard else ()
    turn = ("  turn ", colours.dim), (f"{hud.turn:,} ", colours.text)
    depth = ("  depth ", colours.dim), (f"{hud.depth} ", colours.text)
    forms: tuple[tuple[Segment, ...], ...] = ((*wizard, *depth, *turn), (*wizard, *depth), wizard)
    # A blank separates the two.
    fitting = (right for right in forms if _long(left) + 1 + _long(right) <= width)
    return Line(left, next(fitting, wizard), back, value="character")


def _long(words: tuple[Segment, ...]) -> int:
    """Return how many cells some words take."""
    return sum(len(text) for text, _ in words)
