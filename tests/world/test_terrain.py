"""What the ground is called."""

import pytest

from roguelike.world.terrain import Tile, ground_called


@pytest.mark.parametrize(
    ("theme", "column", "called"),
    [("default", 3, "a wall"), ("forest", 3, "a tree"), ("limestone|40|dwarven", 39, "rock"),
     ("limestone|40|dwarven", 40, "a wall"), ("nowhere", 0, "a wall"), ("", 0, "a wall")],
)  # fmt: skip
def test_a_wall_is_called_after_what_it_is_made_of(theme: str, column: int, called: str) -> None:
    assert ground_called(Tile.WALL, theme, column) == called


def test_a_floor_is_called_after_the_place() -> None:
    assert ground_called(Tile.FLOOR, "forest", 1) == "the forest floor"
    assert ground_called(Tile.FLOOR, "dwarven", 1) == "the floor"


def test_other_ground_is_the_same_everywhere() -> None:
    assert ground_called(Tile.DEEP_WATER, "forest", 1) == "deep water"
