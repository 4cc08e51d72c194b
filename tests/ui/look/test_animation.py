"""Animations: a timetable of what happened, which delays nobody."""

from collections.abc import Callable
from typing import Any

from roguelike.engine.screen_events import Burst, Flight
from roguelike.ui.look.animation import LONGEST_MS, Animation, sparks

Builder = Callable[..., Any]

CYAN = (0, 255, 255)
FLIGHT = Flight(((1, 1), (2, 1), (3, 1)), "*", CYAN, 50)
BURST = Burst(((3, 1), (3, 2), (4, 1)), "▓", (255, 160, 0), 200)


def points(animation: Animation) -> set[tuple[int, int]]:
    return {particle.point for particle in animation.particles() if particle.glyph != "·"}


def test_a_flight_goes_along_its_path_and_then_bursts() -> None:
    animation = Animation()
    animation.start([FLIGHT, BURST], 1.0)
    seen = []
    for _ in range(4):
        seen.append(points(animation))
        animation.update(0.05)
    assert seen[:3] == [{(1, 1)}, {(2, 1)}, {(3, 1)}]
    animation.update(0.05)
    assert points(animation) == set(BURST.points)


def test_an_animation_ends() -> None:
    animation = Animation()
    animation.start([FLIGHT, BURST], 1.0)
    assert animation.active
    assert animation.update(10)
    assert not animation.active
    assert not animation.update(1)
    assert not list(animation.particles())


def test_speed_follows_the_setting_and_off_is_off() -> None:
    fast, slow, off = Animation(), Animation(), Animation()
    fast.start([BURST], 0.5)
    slow.start([BURST], 2.0)
    off.start([BURST], 0.0)
    for animation in (fast, slow):
        animation.update(0.15)
    assert not fast.active
    assert slow.active
    assert not off.active


def test_a_busy_turn_is_played_faster() -> None:
    animation = Animation()
    animation.start([FLIGHT] * 40, 1.0)
    animation.update(LONGEST_MS / 1000 + 0.01)
    assert not animation.active


def test_bursts_overlap_and_flights_do_not() -> None:
    bursts = list(sparks([BURST, BURST]))
    assert max(spark.end for spark in bursts) < 2 * 200
    flights = [spark for spark in sparks([FLIGHT, FLIGHT]) if spark.glyph == "*"]
    assert flights[3].begin == flights[2].end


def test_a_new_turn_cuts_the_last_one_short() -> None:
    animation = Animation()
    animation.start([BURST], 1.0)
    animation.start([FLIGHT], 1.0)
    assert points(animation) == {(1, 1)}


def test_particles_are_drawn_only_where_the_player_sees(stage: Builder) -> None:
    room = stage("#######\n#.@#..#\n#######", spells=["Zap"])
    x, y = room.session.here
    room.play.animation.start([Burst(((x - 1, y), (x + 2, y)), "%", CYAN, 400)], 1.0)
    room.play.update(0.05)
    assert room.glyph((x - 1, y)) == "%"
    assert room.glyph((x + 2, y)) != "%"
