"""Regions and groups: what they change, and what is said of those that make no sense."""

from typing import Any

from roguelike.raws.catalog import Catalog, load_catalog
from tests.rooms import RULES, rules


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
