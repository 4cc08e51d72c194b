"""Shooting and casting again by a key."""

from tests.ui.conftest import Builder

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
