"""The JSON Schema of `spawns.json`, for editors: made from the models and the registered effects."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from roguelike.components import magic
from roguelike.core import data_path
from roguelike.core.effect import Effect
from roguelike.core.formula import Dice
from roguelike.core.records import Struct
from roguelike.effects import shapes
from roguelike.raws import rows
from roguelike.raws.bridge import KEYS, REFERS, model_of
from roguelike.raws.building import build
from roguelike.raws.deliveries import DELIVERY_KEYS, LOOKS_KEYS, kinds
from roguelike.raws.faults import DataError
from roguelike.raws.references import MISSING, names_to_mention

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SOURCE_NAMES = [KEYS[name] for name in ("vision_tiles", "range_tiles", "min_range_tiles")]
CHANNELS = 3
"""Of a colour; no other default is a tuple of three."""
FLASH_PATTERN = r"^.;#[0-9A-Fa-f]{6};[0-9]+(\.[0-9]+)?$"


def json_schema() -> dict[str, Any]:
    """Return the schema (dialect 2020-12), with one option for each registered kind of effect."""
    schema = schema_of(rows.DocumentRow)
    defs = schema["$defs"]
    for model in defs.values():
        _mend(model.get("properties", {}))
    defs["Delivery"]["properties"]["shape"] |= {"enum": [*shapes.SHAPES]}
    defs["Use"]["properties"]["effects"] |= _list_of_effects()
    defs["Effects"] = {
        "description": "what is done: typed, a list of effects, or a map of strings",
        "anyOf": [{"$ref": "#/$defs/Use"}, _list_of_effects(), {"$ref": "#/$defs/StringMap"}],
    }
    for name in ("Rune", "Mastery"):
        defs[name]["properties"]["rewrites"] |= {"items": {"$ref": "#/$defs/Rewriting"}}
    defs["Rewriting"] = _rewriting()
    defs["StringMap"] = _string_map()
    defs["Effect"] = _one_of(kinds(), "one effect, told from others by its kind", {})
    for kind, names in _known().items():
        words = f"one of the {kind} that the data has, or that is new with this file"
        examples = sorted(names)
        defs[f"known_{kind}"] = {"type": "string", "description": words, "examples": examples}
    _complete(schema)
    return {"$schema": DIALECT, **schema, "title": "Blue Mana: spawns.json"}


class _AsWritten(GenerateJsonSchema):
    """Shows defaults as data writes them: dice and colours as text."""

    def encode_default(self, dft: Any) -> Any:
        """Return the default of a field as JSON."""
        if isinstance(dft, tuple) and len(dft) == CHANNELS:
            return "#{:02X}{:02X}{:02X}".format(*dft)
        return str(dft) if isinstance(dft, Dice) else super().encode_default(dft)


def schema_of(kind: type[Struct]) -> dict[str, Any]:
    """Return the schema of a record, and in its `$defs` those of the records inside it."""
    return model_of(kind).model_json_schema(schema_generator=_AsWritten)


def _known() -> Mapping[str, Collection[str]]:
    """Return the names that the game's own data has, by what they are of; none while it has faults."""
    try:
        built = build([data_path.data_folder()], ())
    except (DataError, data_path.DataFolderError):
        return dict.fromkeys(MISSING, ())
    found = names_to_mention(built.tables, built.compiled)
    return {kind: found[kind] for kind in MISSING}


def _complete(node: Any) -> None:
    """Let editors offer known names wherever one is written: a name, each of a list, each key of an object."""
    if isinstance(node, list):
        for each in node:
            _complete(each)
    elif isinstance(node, dict):
        kind = node.get(REFERS)
        if isinstance(kind, str):
            del node[REFERS]
            lists = {"array": "items", "object": "propertyNames"}.get(node.get("type", ""))
            names = node.setdefault(lists, {}) if lists else node
            names["$ref"] = f"#/$defs/known_{kind}"
        for each in node.values():
            _complete(each)


def _mend(fields: dict[str, Any]) -> None:
    """Describe what pydantic cannot know: uses, and the source game's names of fields."""
    for name, field in fields.items():
        if name in ("effects", "proc_effects"):
            fields[name] = {"description": field["description"], "$ref": "#/$defs/Effects"}
    for name, *others in SOURCE_NAMES:
        if name in fields:
            words = f"what the source game calls {name}"
            fields |= {other: fields[name] | {"description": words} for other in others}


def _list_of_effects() -> dict[str, Any]:
    """Return the schema of a list of typed effects."""
    return {"type": "array", "items": {"$ref": "#/$defs/Effect"}}


def _string_map() -> dict[str, Any]:
    """Return the schema of the map of strings: delivery, looks, and each effect by its first field."""
    value: dict[str, Any] = {"type": ["string", "number", "boolean"]}
    flash: dict[str, Any] = {"type": "string", "pattern": FLASH_PATTERN}
    effects = {key: _first_sentence(kind) for key, kind in kinds().items()}
    keys = {key: value | {"description": words} for key, words in (DELIVERY_KEYS | effects).items()}
    keys |= {key: flash | {"description": words} for key, words in LOOKS_KEYS.items()}
    words = "how it is delivered, its looks and its effects, in the source game's way"
    return {
        "type": "object",
        "description": words,
        "properties": keys,
        "additionalProperties": False,
    }


def _first_sentence(kind: type[Effect]) -> str:
    """Return the first paragraph of an effect's docstring, and the description of its first field."""
    words = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    first = next(iter(schema_of(kind)["properties"].values()), None)
    return f"{words} Here: {first['description']}." if first else words


def _rewriting() -> dict[str, Any]:
    """Return the schema of the ways in which runes and mastery rewrite a spell."""
    effects = {"effects": _list_of_effects() | {"description": "the effects that it brings"}}
    becomes = {"becomes": {"$ref": "#/$defs/Effect", "description": "the new effect"}}
    held: dict[type[Struct], dict[str, Any]] = {
        magic.Add: effects,
        magic.Wrap: effects,
        magic.Become: becomes,
    }
    return _one_of(
        magic.REWRITINGS, "one way to rewrite a spell, told from others by its kind", held
    )


def _one_of(
    named: Mapping[str, type[Struct]], words: str, held: Mapping[type[Struct], dict[str, Any]]
) -> dict[str, Any]:
    """Return the schema of one of some records, told apart by `kind`; `held` are fields that pydantic does not know."""
    keys: dict[type[Struct], list[str]] = defaultdict(list)
    for key, kind in named.items():
        keys[kind].append(key)
    options = []
    for kind, spelled in keys.items():
        found, more = schema_of(kind), held.get(kind, {})
        first = {"kind": {"enum": spelled, "description": "what it does"}}
        required = ["kind", *found.get("required", ()), *more]
        fields = first | found.get("properties", {}) | more
        options.append(found | {"properties": fields, "required": required})
    return {"description": words, "oneOf": options, "discriminator": {"propertyName": "kind"}}
