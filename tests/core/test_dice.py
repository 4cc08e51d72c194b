"""Dice: read, written, bounded, rolled."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.core.dice import MOST_DICE, MOST_SIDES, Dice, parse_dice
from roguelike.core.rng import Stream

dice = st.builds(Dice, st.integers(1, 12), st.integers(1, 30), st.integers(-20, 20))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2d6", Dice(2, 6, 0)),
        ("2d6+3", Dice(2, 6, 3)),
        ("1d8-1", Dice(1, 8, -1)),
        ("d20", Dice(1, 20, 0)),
        (" 3D4 + 2 ", Dice(3, 4, 2)),
        ("7", Dice(0, 0, 7)),
        ("-2", Dice(0, 0, -2)),
        (5, Dice(0, 0, 5)),
        (f"{MOST_DICE}d{MOST_SIDES}", Dice(MOST_DICE, MOST_SIDES, 0)),
    ],
)
def test_dice_are_read(text: str | int, expected: Dice) -> None:
    assert parse_dice(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "d", "2d", "d6d6", "two", "2x6", "1.5", "2d6+", "0d6", "1d0", "101d6", "1d1001", "2d-6"],
)
def test_what_is_no_dice_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not dice|is out of bounds") as caught:
        parse_dice(text)
    assert repr(text) in str(caught.value)


@given(dice)
def test_dice_read_back_what_they_write(value: Dice) -> None:
    assert parse_dice(str(value)) == value


@given(st.integers(-50, 50))
def test_plain_numbers_read_back_too(number: int) -> None:
    assert parse_dice(str(Dice(bonus=number))) == Dice(bonus=number)


@given(dice, st.integers())
def test_rolls_stay_within_bounds(value: Dice, seed: int) -> None:
    roll = value.roll(Stream(seed))
    assert value.least <= roll <= value.most
    assert value.least <= value.mean <= value.most


def test_every_face_comes_up_about_as_often() -> None:
    stream = Stream("faces")
    counts = Counter(Dice(1, 6).roll(stream) for _ in range(6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in counts.values())


def test_a_plain_number_rolls_nothing() -> None:
    stream = Stream(1)
    before = stream.state()
    assert Dice(bonus=4).roll(stream) == 4
    assert stream.state() == before


def test_a_bonus_adds_up() -> None:
    assert Dice(2, 6, 1).plus(3) == Dice(2, 6, 4)
    assert Dice(2, 6, 1).plus(-3) == Dice(2, 6, -2)
