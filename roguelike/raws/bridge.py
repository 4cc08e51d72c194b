"""Makes pydantic models of records by their own annotations, so that each field is declared in one place only.

The fields of a record that have a description are those that data may write: unknown keys are refused, every fault is
reported with its place, bounds come from `Meta`, defaults from the record, and the texts of the JSON Schema from
docstrings and descriptions. `core.records` itself knows nothing of pydantic. Values beyond plain numbers and words are
read as this module says: dice, colours, grounds, amounts.
"""

import re
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT
from msgspec.structs import fields
from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    PlainSerializer,
    PlainValidator,
    StringConstraints,
    create_model,
)
from pydantic_core import CoreSchema
from pydantic_core import core_schema as cs

from roguelike.core.colour import Colour, parse_colour
from roguelike.core.formula import Amount, Dice, Formula, parse_dice, parse_formula
from roguelike.core.records import Meta, Record, Refers, Struct, Written, field_names
from roguelike.core.scalars import MOST, NAME
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
    "window",
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


R = TypeVar("R", bound=Record)
S = TypeVar("S", bound=Struct)
KEYS = {
    "colour": ("color", "colour"),
    "effect_rows": ("effects",),
    "magic_class": ("class",),
    "power_formula": ("power",),
    "min_range_tiles": ("min_range_tiles", "min_range"),
    "range_tiles": ("range_tiles", "range"),
    "reach_tiles": ("range",),
    "rewriting_rows": ("rewrites",),
    "step_rows": ("steps",),
    "schema_": ("$schema",),
    "vision_tiles": ("vision_tiles", "vision_range"),
}
"""Keys of fields where they differ from the name, the usual key first: the source game's names are still read."""
FORMER = {
    "ambush": "ambush_tiles",
    "calls": "raises_alarm",
    "flees_at": "flees_at_hp_share",
    "heedless": "ignores_hazards",
    "keeps": "keep_distance_tiles",
    "returns": "returns_after_fleeing",
    "sleeps": "asleep_chance",
    **dict.fromkeys(("dismisses", "flees", "staggers", "unseen"), "flags"),
    "hunts_by_sound": "habits",
    "spread": "spread_percent",
}
"""Former names of fields: data that uses one is told the current name."""
BOUNDS = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")
UNIONS = (Union, UnionType)
REFERS = "refers"
"""In a schema as pydantic makes it, the set of names that a value is of; `raws.schema` makes completion of it."""


def key_of(field: str) -> str:
    """Return the key under which data usually writes a field."""
    return KEYS.get(field, (field,))[0]


def keys_of(kind: type[Struct]) -> dict[str, object]:
    """Map the key under which data writes each field of a record to the field's annotation."""
    hints = get_type_hints(kind, include_extras=True)
    described = [name for name in field_names(kind) if is_described(hints[name])]
    return {key_of(name): hints[name] for name in described}


def is_described(hint: object) -> bool:
    """Return whether a field has a description, which allows data to write it."""
    return any(isinstance(note, Meta) and note.description for note in _notes(hint))


def _notes(hint: object) -> tuple[object, ...]:
    """Return the metadata of an annotation."""
    return tuple(getattr(hint, "__metadata__", ()))


def as_pydantic(hint: Any) -> Any:
    """Return an annotation as pydantic needs it: metadata become Fields, and scalars are read as data writes them."""
    parts = get_args(hint)
    if get_origin(hint) is Annotated:
        return _annotated(parts[0], parts[1:])
    if hint in READ_AS:
        return READ_AS[hint]
    if isinstance(hint, type) and issubclass(hint, Struct):
        return Annotated[hint, Reads()]
    if get_origin(hint) in UNIONS:
        return Union[tuple(map(as_pydantic, parts))]  # noqa: UP007 (its parts are not known here)
    if get_origin(hint) in (tuple, dict):
        return get_origin(hint)[tuple(map(as_pydantic, parts))]
    return hint


def _annotated(hint: Any, notes: tuple[Any, ...]) -> Any:
    """Return a type with its metadata as pydantic needs it; bounds apply to the value and not to None."""
    metas = [note for note in notes if isinstance(note, Meta)]
    written = [READ_AS[note] for note in notes if note in READ_AS]
    parts: Any = get_args(hint)
    if get_origin(hint) in UNIONS and NoneType in parts and not written:
        value: Any = Union[tuple(part for part in parts if part is not NoneType)]  # noqa: UP007
        inner: Any = Union[_annotated(value, notes), None]  # noqa: UP007
        return Annotated[inner, Field(description=_words(metas))]
    inner = written[0] if written else as_pydantic(hint)
    own = [note for note in notes if not isinstance(note, Meta | Written | Refers)]
    checks = [CHECKED[each] for each in (hint, *notes) if each in CHECKED]
    refers = next((note.to for note in notes if isinstance(note, Refers)), None)
    shown = Field(
        **_bounds(metas),
        description=_words(metas),
        json_schema_extra={REFERS: refers} if refers else None,
    )
    return Annotated[(inner, shown, *own, *checks)]


def _bounds(notes: list[Meta]) -> dict[str, Any]:
    """Merge the bounds of a field's metadata; the outermost takes precedence."""
    pairs = ((name, getattr(note, name)) for note in notes for name in BOUNDS)
    return {name: bound for name, bound in pairs if bound is not None}


def _words(notes: list[Meta]) -> str | None:
    """Return the description that editors show: that of the outermost metadata that has one."""
    return next((note.description for note in reversed(notes) if note.description), None)


@cache
def model_of(kind: type[Struct]) -> type[BaseModel]:
    """Return the pydantic model of a record: the fields that data may write, each declared on the record alone."""
    hints = get_type_hints(kind, include_extras=True)
    described: dict[str, Any] = {
        each.name: (as_pydantic(hints[each.name]), _field(each))
        for each in fields(kind)
        if is_described(hints[each.name])
    }
    config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, defer_build=True)
    name = re.sub("(Row|Template)$", "", kind.__name__)
    words = " ".join((kind.__doc__ or "").split())
    return create_model(
        name, __config__=config, __doc__=words, __module__=kind.__module__, **described
    )


def _field(field: Any) -> Any:
    """Return what pydantic needs to know of a field besides its type: its keys, and its default if it has one."""
    keys = AliasChoices(*KEYS.get(field.name, (field.name,)))
    if field.default_factory is not NODEFAULT:
        return Field(validation_alias=keys, default_factory=field.default_factory)
    default = ... if field.default is NODEFAULT else field.default
    return Field(default, validation_alias=keys)


class Reads:
    """An annotation that makes pydantic read a record by its model, and return the record."""

    def __get_pydantic_core_schema__(
        self, kind: type[Struct], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the schema of a record: pydantic's own protocol, called once for each kind."""
        return cs.no_info_after_validator_function(
            lambda model: kind(**vars(model)), handler.generate_schema(model_of(kind))
        )


def read_as(kind: type[S], data: object) -> S:
    """Return the record that plain data stands for. Raises pydantic's ValidationError."""
    return kind(**vars(model_of(kind).model_validate(data)))


def component(kind: type[R], row: Record) -> R:
    """Extract a component from a row that has its fields among others."""
    return kind(**{name: getattr(row, name) for name in field_names(kind)})
