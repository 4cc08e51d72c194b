"""How things appear."""

from roguelike.core.colour import BLACK, WHITE, Colour
from roguelike.core.records import Record


class Renderable(Record):
    """Glyph and colours; a lower order is drawn on top. Template."""

    glyph: str = "?"
    fg: Colour = WHITE
    bg: Colour = BLACK
    order: int = 2


class LightSource(Record):
    """Light that it sheds, to `reach` tiles. Template."""

    colour: Colour
    reach: int


class Flash(Record):
    """A short-lived glyph, shown for `milliseconds`. Template of a use."""

    glyph: str
    fg: Colour
    milliseconds: int


class Described(Record):
    """What one reads when looking closely. Template."""

    text: str
