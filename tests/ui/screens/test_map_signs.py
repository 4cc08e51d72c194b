"""Signs beside creatures on the map: what they are up to, what they will do, and that they hide nothing."""

from collections.abc import Callable
from typing import Any

import esper
import pytest

from roguelike.components.actors import Mind
from roguelike.core.geometry import Point
from roguelike.toolkit.palette import VARIANTS

Builder = Callable[..., Any]
HALL = """
    ###########
    #.........#
    #.........#
    #.@.....o.#
    #.........#
    #.........#
    ###########
"""
BESIDE = HALL.replace("@.....o", "@o.....")
HERE, ORC = (2, 3), (8, 3)
LEGEND = {"o": "Orc", "g": "Goblin"}


def set_mind(room: Any, **fields: object) -> None:
    room.arena.game.enter()
    mind = esper.component_for_entity(room.arena.find("Orc"), Mind)
    for name, value in fields.items():
        setattr(mind, name, value)


def above(point: Point) -> Point:
    return point[0], point[1] - 1


@pytest.mark.parametrize(
    ("fields", "sign"),
    [
        ({"awake": False}, "z"),
        ({}, "?"),
        ({"target": 1}, "!"),
        ({"target": 1, "fear_turns": 4}, "»"),
    ],
)
def test_a_mood_stands_above_whoever_has_it(
    stage: Builder, fields: dict[str, object], sign: str
) -> None:
    room = stage(HALL, LEGEND, spells=["Zap"])
    set_mind(room, **fields)
    room.press("x")
    assert room.glyph(ORC) == "o", "nobody is hidden"
    assert room.glyph(above(ORC)) == sign


def test_the_same_signs_stand_in_the_list(stage: Builder) -> None:
    room = stage(HALL, LEGEND)
    set_mind(room, awake=False)
    row = next(row for row in room.text if "Orc" in row)
    assert " z " in row


def test_a_sign_has_a_ground_of_its_own_in_every_palette(stage: Builder) -> None:
    room = stage(HALL, LEGEND)
    set_mind(room, awake=False)
    for variant in VARIANTS:
        room.program.settings.palette = variant
        assert room.glyph(above(ORC)) == "z"
        assert room.back(above(ORC)) != room.back((5, 1))


def test_while_one_waits_the_likeliest_act_is_shown(stage: Builder) -> None:
    room = stage(BESIDE, LEGEND, minds=True)
    room.advance(3)
    assert room.shows("† strikes you"), "the list explains the sign"
    assert room.glyph(above((3, 3))) == "†"
    assert room.glyph((3, 3)) == "o"


def test_who_comes_has_the_number_of_turns_beside_it_and_never_an_arrow(stage: Builder) -> None:
    room = stage(HALL.replace("@.....o.", "@..o...."), LEGEND, minds=True)
    set_mind(room, target=1, last_seen=HERE)
    assert room.shows("Working it out.")
    room.advance(3)
    assert room.shows("strikes in 3 turns")
    assert room.glyph(above((5, 3))) == "3"


def test_while_aiming_the_answer_to_the_aim_is_shown(stage: Builder) -> None:
    room = stage(BESIDE, LEGEND, spells=["Zap"], minds=True)
    room.press("ctrl+1")
    assert room.shows("Then")
    room.advance(3)
    assert room.names[-1] == "Targeting"
    assert room.glyph(above((3, 3))) == "†"
    assert (room.glyph((2, 3)), room.glyph((3, 3))) == ("@", "o")


def test_a_hovered_step_shows_the_answer_to_the_step(stage: Builder) -> None:
    room = stage(BESIDE, LEGEND, minds=True)
    room.hover(*room.cell((1, 3)))
    room.text  # noqa: B018
    room.advance(3)
    assert room.glyph(above((3, 3))) in "†234"
    assert room.play.view.pointed.is_asked


def test_in_a_crowd_nobody_is_covered(stage: Builder) -> None:
    crowd = HALL.replace(".........", "ggggggggg").replace(".@.....o.", "g@ggggggg")
    room = stage(crowd, LEGEND)
    for x in range(1, 10):
        for y in range(1, 6):
            assert room.glyph((x, y)) == ("@" if (x, y) == HERE else "g")


def test_nothing_that_lies_there_is_covered(stage: Builder) -> None:
    room = stage(
        HALL.replace("#.........#\n    #.@", "#.......!.#\n    #.@"), {**LEGEND, "!": "Rations"}
    )
    set_mind(room, awake=False)
    item = room.glyph(above(ORC))
    assert item != "z"
    assert "z" in {room.glyph((x, y)) for x in (7, 8, 9) for y in (2, 3, 4)}


def test_peaceful_creatures_have_no_sign(stage: Builder) -> None:
    room = stage(HALL, {"o": "Peasant"})
    assert room.glyph(above(ORC)) == room.glyph((5, 1))
