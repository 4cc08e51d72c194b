"""What the player comes to know of things, and by what: wearing, using, and counting what is left."""

from collections.abc import Callable

import pytest

from roguelike.actions import item_use
from roguelike.components import items
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from tests.halls import Stage, afflict

CATALOG = catalog_for(None)
FOE = (7, 3)
NAMINGS = ("potion", "scroll", "rod", "staff", "ring", "amulet")


def called(naming: str) -> list[str]:
    """List the kinds of things that are all called so while unknown."""
    return [
        name
        for name in CATALOG.names("items")
        for part in CATALOG.templates("items", name)
        if isinstance(part, items.Magic) and part.naming == naming
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
def test_the_last_unidentified_kind_is_identified_by_elimination(stage: Stage, naming: str) -> None:
    arena = stage()
    *others, one, last = called(naming)
    item = arena.give(arena.player, last)
    hidden = arena.shown_name(item)
    for name in others:
        arena.identify(name)
    assert arena.shown_name(item) == hidden
    arena.identify(one)
    assert arena.shown_name(item).startswith(last)


def test_identifying_the_last_but_one_kind_identifies_both(stage: Stage) -> None:
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
def test_a_scroll_with_nothing_to_work_on_is_used_up_while_unknown(stage: Stage, name: str) -> None:
    arena = stage()
    scroll = arena.give(arena.player, name)
    assert arena.use(scroll, FOE).log[-1] == "Nothing seems to happen."
    assert arena.inventory() == []
    scroll = arena.give(arena.player, name)
    assert arena.shown_name(scroll) == name
    assert arena.use(scroll).refused == "You have nothing that it could be used on."


SORTS = ("potion", "scroll", "rod", "staff")
SPOTS = (None, (4, 3), (5, 3), (7, 3), (11, 3), (12, 3), (13, 3), (1, 1), (0, 0), (30, 3))
"""Nowhere, oneself, near, at somebody, at the end of what may be reached, beyond it, a corner, a wall, off the map."""


def healthy(arena: Arena) -> None:
    """Leave everything as it is."""


def wounded(arena: Arena) -> None:
    """Wound the player."""
    arena.set_pools(arena.player, hp=3)


def spent(arena: Arena) -> None:
    """Take the player's mana."""
    arena.set_pools(arena.player, mana=0)


def ailing(arena: Arena) -> None:
    """Let the player suffer what potions mend."""
    afflict(arena, arena.player, "Damage Over Time", 9, 1)
    afflict(arena, arena.player, "Slowed", 9, 3)


def beset(arena: Arena) -> None:
    """Put a foe beside the player."""
    arena.spawn("Goblin", 5, 3)


def blest(arena: Arena) -> None:
    """Let the player have already what potions give, and things that scrolls work on."""
    for status in ("Hasted", "Shielded", "Invisible", "Regenerating", "Fireproof"):
        afflict(arena, arena.player, status, 50, 5)
    arena.give(arena.player, "Shield +1")


@pytest.mark.parametrize("naming", SORTS)
@pytest.mark.parametrize("scene", [healthy, wounded, spent, ailing, beset, blest])
def test_no_refusal_question_or_forecast_tells_unknown_kinds_apart(
    stage: Stage, naming: str, scene: Callable[[Arena], None]
) -> None:
    arena = stage()
    arena.set_pools(arena.player, max_hp=30, hp=30)
    scene(arena)
    answers = {
        (hidden(arena, item, str(found.refused)), found.refused is None, tuple(found.cells), tuple(found.path),
         len(found.outcomes), len(found.notes), spot)
        for name in called(naming)
        for item in [arena.give(arena.player, name)]
        for spot in SPOTS
        for found in [foresee(arena.game, arena.player, item_use.UseItem(item, spot))]
    }  # fmt: skip
    assert len(answers) == len(SPOTS)


def hidden(arena: Arena, item: int, text: str) -> str:
    """Leave out of a text by what it calls an unknown thing."""
    return text.replace(arena.shown_name(item), "it")


@pytest.mark.parametrize("name", ["Fireball Scroll", "Frost Scroll", "Warding Scroll"])
def test_what_reaches_less_far_works_as_far_as_it_reaches(stage: Stage, name: str) -> None:
    arena = stage()
    scroll = arena.give(arena.player, name)
    result = arena.use(scroll, (12, 3))
    assert result.refused is None
    assert arena.inventory() == []


def test_trying_a_rod_on_nothing_spends_a_charge(stage: Stage) -> None:
    arena = stage()
    rod = arena.give(arena.player, "Rod of Venom")
    charges = arena.charges(rod)
    assert arena.use(rod, (4, 1)).log[-1] == "Nothing seems to happen."
    assert arena.charges(rod) == charges - 1
    assert arena.shown_name(rod).startswith("Rod of Venom")
