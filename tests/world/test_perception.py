"""What things are called, as far as the player knows, what is in view, and who is on whose side."""

import numpy as np
import pytest

from roguelike.core.grammar import Message, Noun
from roguelike.testing import Arena
from roguelike.world import factions, perception
from tests.rooms import Draw, inflict

ALONE = "####\n#@.#\n####"


def test_the_article_of_a_name_is_small_within_a_sentence(stage: Draw) -> None:
    arena = stage("####\n#@K#\n####", {"K": "The Keeper of the Last Door"})
    keeper = perception.noun(arena.game, arena.find("The Keeper of the Last Door"))
    rat = Noun("rat", 99)
    assert (
        Message("{1} bite[s] {2}.", (rat, keeper)).text
        == "The rat bites the Keeper of the Last Door."
    )
    assert (
        Message("{1} bite[s] {2}.", (keeper, rat)).text
        == "The Keeper of the Last Door bites the rat."
    )


def test_another_game_has_other_names(draw: Draw) -> None:
    names = set()
    for seed in range(6):
        arena = draw(ALONE, seed=seed)
        names.add(arena.shown_name(arena.give(arena.player, "Fireball Scroll")))
    assert len(names) >= 5


def test_kinds_of_creatures_are_introduced(draw: Draw) -> None:
    game = draw(ALONE).game
    names = ("Goblin", "Arbat Dark Elf Leader", "Gaffer")
    introduced = [perception.kind_of_creature(game, name).introduced for name in names]
    assert introduced == ["a goblin", "an Arbat dark elf leader", "Gaffer"]


def test_what_is_gone_has_still_a_name_to_be_called(draw: Draw) -> None:
    arena = draw(ALONE)
    assert perception.true_name(99_999) == ""
    assert perception.noun(arena.game, 99_999).name
    assert perception.shown_name(arena.game, arena.player)


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("Leather Boots", True), ("Leather Boots +2", True), ("Rations", True), ("Dagger", False),
        ("Gauntlets of Ogre Power", True), ("Steel Greaves -1", True), ("Bones", True),
        ("Sarcophagus", False), ("Bear Trap", False),
    ],
)  # fmt: skip
def test_plural_is_data(name: str, plural: bool) -> None:  # noqa: FBT001
    with Arena.from_ascii("####\n#@.#\n####") as arena:
        assert arena.game.content.has("items", name) or arena.game.content.has("props", name)
        assert perception.kind_of_thing(arena.game, name).plural is plural


def test_titles_are_never_plural() -> None:
    assert perception.thing("The Hours", title=True).phrase == "The Hours"
    assert not perception.thing("The Hours", title=True).plural


def test_any_tile_of_a_large_body_in_view_will_do(draw: Draw) -> None:
    arena = draw("########\n#@.#D..#\n#......#\n########")
    giant = arena.find("Giant")
    assert perception.sees(arena.game, giant) == any(
        arena.game.level.visible[cell] for cell in ((4, 1), (5, 1), (4, 2), (5, 2))
    )
    assert perception.sees(arena.game, giant)


def test_one_always_sees_oneself(draw: Draw) -> None:
    arena = draw(ALONE)
    inflict(arena, "status", arena.player, status="Faded")
    assert perception.sees(arena.game, arena.player)


def test_who_sees_nothing_is_on_their_level_still(draw: Draw) -> None:
    arena = draw("#####\n#@.g#\n#####")
    level = arena.game.level
    level.explored[:] = True
    level.visible = np.zeros_like(level.visible)
    assert perception.seen_here(arena.game) == [arena.player]
    assert arena.forecast("step", (2, 1)).refused is None


def test_who_is_whose_friend(draw: Draw) -> None:
    arena = draw("########\n#@gkfbr#\n########", {"r": "Rock Golem", "b": "Bat"})
    game = arena.game
    goblin, kobold, friend = (arena.find(name) for name in ("Goblin", "Kobold", "Friend"))
    golem, bat = arena.find("Rock Golem"), arena.find("Bat")
    assert factions.are_friends(game, arena.player, arena.player)
    assert factions.are_friends(game, goblin, kobold)
    assert factions.are_friends(game, arena.player, friend)
    assert factions.are_friends(game, arena.player, golem)
    assert not factions.are_friends(game, arena.player, goblin)
    assert not factions.are_friends(game, goblin, arena.player)
    assert not factions.are_friends(game, goblin, bat)


def test_a_door_and_a_potion_are_nobodys_friends(draw: Draw) -> None:
    arena = draw("######\n#@+!.#\n######")
    door, potion = arena.find("Door"), arena.find("Health Potion")
    assert not factions.are_friends(arena.game, arena.player, potion)
    assert not factions.are_friends(arena.game, door, arena.player)
