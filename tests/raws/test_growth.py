"""Figures that follow from level, and generated items against those of the source game."""

from typing import Any, TypeVar

import pytest

from roguelike.components import growth, items, magic
from roguelike.components.looks import Described
from roguelike.core.formula import Dice, FormulaError, parse_formula
from roguelike.core.rng import Stream
from roguelike.effects.statuses import Confuse, DamageOverTime
from roguelike.raws.catalog import load_catalog
from roguelike.world import figures
from roguelike.world.catalog import Catalog


@pytest.mark.parametrize("name", figures.SOURCE)
def test_every_figure_can_be_said_by_a_pack_and_has_a_formula_without_one(
    name: growth.Figure,
) -> None:
    formula = figures.SOURCE[name].text
    catalog = load_catalog([{"growth": [{"name": name, "formula": formula}]}])
    assert catalog.figures[name] == load_catalog([{}]).figures[name]
    assert set(catalog.figures[name].names) <= set(figures.LAWS[name].names)


def test_a_later_source_has_the_last_word_on_a_figure() -> None:
    first = {"growth": [{"name": "experience", "formula": "10*level"}]}
    second = {"growth": [{"name": "experience", "formula": "20*level"}]}
    assert figures.experience_to_leave(load_catalog([first, second]), 3) == 60


def test_large_figures_are_whole() -> None:
    row = {"name": "experience", "formula": "350*level*(level+1)"}
    assert figures.experience_to_leave(load_catalog([{"growth": [row]}]), 14) == 73_500


def test_a_kill_may_bring_less_to_who_has_outgrown_it() -> None:
    row = {"name": "kill", "formula": "100*level*max(1/4,min(1,(8+level-own)/6))"}
    catalog = load_catalog([{"growth": [row]}])
    assert [figures.experience_for(catalog, 2, own) for own in (1, 4, 7, 20)] == [200, 200, 100, 50]


def test_formulas_may_divide_by_what_is_never_zero() -> None:
    assert parse_formula("6/(power+1)", ("power", "level")).number({"power": 2, "level": 1}) == 2
    with pytest.raises(FormulaError, match="divides by zero when power is 3"):
        parse_formula("6/(power-3)", ("power", "level"))


def test_what_nobody_foresaw_comes_to_nothing() -> None:
    formula = parse_formula("6/(power-50)", ("power",))
    assert formula.number({"power": 50}) == 0


T = TypeVar("T")


def part(catalog: Catalog, name: str, kind: type[T]) -> T:
    return next(each for each in catalog.templates("items", name) if isinstance(each, kind))


@pytest.mark.parametrize(
    ("name", "dice", "hit", "value", "penalty", "magic_class"),
    [
        ("Dagger -1", Dice(1, 4, -1), -1, 2, 1, "common"),
        ("Dagger +1", Dice(1, 4, 1), 1, 102, -1, "common"),
        ("Dagger +2", Dice(1, 4, 2), 2, 152, -2, "rare"),
        ("Scimitar +1", Dice(1, 6, 3), 2, 125, 0, "common"),
        ("Scimitar +5", Dice(1, 6, 7), 6, 325, -4, "legendary"),
        ("Venomous Dagger +2", Dice(1, 4, 2), 2, 304, -2, "rare"),
        ("Dazzling War Axe +4", Dice(1, 12, 4), 4, 700, -2, "rare"),
    ],
)
def test_enchanted_weapons_have_these_numbers(
    catalog: Catalog,
    name: str,
    dice: Dice,
    hit: int,
    value: float,
    penalty: float,
    magic_class: str,
) -> None:
    weapon, item = part(catalog, name, items.Weapon), part(catalog, name, items.Item)
    assert (weapon.base_damage, weapon.hit_bonus) == (dice, hit)
    assert (item.base_value, item.initiative_penalty) == (value, penalty)
    assert part(catalog, name, items.Magic).magic_class == magic_class
    assert item.vendor_category is None


def test_enchanted_wearables_have_these_numbers(catalog: Catalog) -> None:
    assert part(catalog, "Buckler +1", items.Wearable) == items.Wearable("Shield", 1.5)
    assert part(catalog, "Chain Coif +3", items.Wearable) == items.Wearable("Head", 4.0)
    assert part(catalog, "Steel Gloves +2", items.Magic).naming == "Unidentified Gauntlets"


def test_only_what_is_minus_one_is_cursed(catalog: Catalog) -> None:
    rng = Stream(1)
    assert part(catalog, "Shield -1", items.Magic).cursed
    assert items.Curse() in catalog.fresh("items", "Shield -1", rng, {})
    assert not part(catalog, "Shield +1", items.Magic).cursed
    assert items.Curse() not in catalog.fresh("items", "Shield +1", rng, {})


def test_trait_weapons_have_their_effects_and_chances(catalog: Catalog) -> None:
    venomous, dazzling = (
        part(catalog, f"{trait} Dagger +1", magic.Proc) for trait in ("Venomous", "Dazzling")
    )
    assert venomous.use.effects == (DamageOverTime(2),)
    assert dazzling.use.effects == (Confuse(2),)
    assert (venomous.chance, venomous.on_self) == (0.25, False)


def test_how_many_there_are(catalog: Catalog) -> None:
    templates = 32
    """The source game's 30, the Buckler that it forgot, and the Longbow."""
    made = catalog.generated
    assert len(made) == templates * 6 + 10 * 5 * len(catalog.traits)
    assert sum(name.startswith(("Venomous", "Dazzling")) for name in made) == 100
    assert "Venomous Dagger -1" not in made
    assert "Venomous Shield +1" not in made


@pytest.mark.parametrize(
    ("name", "weight", "depth"),
    [
        ("Dagger -1", 9, 7),
        ("Dagger +1", 9, 1),
        ("Dagger +2", 8, 4),
        ("Dagger +3", 7, 7),
        ("Dagger +4", 6, 10),
        ("Dagger +5", 5, 13),
        ("Venomous Dagger +1", 8, 2),
        ("Venomous Dagger +2", 7, 5),
        ("Venomous Dagger +3", 6, 8),
        ("Venomous Dagger +4", 5, 11),
        ("Venomous Dagger +5", 4, 14),
    ],
)
def test_where_they_spawn(catalog: Catalog, name: str, weight: int, depth: int) -> None:
    favours = catalog.spawn_table.region(depth).favours
    favoured = favours.get("Venomous", 1) if name.startswith("Venomous") else 1
    assert (name, weight * favoured) in catalog.spawn_table.pools("items", depth)["enchanted"]
    assert name not in dict(catalog.spawn_table.pools("items", depth - 1).get("enchanted", []))


def test_a_row_of_the_data_is_not_overwritten() -> None:
    dagger: dict[str, Any] = {
        "name": "Dagger",
        "weapon": {"base_damage": "1d4"},
        "template_magic": {"unidentified_name": "Unidentified Dagger", "bonus_max": 2},
    }
    own = {"name": "Dagger +1", "weapon": {"base_damage": "9"}}
    catalog = load_catalog([{"items": [dagger, own]}])
    assert catalog.names("items") == ("Dagger", "Dagger +1", "Dagger +2")
    assert part(catalog, "Dagger +1", items.Weapon).base_damage == Dice(bonus=9)


def test_traits_may_be_rare_and_deep() -> None:
    sword = {
        "name": "Sword",
        "text": "Sharp.",
        "weapon": {"base_damage": "1d8"},
        "template_magic": {"unidentified_name": "Sword", "bonus_max": 2},
    }
    trait = {
        "name": "Vampiric",
        "text": "Thirsty.",
        "effects": {"provides_healing": "2"},
        "proc_chance": 0.5,
        "proc_target": "Self",
        "weight": 5,
        "min_depth": 4,
    }
    catalog = load_catalog([{"items": [sword], "weapon_traits": [trait]}])
    made = catalog.generated
    assert [
        (made[f"Vampiric Sword +{b}"].weight, made[f"Vampiric Sword +{b}"].min_depth)
        for b in (1, 2)
    ] == [(4, 4), (4, 5)]
    proc = part(catalog, "Vampiric Sword +1", magic.Proc)
    assert (proc.chance, proc.on_self) == (0.5, True)
    assert part(catalog, "Vampiric Sword +1", Described).text == "Sharp. Thirsty."
