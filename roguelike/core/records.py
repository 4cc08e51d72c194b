"""Records: classes of annotated fields, each declared once, built on msgspec.

One class is the component in memory, the row that pydantic reads from the raws, the line of a save and of a log,
and the text of the JSON Schema. Bounds, units and the descriptions that editors show are given with the field, as
`msgspec.Meta` and never as pydantic's `Field`: a game starts without pydantic.

  class Dice(Record):
      count: Annotated[int, Meta(ge=0, description="how many")] = 0

Where something is asked thousands of times a turn, `type(each) is Dice` asks it: `isinstance` takes ten times as long
for a record of another class, because the class of a record's class is not `type` (and so does a `case Dice()`).
"""

from typing import TYPE_CHECKING, dataclass_transform

from msgspec import Meta, Struct, StructMeta, field
from msgspec.structs import asdict, astuple, force_setattr, replace

__all__ = [
    "Brief",
    "Meta",
    "Record",
    "State",
    "Struct",
    "Template",
    "asdict",
    "astuple",
    "field",
    "field_names",
    "force_setattr",
    "replace",
    "required_fields",
]


if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True, field_specifiers=(field,))
    class _Frozen(StructMeta):
        """Tells type checkers that records are frozen; with `Struct` alone each class would have to say so."""

else:
    _Frozen = StructMeta  # to make a record takes a third longer with a metaclass written in Python


class Record(Struct, metaclass=_Frozen, frozen=True, forbid_unknown_fields=True):
    """An immutable record: equal to, and hashed like, another with the same fields."""


class Template(Record, tag=True, omit_defaults=True):
    """A component shared by all entities of one row of the data; its kind is written with it."""


class State(Struct, forbid_unknown_fields=True):
    """A record with assignable fields: state, or work in progress."""


class Brief(State, gc=False):
    """A record that is soon dropped and never refers back to what refers to it: the collector need not track it."""


def field_names(kind: type[Struct]) -> tuple[str, ...]:
    """Return the names of a record's fields in order, without resolving their types."""
    return kind.__struct_fields__


def required_fields(kind: type[Struct]) -> tuple[str, ...]:
    """Return the names of a record's fields without a default, which come before all others."""
    return kind.__struct_fields__[: len(kind.__struct_fields__) - len(kind.__struct_defaults__)]
