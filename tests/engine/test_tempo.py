"""How long turns take, what slows or hastes whom, and how many are left to whoever suffers."""

import pytest

from roguelike.effects.foresight.coming import turns_to_live
from roguelike.engine.session import Session
from roguelike.engine.views.creatures import tempo_view
from roguelike.engine.views.records import TempoView
from roguelike.testing import Arena
from tests.rooms import inflict

ROOM = "#######\n#@..o.#\n#######"


def room() -> Arena:
    return Arena.from_ascii(ROOM, {"o": "Orc"}, minds=True)


def own(arena: Arena) -> TempoView:
    return tempo_view(arena.game, arena.player)


def test_nothing_slows_whoever_wears_nothing() -> None:
    with room() as arena:
        found = own(arena)
        assert (found.slowness, found.causes) == (0, ())
        assert 7 <= found.ticks <= 12


def test_gear_slows_its_wearer() -> None:
    with room() as arena:
        arena.equip(arena.player, "Longsword")
        arena.equip(arena.player, "Breastplate")
        found = own(arena)
        assert [name for name, _ in found.causes] == ["gear"]
        assert found.slowness == int(found.causes[0][1]) > 0


@pytest.mark.parametrize(("potion", "is_slower"), [("Haste Potion", False), ("Slow Potion", True)])
def test_statuses_are_named_as_the_game_calls_them(potion: str, is_slower: bool) -> None:  # noqa: FBT001
    with room() as arena:
        before = own(arena).ticks
        arena.identify(potion)
        arena.use(arena.give(arena.player, potion))
        found = own(arena)
        assert (found.slowness > 0) is is_slower
        assert found.ticks == before + found.slowness
        label = found.causes[0][0]
        assert label in {each.label for each in Session(arena.game).hud().statuses}


def test_others_are_told_of_alike() -> None:
    with room() as arena:
        arena.teach("Web")
        orc = arena.find("Orc")
        plain = tempo_view(arena.game, orc).slowness
        arena.cast("Web", arena.position(orc))
        found = tempo_view(arena.game, orc)
        assert found.slowness == plain + 10


def test_what_is_told_of_the_next_act_is_how_long_it_takes() -> None:
    with room() as arena:
        for _ in range(20):
            begun, told = arena.game.now, own(arena).ticks
            arena.turn("wait")
            if not arena.alive(arena.player):
                break
            assert arena.game.now - begun == told
            arena.set_pools(arena.player, hp=30)


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
