"""How data writes values beyond plain numbers and words: dice, colours, grounds, amounts; each read by pydantic."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    PlainValidator,
    StringConstraints,
)

from roguelike.core.colour import Colour, parse_colour
from roguelike.core.formula import Amount, Dice, Formula, parse_dice, parse_formula
from roguelike.core.scalars import MOST, NAME, Written
from roguelike.raws.faults import shown
from roguelike.world.terrain import ground_named

COLOUR_PATTERN = r"^#[0-9A-Fa-f]{6}$"
DICE_PATTERN = r"^\s*([0-9]{0,3}[dD][0-9]{1,4}\s*([+-]\s*[0-9]+)?|[+-]?[0-9]+)\s*$"
LONGEST_SHOT = 40
VARIABLES = ("power", "level")
"""The variables of an amount's formula: the power of the cast, and the level of the caster."""
_FORMULA = re.compile(r"[*/()]|(?!d)[^\W\d]", re.IGNORECASE)
"""What dice never contain: operators, brackets, and every letter but the d."""

GroundName = Literal[
    "wall",
    "floor",
    "wood floor",
    "road",
    "grass",
    "shallow water",
    "deep water",
    "bridge",
    "gravel",
    "ice",
]


def read_colour(value: object) -> Colour:
    """Parse #RRGGBB. Raises ValueError for anything else."""
    return parse_colour(value if isinstance(value, str) else shown(value))


def read_dice(value: object) -> Dice:
    """Parse dice or an integer. Raises ValueError for anything else."""
    if not isinstance(value, str | int) or isinstance(value, bool):
        value = shown(value)
    dice = parse_dice(value)
    if abs(dice.bonus) > MOST:
        raise ValueError(f"{shown(value)} is out of bounds: no number may pass {MOST}")
    return dice


def read_amount(value: object) -> Amount:
    """Parse dice, or a formula of dice, power and level. Raises ValueError."""
    try:
        return read_dice(value)
    except ValueError:
        if not isinstance(value, str) or not _FORMULA.search(value):
            raise
        return parse_formula(value, VARIABLES)


def read_strength(value: object) -> float | Amount:
    """Parse a number, or dice, or a formula of dice, power and level. Raises ValueError."""
    if isinstance(value, str) and (_FORMULA.search(value) or "d" in value.lower()):
        return read_amount(value)
    return read_number(value)


def read_number(value: object) -> float:
    """Parse a number, given as a number or as text. Raises ValueError if it is none or out of bounds."""
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except (ValueError, OverflowError):
            pass
        else:
            if abs(number) <= MOST:
                return number
    raise ValueError(f"{shown(value)} is not a number: write one, for example 2.0")


def read_reach(value: object) -> int | None:
    """Parse the reach of a weapon: None for "melee", or tiles. Raises ValueError."""
    text = str(value).strip().lower() if isinstance(value, str | int) else ""
    reach = int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else 0
    if text != "melee" and not 1 <= reach <= LONGEST_SHOT:
        remedy = f'write "melee", or a number of tiles from 1 to {LONGEST_SHOT}'
        raise ValueError(f"{shown(value)} is not a range: {remedy}")
    return reach or None


def _showable(text: str) -> str:
    """Return a glyph. Raises ValueError if no console can show it."""
    if not text.isprintable() or text.isspace():
        raise ValueError(f"{shown(text)} cannot be shown: use one visible character")
    return text


def _no_truth(wanted: str) -> BeforeValidator:
    """Return a validator that rejects booleans where a number is expected: pydantic would convert them to 1 and 0."""

    def check(value: object) -> object:
        """Reject booleans; everything else is left to later validators."""
        if value is True or value is False:
            raise ValueError(f"{shown(value)} is not possible: write {wanted}")
        return value

    return BeforeValidator(check)


def _lower(value: object) -> object:
    """Return a word in lower case: the source game capitalizes some."""
    return value.lower() if isinstance(value, str) else value


def _pairs(found: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """Return the pairs of an object as a tuple, which frozen records need."""
    return tuple(found.items())


def _word(*words: str) -> Any:
    """Return a type that accepts these words, in lower case or capitalized."""
    spelled = tuple(spelling for word in words for spelling in (word.capitalize(), word))
    return Annotated[
        Literal[words], BeforeValidator(_lower, json_schema_input_type=Literal[spelled])
    ]


_Element = Annotated[str, StringConstraints(max_length=60, pattern=NAME)]
_Share = Annotated[float, Field(ge=0, le=10)]
_NUMBER = str | int | float
READ_AS: Mapping[object, Any] = {
    Colour: Annotated[
        Colour,
        PlainValidator(
            read_colour, json_schema_input_type=Annotated[str, Field(pattern=COLOUR_PATTERN)]
        ),
    ],
    Dice: Annotated[
        Any,
        PlainValidator(
            read_dice, json_schema_input_type=Annotated[str, Field(pattern=DICE_PATTERN)] | int
        ),
        PlainSerializer(str, return_type=str),
    ],
    Amount: Annotated[Any, PlainValidator(read_amount, json_schema_input_type=str | int)],
    float | Amount: Annotated[Any, PlainValidator(read_strength, json_schema_input_type=_NUMBER)],
    Formula: Annotated[Any, PlainValidator(read_amount, json_schema_input_type=str)],
    Written("shares"): Annotated[dict[_Element, _Share], AfterValidator(_pairs)],
    Written("ground"): Annotated[GroundName, AfterValidator(ground_named)],
    Written("reach"): Annotated[Any, PlainValidator(read_reach, json_schema_input_type=str | int)],
    Written("weapon attribute"): _word("might", "quickness"),
    Written("target or self"): _word("target", "self"),
    Written("reaction"): _word("ignore", "attack", "flee"),
}
"""What pydantic reads in place of a type, or of a value marked as `Written` in some way."""
CHECKED: Mapping[object, Any] = {
    int: _no_truth("a whole number"),
    float: _no_truth("a number"),
    Written("glyph"): AfterValidator(_showable),
}
"""Extra checks, besides bounds, for a type or for a value marked as `Written` in some way."""
