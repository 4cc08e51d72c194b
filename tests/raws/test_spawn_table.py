"""What turns up where: the spawn table, regions and groups; nothing drowns or starves."""

from collections import Counter
from typing import Any

import pytest

from roguelike.core.rng import Stream
from roguelike.raws.catalog import load_catalog
from roguelike.world.catalog import Catalog
from roguelike.world.spawn_table import SpawnEntry, SpawnTable
from tests.rooms import RULES, rules

ROLLS = 4_000


def shares(catalog: Catalog, depth: int) -> Counter[str]:
    rng, found = Stream("spawn", str(depth)), Counter[str]()
    category = {
        name: category
        for category, pool in catalog.spawn_table.pools("items", depth).items()
        for name, _ in pool
    }
    for _ in range(ROLLS):
        name = catalog.spawn_table.roll("items", depth, rng)
        assert name is not None
        found[category[name]] += 1
    return found


@pytest.mark.parametrize("depth", [1, 2, 9, 14, 200])
def test_enchanted_gear_does_not_drown_potions_and_food(catalog: Catalog, depth: int) -> None:
    found = shares(catalog, depth)
    assert 0.46 < found["consumable"] / ROLLS < 0.58
    assert 0.03 < found["food"] / ROLLS < 0.08
    assert 0.11 < found["enchanted"] / ROLLS < 0.17


@pytest.mark.parametrize("depth", range(1, 31))
def test_every_depth_has_foes_finds_and_traps(catalog: Catalog, depth: int) -> None:
    foes = catalog.spawn_table.pools("mobs", depth)[""]
    assert len(foes) >= 4
    assert sum(weight for _, weight in foes) >= 20
    assert set(catalog.spawn_table.pools("items", depth)) == {
        "food",
        "consumable",
        "book",
        "gear",
        "enchanted",
        *(["rune"] if depth > 1 else []),
    }
    traps = sum(
        weight for name, weight in catalog.spawn_table.pools("props", depth)[""] if "Trap" in name
    )
    assert traps >= 5


def test_the_first_level_is_gentle(catalog: Catalog) -> None:
    foes = {name for name, _ in catalog.spawn_table.pools("mobs", 1)[""]}
    assert foes == {"Rat", "Kobold", "Bat", "Fox", "Deer"}


def test_nobody_of_the_town_and_no_builders_piece_spawns_by_itself(catalog: Catalog) -> None:
    everywhere = {
        name for depth in range(1, 101) for name, _ in catalog.spawn_table.pools("mobs", depth)[""]
    }
    assert not everywhere & {"Mom", "Barkeep", "Peasant", "Black Dragon"}


def test_each_weight_counts_for_what_it_says() -> None:
    table = SpawnTable([SpawnEntry("a", "mobs", 1), SpawnEntry("b", "mobs", 3)], {})
    rng = Stream("weights")
    found = Counter(table.roll("mobs", 1, rng) for _ in range(ROLLS))
    assert set(found) == {"a", "b"}
    assert 0.22 < found["a"] / ROLLS < 0.28


def test_weights_grow_with_depth_where_the_row_says_so() -> None:
    rows = [
        {
            "name": "Rat",
            "weight": 2,
            "min_depth": 1,
            "max_depth": 9,
            "add_map_depth_to_weight": True,
        }
    ]
    catalog = load_catalog([{"mobs": [{"name": "Rat"}], "spawn_table": rows}])
    assert catalog.spawn_table.pools("mobs", 4) == {"": [("Rat", 6)]}


def test_an_empty_table_spawns_nothing() -> None:
    catalog = load_catalog([{}])
    assert catalog.spawn_table.roll("items", 3, Stream(1)) is None


def test_categories_with_nothing_in_them_are_passed_over() -> None:
    rows = {
        "items": [{"name": "Bun", "consumable": {"effects": {"food": ""}}}, {"name": "Ring"}],
        "spawn_table": [{"name": "Bun", "weight": 1}, {"name": "Ring", "weight": 1}],
        "item_shares": [{"name": "enchanted", "share": 90}, {"name": "gear", "share": 0}],
    }
    catalog = load_catalog([rows])
    assert {catalog.spawn_table.roll("items", 1, Stream(seed)) for seed in range(40)} == {"Bun"}


def data(**sections: Any) -> dict[str, Any]:
    """Return the rules' data with regions and groups of one's own."""
    return {**rules(), **sections}


def region(**fields: Any) -> dict[str, Any]:
    return {"name": "Marsh", "min_depth": 3, "max_depth": 4, **fields}


def weights(catalog: Catalog, depth: int) -> dict[str, float]:
    pools = catalog.spawn_table.pools("items", depth).values()
    return {name: weight for pool in pools for name, weight in pool}


def test_a_region_favours_by_item_and_leaves_other_depths_alone() -> None:
    plain = load_catalog((RULES,))
    name, weight = next(iter(weights(plain, 3).items()))
    favoured = load_catalog((data(regions=[region(favours={name: 3})]),))
    assert weights(favoured, 3)[name] == 3 * weight
    assert weights(favoured, 5)[name] == weights(plain, 5)[name]


def test_a_region_favours_books_by_the_school_of_their_spell(catalog: Catalog) -> None:
    groves, wood = weights(catalog, 8), weights(catalog, 2)
    assert catalog.spells["Miasma"].school == "poison"
    assert groves["Bad Air"] > wood["Bad Air"]
    assert groves["The Careful Stove"] < wood["The Careful Stove"]


def test_each_region_of_the_game_owns_a_school(catalog: Catalog) -> None:
    owned = {2: "nature", 5: "fire", 8: "poison", 10: "shadow", 14: "demonic"}
    for depth, school in owned.items():
        favours = catalog.spawn_table.region(depth).favours
        assert favours[school] == max(favours.get(each, 1) for each in catalog.schools)


def test_every_level_below_the_town_is_told_of(catalog: Catalog) -> None:
    told = [catalog.spawn_table.region(depth).arrival(depth) for depth in range(2, 16)]
    assert all(told)
    assert len(set(told)) == len(told)
    assert catalog.spawn_table.region(40).arrival(40) == ""


def test_gloom_is_told_for_each_depth_and_the_last_number_holds_below(catalog: Catalog) -> None:
    marsh = load_catalog((data(regions=[region(max_depth=6, gloom_tiles=[0, 4])]),))
    assert [marsh.gloom(depth) for depth in range(2, 8)] == [0, 0, 4, 4, 4, 0]
    fallen = [catalog.gloom(depth) for depth in range(3, 40)]
    assert fallen == sorted(fallen), "no lamp reaches farther in the deep"
    assert (fallen[0], catalog.gloom(13)) == (0, 7), "14 tiles in the first caves, 7 in the Abyss"


def talker(**deal: Any) -> dict[str, Any]:
    """Return the rules' data with a goblin who offers something."""
    found = rules()
    offer = {"name": "Listen", "told": "He talks.", "deed": "listened", **deal}
    goblin = next(row for row in found["mobs"] if row["name"] == "Goblin")
    goblin["bargain"] = {"text": "Hm?", "deals": [offer]}
    return found


def test_a_greeting_may_follow_a_death() -> None:
    found = talker(when={"undone": ["slew the singer"]})
    found["mobs"][0]["slain_deed"] = "slew the singer"
    load_catalog((found,))
