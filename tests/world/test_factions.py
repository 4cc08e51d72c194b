"""Who is on whose side."""

from roguelike.world.factions import are_friends
from tests.rooms import Draw


def test_who_is_whose_friend(draw: Draw) -> None:
    arena = draw("########\n#@gkfbr#\n########", {"r": "Rock Golem", "b": "Bat"})
    game = arena.game
    goblin, kobold, friend = (arena.find(name) for name in ("Goblin", "Kobold", "Friend"))
    golem, bat = arena.find("Rock Golem"), arena.find("Bat")
    assert are_friends(game, arena.player, arena.player)
    assert are_friends(game, goblin, kobold)
    assert are_friends(game, arena.player, friend)
    assert are_friends(game, arena.player, golem)
    assert not are_friends(game, arena.player, goblin)
    assert not are_friends(game, goblin, arena.player)
    assert not are_friends(game, goblin, bat)


def test_a_door_and_a_potion_are_nobodys_friends(draw: Draw) -> None:
    arena = draw("######\n#@+!.#\n######")
    door, potion = arena.find("Door"), arena.find("Health Potion")
    assert not are_friends(arena.game, arena.player, potion)
    assert not are_friends(arena.game, door, arena.player)
