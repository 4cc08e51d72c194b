"""The pilot: what it promises to whoever plays the program with it."""

import pytest

from roguelike.testing import Pilot


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (10, 5), (0, 0)])
def test_a_console_that_no_screen_fits_into_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="80x24 or more"):
        Pilot(size=size)


def test_what_a_test_put_into_the_game_is_there_when_the_last_turns_are_looked_back_on() -> None:
    with Pilot(seed=9) as pilot:
        pilot.press("enter")
        pilot.press(".")
        arena = pilot.arena
        x, y = arena.position(arena.player) or (0, 0)
        arena.spawn("Hall Troll", x + 1, y)
        arena.set_pools(arena.player, hp=3)
        for _ in range(40):
            pilot.press(".")
            pilot.advance(1)
            if "GameOver" in pilot.screens:
                break
        pilot.press("down", "down", "down", "down", "enter")
        pilot.advance(20)
        page = "\n".join(pilot.text)
        assert "with 3 of 30 hit points" in page, page


def test_the_smallest_console_shows_every_column_and_row() -> None:
    with Pilot(size=(80, 24)) as pilot:
        assert [len(row) for row in pilot.text] == [80] * 24
