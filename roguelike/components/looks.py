"""How things appear."""

from roguelike.core.colour import BLACK, WHITE, Colour
from roguelike.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Renderable:
    """Glyph and colours; a lower order is drawn on top. Template."""

    glyph: str = "?"
    fg: Colour = WHITE
    bg: Colour = BLACK
    order: int = 2


@dataclass(frozen=True, slots=True)
class LightSource:
    """Light that it sheds, to `reach` tiles. Template."""

    colour: Colour
    reach: int


@dataclass(frozen=True, slots=True)
class Flash:
    """A short-lived glyph, shown for `milliseconds`. Template of a use."""

    glyph: str
    fg: Colour
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Described:
    """What one reads when looking closely. Template."""

    text: str
