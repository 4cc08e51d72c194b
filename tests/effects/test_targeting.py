"""Four kinds of targets, each creature once, things left alone, the spared spared."""

import pytest

from roguelike.effects.dispatch import drain
from roguelike.testing import Arena
from roguelike.world.game import Area, Cause, Change, Several, Single, Spot, Targets
from tests.rooms import Draw, effect, lost

ROOM = """
    #########
    #@.g.k..#
    #..D..f.#
    #.......#
    #########
"""


def blow(arena: Arena, targets: Targets, *, by: int = 0) -> list[Change]:
    """Hurt some targets by 2 and return the changes."""
    game = arena.game
    game.enter()
    start = len(game.trace)
    game.push(effect("damage", amount=2), targets, by, Cause("a test", by))
    drain(game)
    return list(game.trace[start:])


def hurt(draw: Draw, targets: object, *, by: str | None = None) -> dict[str, int]:
    """Hurt some targets in the room and tell who lost how much."""
    arena = draw(ROOM)
    names = ("Goblin", "Kobold", "Giant", "Friend")
    folk = {name: arena.find(name) for name in names} | {"you": arena.player}
    if callable(targets):
        targets = targets(folk)
    trace = blow(arena, targets, by=folk[by] if by else 0)
    return {name: loss for name, entity in folk.items() if (loss := lost(trace, entity))}


EVERYWHERE = tuple((x, y) for x in range(1, 8) for y in range(1, 4))


def test_a_single_target_is_one_entity(draw: Draw) -> None:
    assert hurt(draw, lambda folk: Single(folk["Goblin"])) == {"Goblin": 2}


def test_several_targets_are_hit_once_each(draw: Draw) -> None:
    def targets(folk: dict[str, int]) -> Several:
        return Several((folk["Goblin"], folk["Kobold"], folk["Goblin"]))

    assert hurt(draw, targets) == {"Goblin": 2, "Kobold": 2}


def test_a_spot_is_a_tile_and_whoever_stands_there(draw: Draw) -> None:
    assert hurt(draw, Spot((3, 1))) == {"Goblin": 2}
    assert hurt(draw, Spot((2, 1))) == {}


@pytest.mark.parametrize("cell", [(3, 2), (4, 2), (3, 3), (4, 3)])
def test_any_tile_of_a_large_body_targets_it(draw: Draw, cell: tuple[int, int]) -> None:
    assert hurt(draw, Spot(cell)) == {"Giant": 2}


def test_an_area_hits_everyone_in_it_once_however_large(draw: Draw) -> None:
    everyone = {"Goblin": 2, "Kobold": 2, "Giant": 2, "Friend": 2, "you": 2}
    assert hurt(draw, Area(EVERYWHERE)) == everyone
    assert hurt(draw, Area(EVERYWHERE * 3)) == everyone


def test_an_area_may_spare_its_source(draw: Draw) -> None:
    assert "Goblin" not in hurt(draw, Area(EVERYWHERE, "self"), by="Goblin")
    assert "you" in hurt(draw, Area(EVERYWHERE, "self"), by="Goblin")


def test_an_area_may_spare_friends(draw: Draw) -> None:
    assert hurt(draw, Area(EVERYWHERE, "friends"), by="you") == {
        "Goblin": 2,
        "Kobold": 2,
        "Giant": 2,
    }
    assert hurt(draw, Area(EVERYWHERE, "friends"), by="Goblin") == {"Friend": 2, "you": 2}


def test_a_tile_off_the_map_is_nobodys(draw: Draw) -> None:
    assert hurt(draw, Spot((50, 50))) == {}
    assert hurt(draw, Area(((-1, -1), (3, 1)))) == {"Goblin": 2}


def test_an_empty_list_of_targets_hits_nobody(draw: Draw) -> None:
    assert hurt(draw, Several(())) == {}
    assert hurt(draw, Area(())) == {}


def test_what_is_gone_is_not_hit(draw: Draw) -> None:
    arena = draw(ROOM)
    assert blow(arena, Single(99_999)) == []
    assert blow(arena, Several((0, -1, 99_999))) == []


def test_an_effect_on_tiles_reaches_the_ground_under_an_entity(draw: Draw) -> None:
    arena = draw(ROOM)
    game = arena.game
    game.push(effect("bloodstain"), Several((arena.find("Giant"), arena.player)), 0, Cause("x"))
    drain(game)
    assert game.level.stains == {(1, 1), (3, 2), (4, 2), (3, 3), (4, 3)}
