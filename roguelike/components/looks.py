"""How things appear: glyphs and colours, the light they shed, signs and descriptions."""

from typing import Annotated, Literal

from roguelike.core.colour import BLACK, WHITE, Colour
from roguelike.core.records import Meta, Record, Refers, Template
from roguelike.core.scalars import Glyph, Ground, Name, Text, Tiles

Theme = Literal[
    "default", "town", "forest", "limestone", "mushroom", "dwarven", "city", "citadel", "abyss"
]
"""What walls and floors are made of; the screen chooses glyphs and colours by it."""


class Renderable(Template):
    """How it looks on the map."""

    glyph: Annotated[Glyph, Meta(description="one visible character")] = "?"
    fg: Annotated[Colour, Meta(description="colour of the glyph")] = WHITE
    bg: Annotated[Colour, Meta(description="colour behind it")] = BLACK
    order: Annotated[int, Meta(ge=0, le=100, description="a lower order is drawn on top")] = 2
    icon: Annotated[
        Text, Refers("icons", if_any=True), Meta(description="its picture, where things have some")
    ] = ""


ICON_TILES = 12
"""How many rows an icon has, and how many points each row."""


class Icon(Record):
    """A small picture of a thing, seen where the map is drawn in pictures."""

    name: Annotated[Name, Meta(description="what things call it")]
    rows: Annotated[
        tuple[
            Annotated[
                str, Meta(pattern=rf"^[.abcwysnrkg]{{{ICON_TILES}}}$", description="a row of it")
            ],
            ...,
        ],
        Meta(
            min_length=ICON_TILES,
            max_length=ICON_TILES,
            description="its rows, each point a letter: . for the ground, a for the thing's own colour, b darker, "
            "c lighter, w white, y gold, s steel, n wood, r red, k black, g green",
        ),
    ]


class LightSource(Template):
    """The light it sheds. In the dark it shows what it falls on; its colours, strength and flicker are for the eye."""

    colour: Annotated[Colour, Meta(description="colour of the light")]
    reach_tiles: Annotated[Tiles, Meta(description="how far it shines, in tiles")]
    strength: Annotated[
        float, Meta(gt=0, le=1, description="how strongly it colours what is nearby: 1 is fully")
    ] = 1.0
    flicker: Annotated[
        float,
        Meta(ge=0, le=0.5, description="share by which it flickers: 0.2 is a fire, 0 is steady"),
    ] = 0.0
    cast: Annotated[
        Colour | None,
        Meta(description="colour that it casts on what is nearby, if that is not its own colour"),
    ] = None


class Glow(LightSource):
    """A glow for the eye alone: it colours what is near, and shows nothing in the dark."""


class GroundLight(Record):
    """A kind of ground that glows in places of some theme: lava, giant mushrooms. For the eye alone."""

    name: Annotated[Name, Meta(description="what to call it")]
    theme: Annotated[Theme, Meta(description="theme of the places in which it glows")]
    ground: Annotated[Ground, Meta(description='which ground: "deep water", "wall"')]
    light: Annotated[LightSource, Meta(description="the light it sheds")]


class Flash(Record):
    """A glyph that is shown over a tile for some milliseconds, to mark that something happened there."""

    glyph: Annotated[Glyph, Meta(description="one visible character")]
    fg: Annotated[Colour, Meta(description="colour of the glyph")] = WHITE
    milliseconds: Annotated[int, Meta(gt=0, le=5_000, description="how long it is shown")] = 200


LONGEST_SIGN = 8
"""The most characters of a sign."""


class Signboard(Template):
    """Words on a board, read on the map from its tile eastward."""

    words: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=LONGEST_SIGN,
            pattern=r"^[ -~]*$",
            description="words on a board",
        ),
    ]


class Described(Template):
    """What one reads when looking closely."""

    text: str


class Plural(Template):
    """Its name is a plural: boots, bones."""
