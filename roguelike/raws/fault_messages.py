"""Translates pydantic's errors into messages for people who edit data."""

import re
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Annotated, Union, get_args, get_origin

from pydantic_core import ErrorDetails

from roguelike.components.magic import PART
from roguelike.core.data_path import PACK_NAME, VERSION
from roguelike.core.records import Struct
from roguelike.raws.bridge import FORMER, keys_of
from roguelike.raws.faults import Place, Remedy, Suggestion, shown
from roguelike.raws.models.document import DocumentRow
from roguelike.raws.models.uses import FORMS

REMEDIES = {
    "missing": "add it",
    "int_type": "write a whole number",
    "int_parsing": "write a whole number",
    "int_from_float": "write a whole number",
    "float_type": "write a number",
    "float_parsing": "write a number",
    "finite_number": "write a number",
    "bool_type": "write true or false",
    "bool_parsing": "write true or false",
    "string_type": 'write text in quotes: "..."',
    "string_unicode": "write text that is valid Unicode",
    "tuple_type": "write a list: [ ... ]",
    "dict_type": "write an object: { ... }",
    "model_type": "write an object: { ... }",
}
PATTERNS = {
    PACK_NAME: "write letters, digits and hyphens",
    VERSION: 'write numbers with dots: "1.0"',
    PART: 'write two words with a dot: "delivery.radius"',
}
LIMIT = re.compile("^(Input|String|Tuple) should")
Keys = Mapping[str, object]
"""What may be written in an object: each key, with the annotation of its value."""


def explain(
    detail: ErrorDetails, place: Place, path: Sequence[str | int], keys: Keys | None = None
) -> None:
    """Report one error at `path` inside an entry, or inside an object with these keys."""
    steps = [step for step in path if step not in (*FORMS, "[key]")]
    if detail["type"] == "extra_forbidden":
        known = _keys_at(_keys_of_entry(place) if keys is None else keys, path[:-1])
        place.under(*steps).fault("is not a known field", _remedy_for_key(str(path[-1]), known))
    elif (found := _finding(detail)) is not None:
        place.under(*steps).fault(*found)


def _remedy_for_key(name: str, known: Keys) -> Remedy:
    """Return what to write instead of an unknown key."""
    today = FORMER.get(name)
    return f"it is called {today!r} now" if today in known else Suggestion(name, known)


def _finding(detail: ErrorDetails) -> tuple[str, Remedy] | None:
    """Return what is wrong with a value, and the remedy; None if other errors cover it."""
    kind, got, context = detail["type"], detail["input"], detail.get("ctx", {})
    match kind:
        case "missing":
            return "is missing", REMEDIES[kind]
        case "literal_error":
            wanted = str(context.get("expected", "")).replace("'", "").replace(" or ", ", ")
            return f"{shown(got)} is not possible", Suggestion(str(got), wanted.split(", "))
        case "value_error":
            problem, _, remedy = str(context["error"]).partition(": ")
            return problem, remedy
        case "string_pattern_mismatch" if (pattern := context.get("pattern")) in PATTERNS:
            return f"{shown(got)} is not possible", PATTERNS[str(pattern)]
        case "string_pattern_mismatch" if not got:
            return "is empty", "one line of text"
        case "string_pattern_mismatch":
            return f"{shown(got)} has spaces at an end, or control characters", "one line of text"
        case "too_short" if len(got) >= context["min_length"]:
            return None  # too short only without its faulty parts, which are reported
    return f"{shown(got)} is not possible", REMEDIES.get(kind) or _limit(detail["msg"])


def _limit(message: str) -> str:
    """Return which bound was broken, in plain words, from pydantic's message."""
    limit = LIMIT.sub("it should", message)
    limit = limit.replace("greater than or equal to", "be at least").replace("be be", "be")
    limit = limit.replace("less than or equal to", "be at most").replace("be be", "be")
    return limit.partition(" after validation")[0]


def _keys_of_entry(place: Place) -> Keys:
    """Return the keys of a section's entries; those of the whole document if there is no section."""
    sections = keys_of(DocumentRow)
    return _keys_at(sections, [place.section]) if place.section else sections


def _keys_at(keys: Keys, path: Sequence[str | int]) -> Keys:
    """Return the keys of the object at a path; empty if there is no such object."""
    for step in path:
        if not isinstance(step, int) and step not in FORMS:
            record = _record_in(keys.get(step))
            keys = keys_of(record) if record else {}
    return keys


def _record_in(annotation: object) -> type[Struct] | None:
    """Return the first record inside an annotation: of a list, an option, a choice."""
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return annotation
    if get_origin(annotation) in (Annotated, Union, UnionType, tuple, list):
        for part in get_args(annotation):
            if found := _record_in(part):
                return found
    return None
