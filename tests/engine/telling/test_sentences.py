"""The check that the log's lines are sentences, and every line of random brawls held against it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.boards import Board, boards
from tests.sentences import faults


@pytest.mark.parametrize(
    "line",
    [
        "the rat bites.", "The the rat bites.", "You hits the rat.", "The rat take 5 damage.",
        "You pick up a apple.", "You pick up an dagger.", "You find 3  gold.", "The rat dies",
        "The rat takes 0 damage from Zap.", "You is ill.", "The {1} dies.", "The dungeon hits you.",
    ],
)  # fmt: skip
def test_the_check_of_sentences_finds_bad_ones(line: str) -> None:
    assert faults(line)


@pytest.mark.parametrize(
    "line",
    [
        "You hit the rat for 5.", "The rat takes 5 damage from Zap.", "Something hits you for 3.",
        "You pick up an apple.", "The Unidentified Gauntlets are Gauntlets of Ogre Power.",
        "Mom says: “Take care.”", "You die.", "You miss the rat.", "Your head stops pounding.",
    ],
)  # fmt: skip
def test_the_check_of_sentences_passes_good_ones(line: str) -> None:
    assert faults(line) == []


@given(boards(most=18), st.integers(0, 10_000))
def test_every_line_of_a_brawl_is_a_sentence(board: Board, seed: int) -> None:
    from random import Random

    rng = Random(seed)
    with board.arena(minds=True) as arena:
        arena.set_pools(arena.player, max_hp=300, hp=300, max_mana=100, mana=100)
        spells = ["Zap", "Blast", "Web", "Volley", "Call", "Blink", "Shove", "Singe"]
        for spell in spells:
            arena.teach(spell)
        for _ in range(12):
            spots = sorted(arena.game.level.blockers)
            arena.cast(rng.choice(spells), rng.choice(spots))
            arena.move(rng.randint(-1, 1), rng.randint(-1, 1))
            arena.pick_up()
            arena.wait()
        assert [(line, faults(line)) for line in arena.log if faults(line)] == []
