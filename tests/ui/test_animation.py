"""Animations: a timetable of what happened, which delays nobody."""

from typing import Any

from roguelike.engine.play.screen_events import (
    MISS,
    WOUND,
    Burst,
    Flight,
    Struck,
    screen_events,
)
from roguelike.ui.stage.animation import LONGEST_MS, Animation, sparks
from roguelike.world import changes
from roguelike.world.game import Cause
from tests.halls import afflict
from tests.ui.conftest import Builder

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
    room.play.view.animation.start([Burst(((x - 1, y), (x + 2, y)), "%", CYAN, 400)], 1.0)
    room.play.update(0.05)
    assert room.glyph((x - 1, y)) == "%"
    assert room.glyph((x + 2, y)) != "%"


# Hits


def test_a_hit_on_somebody_invisible_is_not_shown(stage: Builder) -> None:
    """Ricochet wrote its figure in the dark, over nobody."""
    for faded in (False, True):
        room = stage("########\n#.@..r.#\n########", {"r": "Rat"})
        rat = room.arena.find("Rat")
        if faded:
            afflict(room.arena, rat, "Invisible", 9)
        game = room.session.game
        game.enter()
        hit = changes.PoolChanged(rat, "hp", 5, 3, Cause("cast"))
        assert bool(screen_events(game, [hit])) is not faded


def hit(share: float, **more: Any) -> Struck:
    return Struck(((2, 1),), WOUND, share, **more)


def shown(event: Struck, after: float = 0.0) -> list[Any]:
    animation = Animation()
    animation.start([event], 1.0)
    animation.update(after)
    return list(animation.particles())


def test_a_hit_lights_up_whom_it_hits_by_how_much_it_takes() -> None:
    (scratch,), (wound,) = shown(hit(0.05)), shown(hit(0.6))
    assert scratch.glyph == wound.glyph == "", "who is hit is still to be seen"
    assert wound.strength > 1.5 * scratch.strength
    assert not shown(hit(0.05), 0.2)
    assert shown(hit(0.6), 0.2)


def test_a_miss_is_seen_too_but_less_than_any_hit() -> None:
    (miss,) = shown(Struck(((2, 1),), MISS, 0.0))
    assert 0 < miss.strength < shown(hit(0.01))[0].strength


def test_a_hard_hit_on_the_player_shakes_and_nothing_else_does() -> None:
    def shakes(event: Struck) -> set[int]:
        animation = Animation()
        animation.start([event], 1.0)
        seen = set()
        while animation.active:
            seen.add(animation.shake)
            animation.update(1 / 60)
        return seen

    assert shakes(hit(0.5, is_player=True)) == {1, -1}
    for event in (
        hit(0.05, is_player=True),
        hit(0.9),
        Struck(((2, 1),), (60, 220, 90), 0.9, is_player=True),
    ):
        assert shakes(event) == {0}


def test_the_view_shakes_only_for_whoever_wants_it(stage: Builder) -> None:
    room = stage("#######\n#.@#..#\n#######")
    still = room.text
    room.play.view.animation.start([Struck((room.session.here,), WOUND, 0.9, is_player=True)], 1.0)
    assert room.text == still
    room.program.settings.shake = "on"
    shaken = room.text
    assert shaken != still
    assert [row[40:] for row in shaken[-8:]] == [row[40:] for row in still[-8:]], "only the map"
    room.press("x")
    room.press("escape")
    assert room.text == still, "a key ends it"


def test_whoever_is_hit_is_seen_through_the_flash(stage: Builder) -> None:
    room = stage("#####\n#.@.#\n#####")
    before = room.back(room.session.here)
    room.play.view.animation.start([Struck((room.session.here,), WOUND, 0.9, is_player=True)], 1.0)
    assert room.glyph(room.session.here) == "@"
    assert room.back(room.session.here)[0] > before[0] + 60


# What burns


def fire_place(stage: Builder) -> Any:
    room = stage("#######\n#.@...#\n#######")
    room.arena.spawn("Watch Fire", 4, 1)
    return room


def test_fires_flicker_in_a_window_and_keep_still_elsewhere(stage: Builder) -> None:
    room = fire_place(stage)

    def moves() -> bool:
        room.advance(0.125)  # a setting that was just changed holds from the next moment on
        before = room.back((3, 1))
        frames = []
        for _ in range(30):
            room.advance(0.125)
            frames.append(room.back((3, 1)))
        return any(frame != before for frame in frames)

    assert not moves()
    assert not room.stack.flickering
    room.program.can_flicker = True
    assert moves()
    assert room.stack.flickering
    room.program.settings.flicker = "off"
    assert not moves()
    room.program.settings.flicker = "on"
    room.program.settings.animation = "off"
    assert not moves()


def test_to_look_at_fires_changes_nothing(stage: Builder) -> None:
    room = fire_place(stage)
    room.program.can_flicker = True
    before = room.arena.state_hash()
    room.advance(3)
    assert room.text
    assert room.arena.state_hash() == before


def test_where_nothing_burns_the_screen_rests(stage: Builder) -> None:
    room = stage("#####\n#.@.#\n#####")
    room.program.can_flicker = True
    assert room.text
    assert not room.stack.flickering
    assert not room.stack.update(1.0)


def test_a_hit_shows_its_number_and_moves_its_victim_and_a_death_is_seen() -> None:
    animation = Animation()
    animation.start([Struck(((2, 2),), WOUND, 0.5, amount=-7)], 1.0)
    number = next(each for each in animation.particles() if each.text)
    assert (number.text, number.lift) == ("7", 0.0)
    assert any(each.sway for each in animation.particles())
    animation.update(0.2)
    assert next(each for each in animation.particles() if each.text).lift > 0
    animation.start([Struck(((2, 2),), WOUND, 1.0, amount=-9, fell=("k", CYAN))], 1.0)
    assert [each.fallen for each in animation.particles() if each.fallen] == ["k"]
    assert not any(each.sway for each in animation.particles()), "who is gone does not sway"
