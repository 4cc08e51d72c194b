"""What the page of an item says that is worn for its magic."""

import pytest

from roguelike.engine.session import Session
from tests.rooms import room


def told(item: str) -> list[str]:
    """Return the lines about an identified item."""
    with room("###\n#@#\n###", raws=None) as arena:
        entity = arena.give(arena.player, item)
        arena.identify(item)
        views = {view.entity: view for view in Session(arena.game).pack()}
        return list(views[entity].details)


def test_what_protects_from_an_element_says_what_it_does() -> None:
    assert "Worn: you take 25% of lightning damage." in told("Amulet of Grounding")


@pytest.mark.parametrize(
    ("item", "words"),
    [("Amulet of Grounding", "Worn on the neck."), ("Leather Cap", "Worn on the head. Armor 0.4.")],
)
def test_armor_is_told_only_of_what_has_some(item: str, words: str) -> None:
    assert words in told(item)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("Shortbow", "Wielded, it slows you by 1."),
        ("Steel Greaves +1", "Worn, it makes up for 0.5 of what your other gear slows you by."),
    ],
)
def test_gear_that_hinders_its_wearer_less_than_not_at_all_is_not_said_to_slow(
    item: str, words: str
) -> None:
    assert words in told(item)


def handled(*worn: str, carried: str = "") -> dict[str, str]:
    """Return the lines about each of some items that are worn, and of one that is carried, as one text by name."""
    with room("###\n#@#\n###", raws=None) as arena:
        for item in worn:
            arena.equip(arena.player, item)
        if carried:
            arena.give(arena.player, carried)
            arena.identify(carried)
        return {view.name: "\n".join(view.details) for view in Session(arena.game).pack()}


def test_a_ring_on_the_second_finger_is_not_compared_with_the_one_on_the_first() -> None:
    """Worn beside a Ring of Steady Feet, the Ring of Wit said "Instead of [it]: no change in numbers."."""
    told = handled("Ring of Steady Feet", "Ring of Wit")
    assert "Instead of" not in told["Ring of Wit"]


def test_a_ring_for_which_a_finger_is_free_is_compared_with_none() -> None:
    told = handled("Ring of Steady Feet", carried="Ring of Wit")
    assert "Worn: intelligence +2." in told["Ring of Wit"]
    assert "Instead of" not in told["Ring of Wit"]


def test_a_third_ring_is_compared_with_the_one_that_it_would_replace_in_attributes_too() -> None:
    told = handled("Ring of Steady Feet", "Ring of Rime", carried="Ring of Wit")
    assert "Instead of the Ring of Steady Feet: intelligence +2." in told["Ring of Wit"]


def test_a_shield_worn_instead_of_a_lantern_says_how_much_less_far_one_sees() -> None:
    """The lantern reaches 9 tiles, the hero's own light 6."""
    told = handled("Lantern", carried="Shield")
    assert "Worn, it sheds light 9 tiles far." in told["Lantern"]
    assert "Instead of the Lantern: armor +1, slowing +0.5, light -3." in told["Shield"]
