"""Both spellings of what a thing does, and every key of the string map."""

from typing import Any

import pytest

from roguelike.components import magic
from roguelike.components.looks import Flash
from roguelike.core.formula import Dice, parse_formula
from roguelike.effects import damage, healing, learning
from roguelike.effects.mana import RestoreMana
from roguelike.effects.statuses import Confuse, DamageOverTime, GrantAttributes, Slow
from roguelike.raws.catalog import load_catalog
from roguelike.raws.deliveries import map_keys
from roguelike.raws.faults import DataError
from tests.effects.test_registry import SOURCE_KEYS

ZAP = {"name": "Zap", "mana_cost": 1, "effects": {"ranged": "6", "damage": "5"}}


def spell_use(effects: Any) -> magic.Use:
    it = {"name": "It", "mana_cost": 1, "effects": effects}
    return load_catalog([{"spells": [ZAP, it]}]).spells["It"].use


def test_string_map_and_typed_form_say_the_same() -> None:
    as_strings = {
        "ranged": "6",
        "area_of_effect": "3",
        "spares": "self",
        "single_activation": "1",
        "damage": "2d6+1",
        "slow": "-2.0",
        "confusion": "4",
        "damage_over_time": "2",
        "provides_healing": "8",
        "provides_mana": "4",
        "teach_spell": "Zap",
        "food": "",
        "particle": "▓;#FFA500;200.0",
        "particle_line": "*;#00FFFF;400",
    }
    typed = {
        "delivery": {
            "shape": "point",
            "range": 6,
            "radius": 3,
            "spares": "self",
            "consumes_user": True,
        },
        "looks": {
            "burst": {"glyph": "▓", "fg": "#FFA500", "milliseconds": 200},
            "trail": {"glyph": "*", "fg": "#00FFFF", "milliseconds": 400},
        },
        "effects": [
            {"kind": "damage", "amount": "2d6+1"},
            {"kind": "slow", "penalty": -2.0},
            {"kind": "confusion", "turns": 4},
            {"kind": "damage_over_time", "damage": 2},
            {"kind": "heal", "amount": 8},
            {"kind": "mana", "amount": "4"},
            {"kind": "teach_spell", "spell": "Zap"},
            {"kind": "food"},
        ],
    }
    assert spell_use(as_strings) == spell_use(typed)
    assert spell_use(typed) == magic.Use(
        magic.Delivery("point", 6, 3, "self", consumes_user=True),
        (
            damage.Damage(Dice(2, 6, 1)),
            Slow(-2.0),
            Confuse(4),
            DamageOverTime(2),
            healing.Heal(Dice(bonus=8)),
            RestoreMana(Dice(bonus=4)),
            learning.TeachSpell("Zap"),
            healing.Feed(),
        ),
        Flash("▓", (255, 165, 0), 200),
        Flash("*", (0, 255, 255), 400),
    )


@pytest.mark.parametrize(
    ("effects", "delivery"),
    [
        ({"damage": "5"}, magic.Delivery()),
        ({"damage": "5", "area_of_effect": "3"}, magic.Delivery("self", None, 3)),
        ({"damage": "5", "ranged": "6"}, magic.Delivery("point", 6)),
        (
            {"damage": "5", "ranged": "3", "area_of_effect": "2", "target_self": "1"},
            magic.Delivery("self", 3, 2),
        ),
        ({"effects": [{"kind": "food"}]}, magic.Delivery()),
        ([{"kind": "food"}], magic.Delivery()),
        ({"delivery": {"range": 4}}, magic.Delivery("point", 4)),
        ({"delivery": {"shape": "self", "range": 4}}, magic.Delivery("self", 4)),
    ],
)
def test_each_spelling_means_its_delivery(effects: Any, delivery: magic.Delivery) -> None:
    assert spell_use(effects).delivery == delivery


FLAGS = ("", "1", "yes", 1, True)
AMOUNTS = ("8", 8, "2d6", "2d6+1", "d8", "4+power", "0")
"""Accepted for hit points and mana."""
STRENGTHS = ("2", 2, "-2.0", 2.5, "1d4", "1 + power/2")
TURNS = ("4", 4)
PARTICLE = ("▓;#00FFFF;200.0", "*;#00ffff;400")
SPELLINGS: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "provides_healing": (AMOUNTS, ("", "some", "2d", None)),
    "provides_mana": (AMOUNTS, ("", "some", "2d", None)),
    "teach_spell": (("Zap",), ("", "Zip", 3)),
    "ranged": (("6", 6), ("", "0", "-1", "2d6", "far")),
    "damage": (AMOUNTS, ("", "much", "2d", None)),
    "area_of_effect": (("3", 3, "0"), ("", "-1", "2d6", "wide")),
    "confusion": (TURNS, ("", "0", "long", "2d6")),
    "magic_mapping": (FLAGS, ()),
    "town_portal": (FLAGS, ()),
    "food": (FLAGS, ()),
    "remove_curse": (FLAGS, ()),
    "identify": (FLAGS, ()),
    "recharge": (FLAGS, ()),
    "single_activation": (FLAGS, ()),
    "target_self": (FLAGS, ()),
    "target_nearest": (("5", 5), ("", "0", "2d6", "near")),
    "particle_line": (PARTICLE, ("", "*", "*;red;200", 4)),
    "particle": (PARTICLE, ("", "*", "*;red;200", 4)),
    "slow": (STRENGTHS, ("", "much", None)),
    "damage_over_time": (STRENGTHS, ("", "much", None)),
    "spares": (("nobody", "self", "friends"), ("", "foes", 1)),
}
"""Every key of the source game's string maps and of ours: what may be written, and what is refused."""


def test_every_key_of_the_source_game_has_its_spellings() -> None:
    assert set(SOURCE_KEYS) <= set(SPELLINGS) <= set(map_keys())


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, (good, _) in SPELLINGS.items() for value in good]
)
def test_every_reasonable_spelling_is_read(key: str, value: Any) -> None:
    use = spell_use({key: value})
    plain = spell_use({})
    assert use != plain or (key, value) in {("area_of_effect", "0"), ("spares", "nobody"), *SELF}


SELF = {("target_self", value) for value in FLAGS}
"""Without a range, a use is its user's own anyhow."""


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, (_, bad) in SPELLINGS.items() for value in bad]
)
def test_every_other_spelling_is_named(key: str, value: Any) -> None:
    with pytest.raises(DataError) as found:
        spell_use({key: value})
    (fault,) = found.value.faults
    assert fault.field.startswith(f"effects.{key}")
    assert fault.remedy


def test_typed_effects_say_what_a_string_map_cannot() -> None:
    use = spell_use(
        [
            {"kind": "damage", "amount": "3d8", "element": "fire"},
            {"kind": "slow", "penalty": 2, "turns": 9},
        ]
    )
    assert use.effects == (damage.Damage(Dice(3, 8), "fire"), Slow(2.0, 9))


def test_strengths_are_numbers_dice_or_formulas() -> None:
    slow, poison, haste = spell_use(
        [
            {"kind": "slow", "penalty": "1d4+1"},
            {"kind": "damage_over_time", "damage": "1 + power / 2"},
            {"kind": "slow", "penalty": "-2.0"},
        ]
    ).effects
    assert slow == Slow(Dice(1, 4, 1))
    assert poison == DamageOverTime(parse_formula("1 + power / 2", ("power", "level")))
    assert haste == Slow(-2.0)


def test_only_a_spell_uses_up_its_caster() -> None:
    once = {"damage": "6", "single_activation": "1"}
    catalog = load_catalog(
        [
            {
                "items": [{"name": "Wand", "consumable": {"effects": once}}],
                "props": [
                    {"name": "Trap", "entry_trigger": {"effects": once}},
                    {"name": "Fire", "entry_trigger": {"effects": {"damage": "6"}}},
                ],
            }
        ]
    )
    wand = next(part for part in catalog.templates("items", "Wand") if isinstance(part, magic.Use))
    assert not wand.delivery.consumes_user
    triggers = [
        part
        for name in ("Trap", "Fire")
        for part in catalog.templates("props", name)
        if isinstance(part, magic.Trigger)
    ]
    assert [trigger.once for trigger in triggers] == [True, False]
    assert not any(trigger.use.delivery.consumes_user for trigger in triggers)


def test_attributes_of_a_draught_become_a_status_named_after_it() -> None:
    row = {
        "name": "Bull Milk",
        "consumable": {"effects": {}},
        "attributes": {"might": 3, "intelligence": -1},
    }
    catalog = load_catalog([{"items": [row]}])
    use = next(
        part for part in catalog.templates("items", "Bull Milk") if isinstance(part, magic.Use)
    )
    assert use.effects == (GrantAttributes("Bull Milk", might=3, intelligence=-1),)
    assert catalog.statuses["Bull Milk"].good
    assert catalog.statuses["Bull Milk"].turns == 10
