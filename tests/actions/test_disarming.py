"""Disarming: only what one has noticed, within reach; it may come off, hold, or go off."""

import pytest

from roguelike.actions import acting, disarming
from roguelike.components import spatial, vitals
from roguelike.core.rng import Stream
from roguelike.testing import Arena
from roguelike.world import changes
from roguelike.world.derived_stats import drop_stats
from tests.rooms import Draw, component, do, of, unchanged

ROOM = "#######\n#@^..m#\n#######"


class Rigged(Stream):
    """Chance that always rolls the same."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number

    def below(self, count: int) -> int:
        """Return the number."""
        return self.number


def noticed(arena: Arena, name: str) -> int:
    """Find a trap, and have it found."""
    trap = arena.find(name)
    component(trap, spatial.Hidden).found = True
    return trap


@pytest.mark.parametrize(
    ("natural", "gone", "hurt"), [(20, True, 0), (8, True, 0), (7, False, 0), (2, False, 0)]
)
def test_a_roll_decides_whether_a_trap_is_disarmed(
    draw: Draw, natural: int, hurt: int, *, gone: bool
) -> None:
    arena = draw(ROOM)
    trap = noticed(arena, "Bear Trap")
    arena.game.rng = Rigged(natural - 1)
    assert do(arena, disarming.Disarm(trap)) == acting.Done()
    assert arena.alive(trap) is not gone
    assert arena.hp(arena.player) == 30 - hurt
    assert len(of(arena.game.trace, changes.Rolled)) == 1
    told = [change.message.text for change in of(arena.game.trace, changes.Told)]
    assert told == [
        "You disarm the bear trap." if gone else "You cannot find the catch of the bear trap."
    ]


def test_quickness_is_added_to_the_disarming_roll(draw: Draw) -> None:
    arena = draw(ROOM)
    component(arena.player, vitals.Attributes).quickness = 14
    drop_stats(arena.player)
    trap = noticed(arena, "Bear Trap")
    arena.game.rng = Rigged(6 - 1)
    do(arena, disarming.Disarm(trap))
    assert not arena.alive(trap)


def test_a_roll_of_one_sets_the_trap_off(draw: Draw) -> None:
    arena = draw("######\n#@m.g#\n######")
    trap = noticed(arena, "Landmine")
    arena.game.rng = Rigged(0)
    do(arena, disarming.Disarm(trap))
    assert not arena.alive(trap)
    assert arena.hp(arena.player) == 12
    assert arena.xp(arena.player) == 100


@pytest.mark.parametrize("name", ["Bear Trap", "Landmine"])
def test_what_is_not_noticed_or_near_is_refused_alike(draw: Draw, name: str) -> None:
    arena = draw(ROOM)
    trap = arena.find(name)
    component(trap, spatial.Hidden).found = name == "Landmine"
    with unchanged(arena):
        assert isinstance(do(arena, disarming.Disarm(trap)), acting.Refused)


def test_a_hidden_trap_and_no_trap_are_refused_in_the_same_words(draw: Draw) -> None:
    arena = draw("######\n#@^!.#\n######")
    hidden = do(arena, disarming.Disarm(arena.find("Bear Trap")))
    nothing = do(arena, disarming.Disarm(arena.find("Health Potion")))
    assert isinstance(hidden, acting.Refused)
    assert hidden == nothing


def test_a_trap_on_another_level_is_out_of_reach(draw: Draw) -> None:
    arena = draw(ROOM)
    trap = noticed(arena, "Bear Trap")
    component(trap, spatial.Position).depth = 9
    with unchanged(arena):
        assert isinstance(do(arena, disarming.Disarm(trap)), acting.Refused)
