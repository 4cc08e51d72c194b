"""Mushrooms stay where they grew."""

from tests.rooms import Draw


def test_a_mushroom_bursts_but_never_walks(draw: Draw) -> None:
    arena = draw("##########\n#@......S#\n##########", minds=True)
    mushroom = arena.find("Sporecap Mushroom")
    arena.wait(10)
    assert arena.position(mushroom) == (8, 1)
