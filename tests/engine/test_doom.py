"""Of what the player already suffers it is told whether it kills them, and in how many turns."""

import pytest

from roguelike.engine.foreseeing.doom import turns_to_live
from roguelike.testing import Arena
from tests.rooms import inflict

CELL = "####\n#@.#\n####"


@pytest.mark.parametrize(
    ("damage", "turns", "dies_in"), [(4, 9, 0), (4, 10, 10), (4, 104, 10), (3, 104, 14), (40, 1, 1)]
)
def test_the_turn_is_told_in_which_poison_kills(damage: int, turns: int, dies_in: int) -> None:
    """Poisoned for 104 turns at 4 each, a hero of 122 hit points was told: "You lose 4; to Venom"."""
    with Arena.from_ascii(CELL) as arena:
        arena.set_pools(arena.player, hp=40, max_hp=90)
        inflict(arena, "damage_over_time", arena.player, damage=damage, turns=turns)
        before = arena.state_hash()
        assert turns_to_live(arena.game) == dies_in
        assert arena.state_hash() == before
        for _ in range(dies_in - 1 if dies_in else turns):
            arena.wait(1)
        assert arena.player not in arena.game.dead
        if dies_in:
            arena.wait(1)
            assert arena.player in arena.game.dead


def test_two_together_kill_sooner_than_either() -> None:
    with Arena.from_ascii(CELL) as arena:
        arena.set_pools(arena.player, hp=40, max_hp=90)
        inflict(arena, "damage_over_time", arena.player, damage=4, turns=9)
        inflict(arena, "status", arena.player, status="Burning", turns=9, strength=2)
        assert 0 < turns_to_live(arena.game) < 9
