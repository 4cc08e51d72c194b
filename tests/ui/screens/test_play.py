"""The play screen: every command by key and by mouse, what is shown of its outcome, and what is refused.

Shooting and casting again by a key.
"""

from roguelike.actions import moving
from roguelike.components import vitals
from roguelike.testing import Pilot
from roguelike.toolkit.inputs import Key, Mouse
from tests.rooms import component, inflict
from tests.ui.conftest import Builder

ROOM = """
    ###############
    #.............#
    #.@...........#
    #.............#
    ###############
"""
CORRIDOR = """
    ##############################
    #@...........................#
    ##############################
"""


def test_keys_and_clicks_walk(stage: Builder) -> None:
    room = stage(ROOM)
    x, y = room.session.here
    room.press("l")
    assert room.session.here == (x + 1, y)
    room.click(*room.cell((x + 2, y + 1)))
    assert room.session.here == (x + 2, y + 1)


def test_the_player_is_where_the_map_says(stage: Builder) -> None:
    room = stage(ROOM)
    assert room.glyph(room.session.here) == "@"
    cell = room.cell(room.session.here)
    assert room.play.view.map_of_cell(*cell) == room.session.here
    assert room.play.view.map_of_cell(79, 49) is None


def test_a_refusal_is_told_costs_no_turn_and_is_gone_with_the_next_key(stage: Builder) -> None:
    room = stage(ROOM)
    turn = room.session.hud().turn
    room.press("h", "h")
    assert room.shows("! A wall is in the way.")
    assert room.session.hud().turn == turn + 1
    assert "A wall is in the way." not in [message.text for message in room.session.log]
    room.press("l")
    assert not room.shows("A wall is in the way.")


def test_a_spell_one_does_not_know_and_a_thing_one_does_not_have(stage: Builder) -> None:
    room = stage(ROOM)
    room.press("ctrl+3")
    assert room.shows("You know no third spell.")
    room.press("shift+9")
    assert room.shows("You carry nothing that Shift+9 uses.")


def test_a_spell_too_dear_is_refused_with_the_reason_and_marked_without_colour(
    stage: Builder,
) -> None:
    room = stage(ROOM, spells=["Zap", "Web"], mana=1)
    assert room.shows("–^2 Web")
    assert room.shows("2 (have 1)")
    room.press("ctrl+2")
    assert room.names == ["Play"]
    assert room.shows("you have 1")


def test_a_spell_that_a_status_forbids_is_marked_and_says_which(stage: Builder) -> None:
    room = stage(ROOM, spells=["Zap"], mana=4)
    assert room.shows(" ^1 Zap")
    inflict(room.arena, "status", room.arena.player, status="Silenced", turns=5)
    room.press("x", "escape")
    assert room.shows("–^1 Zap")
    assert any("Zap" in row and row.rstrip().endswith("silenced") for row in room.text)


def test_a_long_name_of_a_spell_is_whole_where_the_word_for_mana_may_go(stage: Builder) -> None:
    room = stage(ROOM, spells=["Curtain of Embers", "Quarrelsome Spark", "Zap"], mana=9)
    assert any("^1 Curtain of Embers" in row and row.rstrip().endswith("4") for row in room.text)
    assert room.shows("1 mana")


def test_an_aimed_spell_opens_the_aim_screen_and_one_that_is_not_is_cast(stage: Builder) -> None:
    room = stage(ROOM, spells=["Web"])
    room.press("ctrl+1")
    assert room.names == ["Play", "Targeting"]
    room.press("escape")
    room.arena.give(room.arena.player, "Health Potion")
    room.arena.set_pools(room.arena.player, hp=5)
    room.press("shift+1")
    assert room.names == ["Play"]
    assert room.arena.hp(room.arena.player) > 5


def test_automatic_walking_is_taken_step_by_step_and_any_key_stops_it(stage: Builder) -> None:
    hall = stage(CORRIDOR)
    x, y = hall.session.here
    hall.click(*hall.cell((x + 6, y)))
    assert hall.session.here == (x + 1, y)
    assert hall.play.animating
    hall.advance(0.07)
    assert hall.session.here[0] > x + 1
    there = hall.session.here
    hall.press("space")
    hall.advance(1)
    assert hall.session.here == there
    assert not hall.play.animating


def test_a_key_that_stops_a_walk_does_what_it_does(stage: Builder) -> None:
    hall = stage(CORRIDOR)
    x, y = hall.session.here
    hall.click(*hall.cell((x + 6, y)))
    hall.press("h")
    assert hall.session.here == (x, y)
    assert hall.session.automatic is None


def test_without_animation_a_walk_is_done_at_once(stage: Builder) -> None:
    hall = stage(CORRIDOR)
    hall.program.settings.animation = "off"
    x, y = hall.session.here
    hall.click(*hall.cell((x + 6, y)))
    hall.advance(0.05)
    assert hall.session.here == (x + 6, y)


def test_running_goes_on_until_something_is_there(stage: Builder) -> None:
    hall = stage(CORRIDOR)
    x, y = hall.session.here
    hall.press("L")
    hall.advance(3)
    assert hall.session.here == (x + 27, y)


def test_a_click_on_oneself_picks_up_or_rests(stage: Builder) -> None:
    room = stage("#####\n#.@.#\n#####")
    here = room.session.here
    room.arena.spawn("Rations", *here)
    assert room.shows("Rations here: g takes it")
    room.click(*room.cell(here))
    assert "Rations" in room.arena.inventory()
    turn = room.session.hud().turn
    room.click(*room.cell(here))
    assert room.session.hud().turn == turn + 1


def test_a_click_on_the_words_about_what_lies_here_picks_it_up(stage: Builder) -> None:
    room = stage("#####\n#.@.#\n#####", size=(80, 24))
    room.arena.spawn("Rations", *room.session.here)
    room.click(*room.find("takes it"))
    assert "Rations" in room.arena.inventory()


def test_a_click_on_an_enemy_beside_one_attacks(stage: Builder) -> None:
    room = stage("#####\n#.@r#\n#####", {"r": "Rat"})
    rat = room.arena.find("Rat")
    here = room.session.here
    for _ in range(20):
        if not room.arena.alive(rat):
            break
        room.click(*room.cell((here[0] + 1, here[1])))
    assert not room.arena.alive(rat)
    assert room.session.here == here


def test_spells_and_things_are_cast_and_used_by_clicking_their_rows(stage: Builder) -> None:
    room = stage(ROOM, spells=["Web"])
    room.arena.give(room.arena.player, "Rations")
    component(room.arena.player, vitals.HungerClock).state = "Hungry"
    room.click(*room.find("Web"))
    assert room.names == ["Play", "Targeting"]
    room.press("escape")
    row = room.find("⇧1 % Rations")
    room.click(*row)
    assert "Rations" in room.arena.inventory()
    room.click(*row)
    assert "Rations" not in room.arena.inventory()


def test_a_click_on_the_log_and_the_wheel_over_it_open_it(stage: Builder) -> None:
    room = stage(ROOM)
    room.click(5, 45)
    assert room.names == ["Play", "Log"]
    room.press("escape")
    room.stack.handle(Mouse("wheel", 5, 45, "", 1))
    assert room.names == ["Play", "Log"]


def test_firing_shoots_the_marked_enemy(stage: Builder) -> None:
    room = stage("########\n#.@.rg.#\n########", {"r": "Rat", "g": "Goblin"})
    room.press("f")
    assert room.shows("You have no missile weapon ready.")
    room.arena.equip(room.arena.player, "Shortbow")
    room.press("v")
    assert room.shows("Target: the rat.")
    room.press("v")
    assert room.shows("Target: the goblin.")
    assert room.shows("►g Goblin")
    turn = room.session.hud().turn
    room.press("f")
    assert room.session.hud().turn == turn + 1
    assert any("goblin" in message.text for message in room.session.log)


def test_with_nobody_about_there_is_no_target(stage: Builder) -> None:
    room = stage(ROOM)
    room.press("v")
    assert room.shows("There is no enemy in view.")


def test_doors_close(stage: Builder) -> None:
    room = stage("######\n#.@+.#\n######", {"+": "Door"})
    room.press("c")
    assert room.shows("There is no open door beside you.")
    room.press("l")
    assert list(moving.CloseDoor.at_hand(room.session.game))
    room.press("c")
    assert not list(moving.CloseDoor.at_hand(room.session.game))


def test_pointing_at_a_creature_tells_of_it_and_lights_its_row(stage: Builder) -> None:
    room = stage("#######\n#.@.r.#\n#######", {"r": "Rat"})
    rat = room.arena.position(room.arena.find("Rat"))
    row = room.find("r Rat")
    before = tuple(room.console.rgb["bg"][row])
    room.hover(*room.cell(rat))
    assert room.shows("enemy")
    assert tuple(room.console.rgb["bg"][row]) != before
    room.hover(*row)
    assert room.glyph((rat[0] - 1, rat[1])) == "["


def test_pointing_at_the_ground_shows_the_way(stage: Builder) -> None:
    room = stage(ROOM)
    x, y = room.session.here
    room.hover(*room.cell((x + 4, y)))
    assert [room.glyph((x + step, y)) for step in (1, 2)] == ["•", "•"]
    room.press("l")
    assert room.glyph((x + 2, y)) != "•"


def test_closing_the_program_keeps_the_game(stage: Builder) -> None:
    room = stage(ROOM)
    room.stack.close()
    assert room.kept == ["quit"]


def test_what_the_host_has_to_tell_is_told(stage: Builder) -> None:
    room = stage(ROOM)
    room.program.host.note("The game could not be saved: the disk is full.")
    room.press("l")
    assert room.shows("The game could not be saved: the disk is full."[:40])


def test_moving_the_mouse_stops_nothing(stage: Builder) -> None:
    hall = stage(CORRIDOR)
    x, y = hall.session.here
    hall.click(*hall.cell((x + 6, y)))
    hall.hover(3, 3)
    hall.advance(2)
    assert hall.session.here == (x + 6, y)


def test_any_key_ends_an_animation_and_then_counts(stage: Builder) -> None:
    room = stage("#########\n#.@...r.#\n#########", {"r": "Rat"}, spells=["Zap"])
    room.press("ctrl+1", "enter")
    assert room.play.animating
    here = room.session.here
    room.stack.handle(Key("h"))
    assert not room.play.view.animation.active
    assert room.session.here == (here[0] - 1, here[1])


def test_all_that_has_no_room_begins_with_the_fight_if_there_is_one(stage: Builder) -> None:
    for legend, first in (({"r": "Rat"}, "In view"), ({}, "Spells")):
        drawing = ROOM.replace("#.@...", "#.@..r") if legend else ROOM
        room = stage(drawing, legend, spells=["Zap"], size=(80, 24), minds=True)
        room.press("m")
        assert room.names == ["Play", "Unfolded"]
        headings = [row for row in room.text if "Spells ─" in row or "In view ─" in row]
        assert first in headings[0]


def test_that_one_is_dying_of_poison_is_shown_beside_it_and_explained(stage: Builder) -> None:
    room = stage("#####\n#@..#\n#####", {}, size=(80, 50))
    room.arena.set_pools(room.arena.player, hp=40, max_hp=90)
    inflict(room.arena, "damage_over_time", room.arena.player, damage=4, turns=9)
    assert not room.shows("dying"), "36 of 40 hit points"
    inflict(room.arena, "damage_over_time", room.arena.player, damage=4, turns=9)
    (row,) = [row for row in room.text if "dying" in row]
    assert f"{room.session.hud().turns_to_live} turns" in row
    room.press("C")
    assert room.shows("if nothing heals you")


def test_how_large_the_map_is_shown_is_told_as_it_changes() -> None:
    with Pilot(seed=7, size=(80, 24)) as pilot:
        pilot.press("n", "enter")
        for keys, told in (
            (("+",), "2 columns a tile now"),
            (("x", "+"), "gets no larger than 2 columns a tile"),
            (("escape", "-"), "1 column a tile now"),
            (("-",), "gets no smaller than 1 column a tile"),
        ):
            for key in keys:
                pilot.press(key)
            assert any(told in row for row in pilot.text), told


ROW = "##############\n#.@..g......g#\n##############"
LEGEND = {"g": "Goblin", "p": "Patron"}


def test_a_mark_out_of_range_is_let_go(stage: Builder) -> None:
    room = stage(ROW, LEGEND)
    room.arena.equip(room.arena.player, "Sling")
    room.press("V")
    turn = room.session.hud().turn
    room.press("f")
    assert room.session.hud().turn == turn + 1, room.text


def test_before_anything_was_aimed_there_is_nothing_to_repeat(stage: Builder) -> None:
    room = stage(ROW, LEGEND)
    room.press("e")
    assert room.shows("There is nothing to repeat yet")


def test_the_last_spell_goes_at_whom_it_can_do_most_to(stage: Builder) -> None:
    room = stage(ROW, LEGEND, spells=["Zap"])
    arena = room.arena
    room.press("ctrl+1", "enter")
    hp = [arena.hp(each) for each in arena.game.level.blockers.values()]
    room.press("e")
    assert room.names == ["Play"]
    assert sum(hp) > sum(arena.hp(each) for each in arena.game.level.blockers.values())


def test_with_nobody_in_reach_it_is_said(stage: Builder) -> None:
    room = stage("#############\n#.@..g....g.#\n#############", LEGEND, spells=["Zap"])
    arena = room.arena
    near = arena.at(5, 1)[0]
    arena.set_pools(near, hp=1)
    room.press("ctrl+1", "enter")
    assert not arena.alive(near)
    room.press("e")
    assert room.names == ["Play"]
    assert room.shows("The goblin is 7 tiles away: out of reach (6).")


def test_with_nobody_in_view_it_is_said_and_nothing_opens(stage: Builder) -> None:
    room = stage("########\n#.@..g.#\n########", LEGEND, spells=["Zap"])
    arena = room.arena
    arena.set_pools(arena.find("Goblin"), hp=1)
    room.press("ctrl+1", "enter", "e")
    assert room.names == ["Play"]
    assert room.shows("There is no enemy in view.")


def test_of_two_alike_the_worse_hurt_is_cast_at_again(stage: Builder) -> None:
    room = stage("########\n#.g....#\n#.@....#\n#...g..#\n########", LEGEND, spells=["Zap"])
    arena = room.arena
    arena.set_pools(arena.player, hp=900, max_hp=900)
    near, far = arena.at(2, 1)[0], arena.at(4, 3)[0]
    for each, hp in ((near, 90), (far, 80)):
        arena.set_pools(each, hp=hp, max_hp=99)
    room.press("ctrl+1", "enter")
    assert (arena.hp(near), arena.hp(far)) == (85, 80)
    room.press("e", "e")
    assert (arena.hp(near), arena.hp(far)) == (85, 70)


def test_a_thing_that_is_used_up_is_not_used_again(stage: Builder) -> None:
    room = stage(ROW, LEGEND)
    arena = room.arena
    arena.give(arena.player, "Magic Missile Scroll")
    arena.identify("Magic Missile Scroll")
    room.press("shift+1", "enter", "e")
    assert room.shows("You have none of that left.")
    assert room.names == ["Play"]


def test_after_a_thing_is_used_up_the_spell_before_it_is_repeated(stage: Builder) -> None:
    room = stage(ROW, LEGEND, spells=["Zap"])
    arena = room.arena
    arena.give(arena.player, "Magic Missile Scroll")
    arena.identify("Magic Missile Scroll")
    for goblin in (arena.at(5, 1)[0], arena.at(12, 1)[0]):
        arena.set_pools(goblin, hp=90, max_hp=90)
    room.press("ctrl+1", "enter", "shift+1", "enter", "e")
    assert arena.mana(arena.player) == 8


def test_a_spell_without_aim_is_shown_and_cast_again(stage: Builder) -> None:
    room = stage(ROW, LEGEND, spells=["Dread"], mana=30)
    arena = room.arena
    room.press("ctrl+1", "ctrl+1", "e")
    assert room.names == ["Play", "Preview"]
    mana = arena.mana(arena.player)
    room.press("e")
    assert room.names == ["Play"]
    assert arena.mana(arena.player) < mana
