"""Stand-ins for chance: samples that lie evenly, and corners of which none needs to be tried twice."""

import pytest

from roguelike.core.trial_rolls import ExtremeRolls, Strata


@pytest.mark.parametrize("slices", [1, 4, 16])
def test_each_roll_of_all_samples_covers_every_part_once(slices: int) -> None:
    strata = Strata(16, "a test", slices)
    for roll in range(5):
        assert sorted(strata.shares(0, roll)) == [(place + 0.5) / 16 for place in range(16)]


def test_each_slice_of_the_samples_covers_every_larger_part_once() -> None:
    strata = Strata(16, "a test", slices=4)
    for roll in range(5):
        for first in range(0, 16, 4):
            shares = strata.shares(0, roll)[first : first + 4]
            assert sorted(int(share * 4) for share in shares) == [0, 1, 2, 3]


def test_rolls_of_one_name_and_place_are_the_same_whatever_was_asked_before() -> None:
    early, late = Strata(8, "a test"), Strata(8, "a test")
    for roll in range(4):
        early.shares(1, roll)
    assert early.shares(0, 3) == late.shares(0, 3)
    assert Strata(8, "another").shares(0, 3) != late.shares(0, 3)


LOWEST = {"high": False, "lucky": False}


def rolled(*asked: str) -> ExtremeRolls:
    """Return the lowest corner after some questions."""
    rng = ExtremeRolls(**LOWEST)
    for question in asked:
        match question:
            case "hit":
                rng.below(20)
            case "dice":
                rng.total(2, 6)
            case "chance":
                rng.chance(50)
            case "pick":
                rng.choice("ab")
            case "certain":
                rng.chance(100), rng.below(1), rng.total(3, 1), rng.choice("a")
    return rng


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ((), ExtremeRolls(high=True, lucky=True, pick=3)),
        (("certain",), ExtremeRolls(**LOWEST, pick=1)),
        (("dice",), ExtremeRolls(high=False, lucky=True, pick=1)),
        (("dice",), ExtremeRolls(high=True, lucky=False, dice=0.0)),
        (("hit",), ExtremeRolls(high=False, lucky=False, dice=1.0)),
        (("hit", "dice", "chance", "pick"), ExtremeRolls(**LOWEST)),
    ],
)
def test_a_corner_settles_what_answers_the_same_to_all_it_was_asked(
    asked: tuple[str, ...], other: ExtremeRolls
) -> None:
    assert rolled(*asked).has_settled(other)


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        (("dice",), ExtremeRolls(high=True, lucky=False)),
        (("hit",), ExtremeRolls(high=True, lucky=False, dice=0.0)),
        (("chance",), ExtremeRolls(high=False, lucky=True)),
        (("chance",), ExtremeRolls(**LOWEST, only=0)),
        (("pick",), ExtremeRolls(**LOWEST, pick=1)),
    ],
)
def test_a_corner_does_not_settle_what_answers_otherwise(
    asked: tuple[str, ...], other: ExtremeRolls
) -> None:
    assert not rolled(*asked).has_settled(other)


def test_a_corner_counts_in_how_many_ways_its_rolls_could_have_fallen() -> None:
    assert rolled("certain").ways == 1
    assert rolled("hit", "dice", "chance", "pick").ways == 20 * 11 * 2 * 2
