"""Chance: dice as they are written, seeded streams, and what stands in for chance where a forecast tries rolls."""

from collections import Counter
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.core import trial_rolls
from roguelike.core.formula import MOST_DICE, MOST_SIDES, Dice, parse_dice
from roguelike.core.rng import Stream, pick_weighted

seeds = st.one_of(st.integers(), st.text(max_size=8))


def rolls(stream: Stream) -> list[int]:
    """Draw a few numbers."""
    return [stream.below(1000) for _ in range(20)]


@given(seeds, st.text(max_size=8))
def test_the_same_name_gives_the_same_rolls(seed: int | str, name: str) -> None:
    assert rolls(Stream(seed, name)) == rolls(Stream(seed, name))


def test_streams_of_other_names_or_seeds_differ() -> None:
    drawn = [
        tuple(rolls(Stream(seed, name)))
        for seed in ("1", "2", "11")
        for name in ("", "map", "play")
    ]
    assert len(set(drawn)) == len(drawn)


PINNED = (938, 330, 2, 32, 677, 564, 360, 467)


def test_the_first_rolls_are_pinned() -> None:
    """A change of these numbers breaks every seed that anyone wrote down."""
    assert rolls(Stream("42", "play"))[:8] == list(PINNED)


@given(seeds, st.integers(0, 40))
def test_a_state_taken_up_again_goes_on_alike(seed: int | str, drawn: int) -> None:
    stream, other = Stream(seed), Stream("something else")
    for _ in range(drawn):
        stream.below(6)
    state = stream.state()
    expected = rolls(stream)
    other.restore(state)
    assert rolls(other) == expected


def test_a_state_is_plain_whole_numbers() -> None:
    assert all(type(word) is int for word in Stream(1).state())


@given(seeds, st.integers(1, 10_000))
def test_below_stays_below(seed: int | str, count: int) -> None:
    assert 0 <= Stream(seed).below(count) < count


@given(seeds, st.integers(-50, 50), st.integers(0, 50))
def test_between_includes_both_ends(seed: int | str, low: int, more: int) -> None:
    assert low <= Stream(seed).between(low, low + more) <= low + more


def test_both_ends_do_come_up() -> None:
    stream = Stream("ends")
    assert {stream.between(3, 5) for _ in range(100)} == {3, 4, 5}
    assert {stream.die(4) for _ in range(100)} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("percent", "low", "high"), [(0, 0, 0), (-5, 0, 0), (100, 4000, 4000), (25, 850, 1150)]
)
def test_chances_are_percents(percent: float, low: int, high: int) -> None:
    stream = Stream("chances")
    assert low <= sum(stream.chance(percent) for _ in range(4000)) <= high


@given(seeds, st.lists(st.integers(), min_size=1, max_size=30))
def test_shuffling_keeps_everything(seed: int | str, items: list[int]) -> None:
    shuffled = list(items)
    Stream(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_every_order_is_as_likely() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    stream = Stream("orders")
    for _ in range(6000):
        items = [1, 2, 3]
        stream.shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_picks_are_as_frequent_as_their_weights() -> None:
    stream = Stream("weights")
    counts = Counter(pick_weighted(stream, [("a", 1), ("b", 3), ("never", 0)]) for _ in range(4000))
    assert set(counts) == {"a", "b"}
    assert 2850 < counts["b"] < 3150


def test_nothing_to_pick_is_none() -> None:
    stream = Stream(1)
    before = stream.state()
    assert pick_weighted(stream, []) is None
    assert pick_weighted(stream, [("a", 0), ("b", -1)]) is None
    assert stream.state() == before


def test_the_least_weight_can_still_be_picked() -> None:
    picked = {pick_weighted(Stream(seed), [("heavy", 1.0), ("light", 0.25)]) for seed in range(60)}
    assert picked == {"heavy", "light"}


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


@pytest.mark.parametrize("slices", [1, 4, 16])
def test_each_roll_of_all_samples_covers_every_part_once(slices: int) -> None:
    strata = trial_rolls.Strata(16, "a test", slices)
    for roll in range(5):
        assert sorted(strata.shares(0, roll)) == [(place + 0.5) / 16 for place in range(16)]


def test_each_slice_of_the_samples_covers_every_larger_part_once() -> None:
    strata = trial_rolls.Strata(16, "a test", slices=4)
    for roll in range(5):
        for first in range(0, 16, 4):
            shares = strata.shares(0, roll)[first : first + 4]
            assert sorted(int(share * 4) for share in shares) == [0, 1, 2, 3]


@pytest.mark.parametrize("chance", [1 / 20, 1 / 6, 0.35])
def test_batches_together_are_evenly_spread(chance: float) -> None:
    """With the same shares in each batch of 32, one in twenty stayed one in sixteen, however many were played."""
    for batches in (1, 2, 8, 24):
        strata = [trial_rolls.Strata(32, f"test {each}", batch=each) for each in range(batches)]
        shares = [share for each in strata for share in each.shares(0, 1)]
        assert len(set(shares)) == 32 * batches
        told = sum(share < chance for share in shares) / len(shares)
        assert abs(told - chance) <= 1.5 / (32 * batches)


def test_rolls_of_one_name_and_place_are_the_same_whatever_was_asked_before() -> None:
    early, late = trial_rolls.Strata(8, "a test"), trial_rolls.Strata(8, "a test")
    for roll in range(4):
        early.shares(1, roll)
    assert early.shares(0, 3) == late.shares(0, 3)
    assert trial_rolls.Strata(8, "another").shares(0, 3) != late.shares(0, 3)


LOWEST = {"high": False, "lucky": False}


def rolled(*asked: str) -> trial_rolls.ExtremeRolls:
    """Return the lowest corner after some questions."""
    rng = trial_rolls.ExtremeRolls(**LOWEST)
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
        ((), trial_rolls.ExtremeRolls(high=True, lucky=True, pick=3)),
        (("certain",), trial_rolls.ExtremeRolls(**LOWEST, pick=1)),
        (("dice",), trial_rolls.ExtremeRolls(high=False, lucky=True, pick=1)),
        (("dice",), trial_rolls.ExtremeRolls(high=True, lucky=False, dice=0.0)),
        (("hit",), trial_rolls.ExtremeRolls(high=False, lucky=False, dice=1.0)),
        (("hit", "dice", "chance", "pick"), trial_rolls.ExtremeRolls(**LOWEST)),
    ],
)
def test_a_corner_settles_what_answers_the_same_to_all_it_was_asked(
    asked: tuple[str, ...], other: trial_rolls.ExtremeRolls
) -> None:
    assert rolled(*asked).has_settled(other)


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        (("dice",), trial_rolls.ExtremeRolls(high=True, lucky=False)),
        (("hit",), trial_rolls.ExtremeRolls(high=True, lucky=False, dice=0.0)),
        (("chance",), trial_rolls.ExtremeRolls(high=False, lucky=True)),
        (("chance",), trial_rolls.ExtremeRolls(**LOWEST, only=0)),
        (("pick",), trial_rolls.ExtremeRolls(**LOWEST, pick=1)),
    ],
)
def test_a_corner_does_not_settle_what_answers_otherwise(
    asked: tuple[str, ...], other: trial_rolls.ExtremeRolls
) -> None:
    assert not rolled(*asked).has_settled(other)


def test_a_corner_counts_in_how_many_ways_its_rolls_could_have_fallen() -> None:
    assert rolled("certain").ways == 1
    assert rolled("hit", "dice", "chance", "pick").ways == 20 * 11 * 2 * 2


@pytest.mark.parametrize("percent", [5, 30, 50, 95])
def test_few_samples_of_many_dice_succeed_as_often_as_they_are_to(percent: int) -> None:
    """Of eight shares in the middle of their parts two are below 30 percent, and fires spread too seldom."""
    came = sum(
        trial_rolls.Tossed(7, partial(int, place), sample, 8).chance(percent)
        for place in range(1, 2001)
        for sample in range(8)
    )
    assert came / 16_000 == pytest.approx(percent / 100, abs=0.005)
