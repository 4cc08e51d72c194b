"""Mapping, identifying, lifting curses; learning spells; eating."""

from roguelike.actions import acting, item_use
from roguelike.components import vitals
from roguelike.effects import learning
from roguelike.testing import Arena
from tests.rooms import Draw, component, do, inflict, unchanged

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


def test_hotkeys_keep_the_order_of_learning(draw: Draw) -> None:
    arena = draw(ALONE)
    for book in ("Venom 101", "Beginner's Magic", "Arachnophilia 101"):
        arena.use(arena.give(arena.player, book))
    assert arena.known_spells() == ["Venom", "Zap", "Web"]


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


def test_food_makes_well_fed(draw: Draw) -> None:
    arena = draw(ALONE)
    clock = component(arena.player, vitals.HungerClock)
    clock.state, clock.turns = "Starving", 3
    result = arena.use(arena.give(arena.player, "Rations"))
    assert result.refused is None
    assert (clock.state, clock.turns) == ("Well Fed", 300)
    assert any("well fed" in line for line in result.log)


def test_a_creature_without_hunger_cannot_eat(draw: Draw) -> None:
    arena = draw("#####\n#@g.#\n#####")
    goblin = arena.find("Goblin")
    food = arena.give(goblin, "Rations")
    assert arena.use(food, by=goblin).refused == "That needs no food."
    assert arena.inventory(goblin) == ["Rations"]
