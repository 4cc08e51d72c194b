"""What is seen, remembered and noticed, in the light and in the dark."""

import pytest

from roguelike.actions import acting, shooting
from roguelike.components import actors, hazards, spatial
from roguelike.engine.views.level_map import map_view
from roguelike.systems.visibility import (
    HORIZON_TILES,
    NOTICED_TILES,
    VISION_TILES,
    brightness,
    glow,
    lamps_known,
    look_around,
    noticed_from,
)
from roguelike.testing import Arena
from roguelike.world import changes, perception
from roguelike.world.game import Cause
from tests.maps import map_console
from tests.rooms import Draw, component, do

HALL = f"{'#' * 24}\n#@{'.' * 21}#\n{'#' * 24}"
OWN = 6
"""How far the player's own light reaches, as the data has it."""


def dark(draw: Draw, drawing: str = HALL, **options: object) -> Arena:
    """Draw a dark room."""
    arena = draw(drawing, **options)
    arena.game.level.lit = False
    arena.game.level.explored[:] = False
    look_around(arena.game)
    return arena


def seen(arena: Arena) -> list[int]:
    """List the columns of the hall that the player sees."""
    visible = arena.game.level.visible
    return [x for x in range(1, 23) if visible[x, 1]]


def test_one_sees_the_dark_by_ones_own_light(draw: Draw) -> None:
    assert seen(dark(draw)) == list(range(1, 2 + OWN))


def test_on_a_lit_level_one_sees_as_far_as_ones_vision(draw: Draw) -> None:
    arena = draw(HALL)
    assert seen(arena) == list(range(1, 10))
    assert map_view(arena.game).own_light is None


def test_a_fire_far_away_is_seen_and_the_dark_between_is_not(draw: Draw) -> None:
    arena = draw(HALL)
    arena.spawn("Watch Fire", 15, 1)
    arena.game.level.lit = False
    look_around(arena.game)
    lit = [x for x in range(9, 22) if x - 1 <= HORIZON_TILES]
    assert seen(arena) == [*range(1, 2 + OWN), *lit]


def test_darkness_hides_and_light_betrays(draw: Draw) -> None:
    arena = dark(draw)
    rat = arena.spawn("Rat", 12, 1)
    assert not perception.sees(arena.game, rat)
    assert isinstance(do(arena, shooting.Shoot(rat)), acting.Refused)
    arena.spawn("Watch Fire", 13, 1)
    assert perception.sees(arena.game, rat)


def test_a_light_in_hand_moves_with_its_bearer(draw: Draw) -> None:
    arena = dark(draw)
    bandit = arena.spawn("Bandit", 14, 1)
    assert perception.sees(arena.game, bandit)
    before = glow(arena.game, (1, 1)).copy()
    arena.move(1, 0, by=bandit)
    after = glow(arena.game, (1, 1))
    assert (before != after).any()
    assert after[15, 1] == 3


def test_the_burning_light_up_the_dark(draw: Draw) -> None:
    arena = dark(draw)
    content, depth = arena.game.content, arena.game.depth
    assert glow(arena.game, (1, 1)).sum() == 0
    parts = (
        actors.Kind("hazards", "Fire"),
        *content.templates("hazards", "Fire"),
        hazards.Hazard(4),
    )
    arena.game.change(changes.Spawned(parts, (12, 1), depth, Cause("a test")))
    look_around(arena.game)
    assert seen(arena) == [*range(1, 2 + OWN), *range(8, 17)]


def test_walls_and_doors_keep_light_in(draw: Draw) -> None:
    arena = dark(draw, "#################\n#@.........+...w#\n#################")
    assert not glow(arena.game, (1, 1))[10, 1]
    door = arena.find("Door")
    arena.game.change(changes.DoorMoved(door, open=True, cause=Cause("a test")))
    assert glow(arena.game, (1, 1))[10, 1]


def test_a_lantern_in_hand_shows_more(draw: Draw) -> None:
    arena = dark(draw)
    arena.equip(arena.player, "Lantern")
    look_around(arena.game)
    assert seen(arena) == list(range(1, 11))


@pytest.mark.parametrize("lit", [True, False])
def test_light_survives_a_save(draw: Draw, lit: bool) -> None:  # noqa: FBT001
    arena = draw(HALL)
    arena.spawn("Watch Fire", 15, 1)
    arena.game.level.lit = lit
    look_around(arena.game)
    again = Arena.load(arena.save())
    assert again.game.level.lit is lit
    assert (map_view(again.game).own_light is None) is lit
    assert seen(again) == seen(arena)
    assert again.state_hash() == arena.state_hash()
    again.close()


def test_light_and_dark_look_different(draw: Draw) -> None:
    arena = dark(draw)
    arena.spawn("Watch Fire", 14, 1)
    view = map_view(arena.game)
    console = map_console(view)
    bright = console.rgb["bg"][:, 1].sum(axis=1)
    # Their own lamp reaches seven tiles from the first, the fire that stands on the fifteenth six.
    assert bright[1] > bright[5] > bright[8]
    assert bright[13] > bright[11] > bright[9] > bright[8]
    light = brightness(arena.game, (1, 1))
    assert light[2, 1] == 3
    assert light[6, 1] == 1


def test_on_a_lit_level_a_lamp_never_seen_is_not_told_of(draw: Draw) -> None:
    arena = draw("######\n#@...#\n####.#\n#....#\n######")
    arena.spawn("Watch Fire", 1, 3)
    look_around(arena.game)
    assert not arena.game.level.visible[1, 3]
    assert lamps_known(arena.game, (1, 1)) == ()
    arena.spawn("Watch Fire", 4, 1)
    assert [lamp.point for lamp in lamps_known(arena.game, (1, 1))] == [(4, 1)]


def test_a_lamp_out_of_view_that_is_remembered_goes_on_shining(draw: Draw) -> None:
    arena = draw("######\n#@...#\n####.#\n#....#\n######")
    arena.spawn("Watch Fire", 4, 3)
    for _ in range(3):
        arena.move(1, 0)
    assert arena.game.level.visible[4, 3]
    for _ in range(3):
        arena.move(-1, 0)
    assert not arena.game.level.visible[4, 3]
    assert [lamp.point for lamp in lamps_known(arena.game, (1, 1))] == [(4, 3)]


ROOM = "############\n#@.........#\n############"


def test_what_was_seen_is_remembered(draw: Draw) -> None:
    arena = draw(ROOM)
    for _ in range(9):
        arena.move(1, 0)
    level = arena.game.level
    assert not level.visible[1, 1]
    assert level.explored[1, 1]
    assert level.explored[10, 1]


def test_hidden_things_are_noticed_one_time_in_twenty_four(draw: Draw) -> None:
    found = 0
    for seed in range(12):
        arena = draw("##########\n#@......u#\n##########", {"u": "Rune"}, seed=seed)
        rune = arena.find("Rune")
        for _ in range(20):
            arena.wait()
            if component(rune, spatial.Hidden).found:
                found += 1
                break
    assert 3 <= found <= 11


def test_noticing_is_told_once(draw: Draw) -> None:
    arena = draw("#####\n#@^.#\n#####")
    lines = [line for _ in range(300) for line in arena.wait().log if "notice" in line]
    assert lines == ["You notice a bear trap."]


def test_out_of_sight_is_never_noticed(draw: Draw) -> None:
    arena = draw("######\n#@#^.#\n######")
    arena.wait(200)
    assert not component(arena.find("Bear Trap"), spatial.Hidden).found


def test_a_closed_door_hides_and_an_open_one_shows(draw: Draw) -> None:
    arena = draw("########\n#@+....#\n########")
    assert not arena.game.level.visible[4, 1]
    arena.move(1, 0)
    assert arena.game.level.visible[4, 1]


def test_where_it_is_day_one_sees_far_and_is_seen(draw: Draw) -> None:
    arena = draw(HALL)
    assert noticed_from(arena.game) == 0, "in a hall everybody sees as far as their own eyes do"
    arena.game.level.theme = "forest"
    look_around(arena.game)
    assert seen(arena) == list(range(1, 23))
    assert noticed_from(arena.game) == NOTICED_TILES > VISION_TILES


def test_the_deep_dims_a_lamp_and_what_glows_is_seen_from_afar(stage: Draw) -> None:
    arena = stage(HALL)
    game = arena.game
    game.level.lit = False
    above = perception.own_light(game)
    deep = next(depth for depth in range(99) if game.content.gloom(depth) == 7)
    game.depth, game.levels[deep] = deep, game.level
    assert perception.own_light(game) == above - 7 == noticed_from(game) < NOTICED_TILES
    game.depth, game.level.theme = game.level.depth, "mushroom"
    look_around(game)
    assert seen(arena) == list(range(1, 23)), "walls of giant caps"
