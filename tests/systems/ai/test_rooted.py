"""Mushrooms stay where they grew."""

from roguelike.testing import Arena


def test_a_mushroom_bursts_but_never_walks() -> None:
    room = "##########\n#@......m#\n##########"
    with Arena.from_ascii(room, {"m": "Sporecap Mushroom"}, minds=True) as arena:
        mushroom = arena.find("Sporecap Mushroom")
        arena.wait(10)
        assert arena.position(mushroom) == (8, 1)
