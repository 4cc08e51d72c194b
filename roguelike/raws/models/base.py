"""What all rows share: strictness, and the scalars that are text in JSON and values afterwards."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, StringConstraints

from roguelike.core.colour import Colour, parse_colour
from roguelike.core.dice import Dice, parse_dice
from roguelike.raws.faults import shown

COLOUR_PATTERN = r"^#[0-9A-Fa-f]{6}$"
DICE_PATTERN = r"^\s*([0-9]{0,3}[dD][0-9]{1,4}\s*([+-]\s*[0-9]+)?|[+-]?[0-9]+)\s*$"

MOST = 1_000_000
"""The largest number that data may write anywhere."""


class Row(BaseModel):
    """A piece of the data: unknown fields are refused, and once read it never changes."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, defer_build=True, allow_inf_nan=False, populate_by_name=True
    )


def read_colour(value: object) -> Colour:
    """Read #RRGGBB; anything else is a ValueError that says so."""
    return parse_colour(value if isinstance(value, str) else shown(value))


def read_dice(value: object) -> Dice:
    """Read dice or a whole number; anything else is a ValueError that says so."""
    if not isinstance(value, str | int) or isinstance(value, bool):
        value = shown(value)
    dice = parse_dice(value)
    if abs(dice.bonus) > MOST:
        raise ValueError(f"{shown(value)} is out of bounds: no number may pass {MOST}")
    return dice


def _showable(text: str) -> str:
    """Refuse glyphs that no console can show."""
    if not text.isprintable() or text.isspace():
        raise ValueError(f"{shown(text)} cannot be shown: use one visible character")
    return text


Name = Annotated[
    str,
    StringConstraints(
        max_length=60, pattern=r"^[^\s\x00-\x1f\x7f]([^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?$"
    ),
]
"""What a row is called: one line, without spaces at its ends."""
Text = Annotated[str, StringConstraints(max_length=400, pattern=r"^[^\x00-\x1f\x7f]*$")]
"""A sentence or two for the player."""
Glyph = Annotated[str, StringConstraints(min_length=1, max_length=1), AfterValidator(_showable)]
ColourText = Annotated[
    Colour,
    PlainValidator(
        read_colour, json_schema_input_type=Annotated[str, Field(pattern=COLOUR_PATTERN)]
    ),
]
DiceText = Annotated[
    Dice,
    PlainValidator(
        read_dice, json_schema_input_type=Annotated[str, Field(pattern=DICE_PATTERN)] | int
    ),
]
Level = Annotated[int, Field(ge=1, le=100)]
Tiles = Annotated[int, Field(ge=1, le=40)]
Radius = Annotated[int, Field(ge=0, le=20)]
Turns = Annotated[int, Field(ge=1, le=10_000)]
Depth = Annotated[int, Field(ge=0, le=1_000)]
Bonus = Annotated[int, Field(ge=-100, le=100)]
Weight = Annotated[int, Field(gt=0, le=1_000_000)]
Share = Annotated[float, Field(gt=0, le=1)]
"""A likelihood: 0.2 is twenty in a hundred."""
