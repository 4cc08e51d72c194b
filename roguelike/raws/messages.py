"""pydantic's findings in the words of somebody who edits data."""

from collections.abc import Sequence
from types import UnionType
from typing import Annotated, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from roguelike.raws.faults import Place, shown, suggest
from roguelike.raws.models.document import Document
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
PROBLEMS = {"missing": "is missing", "string_pattern_mismatch": "has characters that do not belong"}


def explain(detail: ErrorDetails, place: Place, path: Sequence[str | int]) -> None:
    """Report one finding at `path` inside an entry."""
    steps = [step for step in path if step not in (*FORMS, "[key]")]
    kind, got = detail["type"], detail["input"]
    context = detail.get("ctx", {})
    if kind == "extra_forbidden":
        section = [] if not place.section else [place.section]
        model = _model_at(Document, [*section, *path[:-1]])
        known = _field_names(model) if model else []
        place.under(*steps).fault("is not a known field", suggest(str(path[-1]), known))
    elif kind == "literal_error":
        wanted = str(context.get("expected", "")).replace("'", "").replace(" or ", ", ")
        place.under(*steps).fault(
            f"{shown(got)} is not possible", suggest(str(got), wanted.split(", "))
        )
    elif kind == "value_error":
        problem, _, remedy = str(context["error"]).partition(": ")
        place.under(*steps).fault(problem, remedy)
    elif kind == "string_pattern_mismatch":
        place.under(*steps).fault(
            f"{shown(got)} has spaces at an end, or control characters", "one line of text"
        )
    elif kind in PROBLEMS:
        place.under(*steps).fault(PROBLEMS[kind], REMEDIES[kind])
    else:
        limit = detail["msg"].replace("Input should", "it should")
        limit = limit.replace("String should", "it should").replace("Tuple should", "it should")
        place.under(*steps).fault(f"{shown(got)} is not possible", REMEDIES.get(kind, limit))


def _field_names(model: type[BaseModel]) -> list[str]:
    """List the fields of a model as the data spells them."""
    return [info.serialization_alias or name for name, info in model.model_fields.items()]


def _model_at(model: type[BaseModel], path: Sequence[str | int]) -> type[BaseModel] | None:
    """Return the model that describes the object at a path; None where there is none."""
    found: type[BaseModel] | None = model
    for step in path:
        if isinstance(step, int) or step in FORMS or found is None:
            continue
        names = {
            info.serialization_alias or name: info for name, info in found.model_fields.items()
        }
        info = names.get(step)
        found = _inner_model(info.annotation) if info else None
    return found


def _inner_model(annotation: object) -> type[BaseModel] | None:
    """Return the first model inside an annotation: of a list, an option, a choice."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in (Annotated, Union, UnionType, tuple, list):
        for part in get_args(annotation):
            if found := _inner_model(part):
                return found
    return None
