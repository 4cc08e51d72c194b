"""Effects in the data, each read by pydantic as the record that it is.

`{"kind": "damage", "amount": "2d6", "element": "fire"}` and the string map's `"damage": "2d6"` both become a record of
the class registered as "damage". Data can use an effect as soon as it is declared with descriptions of its fields.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import ValidationError

import roguelike.effects  # noqa: F401  (importing the package declares every effect)
from roguelike.core.effect import EFFECTS, Effect, first_field
from roguelike.core.records import required_fields
from roguelike.raws.bridge import keys_of, read_as
from roguelike.raws.fault_messages import explain
from roguelike.raws.faults import Place, Suggestion


@cache
def kinds() -> dict[str, type[Effect]]:
    """Return every effect that data may name, by each of its keys: those whose required fields are all described."""
    return {key: kind for key, kind in EFFECTS.items() if _is_for_data(kind)}


def _is_for_data(kind: type[Effect]) -> bool:
    """Return whether data can write all required fields of an effect."""
    return keys_of(kind).keys() >= set(required_fields(kind))


def from_text(key: str, value: object, place: Place) -> Effect | None:
    """Read one pair of a string map: the value fills the effect's first field, if it has any."""
    kind = _kind(key, place)
    if kind is None:
        return None
    first = first_field(kind)
    return _read(kind, {} if first is None else {first: value}, place, skip=1)


def from_fields(values: Mapping[str, Any], place: Place) -> Effect | None:
    """Read one effect of the typed form."""
    key = values.get("kind")
    if not isinstance(key, str):
        place.under("kind").fault("is missing", Suggestion("", kinds()))
        return None
    kind = _kind(key, place.under("kind"))
    if kind is None:
        return None
    return _read(kind, {name: value for name, value in values.items() if name != "kind"}, place)


def _kind(key: str, place: Place) -> type[Effect] | None:
    """Return the effect of a name, reporting an unknown one."""
    kind = kinds().get(key)
    if kind is None:
        place.fault(f"{key!r} is not a known effect", Suggestion(key, kinds()))
    return kind


def _read(
    kind: type[Effect], values: Mapping[str, Any], place: Place, skip: int = 0
) -> Effect | None:
    """Read a record, reporting everything that is wrong; the first `skip` steps of a fault's path are left out."""
    try:
        return read_as(kind, values)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            path = detail["loc"][skip:]
            if detail["type"] == "missing":
                place.under(*path).fault("is missing", f"{kind.key!r} needs it")
            else:
                explain(detail, place, path, keys_of(kind))
        return None
