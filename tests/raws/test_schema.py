"""The schema that editors use, and how pydantic reads records."""

import json
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, get_type_hints

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ValidationError

from roguelike.commands.schema import json_schema
from roguelike.components import actors, magic
from roguelike.core import data_path
from roguelike.core.flags import FLAGS, RULES, declared
from roguelike.core.formula import Dice
from roguelike.core.records import Struct, field_names
from roguelike.raws.bridge import FORMER
from roguelike.raws.catalog import load_catalog
from roguelike.raws.faults import Fault
from roguelike.raws.models import Item, Mob, Spell, WeaponTrait
from roguelike.world.catalog import Catalog

Judge = Callable[[Any], bool]
Schema = dict[str, Any]


@pytest.fixture(scope="module")
def schema() -> Schema:
    """Make the schema, once for all who only look at it."""
    return json_schema()


@pytest.fixture(scope="module")
def accepts(schema: Schema) -> Judge:
    """Tell whether an editor would take data for valid."""
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema).is_valid


def test_the_real_file_is_valid(accepts: Judge) -> None:
    data = json.loads((data_path.data_folder() / "spawns.json").read_text(encoding="utf-8"))
    assert accepts(data), [
        row["name"]
        for section, rows in data.items()
        if isinstance(rows, list)
        for row in rows
        if not accepts({section: [row]})
    ]


@pytest.mark.parametrize(
    "effects",
    [
        {},
        {"ranged": "6", "damage": 20, "particle": "▓;#FFA500;200.0"},
        [{"kind": "damage", "amount": "2d6", "element": "fire"}],
        {"delivery": {"shape": "point", "range": 6}, "effects": [{"kind": "food"}]},
    ],
)
def test_each_spelling_is_valid(effects: Any, accepts: Judge) -> None:
    assert accepts({"spells": [{"name": "It", "mana_cost": 1, "effects": effects}]})


@pytest.mark.parametrize(
    "effects",
    [
        {"rangd": "6"},
        {"particle": "orange"},
        [{"kind": "dammage", "amount": 1}],
        [{"kind": "damage"}],
        [{"kind": "damage", "amount": 1, "colour": "red"}],
        {"delivery": {"shape": "blob"}},
    ],
)
def test_what_the_game_refuses_editors_mark(effects: Any, accepts: Judge) -> None:
    assert not accepts({"spells": [{"name": "It", "mana_cost": 1, "effects": effects}]})
    assert not accepts({"itmes": []})
    assert not accepts({"items": [{"base_value": 2}]})


def test_every_reference_within_the_schema_leads_somewhere(schema: Schema) -> None:
    text = json.dumps(schema)
    assert set(re.findall(r'"#/\$defs/(\w+)"', text)) <= schema["$defs"].keys()


def described(node: Any, path: str = "") -> Iterator[tuple[str, bool]]:
    """Yield every property of a schema, and whether it has words."""
    if isinstance(node, dict):
        fields = node.get("properties", {}) if node.get("type") == "object" else {}
        yield from ((f"{path}/{name}", "description" in each) for name, each in fields.items())
        for key, each in node.items():
            yield from described(each, f"{path}/{key}")
    elif isinstance(node, list):
        for index, each in enumerate(node):
            yield from described(each, f"{path}/{index}")


def test_every_field_has_words_for_editors(schema: Schema) -> None:
    found = dict(described(schema))
    assert len(found) > 300
    assert not [path for path, has_words in found.items() if not has_words]
    assert all(model.get("description") for model in schema["$defs"].values())


def test_editors_offer_the_rows_that_a_field_may_name(schema: Schema) -> None:
    defs = schema["$defs"]
    mob, loot = defs["Mob"]["properties"], "#/$defs/known_loot_tables"
    assert mob["loot_table"]["anyOf"][0]["$ref"] == loot
    assert mob["equipped"]["items"]["$ref"] == "#/$defs/known_items"
    assert mob["resistances"]["propertyNames"]["$ref"] == "#/$defs/known_elements"
    assert "Rat" in defs["known_mobs"]["examples"]
    assert '"refers"' not in json.dumps(defs)


def test_making_the_schema_warns_of_nothing(recwarn: pytest.WarningsRecorder) -> None:
    json_schema()
    assert not recwarn.list


ZAP = {"name": "Zap", "mana_cost": 1, "effects": {"damage": "1"}}


def test_the_source_games_names_go_on_being_read() -> None:
    ability = {"spell": "Zap", "chance": 0.2, "range": 6, "min_range": 2}
    rat = {"name": "Rat", "vision_range": 4, "gold": "2d6", "abilities": [ability]}
    parts = load_catalog([{"mobs": [rat], "spells": [ZAP]}]).templates("mobs", "Rat")
    nature = next(part for part in parts if isinstance(part, actors.Nature))
    (cast,) = next(part for part in parts if isinstance(part, magic.Abilities)).cast
    assert (nature.vision_tiles, nature.gold) == (4, Dice(2, 6))
    assert (cast.range_tiles, cast.min_range_tiles) == (6, 2)


@pytest.mark.parametrize("name", sorted(set(FORMER) - {"spread"}))
def test_a_former_name_is_told_the_name_of_today(
    name: str, one_fault: Callable[..., Fault]
) -> None:
    section = "statuses" if FORMER[name] == "flags" else "mobs"
    fault = one_fault({section: [{"name": "Rat", name: 1}]})
    assert fault.field == name
    assert fault.remedy == f"it is called {FORMER[name]!r} now"


def test_the_flags_that_are_read_from_sources_are_those_that_rules_declare() -> None:
    for folder in RULES:
        package = import_module(f"roguelike.{folder}")
        for module in walk_packages(package.__path__, f"roguelike.{folder}."):
            import_module(module.name)
    for kind, names in FLAGS.items():
        own = dict(names)
        names.clear()
        found = declared(kind)
        names.update(own)
        assert found == {*own}


def test_the_models_of_rows_are_pydantic_models_that_anybody_can_import() -> None:
    """The manual of packs shows these lines: every row of the game's data is read by the model of its section."""
    data = json.loads((data_path.data_folder() / data_path.SPAWNS).read_text(encoding="utf-8"))
    kinds = {"items": Item, "mobs": Mob, "spells": Spell, "weapon_traits": WeaponTrait}
    for section, model in kinds.items():
        assert issubclass(model, BaseModel)
        assert [model.model_validate(row).name for row in data[section]]
    with pytest.raises(ValidationError, match="weigth_lbs"):
        Item.model_validate({"name": "Dirk", "weigth_lbs": 1})


def records(value: Any) -> Iterator[Struct]:
    """Yield every record inside a value."""
    if isinstance(value, Struct):
        yield value
        value = [getattr(value, name) for name in field_names(type(value))]
    if isinstance(value, dict):
        value = value.values()
    if isinstance(value, tuple | list) or type(value).__name__ == "dict_values":
        for each in value:
            yield from records(each)


def test_numbers_of_float_fields_are_floats(catalog: Catalog) -> None:
    seen = 0
    for record in records(catalog):
        hints = get_type_hints(type(record))
        for name in field_names(type(record)):
            if hints[name] is float:
                seen += 1
                assert type(getattr(record, name)) is float, (record, name)
    assert seen > 1_000
