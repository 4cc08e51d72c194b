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
