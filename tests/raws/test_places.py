"""Regions and groups: what they change, and what is said of those that make no sense."""

from typing import Any

import pytest

from roguelike.raws.catalog import Catalog, load_catalog
from roguelike.raws.faults import DataError
from tests.rooms import RULES, rules


def data(**sections: Any) -> dict[str, Any]:
    """Return the rules' data with regions and groups of one's own."""
    return {**rules(), **sections}


def faults(**sections: Any) -> str:
    """Return the report on such data."""
    with pytest.raises(DataError) as caught:
        load_catalog((data(**sections),))
    return str(caught.value)


def region(**fields: Any) -> dict[str, Any]:
    return {"name": "Marsh", "min_depth": 3, "max_depth": 4, **fields}


def group(**fields: Any) -> dict[str, Any]:
    return {"name": "Pack", "members": [{"name": "Goblin", "count": "2"}], **fields}


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


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"favours": {"Goblin pie": 2}}, "is no school, item, weapon trait or category of finds"),
        ({"favours": {"gear": -1}}, "favours"),
        ({"min_depth": 5}, "5 is deeper than max_depth 4"),
        ({"arrivals": [["A."], ["B."], ["C."]]}, "has 3 sentences for 2 depths"),
        ({"tiles_per_mob": 0}, "tiles_per_mob"),
        ({"crowding": [1, 1, 1]}, "has 3 numbers for 2 depths"),
        ({"crowding": [0]}, "crowding"),
        ({"grouped": 2}, "grouped"),
        ({"items": "many"}, "items"),
    ],
)
def test_a_region_that_makes_no_sense_is_named(fields: dict[str, Any], fault: str) -> None:
    report = faults(regions=[region(**fields)])
    assert "Marsh" in report
    assert fault in report


def test_two_regions_cannot_claim_one_depth() -> None:
    other = region(name="Fen", min_depth=4, max_depth=6)
    assert "has depths that belong to Marsh too" in faults(regions=[region(), other])


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"members": []}, "members"),
        ({"members": [{"name": "Nobody"}]}, "there is no mob 'Nobody'"),
        ({"members": [{"name": "Goblin", "count": "1d2-1"}]}, "may be nobody"),
        (
            {"members": [{"name": "Goblin"}, {"name": "Goblin", "count": "0"}]},
            "members.1.count: is never anybody",
        ),
        ({"activity": "dance"}, "activity"),
        ({"props": ["Cloud"]}, "there is no prop 'Cloud'"),
        ({"min_depth": 9, "max_depth": 4}, "9 is deeper than max_depth 4"),
        ({"against": "Strangers"}, "there is no group 'Strangers'"),
        ({"against": "Pack"}, "is the group itself"),
        ({"asleep_chance": 1.5}, "asleep_chance"),
    ],
)
def test_a_group_that_makes_no_sense_is_named(fields: dict[str, Any], fault: str) -> None:
    report = faults(groups=[group(**fields)])
    assert "Pack" in report
    assert fault in report


def test_groups_at_odds_have_to_meet() -> None:
    near = group(against="Foes", max_depth=3)
    far = group(name="Foes", min_depth=5)
    assert "never meets it" in faults(groups=[near, far])


def talker(**deal: Any) -> dict[str, Any]:
    """Return the rules' data with a goblin who offers something."""
    found = rules()
    offer = {"name": "Listen", "told": "He talks.", "deed": "listened", **deal}
    goblin = next(row for row in found["mobs"] if row["name"] == "Goblin")
    goblin["bargain"] = {"text": "Hm?", "deals": [offer]}
    return found


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"deed": None}, "offers nothing"),
        ({"becomes": "Door"}, "nobody becomes one"),
        ({"when": {"done": ["sang"]}}, "no deal or death is remembered as 'sang'"),
        ({"when": {"done": ["listened"]}}, "when.done.0: 'listened' is its own deed"),
        (
            {"when": {"done": ["took the Amulet"], "undone": ["took the Amulet"]}},
            "when.undone.0: 'took the Amulet' is among the done too",
        ),
        ({"when": {"near": "Piano"}}, "there is no prop 'Piano'"),
        ({"when": {"people_of": "Nobody", "at_least": 3}}, "there is no mob 'Nobody'"),
        ({"when": {"at_least": 3}}, "says not whose opinion counts"),
        ({"when": {"people_of": "Goblin", "at_least": 9, "at_most": 3}}, "is more than at_most"),
        ({"price": {"gold": -1}}, "gold"),
    ],
)
def test_a_word_that_makes_no_sense_is_named(fields: dict[str, Any], fault: str) -> None:
    with pytest.raises(DataError) as caught:
        load_catalog((talker(**fields),))
    assert "Goblin" in str(caught.value)
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("when", "fault"),
    [
        (
            {"done": ["listened"], "undone": ["listened"]},
            "greetings.0.when.undone.0: 'listened' is among the done too",
        ),
        (
            {"people_of": "Goblin", "at_least": 9, "at_most": 3},
            "greetings.0.when.at_least: 9 is more than at_most 3",
        ),
        ({"at_most": 3}, "greetings.0.when: says not whose opinion counts"),
    ],
)
def test_a_greeting_that_can_never_be_said_is_named(when: dict[str, Any], fault: str) -> None:
    found = talker()
    goblin = next(row for row in found["mobs"] if row["name"] == "Goblin")
    goblin["bargain"]["greetings"] = [{"when": when, "text": "Ha."}]
    with pytest.raises(DataError) as caught:
        load_catalog((found,))
    assert fault in str(caught.value)


def test_a_greeting_may_follow_a_death() -> None:
    found = talker(when={"undone": ["slew the singer"]})
    found["mobs"][0]["slain_deed"] = "slew the singer"
    load_catalog((found,))


@pytest.mark.parametrize(
    ("above", "fault"),
    [
        ("Nobody's", 'there is no faction "Nobody\'s"'),
        ("Mindless", "'Mindless' does not speak for itself"),
        ("Player", "'Player' does not speak for itself"),
    ],
)
def test_a_faction_speaks_for_another_one_that_speaks_for_itself(above: str, fault: str) -> None:
    found = rules()
    player, mindless = found["faction_table"][:2]
    assert (player["name"], mindless["name"]) == ("Player", "Mindless")
    mindless["speaks_for"] = above
    if above == "Player":
        player["speaks_for"] = found["faction_table"][2]["name"]
    with pytest.raises(DataError) as caught:
        load_catalog((found,))
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"avengers": group()}, "avengers belong together"),
        ({"avengers": group(), "avenges": ["sang"]}, "no deal or death is remembered as 'sang'"),
        ({"avenges": ["sang"]}, "avengers belong together"),
        (
            {"avengers": group(members=[{"name": "Nobody"}]), "avenges": ["sang"]},
            "there is no mob 'Nobody'",
        ),
    ],
)
def test_avengers_that_make_no_sense_are_named(fields: dict[str, Any], fault: str) -> None:
    found = rules()
    found["faction_table"][1].update(fields)
    with pytest.raises(DataError) as caught:
        load_catalog((found,))
    assert fault in str(caught.value)


def test_a_sentence_on_arriving_says_something() -> None:
    assert "arrivals.0.1" in faults(regions=[region(arrivals=[["Mud.", ""]])])
