"""Magic that cannot work is refused before anybody plays with it, each fault with entry, field and remedy."""

from typing import Any

import pytest

from roguelike.core.formula import FormulaError, parse_formula
from roguelike.raws.catalog import load_catalog
from roguelike.raws.faults import DataError

Rows = dict[str, Any]


def spell(name: str, delivery: Rows, *effects: Rows, **more: Any) -> Rows:
    use = {"delivery": delivery, "effects": list(effects)}
    return {"name": name, "mana_cost": 1, "effects": use, **more}


def harm(amount: str = "1", element: str = "") -> Rows:
    return {"kind": "damage", "amount": amount, "element": element}


def rune(*rewrites: Rows, **more: Any) -> Rows:
    """Return data with a dart, and a rune on it that does this."""
    words = {"word": "odd", "does": "something", "unfit": "has none of it"}
    item = {"name": "R", "rune": {**words, "rewrites": list(rewrites), **more}}
    return {"items": [item], "spells": [spell("Dart", FAR, harm())]}


HERE, FAR = {"shape": "self"}, {"shape": "point", "range": 6}
FIRE = {"elements": [{"name": "fire"}]}
CALL = {"kind": "summon", "mob": "Imp"}
ASH = {"name": "Ash", "glyph": "a"}
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
    "spell bound to what never goes off": (
        {
            **rune({"kind": "wrap", "effects": [{"kind": "lay_spell", "hazard": "Ash"}]}),
            "hazards": [ASH],
        },
        "R",
        "effects.lay_spell.hazard",
    ),
    "rune of no kind": (rune({"kind": "twist"}), "R", "rune.rewrites.0.kind"),
    "rune of no part": (
        rune({"kind": "scale", "what": "delivery.girth", "by": 2}),
        "R",
        "rune.rewrites.0.what",
    ),
    "rune of no effect": (
        rune({"kind": "scale", "what": "damge.amount", "by": 2}),
        "R",
        "rune.rewrites.0.what",
    ),
    "rune that fits no spell": (
        rune({"kind": "scale", "what": "delivery.radius", "plus": 1}),
        "R",
        "rune.rewrites",
    ),
    "rune of an impossible value": (
        rune({"kind": "set", "what": "delivery.spares", "to": "foes"}),
        "R",
        "rune.rewrites.0.to",
    ),
    "rune of an impossible shape": (
        rune({"kind": "set", "what": "delivery.shape", "to": "zigzag"}),
        "R",
        "rune.rewrites.0.to",
    ),
    "rune of an unknown element": (
        {**FIRE, **rune({"kind": "set", "what": "effects.element", "to": "fir"})},
        "R",
        "rune.rewrites.0.to",
    ),
    "rune's added effect": (
        rune({"kind": "add", "effects": [{"kind": "status", "status": "Sad"}]}),
        "R",
        "effects.status.status",
    ),
    "rune that adds nothing": (rune({"kind": "add"}), "R", "rune.rewrites.0.effects"),
    "rune that carries what is not there": (
        rune(
            {"kind": "become", "effect": "damage", "becomes": harm(), "carries": {"amount": "sum"}}
        ),
        "R",
        "rune.rewrites.0.carries.amount",
    ),
    "rune without rewriting": (rune(), "R", "rune.rewrites"),
    "rune in need of nonsense": (
        rune({"kind": "bleed"}, needs=["love"]),
        "R",
        "rune.needs.0",
    ),
    "offer of nothing": ({"offers": [{"name": "O", "group": "pool"}]}, "O", ""),
    "offer that only takes": (
        {
            "offers": [
                {
                    "name": "O",
                    "group": "attribute",
                    "attributes": {"might": -2},
                    "skills": {"Melee": -1},
                }
            ]
        },
        "O",
        "",
    ),
    "offer of an unknown spell": (
        {"offers": [{"name": "O", "group": "technique", "teaches": "Zip"}]},
        "O",
        "teaches",
    ),
    "offer of an unknown school": (
        {"offers": [{"name": "O", "group": "school", "school": "fir", "study": 1}]},
        "O",
        "school",
    ),
    "study of no school": (
        {"offers": [{"name": "O", "group": "school", "study": 1}]},
        "O",
        "school",
    ),
    "step of mastery that gives nothing": (
        {"schools": [{"name": "S", "steps": [{"spells": 2, "does": "nothing"}]}]},
        "S",
        "steps.0",
    ),
    "steps of mastery out of order": (
        {
            "schools": [
                {
                    "name": "S",
                    "steps": [
                        {"spells": 4, "does": "a", "grants": "own hazards"},
                        {"spells": 2, "does": "b", "grants": "own hazards"},
                    ],
                }
            ]
        },
        "S",
        "steps.1.spells",
    ),
    "step of mastery that fits no spell of its school": (
        {
            "schools": [
                {
                    "name": "S",
                    "steps": [
                        {
                            "spells": 2,
                            "does": "a",
                            "needs": ["touch"],
                            "rewrites": [{"kind": "set", "what": "delivery.range", "to": 2}],
                        }
                    ],
                }
            ],
            "spells": [spell("A", FAR, harm(), school="S")],
        },
        "S",
        "steps.0.rewrites",
    ),
    "spell of an unknown school": (
        {"schools": [{"name": "S"}], "spells": [spell("A", FAR, harm(), school="T")]},
        "A",
        "school",
    ),
    "rune on a creature's spell": (
        {
            **rune({"kind": "bleed"}),
            "mobs": [
                {"name": "Imp", "abilities": [{"spell": "Dart", "chance": 1, "runes": ["Q"]}]}
            ],
        },
        "Imp",
        "abilities.0.runes.0",
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
    "two runes of one word": (
        {
            **(twin := rune({"kind": "bleed"})),
            "items": [*twin["items"], {**twin["items"][0], "name": "S"}],
        },
        "S",
        "rune.word",
    ),
    "experience taken away": (
        {"spells": [spell("A", FAR, {"kind": "experience", "amount": -5})]},
        "A",
        "effects.effects.0.amount",
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
def test_each_fault_is_said_once_with_its_place(case: str) -> None:
    data, entry, field = CASES[case]
    with pytest.raises(DataError) as caught:
        load_catalog([data])
    assert [(fault.entry, fault.field) for fault in caught.value.faults] == [(entry, field)]
    assert caught.value.faults[0].remedy


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
