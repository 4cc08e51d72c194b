"""What the player comes to know of things, and by what: wearing, using, and counting what is left.

Mapping, identifying, lifting curses; learning spells; eating.
"""

from collections.abc import Callable

import pytest

from roguelike.actions import acting, item_use
from roguelike.components import items
from roguelike.effects import learning
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from tests.halls import Stage, afflict
from tests.rooms import Draw, do, inflict, unchanged

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


ALONE = "####\n#@.#\n####"
HOUSE = """
    #############
    #@..#...#...#
    #...+...+...#
    #...#...#...#
    #############
"""


def test_mapping_shows_all_ground_and_what_borders_it(draw: Draw) -> None:
    arena = draw(HOUSE)
    explored = arena.game.level.explored
    assert not explored[10, 2]
    arena.use(arena.give(arena.player, "Magic Mapping Scroll"))
    explored = arena.game.level.explored
    assert explored[10, 2]
    assert explored[12, 2]
    assert explored[4, 1]
    assert not arena.game.level.visible[10, 2]


def test_mapping_a_known_level_is_refused(draw: Draw) -> None:
    arena = draw(HOUSE)
    arena.use(arena.give(arena.player, "Magic Mapping Scroll"))
    second = arena.give(arena.player, "Magic Mapping Scroll")
    with unchanged(arena):
        assert arena.use(second).refused == "You know every corner of this place already."


def test_a_monster_maps_nothing_for_the_player(draw: Draw) -> None:
    arena = draw("########\n#@.g#..#\n#...#..#\n########")
    goblin = arena.find("Goblin")
    scroll = arena.give(goblin, "Magic Mapping Scroll")
    assert arena.use(scroll, by=goblin).refused is not None
    assert not arena.game.level.explored[6, 1]


def test_identify_asks_which_of_the_unknown(draw: Draw) -> None:
    arena = draw(ALONE)
    scroll = arena.give(arena.player, "Identify Scroll")
    arena.identify("Identify Scroll")
    health = arena.give(arena.player, "Health Potion")
    arena.give(arena.player, "Health Potion")
    mana = arena.give(arena.player, "Mana Potion")
    arena.give(arena.player, "Rations")
    with unchanged(arena):
        asked = do(arena, item_use.UseItem(scroll))
        assert isinstance(asked, acting.Ask)
        assert (asked.what, asked.items) == ("item", (health, mana))
    assert do(arena, item_use.UseItem(scroll, None, mana)) == acting.Done()
    assert arena.shown_name(mana) == "Mana Potion"
    assert arena.shown_name(health) != "Health Potion"
    assert "Identify Scroll" not in arena.inventory()


def test_what_is_known_or_not_carried_cannot_be_chosen(draw: Draw) -> None:
    arena = draw("#####\n#@!.#\n#####")
    scroll = arena.give(arena.player, "Identify Scroll")
    arena.identify("Identify Scroll")
    unknown = arena.give(arena.player, "Mana Potion")
    arena.give(arena.player, "Haste Potion")
    for wrong in (arena.find("Health Potion"), scroll, 99_999):
        asked = do(arena, item_use.UseItem(scroll, None, wrong))
        assert isinstance(asked, acting.Ask)
        assert asked.what == "item"
        assert unknown in asked.items
    assert "Identify Scroll" in arena.inventory()


def test_a_rod_of_naming_spends_charges_only_when_it_names(draw: Draw) -> None:
    arena = draw(ALONE)
    rod = arena.give(arena.player, "Rod of Naming")
    potion = arena.give(arena.player, "Mana Potion")
    assert do(arena, item_use.UseItem(rod, None, potion)) == acting.Done()
    assert arena.charges(rod) == 2
    assert isinstance(do(arena, item_use.UseItem(rod)), acting.Refused)
    assert arena.charges(rod) == 2


def test_after_a_curse_is_lifted_the_thing_can_be_taken_off(draw: Draw) -> None:
    arena = draw(ALONE)
    cap = arena.equip(arena.player, "Dunce Cap")
    assert arena.drop(cap).refused is not None
    scroll = arena.give(arena.player, "Remove Curse Scroll")
    arena.identify("Remove Curse Scroll")
    assert do(arena, item_use.UseItem(scroll, None, cap)) == acting.Done()
    assert arena.drop(cap).refused is None
    assert "Dunce Cap" not in arena.inventory()


def test_carried_curses_can_be_lifted_only_when_known(draw: Draw) -> None:
    arena = draw(ALONE)
    arena.give(arena.player, "Dunce Cap")
    scroll = arena.give(arena.player, "Remove Curse Scroll")
    arena.identify("Remove Curse Scroll")
    assert arena.use(scroll).refused == "You have nothing that it could be used on."
    arena.identify("Dunce Cap")
    asked = do(arena, item_use.UseItem(scroll))
    assert isinstance(asked, acting.Ask)
    assert asked.what == "item"
    assert len(asked.items) == 1


def test_one_curse_lifted_leaves_the_other(draw: Draw) -> None:
    arena = draw(ALONE)
    arena.identify("Dunce Cap")
    one, other = (arena.give(arena.player, "Dunce Cap") for _ in range(2))
    inflict_on_item(arena, "remove_curse", one)
    arena.game.enter()

    assert (learning.is_cursed(one), learning.is_cursed(other)) == (False, True)


def inflict_on_item(arena: Arena, kind: str, item: int) -> None:
    """Let an effect land on an item."""
    inflict(arena, kind, item)


# --- books


def test_teaching_reaches_all_in_an_area_who_can_learn(draw: Draw) -> None:
    arena = draw("######\n#@gk.#\n######", knows="Gift")
    arena.cast("Gift", (2, 1))
    for entity in (arena.player, arena.find("Goblin"), arena.find("Kobold")):
        assert "Zap" in arena.known_spells(entity)


# --- food


def test_who_is_full_keeps_their_food(draw: Draw) -> None:
    arena = draw("#####\n#@..#\n#####")
    food = arena.give(arena.player, "Rations")
    assert arena.use(food).refused == "You could not eat another bite."
    assert "Rations" in arena.inventory()


def test_a_creature_without_hunger_cannot_eat(draw: Draw) -> None:
    arena = draw("#####\n#@g.#\n#####")
    goblin = arena.find("Goblin")
    food = arena.give(goblin, "Rations")
    assert arena.use(food, by=goblin).refused == "That needs no food."
    assert arena.inventory(goblin) == ["Rations"]
