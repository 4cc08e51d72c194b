"""The JSON Schema of `spawns.json`, for editors: made from the models and from the effects that are registered."""

from collections import defaultdict
from typing import Any

from roguelike.effects.shapes import SHAPES
from roguelike.raws.deliveries import DELIVERY_KEYS, LOOKS_KEYS
from roguelike.raws.effects import kinds, slots_of
from roguelike.raws.models.document import Document

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FLASH_PATTERN = r"^.;#[0-9A-Fa-f]{6};[0-9]+(\.[0-9]+)?$"


def json_schema() -> dict[str, Any]:
    """Return the schema (dialect 2020-12), with one kind of effect for each that is registered."""
    schema = Document.model_json_schema(mode="validation")
    defs = schema["$defs"]
    uses: dict[str, Any] = {"$ref": "#/$defs/Effects"}
    for model in defs.values():
        fields = model.get("properties", {})
        for name in fields:
            if name in ("effects", "proc_effects"):
                fields[name] = uses
            elif isinstance(default := fields[name].get("default"), list) and default:
                fields[name]["default"] = "#{:02X}{:02X}{:02X}".format(*default)
    defs["DeliveryRow"]["properties"]["shape"] = {"enum": [*SHAPES, None]}
    defs["UseRow"]["properties"]["effects"] = _list_of_effects()
    defs["Effects"] = {
        "anyOf": [{"$ref": "#/$defs/UseRow"}, _list_of_effects(), {"$ref": "#/$defs/StringMap"}]
    }
    defs["StringMap"] = _string_map()
    defs["Effect"] = _effect()
    return {"$schema": DIALECT, **schema, "title": "Blue Mana: spawns.json"}


def _list_of_effects() -> dict[str, Any]:
    """Describe a list of typed effects."""
    return {"type": "array", "items": {"$ref": "#/$defs/Effect"}}


def _string_map() -> dict[str, Any]:
    """Describe the map of strings."""
    value: dict[str, Any] = {"type": ["string", "number", "boolean"]}
    flash: dict[str, Any] = {"type": "string", "pattern": FLASH_PATTERN}
    keys = dict.fromkeys((*DELIVERY_KEYS, *kinds()), value) | dict.fromkeys(LOOKS_KEYS, flash)
    return {"type": "object", "properties": keys, "additionalProperties": False}


def _effect() -> dict[str, Any]:
    """Describe the kinds of effects, told apart by `kind`."""
    names: dict[type, list[str]] = defaultdict(list)
    for key, kind in kinds().items():
        names[kind].append(key)
    options = []
    for kind, keys in names.items():
        slots = slots_of(kind) or ()
        fields = {slot.name: dict(slot.schema) for slot in slots}
        options.append(
            {
                "type": "object",
                "description": (kind.__doc__ or "").strip(),
                "properties": {"kind": {"enum": keys}, **fields},
                "required": ["kind", *(slot.name for slot in slots if slot.required)],
                "additionalProperties": False,
            }
        )
    return {"oneOf": options, "discriminator": {"propertyName": "kind"}}
