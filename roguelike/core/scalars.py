"""Scalar types that records share: each with its bounds, its unit and the description that editors show.

A field of a record is read from data if its `Meta` has a description; one without is used only by the program:

  keep_distance_tiles: Annotated[int, Meta(ge=0, le=12, description="tiles kept between it and its prey")] = 0
"""

from typing import Annotated

from roguelike.core.records import Meta, Refers, Written

MOST = 1_000_000
"""The largest number that data may write anywhere."""
_UNSHOWN = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
"""What a line of text must not contain: characters that control a terminal, end a line, or change its direction."""
ONE_LINE = rf"^[^{_UNSHOWN}]*$"
NAME = rf"^[^\s{_UNSHOWN}]([^{_UNSHOWN}]*[^\s{_UNSHOWN}])?$"

Name = Annotated[str, Meta(max_length=60, pattern=NAME, description="one line of text")]
"""The name of a row: one line, without spaces at either end."""
Names = tuple[Name, ...]
Text = Annotated[str, Meta(max_length=400, pattern=ONE_LINE, description="a sentence or two")]
"""A sentence or two for the player."""
Said = Annotated[
    str, Meta(min_length=1, max_length=400, pattern=ONE_LINE, description="a sentence or two")
]
"""A sentence or two for the player, where an empty text would be a mistake."""
Why = Annotated[
    str,
    Meta(
        max_length=400,
        pattern=ONE_LINE,
        description="why its numbers are what they are, for those who tune them; the game does not read it",
    ),
]
Glyph = Annotated[
    str, Meta(min_length=1, max_length=1, description="one visible character"), Written("glyph")
]
Count = Annotated[int, Meta(ge=1, le=MOST, description="how many")]
Whole = Annotated[int, Meta(ge=-MOST, le=MOST, description="a whole number")]
Level = Annotated[int, Meta(ge=1, le=100, description="experience level")]
Tiles = Annotated[int, Meta(ge=1, le=40, description="a distance in tiles")]
Turns = Annotated[int, Meta(ge=1, le=10_000, description="turns of the player")]
Depth = Annotated[int, Meta(ge=0, le=1_000, description="a depth: 1 is the town")]
Bonus = Annotated[int, Meta(ge=-100, le=100, description="added to a roll or a value")]
Weight = Annotated[
    int, Meta(gt=0, le=MOST, description="how likely it is, relative to all other weights")
]
Share = Annotated[float, Meta(gt=0, le=1, description="a likelihood: 0.2 is twenty in a hundred")]
Portion = Annotated[
    float, Meta(ge=0, le=1, description="restores at least this share of the maximum")
]
Gold = Annotated[float, Meta(ge=0, le=MOST, description="pieces of gold")]

FAR = 1_000_000_000
"""Larger than anything in play: no number of a game's state exceeds it, so that sums of them stay small and finite."""
Id = Annotated[int, Meta(ge=-FAR, le=FAR)]
"""An entity; 0 is nobody."""
Tally = Annotated[int, Meta(ge=0, le=FAR)]
"""A count, a turn or a tick of a game's state."""
Signed = Annotated[int, Meta(ge=-FAR, le=FAR)]
Amount = Annotated[float, Meta(ge=-FAR, le=FAR)]
Trained = Annotated[int, Meta(ge=-1_000, le=1_000)]
"""An attribute, a skill, or a bonus to one."""
Coordinate = Annotated[int, Meta(ge=0, le=1_000)]
"""A column or row of a level, or a depth; in packs the depth is 0."""
MapPoint = tuple[Coordinate, Coordinate]
Few = Meta(max_length=10_000)
"""Bounds the number of anything that one entity has: a hundred times what occurs in play."""
Line = Annotated[str, Meta(max_length=2_000, pattern=ONE_LINE)]
"""A line of text in a game's state."""
RowName = Annotated[str, Meta(max_length=2_000)]
"""The name of a row of the data, in a game's state. It is only checked by looking up the row: a state has a thousand,
and matching each against the pattern for lines of text takes as long as reading them."""

Radius = Annotated[int, Meta(ge=0, le=20, description="a radius in tiles")]
Shares = Annotated[
    tuple[tuple[str, float], ...],
    Refers("elements", if_any=True),
    Meta(description="element and share of its damage taken: 0 is immune, 1.5 is weak"),
    Written("shares"),
]
"""Pairs of an element and the share of its damage taken; data writes them as an object."""
Element = Annotated[
    str,
    Refers("elements", if_any=True),
    Meta(description="its element, which resistances and reactions go by"),
]
"""The element of a harm; "" for none."""
UsualTurns = Annotated[
    Count | None, Meta(description="turns that it lasts; left out: the hazard's")
]
"""The turns of a fire, cloud or rune; None for as many as its kind lasts."""
Ground = Annotated[int, Written("ground")]
"""The number of a kind of tile, as in `world.terrain`; data writes its name."""
