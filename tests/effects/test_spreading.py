"""Fires and clouds that outlive whoever made them."""

from tests.rooms import Draw, inflict


def test_a_fire_burns_on_when_its_maker_is_dead_and_buried(draw: Draw) -> None:
    arena = draw("#######\n#@..g.#\n#######", hp=99)
    goblin = arena.find("Goblin")
    arena.teach("Kindle", goblin)
    arena.set_pools(goblin, max_mana=9, mana=9)
    assert arena.cast("Kindle", (2, 1), by=goblin).refused is None
    inflict(arena, "damage", goblin, amount="999", by=arena.player)
    arena.move(1, 0)
    before = arena.hp(arena.player)
    arena.wait(2)
    assert not arena.alive(goblin)
    assert arena.hp(arena.player) < before
