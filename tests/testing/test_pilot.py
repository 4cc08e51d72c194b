"""The pilot: what it promises to whoever plays the program with it."""

import pytest

from roguelike.testing import Pilot


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (10, 5), (0, 0)])
def test_a_console_that_no_screen_fits_into_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="80x24 or more"):
        Pilot(size=size)


def test_the_smallest_console_shows_every_column_and_row() -> None:
    with Pilot(size=(80, 24)) as pilot:
        assert [len(row) for row in pilot.text] == [80] * 24
