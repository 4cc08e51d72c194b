"""How things appear."""

from typing import Annotated

from roguelike.core.colour import BLACK, WHITE, Colour
from roguelike.core.records import Meta, Record, Template
from roguelike.core.scalars import Glyph, Tiles


class Renderable(Template):
    """How it looks on the map."""

    glyph: Annotated[Glyph, Meta(description="one visible character")] = "?"
    fg: Annotated[Colour, Meta(description="colour of the glyph")] = WHITE
    bg: Annotated[Colour, Meta(description="colour behind it")] = BLACK
    order: Annotated[int, Meta(ge=0, le=100, description="a lower order is drawn on top")] = 2


class LightSource(Template):
    """The light it sheds."""

    colour: Annotated[Colour, Meta(description="colour of the light")]
    reach_tiles: Annotated[Tiles, Meta(description="how far it shines, in tiles")]


class Flash(Record):
    """A short-lived glyph."""

    glyph: Annotated[Glyph, Meta(description="one visible character")]
    fg: Annotated[Colour, Meta(description="colour of the glyph")] = WHITE
    milliseconds: Annotated[int, Meta(gt=0, le=5_000, description="how long it is shown")] = 200


class Described(Template):
    """What one reads when looking closely."""

    text: str


class Plural(Template):
    """Its name is a plural: boots, bones."""
