"""Spells, summons and worn magic that cannot work are refused before anybody plays with them, with their place."""

from collections.abc import Callable

import pytest

from roguelike.core.formula import FormulaError, parse_formula
from roguelike.raws.catalog import load_catalog
from roguelike.raws.faults import DataError
from tests.raws.rows import ASH, FAR, FIRE, HERE, Rows, harm, spell

CALL = {"kind": "summon", "mob": "Imp"}

CASES: dict[str, tuple[Rows, str, str]] = {
    "shape": (
        {"spells": [spell("A", {"shape": "zigzag", "range": 3}, harm())]},
        "A",
        "effects.delivery.shape",
    ),
    "element": (
        {**FIRE, "spells": [spell("A", FAR, harm("1", "fir"))]},
        "A",
        "effects.damage.element",
    ),
    "status": (
        {"spells": [spell("A", FAR, {"kind": "status", "status": "Sad"})]},
        "A",
        "effects.status.status",
    ),
    "hazard": (
        {"spells": [spell("A", FAR, {"kind": "kindle", "hazard": "Fog"})]},
        "A",
        "effects.kindle.hazard",
    ),
    "rune": (
        {"spells": [spell("A", FAR, {"kind": "place_rune", "hazard": "Fog"})]},
        "A",
        "effects.place_rune.hazard",
    ),
    "rune that never goes off": (
        {"spells": [spell("A", FAR, {"kind": "place_rune", "hazard": "Ash"})], "hazards": [ASH]},
        "A",
        "effects.place_rune.hazard",
    ),
    "summoned": ({"spells": [spell("A", HERE, CALL)]}, "A", "effects.summon.mob"),
    "unaimed range": (
        {"spells": [spell("A", {"shape": "bolt"}, harm())]},
        "A",
        "effects.delivery.range",
    ),
    "range": (
        {"spells": [spell("A", {"shape": "bolt", "range": 99}, harm())]},
        "A",
        "effects.delivery.range",
    ),
    "negative radius": (
        {"spells": [spell("A", {**FAR, "radius": -1}, harm())]},
        "A",
        "effects.delivery.radius",
    ),
    "long touch": (
        {"spells": [spell("A", {"shape": "touch", "range": 9}, harm())]},
        "A",
        "effects.delivery.range",
    ),
    "chain": (
        {"spells": [spell("A", {"shape": "chain", "range": 5, "count": 3}, harm())]},
        "A",
        "effects.delivery.radius",
    ),
    "count": ({"spells": [spell("A", {**FAR, "count": 3}, harm())]}, "A", "effects.delivery.count"),
    "formula": ({"spells": [spell("A", FAR, harm("2d6 + powr"))]}, "A", "effects.effects.0.amount"),
    "half a formula": (
        {"spells": [spell("A", FAR, harm("power +"))]},
        "A",
        "effects.effects.0.amount",
    ),
    "a plain division by zero": (
        {"spells": [spell("A", FAR, harm("1/0"))]},
        "A",
        "effects.effects.0.amount",
    ),
    "no divisor": ({"spells": [spell("A", FAR, harm("6/power"))]}, "A", "effects.effects.0.amount"),
    "power": ({"spells": [spell("A", FAR, harm(), power="charm")]}, "A", "power"),
    "power by zero": (
        {"spells": [spell("A", FAR, harm(), power="8/(intelligence+2)")]},
        "A",
        "power",
    ),
    "power by difference": (
        {"spells": [spell("A", FAR, harm(), power="8/(level-magic+1)")]},
        "A",
        "power",
    ),
    "summons itself": (
        {
            "spells": [spell("A", HERE, CALL)],
            "mobs": [{"name": "Imp", "abilities": [{"spell": "A", "chance": 1}]}],
        },
        "Imp",
        "abilities.0.spell",
    ),
    "dies for itself": (
        {
            "spells": [spell("A", HERE, CALL)],
            "mobs": [{"name": "Imp", "on_death": [{"spell": "A", "chance": 1}]}],
        },
        "Imp",
        "on_death.0.spell",
    ),
    "eternal fire": (
        {"hazards": [{**ASH, "effects": [{"kind": "kindle", "hazard": "Ash"}]}]},
        "Ash",
        "effects.0.hazard",
    ),
    "hazard's element": (
        {**FIRE, "hazards": [{**ASH, "effects": [harm("1", "fir")]}]},
        "Ash",
        "effects.damage.element",
    ),
    "rune's status": (
        {"hazards": [{**ASH, "entry_trigger": {"effects": [{"kind": "status", "status": "Sad"}]}}]},
        "Ash",
        "effects.status.status",
    ),
    "ring's element": (
        {
            **FIRE,
            "items": [
                {"name": "O", "wearable": {"slot": "Ring"}, "worn": {"resistances": {"fir": 0}}}
            ],
        },
        "O",
        "worn.resistances.0",
    ),
    "ring's status": (
        {"items": [{"name": "O", "wearable": {"slot": "Ring"}, "worn": {"proof": ["Sad"]}}]},
        "O",
        "worn.proof.0",
    ),
    "nobody wears it": ({"items": [{"name": "O", "worn": {"keen": True}}]}, "O", "worn"),
    "material to which nothing happens": (
        {**FIRE, "items": [{"name": "O", "material": "tin"}]},
        "O",
        "material",
    ),
    "its own company": (
        {"mobs": [{"name": "Imp", "company": [{"name": "Imp"}]}]},
        "Imp",
        "company.0.name",
    ),
    "status's element": (
        {**FIRE, "statuses": [{"name": "Sad", "element": "fir"}]},
        "Sad",
        "element",
    ),
    "status's resistance": (
        {**FIRE, "statuses": [{"name": "Sad", "resistances": {"fir": 1}}]},
        "Sad",
        "resistances.0",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_fault_is_said_once_with_its_place(
    case: str, fault_is_at: Callable[[Rows, str, str], None]
) -> None:
    fault_is_at(*CASES[case])


def test_a_ring_of_summons_is_named_from_each_of_its_members() -> None:
    data = {
        "spells": [
            spell("A", HERE, {"kind": "summon", "mob": "Imp"}),
            spell("B", HERE, {"kind": "summon", "mob": "Ogre"}),
        ],
        "mobs": [
            {"name": "Imp", "on_death": [{"spell": "B", "chance": 1}]},
            {"name": "Ogre", "abilities": [{"spell": "A", "chance": 1}]},
            {"name": "Priest", "abilities": [{"spell": "A", "chance": 1}]},
        ],
    }
    with pytest.raises(DataError) as caught:
        load_catalog([data])
    assert [(fault.entry, fault.problem) for fault in caught.value.faults] == [
        ("Imp", "summons without end: Imp > Ogre > Imp"),
        ("Ogre", "summons without end: Ogre > Imp > Ogre"),
    ]


def test_who_calls_others_that_call_nobody_is_fine() -> None:
    data = {
        "spells": [spell("A", HERE, CALL)],
        "mobs": [{"name": "Imp"}, {"name": "Priest", "abilities": [{"spell": "A", "chance": 1}]}],
    }
    assert load_catalog([data]).has("mobs", "Priest")


def test_formulas_may_divide_by_what_is_never_zero() -> None:
    assert parse_formula("6/(power+1)", ("power", "level")).number({"power": 2, "level": 1}) == 2
    with pytest.raises(FormulaError, match="divides by zero when power is 3"):
        parse_formula("6/(power-3)", ("power", "level"))


def test_what_nobody_foresaw_comes_to_nothing() -> None:
    formula = parse_formula("6/(power-50)", ("power",))
    assert formula.number({"power": 50}) == 0
