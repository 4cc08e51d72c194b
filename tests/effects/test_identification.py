"""What the player comes to know of things, and by what: wearing, using, and counting what is left."""

import pytest

from roguelike.components.items import Magic
from roguelike.raws.catalog import load_catalog
from tests.halls import Stage

CATALOG = load_catalog()
FOE = (7, 3)
NAMINGS = ("potion", "scroll", "rod", "staff", "ring", "amulet")


def called(naming: str) -> list[str]:
    """List the kinds of things that are all called so while unknown."""
    return [
        name
        for name in CATALOG.names("items")
        for part in CATALOG.templates("items", name)
        if isinstance(part, Magic) and part.naming == naming
    ]


@pytest.mark.parametrize("naming", NAMINGS)
def test_no_two_kinds_look_alike_and_two_of_one_kind_do(stage: Stage, naming: str) -> None:
    arena = stage()
    kinds = called(naming)
    shown = [arena.shown_name(arena.give(arena.player, name)) for name in kinds]
    assert len(set(shown)) == len(kinds) > 1
    assert not set(shown) & set(kinds)
    assert shown == [arena.shown_name(arena.give(arena.player, name)) for name in kinds]


@pytest.mark.parametrize("naming", NAMINGS)
def test_the_last_of_its_like_is_known_by_elimination(stage: Stage, naming: str) -> None:
    arena = stage()
    *others, one, last = called(naming)
    item = arena.give(arena.player, last)
    hidden = arena.shown_name(item)
    for name in others:
        arena.identify(name)
    assert arena.shown_name(item) == hidden
    arena.identify(one)
    assert arena.shown_name(item).startswith(last)


def test_using_the_last_but_one_rod_tells_both(stage: Stage) -> None:
    arena = stage()
    *others, last = [name for name in called("rod") if name != "Rod of Venom"]
    for name in others:
        arena.identify(name)
    rod, other = arena.give(arena.player, "Rod of Venom"), arena.give(arena.player, last)
    arena.use(rod, FOE)
    assert arena.shown_name(rod) == "Rod of Venom (4)"
    assert arena.shown_name(other).startswith(last)


def test_what_the_player_wears_the_player_knows(stage: Stage) -> None:
    arena = stage()
    assert arena.shown_name(arena.equip(arena.player, "Longsword +2")) == "Longsword +2"
    arena.equip(arena.find("Goblin"), "Shield +1")
    assert arena.shown_name(arena.give(arena.player, "Shield +1")) == "Unidentified Shield"


@pytest.mark.parametrize("bonus", ["-1", "+1"])
def test_enchanted_gear_keeps_its_capital_in_a_sentence(stage: Stage, bonus: str) -> None:
    arena = stage()
    arena.identify(f"Shield {bonus}")
    assert arena.use(arena.give(arena.player, f"Shield {bonus}")).log == (
        f"You put on a Shield {bonus}.",
    )


@pytest.mark.parametrize("name", ["Identify Scroll", "Remove Curse Scroll", "Recharging Scroll"])
def test_a_refusal_does_not_tell_what_an_unknown_scroll_is(stage: Stage, name: str) -> None:
    arena = stage()
    scroll = arena.give(arena.player, name)
    assert arena.use(scroll).refused == "You sense that it would do nothing now."
    arena.identify(name)
    assert arena.use(scroll).refused == "You have nothing that it could be used on."
