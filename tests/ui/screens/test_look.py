"""Looking around."""

from typing import Any

import pytest

from roguelike.components import actors
from roguelike.ui.stage.camera import EDGE_SHARE
from roguelike.world import ecs
from tests.ui.conftest import Builder

ROOM = """
    ###########
    #.........#
    #.@..g.!..#
    #.........#
    ###########
"""
LEGEND = {"g": "Goblin", "!": "Health Potion"}


def looking(stage: Builder) -> Any:
    room = stage(ROOM, LEGEND)
    room.press("x")
    return room


def test_it_starts_at_the_nearest_creature_and_tells_of_it(stage: Builder) -> None:
    room = looking(stage)
    assert room.names == ["Play", "Look"]
    for words in ("You see", "Goblin", "enemy", "9/9", "The floor."):
        assert room.shows(words), words


def test_it_tells_what_somebody_does_if_one_waits_and_marks_it_on_the_map(stage: Builder) -> None:
    """One who looked lost every line and ghost, and was told what a shot would lead to, not what comes."""
    room = stage(ROOM, LEGEND, minds=True)
    room.press("x")
    room.think()
    assert room.shows("If you wait: ")
    marks = {mark.kind for mark in room.stack.draw(room.console).marks}
    assert marks & {"ghost", "strike"}


def test_tab_goes_on_to_things_and_around(stage: Builder) -> None:
    room = looking(stage)
    first = room.stack.screens[-1].cursor
    room.press("tab")
    assert room.shows("• ")
    room.press("tab")
    assert room.stack.screens[-1].cursor == first


def test_keys_and_mouse_move_it_and_unknown_ground_stays_unknown(stage: Builder) -> None:
    room = looking(stage)
    room.hover(*room.cell((0, 0)))
    assert room.stack.screens[-1].cursor == (0, 0)
    room.press("L", "J", "J", "J", "J", "J")
    assert room.shows("Unexplored")


def test_enter_walks_there(stage: Builder) -> None:
    room = stage("#######\n#.@...#\n#######")
    x, y = room.session.here
    room.press("x", "l", "l", "enter")
    room.advance(1)
    assert room.session.here == (x + 2, y)


def test_enter_strikes_an_enemy_beside_one_and_the_row_of_keys_says_so(stage: Builder) -> None:
    room = stage("######\n#@g..#\n######", LEGEND)
    room.press("x")
    assert room.shows("strike")
    room.press("right")
    assert room.shows("walk there")
    room.press("left")
    turn = room.session.hud().turn
    room.press("enter")
    assert room.session.here == (1, 1)
    assert room.session.hud().turn == turn + 1


def test_a_cursor_beyond_the_window_moves_the_map(stage: Builder) -> None:
    hall = stage("#" * 79 + "\n#@" + "." * 76 + "#\n" + "#" * 79)
    beyond = (71, 1)
    assert hall.play.view.board.camera.cell_of(beyond) is None
    hall.press("x", *["L"] * 14)
    cursor = hall.stack.screens[-1].cursor
    assert cursor == beyond
    assert hall.stack.screens[-1].board.camera.cell_of(cursor) is not None


@pytest.mark.parametrize(("size", "gap"), [((80, 24), 0), ((80, 50), 1)])
def test_a_row_is_left_blank_above_what_one_sees_only_where_there_is_room(
    stage: Builder, size: tuple[int, int], gap: int
) -> None:
    room = stage(ROOM, LEGEND, size=size)
    room.press("x")
    rows = room.text
    mana, told, name = (
        next(y for y, row in enumerate(rows) if words in row)
        for words in ("Mana", "You see", "enemy")
    )
    assert (told - mana - 1, name - told - 1) == (gap, 0)


def test_nobody_is_offered_a_walk_to_where_they_stand(stage: Builder) -> None:
    room = looking(stage)
    assert room.shows("walk there")
    room.press("s")
    assert room.stack.screens[-1].cursor == room.session.here
    assert not room.shows("walk there")


BOWMAN = "###########\n#@...g....#\n###########"


@pytest.mark.parametrize("by_mouse", [False, True])
def test_the_key_that_shoots_in_play_shoots_at_whom_one_looks_at(
    stage: Builder,
    by_mouse: bool,  # noqa: FBT001
) -> None:
    """It walked there, though the panel told what a shot would lead to."""
    room = stage(BOWMAN, LEGEND)
    room.arena.equip(room.arena.player, "Shortbow")
    here = room.session.here
    room.press("x")
    x, y = room.find("f shoot")
    if by_mouse:
        room.click(x + 2, y)
    else:
        room.press("f")
    assert room.names == ["Play"]
    assert (room.session.here, room.session.hud().turn) == (here, 1)
    assert any("Shoot" in type(command).__name__ for command in room.session.commands)


def test_the_key_that_shoots_says_why_it_cannot_and_never_walks(stage: Builder) -> None:
    room = stage(BOWMAN, LEGEND)
    here = room.session.here
    room.press("x")
    assert not room.shows("f shoot")
    room.press("l", "f")
    assert room.names == ["Play", "Look"], "nobody stands there"
    room.press("h", "f")
    assert room.names == ["Play"]
    assert room.play.does.notice
    assert (room.session.here, room.session.hud().turn) == (here, 0)


LAIR = """
    ###########
    #.........#
    #.@..D....#
    #.........#
    ###########
"""


def test_it_looks_at_what_is_seen_of_a_large_body(stage: Builder) -> None:
    """A dragon of several tiles: the first of them lay in the dark, and the page told of unexplored ground."""
    room = stage(LAIR, {"D": "Black Dragon"})
    level = room.arena.game.level
    x, y = room.arena.position(room.arena.find("Black Dragon"))
    level.explored[x, y] = False
    level.visible = level.visible & level.explored
    room.press("x")
    assert room.stack.screens[-1].cursor != (x, y)
    for words in ("Black Dragon", "enemy"):
        assert room.shows(words), words
    assert not room.shows("Unexplored")


def test_who_sleeps_does_not_hold_the_map_until_one_walks_along_its_edge(stage: Builder) -> None:
    """A kobold asleep far behind was kept in view, and of what lay before the hero two rows were."""
    rows = ["###", "#g#", *["#.#"] * 8, "#@#", *["#.#"] * 38, "###"]
    hall = stage("\n".join(rows), LEGEND, size=(80, 24))
    goblin = hall.arena.find("Goblin")
    ecs.get(goblin, actors.Mind).awake = False
    hall.arena.game.level.theme = "forest"  # by day one sees far
    for _ in range(20):
        hall.press("j")
        assert [each.mood for each in hall.session.creatures()] == ["asleep"]
        camera, (x, y) = hall.play.view.board.camera, hall.session.here
        assert camera.cell_of((x, y + int(camera.room[1] * EDGE_SHARE))) is not None
