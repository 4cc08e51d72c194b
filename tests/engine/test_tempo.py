"""How long turns take, and what slows or hastes whom."""

import pytest

from roguelike.engine.session import Session
from roguelike.engine.views.creatures import tempo_view
from roguelike.engine.views.records import TempoView
from roguelike.testing import Arena

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
