"""Makes pydantic models of records by their own annotations, so that each field is declared in one place only.

The fields of a record that have a description are those that data may write: unknown keys are refused, every fault is
reported with its place, bounds come from `Meta`, defaults from the record, and the texts of the JSON Schema from
docstrings and descriptions. `core.records` itself knows nothing of pydantic.
"""

import re
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT
from msgspec.structs import fields
from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    create_model,
)
from pydantic_core import CoreSchema
from pydantic_core import core_schema as cs

from roguelike.core.records import Meta, Record, Struct, field_names
from roguelike.core.scalars import Refers, Written
from roguelike.raws.scalars import CHECKED, READ_AS

R = TypeVar("R", bound=Record)
S = TypeVar("S", bound=Struct)
KEYS = {
    "colour": ("color", "colour"),
    "effect_rows": ("effects",),
    "magic_class": ("class",),
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
    return create_model(
        name, __config__=config, __doc__=_sentences(kind), __module__=kind.__module__, **described
    )


def _sentences(kind: type[Struct]) -> str:
    """Return a record's docstring on one line."""
    return " ".join((kind.__doc__ or "").split())


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
            lambda model: kind(**dict(model)), handler.generate_schema(model_of(kind))
        )


def read_as(kind: type[S], data: object) -> S:
    """Return the record that plain data stands for. Raises pydantic's ValidationError."""
    return kind(**dict(model_of(kind).model_validate(data)))


def component(kind: type[R], row: Record) -> R:
    """Extract a component from a row that has its fields among others."""
    return kind(**{name: getattr(row, name) for name in field_names(kind)})
