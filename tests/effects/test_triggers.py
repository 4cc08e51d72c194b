"""Traps, altars and fires: on whoever steps there, and on nobody else."""

from collections import Counter
from functools import partial

from roguelike.components import spatial
from roguelike.world import changes
from tests.rooms import Draw, calls, component, deaths, inflict, inflict_at, lost, of


def test_a_monster_that_steps_on_a_trap_is_the_one_hurt(draw: Draw) -> None:
    arena = draw("######\n#@.^g#\n######")
    goblin = arena.find("Goblin")
    result = arena.move(-1, 0, by=goblin)
    assert lost(result.trace, goblin) == 6
    assert lost(result.trace, arena.player) == 0
    assert arena.find("Goblin") == goblin


def test_in_a_field_of_mines_each_goes_off_once_and_costs_no_more(draw: Draw) -> None:
    """A step onto a field of 2,300 mines, which a stranger's board may hold, took 4.5 seconds."""
    costs = []
    for side, most in ((12, 143), (48, 2_301)):  # there the chain is broken off
        rows = ["#@" + "t" * (side - 1) + "#", *["#" + "t" * side + "#"] * (side - 1)]
        edge = "#" * (side + 2)
        arena = draw("\n".join([edge, *rows, edge]), {"t": "Landmine"})
        costs.append(calls(partial(arena.move, 1, 0)) / most)
        blasts = Counter(change.source for change in of(arena.game.trace, changes.Unleashed))
        assert len(blasts) == most
        assert set(blasts.values()) == {1}
    assert costs[1] < 2 * costs[0]


def test_a_fire_burns_every_time(draw: Draw) -> None:
    arena = draw("######\n#@w..#\n######")
    for _ in range(2):
        arena.move(1, 0)
        arena.move(-1, 0)
    assert arena.hp(arena.player) == 18
    assert arena.alive(arena.find("Watch Fire"))


def test_standing_still_on_a_fire_is_stepping_on_it_once(draw: Draw) -> None:
    arena = draw("######\n#@w..#\n######")
    arena.move(1, 0)
    arena.wait(5)
    assert arena.hp(arena.player) == 24


def test_a_landmine_blasts_everyone_near(draw: Draw) -> None:
    arena = draw("##########\n#@m.g..#k#\n#........#\n##########")
    goblin, kobold = arena.find("Goblin"), arena.find("Kobold")
    result = arena.move(1, 0)
    assert lost(result.trace, arena.player) == 18
    assert deaths(result.trace) == [goblin]
    assert lost(result.trace, kobold) == 0
    assert arena.xp(arena.player) == 0


def test_the_dungeon_is_to_blame_for_its_traps(draw: Draw) -> None:
    arena = draw("######\n#@.^g#\n######")
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, hp=1)
    result = arena.move(-1, 0, by=goblin)
    assert deaths(result.trace) == [goblin]
    assert arena.xp(arena.player) == 0


def test_an_altar_heals_whoever_steps_up(draw: Draw) -> None:
    arena = draw("######\n#@a..#\n######")
    arena.set_pools(arena.player, hp=3)
    arena.move(1, 0)
    assert arena.hp(arena.player) == 30
    assert arena.alive(arena.find("Altar"))


def test_a_hidden_trap_shows_when_it_goes_off(draw: Draw) -> None:
    arena = draw("######\n#@u..#\n######", {"u": "Rune"})
    rune = arena.find("Rune")
    component(rune, spatial.Hidden).found = False
    arena.move(1, 0)
    assert component(rune, spatial.Hidden).found


def test_a_trap_that_goes_off_out_of_sight_is_not_noticed(draw: Draw) -> None:
    arena = draw("########\n#@#.ug.#\n########", {"u": "Rune"})
    result = arena.move(-1, 0, by=arena.find("Goblin"))
    assert lost(result.trace, arena.find("Goblin")) == 1
    assert not component(arena.find("Rune"), spatial.Hidden).found
    assert result.log == ()


def test_a_swap_lets_both_step_onto_what_lies_there(draw: Draw) -> None:
    arena = draw("######\n#@f..#\n######")
    friend = arena.find("Friend")
    arena.spawn("Watch Fire", 1, 1)
    arena.spawn("Brazier", 2, 1)
    result = arena.move(1, 0)
    assert (arena.position(arena.player), arena.position(friend)) == ((2, 1), (1, 1))
    assert (lost(result.trace, arena.player), lost(result.trace, friend)) == (3, 6)


def test_a_large_body_sets_off_all_it_covers(draw: Draw) -> None:
    arena = draw("#######\n#@.*D.#\n#..*..#\n#######")
    giant = arena.find("Giant")
    result = arena.move(-1, 0, by=giant)
    assert lost(result.trace, giant) == 6


def test_traps_do_not_go_off_under_things(draw: Draw) -> None:
    arena = draw("######\n#@^g.#\n######")
    assert inflict(arena, "tread", arena.find("Bear Trap")) == []
    assert arena.alive(arena.find("Bear Trap"))


def test_a_harmful_spell_sets_a_trap_off_from_afar_and_hurts_nobody_with_it(draw: Draw) -> None:
    arena = draw("########\n#@....^#\n########", knows="Blast")
    trap = arena.find("Bear Trap")
    assert arena.cast("Blast", (6, 1)).refused == "There is nothing there to affect."
    component(trap, spatial.Hidden).found = True
    result = arena.cast("Blast", (6, 1))
    assert result.refused is None
    assert not arena.alive(trap)
    assert arena.hp(arena.player) == arena.max_hp(arena.player)


def test_an_unnoticed_trap_goes_off_when_hit_by_a_spell(draw: Draw) -> None:
    arena = draw("########\n#@...g^#\n########", knows="Blast")
    trap = arena.find("Bear Trap")
    arena.cast("Blast", (5, 1))
    assert not arena.alive(trap)


def test_a_vent_confuses_whoever_walks_into_it(draw: Draw) -> None:
    arena = draw("######\n#@v..#\n######", {"v": "Gas Vent"})
    arena.move(1, 0)
    assert arena.statuses(arena.player) == {"Confusion": 2}


def test_a_mine_in_a_doorway_goes_off_there(draw: Draw) -> None:
    arena = draw("########\n#@..+g.#\n########")
    arena.spawn("Landmine", 4, 1)
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, max_hp=50, hp=50)
    trace = inflict_at(arena, "set_off", (4, 1), by=arena.player)
    assert lost(trace, goblin) == 18
