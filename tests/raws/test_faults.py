"""Each thing that can be wrong with a row is said with its section, entry and field, and what would be right."""

from collections.abc import Callable
from typing import Any

import pytest

from roguelike.raws.faults import Fault

DAGGER = {"name": "Dagger", "weapon": {"base_damage": "1d4"}}


RAT = {"name": "Rat"}


def spawn(name: str = "Rat", **fields: Any) -> dict[str, Any]:
    return {"name": name, "weight": 1, "min_depth": 1, "max_depth": 9} | fields


@pytest.mark.parametrize(
    ("data", "place", "problem", "remedy"),
    [
        ({"itmes": []}, ("", "", "itmes"), "not a known section", "'items'"),
        ({"items": {}}, ("", "", "items"), "{} is not possible", "[ ... ]"),
        ({"items": [3]}, ("items", "number 1", ""), "3 is not possible", "{ ... }"),
        ({"items": [{}]}, ("items", "number 1", "name"), "missing", "add it"),
        ({"items": [{"name": " Dagger"}]}, ("items", " Dagger", "name"), "spaces", "one line"),
        ({"items": [DAGGER, DAGGER]}, ("items", "Dagger", ""), "defined twice", "rename"),
        (
            {"items": [{"name": "A", "weight_lbs": True}]},
            ("items", "A", "weight_lbs"),
            "true is not",
            "number",
        ),
        (
            {"items": [DAGGER | {"weigt_lbs": 1}]},
            ("items", "Dagger", "weigt_lbs"),
            "known field",
            "'weight_lbs'",
        ),
        (
            {"items": [{"name": "A", "weapon": {}}]},
            ("items", "A", "weapon.base_damage"),
            "missing",
            "add it",
        ),
        (
            {"items": [{"name": "A", "weapon": {"base_damage": "1x4"}}]},
            ("items", "A", "weapon.base_damage"),
            "not dice",
            "2d6",
        ),
        (
            {"items": [{"name": "A", "weapon": {"base_damage": 1, "range": "long"}}]},
            ("items", "A", "weapon.range"),
            "not a range",
            '"melee"',
        ),
        (
            {"items": [{"name": "A", "weapon": {"base_damage": 1, "range": "999"}}]},
            ("items", "A", "weapon.range"),
            "not a range",
            "40",
        ),
        (
            {"items": [{"name": "A", "weapon": {"base_damage": 1, "proc_chance": 0.5}}]},
            ("items", "A", "weapon.proc_effects"),
            "missing",
            "together",
        ),
        (
            {"items": [{"name": "A", "weapon": {"base_damage": 1, "proc_chance": 25}}]},
            ("items", "A", "weapon.proc_chance"),
            "25",
            "at most 1",
        ),
        (
            {"items": [{"name": "A", "wearable": {"slot": "Haed"}}]},
            ("items", "A", "wearable.slot"),
            "'Haed'",
            "'Head'",
        ),
        (
            {"items": [DAGGER | {"wearable": {"slot": "Head"}}]},
            ("items", "Dagger", ""),
            "both a weapon and a wearable",
            "one of the two",
        ),
        (
            {
                "items": [
                    DAGGER
                    | {
                        "template_magic": {
                            "unidentified_name": "Knife",
                            "bonus_min": 3,
                            "bonus_max": 2,
                        }
                    }
                ]
            },
            ("items", "Dagger", "template_magic.bonus_min"),
            "more than",
            "swap",
        ),
        (
            {"items": [{"name": "A", "renderable": {"glyph": "AB"}}]},
            ("items", "A", "renderable.glyph"),
            "'AB'",
            "1 character",
        ),
        (
            {"items": [{"name": "A", "renderable": {"glyph": "\t"}}]},
            ("items", "A", "renderable.glyph"),
            "cannot be shown",
            "visible",
        ),
        (
            {"items": [{"name": "A", "renderable": {"glyph": "A", "fg": "red"}}]},
            ("items", "A", "renderable.fg"),
            "not a colour",
            "#RRGGBB",
        ),
        ({"items": [RAT], "mobs": [RAT]}, ("mobs", "Rat", ""), "items too", "rename"),
        (
            {"mobs": [RAT | {"faction": "Rodens"}]},
            ("mobs", "Rat", "faction"),
            "no faction",
            "Known",
        ),
        (
            {"mobs": [RAT | {"equipped": ["Dager"]}], "items": [DAGGER]},
            ("mobs", "Rat", "equipped.0"),
            "item 'Dager'",
            "'Dagger'",
        ),
        (
            {"mobs": [RAT | {"loot_table": "Animal"}]},
            ("mobs", "Rat", "loot_table"),
            "no loot table",
            "none",
        ),
        (
            {"mobs": [RAT | {"company": [{"name": "Rot"}]}]},
            ("mobs", "Rat", "company.0.name"),
            "there is no mob 'Rot'",
            "'Rat'",
        ),
        (
            {"mobs": [RAT | {"vendor": ["cheese"]}]},
            ("mobs", "Rat", "vendor.0"),
            "vendor category",
            "none",
        ),
        ({"mobs": [RAT | {"gold": "lots"}]}, ("mobs", "Rat", "gold"), "not dice", "2d6"),
        (
            {"mobs": [RAT | {"level": 0}]},
            ("mobs", "Rat", "level"),
            "0 is not possible",
            "at least 1",
        ),
        (
            {"mobs": [RAT | {"skills": {"Mele": 1}}]},
            ("mobs", "Rat", "skills.Mele"),
            "'Mele'",
            "'Melee'",
        ),
        (
            {"mobs": [RAT | {"abilities": [{"spell": "Bite", "chance": 0.2}]}]},
            ("mobs", "Rat", "abilities.0.spell"),
            "no spell 'Bite'",
            "none",
        ),
        (
            {
                "mobs": [
                    RAT
                    | {
                        "on_death": [
                            {"spell": "Zap", "chance": 1, "range_tiles": 2, "min_range_tiles": 3}
                        ]
                    }
                ],
                "spells": [{"name": "Zap", "mana_cost": 1, "effects": {}}],
            },
            ("mobs", "Rat", "on_death.0.min_range_tiles"),
            "more than",
            "swap",
        ),
        (
            {"mobs": [RAT | {"clan": "Barbo"}]},
            ("mobs", "Rat", "clan"),
            "no word of its name",
            "as the name does",
        ),
        (
            {"props": [{"name": "P", "entry_trigger": {"effects": {"ranged": 3}}}]},
            ("props", "P", "entry_trigger.effects"),
            "aimed",
            "range",
        ),
        (
            {"spells": [{"name": "Zap", "effects": {}}]},
            ("spells", "Zap", "mana_cost"),
            "missing",
            "add it",
        ),
        ({"spawn_table": [spawn()]}, ("spawn_table", "Rat", ""), "no item, mob or prop", "none"),
        (
            {"mobs": [RAT], "spawn_table": [spawn(weight=0)]},
            ("spawn_table", "Rat", "weight"),
            "0",
            "greater than 0",
        ),
        (
            {"mobs": [RAT], "spawn_table": [spawn(min_depth=10)]},
            ("spawn_table", "Rat", "min_depth"),
            "deeper",
            "swap",
        ),
        (
            {"mobs": [RAT], "spawn_table": [spawn(), spawn(min_depth=5)]},
            ("spawn_table", "Rat", ""),
            "overlap",
            "join",
        ),
        (
            {"loot_tables": [{"name": "L", "drops": []}]},
            ("loot_tables", "L", "drops"),
            "[]",
            "at least 1",
        ),
        (
            {"loot_tables": [{"name": "L", "drops": [{"name": "Hide", "weight": 1}]}]},
            ("loot_tables", "L", "drops.0"),
            "no item 'Hide'",
            "none",
        ),
        (
            {"faction_table": [{"name": "F", "responses": {"G": "attack"}}]},
            ("faction_table", "F", "responses.G"),
            "no faction 'G'",
            "Known",
        ),
        (
            {"faction_table": [{"name": "F", "responses": {"Default": "hug"}}]},
            ("faction_table", "F", "responses.Default"),
            "'hug'",
            "ignore",
        ),
        (
            {"statuses": [{"name": "S", "cancels": ["T"]}]},
            ("statuses", "S", "cancels.0"),
            "no status 'T'",
            "Slowed",
        ),
        (
            {"statuses": [{"name": "S", "begins": "{3} is"}]},
            ("statuses", "S", "begins"),
            "not a sentence",
            "{1}",
        ),
        (
            {"statuses": [{"name": "S", "cancels": ["S"]}]},
            ("statuses", "S", "cancels"),
            "is itself one",
            "opposites",
        ),
        ({"player": {"carried": ["Lamp"]}}, ("player", "", "carried.0"), "no item 'Lamp'", "none"),
        (
            {"offers": [{"name": "", "group": "pool", "max_hp": 1}]},
            ("offers", "number 1", "name"),
            "is empty",
            "one line",
        ),
        (
            {
                "mobs": [
                    RAT | {"company": [{"name": "Rat King", "count": "0"}]},
                    RAT | {"name": "Rat King"},
                ]
            },
            ("mobs", "Rat", "company.0.count"),
            "never anybody",
            "1 at least",
        ),
        (
            {
                "mobs": [RAT | {"hoard": {"loot_table": "L", "count": "1d2-2"}}],
                "items": [DAGGER],
                "loot_tables": [{"name": "L", "drops": [{"name": "Dagger", "weight": 1}]}],
            },
            ("mobs", "Rat", "hoard.count"),
            "never anything",
            "1 at least",
        ),
        (
            {"player": {"statuses": [{"name": "Flu", "turns": 3}]}},
            ("player", "", "statuses.0"),
            "no status",
            "Confusion",
        ),
        (
            {"weapon_traits": [{"name": "W", "effects": {"teach_spell": "X"}}]},
            ("weapon_traits", "W", "effects.teach_spell.spell"),
            "no spell",
            "none",
        ),
    ],
)
def test_each_fault(
    data: Any,
    place: tuple[str, str, str],
    problem: str,
    remedy: str,
    one_fault: Callable[..., Fault],
) -> None:
    fault = one_fault(data)
    assert (fault.section, fault.entry, fault.field) == place
    assert problem in fault.problem
    assert remedy in fault.remedy


@pytest.mark.parametrize(
    ("says", "field", "problem"),
    [
        ({"ground": "grass", "starts": "H", "damage_share": 2}, "damage_share", "to a ground"),
        ({"hazard": "H", "ends": True, "least_damage": 2}, "least_damage", "to a hazard"),
        ({"status": "S", "ends": True, "becomes": "floor"}, "becomes", "to a status"),
        ({"ground": "grass", "starts": "H", "ends": True}, "ends", "to a ground"),
        ({"hazard": "H", "conducts": True}, "conducts", "to a hazard"),
        ({"ground": "grass", "starts": "H", "begins": "S"}, "begins", "to a ground"),
        ({"status": "S", "ends": True, "strength": 3}, "strength", "is of no status"),
        ({"status": "S", "ends": True, "text": "{3} hisses."}, "text", "not a sentence"),
    ],
)
def test_a_reaction_does_what_can_be_done_to_what_reacts(
    says: dict[str, Any], field: str, problem: str, one_fault: Callable[..., Fault]
) -> None:
    fault = one_fault(
        {
            "elements": [{"name": "fire"}],
            "hazards": [{"name": "H", "glyph": "^"}],
            "statuses": [{"name": "S"}],
            "reactions": [{"name": "R", "element": "fire", **says}],
        }
    )
    assert (fault.entry, fault.field) == ("R", field)
    assert problem in fault.problem
    assert fault.remedy
