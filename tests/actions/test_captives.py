"""Captives and tolls: who is freed, who turns on their savior, and what a barred way costs."""

import pytest

from roguelike.actions.action import Done
from roguelike.actions.bargaining import Agree
from roguelike.components.vitals import Pools
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.engine.invariants import faults
from roguelike.world.factions import master_of
from tests.bargains import agree, bargaining, group, names
from tests.rooms import component


def test_a_captive_joins_or_turns_on_who_opens_and_the_forecast_says_how_likely() -> None:
    with bargaining("#####\n#@C.#\n#####") as arena:
        seen = foresee(arena.game, arena.player, Agree(arena.find("Caged Imp"), "Open it"))
        assert seen.notes["the imp joins you"] == pytest.approx(0.5)
        assert seen.notes["the imp turns on you"] == pytest.approx(0.5)
    ends = set()
    for seed in range(8):
        with bargaining("#####\n#@C.#\n#####", seed=seed) as arena:
            assert agree(arena, "Caged Imp", "Open it") == Done()
            imp = arena.find("Imp")
            ends.add(master_of(imp) == arena.player)
            assert arena.position(imp) == (2, 1)
            assert faults(arena.game) == []
    assert ends == {True, False}


def test_of_two_captives_one_goes_free() -> None:
    with bargaining("######\n#c@C.#\n######") as arena:
        group(arena, arena.find("Caged Imp"), arena.find("Caged Rat"))
        assert agree(arena, "Caged Rat", "Open it") == Done()
        assert master_of(arena.find("Rat")) == arena.player
        assert names(arena, 3, 1) == ["Bent Cage"]
        assert faults(arena.game) == []


def test_a_toll_is_paid_or_the_bar_broken() -> None:
    with bargaining("#####\n#@T.#\n#####") as arena:
        component(arena.player, Pools).gold = 40.0
        assert agree(arena, "Toll Bar", "Pay") == Done()
        assert component(arena.player, Pools).gold == 10.0
        assert arena.game.standing == {}
    with bargaining("#####\n#@T.#\n#####") as arena:
        seen = foresee(arena.game, arena.player, Agree(arena.find("Toll Bar"), "Break it"))
        assert any("think worse of you" in words for words in seen.notes)
        assert agree(arena, "Toll Bar", "Break it") == Done()
        assert arena.game.standing == {"Townsfolk": -40}
