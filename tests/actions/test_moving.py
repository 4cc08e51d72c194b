"""Steps, bumps, swaps, doors, stairs, rest."""

import pytest

from roguelike.actions import acting, moving
from roguelike.components import actors, spatial, vitals
from roguelike.engine.autopilot import explore
from roguelike.systems.visibility import look_around
from roguelike.world import changes, perception
from roguelike.world.game import NOBODY, Cause
from tests.rooms import Draw, component, do, inflict, unchanged

HALL = """
    #######
    #..O..#
    #.@.f.#
    #..g~.#
    #######
"""


@pytest.mark.parametrize(("dx", "dy"), [(-1, 0), (0, -1), (-1, -1), (-1, 1), (0, 1), (1, 0)])
def test_a_step_moves_one_tile(draw: Draw, dx: int, dy: int) -> None:
    arena = draw(HALL)
    assert arena.move(dx, dy).refused is None
    assert arena.position(arena.player) == (2 + dx, 2 + dy)
    assert arena.player in arena.at(2 + dx, 2 + dy)
    assert arena.player not in arena.at(2, 2)


@pytest.mark.parametrize(
    ("start", "step", "reason"),
    [
        ((1, 1), (-1, 0), "A wall is in the way."),
        ((1, 1), (0, -1), "A wall is in the way."),
        ((2, 1), (1, 0), "Something is in the way."),
        ((5, 3), (-1, 0), "Deep water is in the way."),
    ],
)
def test_a_step_into_what_is_solid_is_refused(
    draw: Draw, start: tuple[int, int], step: tuple[int, int], reason: str
) -> None:
    arena = draw("#######\n#..O..#\n#...f.#\n#..g~.#\n#######\n#@#####")
    changes.move(arena.game, arena.player, start, Cause("a test"))
    look_around(arena.game)
    with unchanged(arena):
        assert arena.move(*step).refused == reason


@pytest.mark.parametrize("step", [(2, 0), (0, -2), (5, 5), (-3, 1)])
def test_a_step_of_more_than_one_tile_is_refused(draw: Draw, step: tuple[int, int]) -> None:
    arena = draw("#######\n#.....#\n#.....#\n#..@..#\n#.....#\n#######")
    with unchanged(arena):
        assert arena.move(*step).refused is not None


def test_nobody_steps_off_the_map(draw: Draw) -> None:
    arena = draw("@.\n..")
    for step in ((-1, 0), (0, -1), (-1, -1)):
        assert arena.move(*step).refused == "There is nothing beyond."


@pytest.mark.parametrize("who", ["Bat", "Deer", "Goblin", "Gelatinous Cube"])
def test_whoever_is_not_at_peace_is_struck(draw: Draw, who: str) -> None:
    arena = draw("#####\n#@x.#\n#####", {"x": who})
    result = arena.move(1, 0)
    assert arena.position(arena.player) == (1, 1)
    assert any(who.lower() in line for line in result.log)


@pytest.mark.parametrize("who", ["Friend", "Rock Golem", "Peasant", "Patron"])
def test_whoever_is_at_peace_swaps_places(draw: Draw, who: str) -> None:
    arena = draw("#####\n#@x.#\n#####", {"x": who})
    other = arena.find(who)
    assert arena.move(1, 0).refused is None
    assert (arena.position(arena.player), arena.position(other)) == ((2, 1), (1, 1))
    level = arena.game.level
    assert (level.blockers[2, 1], level.blockers[1, 1]) == (arena.player, other)


def test_a_swap_updates_what_is_seen(draw: Draw) -> None:
    arena = draw("#######\n#@f...#\n###.###\n###.###\n#######")
    assert not arena.game.level.visible[3, 3]
    arena.move(1, 0)
    arena.move(1, 0)
    assert arena.game.level.visible[3, 3]


def test_large_bodies_do_not_swap(draw: Draw) -> None:
    arena = draw("######\n#@D..#\n#....#\n######", {"D": "Giant"})
    with unchanged(arena):
        assert do(arena, moving.Swap(arena.find("Giant"))) == acting.Refused(
            "There is no room to pass."
        )


def test_only_neighbours_swap(draw: Draw) -> None:
    arena = draw("#######\n#@...f#\n#######")
    with unchanged(arena):
        assert isinstance(do(arena, moving.Swap(arena.find("Friend"))), acting.Refused)


@pytest.mark.parametrize("who", ["Goblin", "Rat"])
def test_monsters_do_not_swap(draw: Draw, who: str) -> None:
    arena = draw("#####\n#@.x#\n#####", {"x": who})
    monster = arena.find(who)
    other = arena.spawn(who, 2, 1)
    with unchanged(arena):
        assert arena.move(-1, 0, by=monster).refused is not None
    assert arena.position(other) == (2, 1)


def test_monsters_strike_whom_they_hate(draw: Draw) -> None:
    arena = draw("#####\n#@gr#\n#####")
    result = arena.move(-1, 0, by=arena.find("Goblin"))
    assert result.refused is None
    assert any("you" in line.lower() for line in result.log)


# --- doors


def test_a_door_opens_by_bumping_and_takes_the_turn(draw: Draw) -> None:
    arena = draw("######\n#@+..#\n######")
    door = arena.find("Door")
    assert not arena.game.level.transparent[2, 1]
    result = arena.move(1, 0)
    assert result.refused is None
    assert component(door, spatial.Door).open
    assert arena.position(arena.player) == (1, 1)
    assert arena.game.level.transparent[2, 1]
    assert arena.game.level.visible[4, 1]
    assert arena.move(1, 0).refused is None
    assert arena.position(arena.player) == (2, 1)


def test_an_open_door_can_be_shut_from_beside_it(draw: Draw) -> None:
    arena = draw("######\n#@+..#\n######")
    door = arena.find("Door")
    arena.move(1, 0)
    assert do(arena, moving.CloseDoor(door)) == acting.Done()
    assert not component(door, spatial.Door).open
    assert not arena.game.level.transparent[2, 1]
    assert (2, 1) in arena.game.level.blockers


@pytest.mark.parametrize("what", ["Rations", "Goblin"])
def test_a_door_does_not_close_on_what_lies_or_stands_there(draw: Draw, what: str) -> None:
    arena = draw("######\n#@+..#\n######")
    arena.move(1, 0)
    arena.spawn(what, 2, 1)
    with unchanged(arena):
        assert do(arena, moving.CloseDoor(arena.find("Door"))) == acting.Refused(
            "Something is in the doorway."
        )


@pytest.mark.parametrize("what", ["Rations", "Goblin", ""])
def test_closing_a_door_tells_nothing_of_what_is_unseen_there(draw: Draw, what: str) -> None:
    arena = draw("######\n#@+..#\n#....#\n######")
    door = arena.find("Door")
    arena.move(1, 0)
    arena.move(0, 1)
    inflict(arena, "status", arena.player, status="Blinded", turns=9)
    if what:
        arena.spawn(what, 2, 1)
    look_around(arena.game)
    assert list(moving.CloseDoor.at_hand(arena.game)) == [((2, 1), moving.CloseDoor(door))]
    assert do(arena, moving.CloseDoor(door)) == acting.Done()
    assert component(door, spatial.Door).open == bool(what)


def test_doors_are_not_worked_from_afar(draw: Draw) -> None:
    arena = draw("########\n#@.+.+.#\n########")
    near, far = (arena.at(x, 1)[0] for x in (3, 5))
    with unchanged(arena):
        for door in (near, far):
            for action in (moving.OpenDoor(door), moving.CloseDoor(door)):
                assert isinstance(do(arena, action), acting.Refused)


def test_what_is_no_door_neither_opens_nor_shuts(draw: Draw) -> None:
    arena = draw("#####\n#@g.#\n#!c.#\n#####")
    for name in ("Goblin", "Health Potion", "Crate"):
        for action in (moving.OpenDoor, moving.CloseDoor):
            assert isinstance(do(arena, action(arena.find(name))), acting.Refused)
    for action in (moving.OpenDoor, moving.CloseDoor):
        do(arena, action(99_999))


# --- stairs


def test_there_must_be_stairs_to_take(draw: Draw) -> None:
    arena = draw("#####\n#@.>#\n#####")
    with unchanged(arena):
        assert do(arena, moving.TakeStairs(1)) == acting.Refused("There are no stairs down here.")
        assert do(arena, moving.TakeStairs(-1)) == acting.Refused("There are no stairs up here.")


def test_stairs_down_do_not_lead_up(draw: Draw) -> None:
    arena = draw("#####\n#@>.#\n#####")
    arena.move(1, 0)
    assert do(arena, moving.TakeStairs(-1)) == acting.Refused("There are no stairs up here.")
    for way in (0, 2, 10**9):
        assert isinstance(do(arena, moving.TakeStairs(way)), acting.Refused)
    assert do(arena, moving.TakeStairs(1)) == acting.Done()


# --- rest


def test_rest_heals_one_and_at_times_mana(draw: Draw) -> None:
    arena = draw("####\n#@.#\n####")
    arena.set_pools(arena.player, hp=1, max_mana=500, mana=0)
    healed = []
    for _ in range(120):
        arena.set_pools(arena.player, max_hp=500, hp=1)
        assert do(arena, moving.Rest()) == acting.Done()
        healed.append(arena.hp(arena.player) - 1)
    assert healed == [1] * 120
    assert 15 <= arena.mana(arena.player) <= 46


def test_rest_changes_nothing_at_full_pools(draw: Draw) -> None:
    arena = draw("####\n#@.#\n####")
    with unchanged(arena):
        assert do(arena, moving.Rest()) == acting.Done()


@pytest.mark.parametrize("state", ["Hungry", "Starving"])
def test_the_hungry_do_not_recover_by_resting(draw: Draw, state: str) -> None:
    arena = draw("####\n#@.#\n####")
    arena.set_pools(arena.player, hp=1)
    component(arena.player, vitals.HungerClock).state = state
    do(arena, moving.Rest())
    assert arena.hp(arena.player) == 1


@pytest.mark.parametrize(
    ("who", "has_noticed", "rested"),
    [("Goblin", True, 1), ("Goblin", False, 2), ("Bat", True, 2), ("Friend", True, 2)],
)
def test_rest_heals_nothing_in_view_of_enemies_who_have_noticed(
    draw: Draw, who: str, rested: int, *, has_noticed: bool
) -> None:
    arena = draw("#####\n#@.x#\n#####", {"x": who})
    component(arena.find(who), actors.Mind).target = arena.player if has_noticed else NOBODY
    arena.set_pools(arena.player, hp=1)
    do(arena, moving.Rest())
    assert arena.hp(arena.player) == rested


@pytest.mark.parametrize(("tiles", "rested"), [(14, 1), (15, 2)])
def test_rest_heals_in_view_of_those_far_off_who_are_after_somebody_else(
    draw: Draw, tiles: int, rested: int
) -> None:
    """Nothing came back for 20,000 turns beside a wisp at the horizon, and R rested on without a word."""
    lane = f"#@{'.' * (tiles - 1)}gd#"
    wall = "#" * len(lane)
    arena = draw(f"{wall}\n{lane}\n{wall}", {"g": "Goblin", "d": "Deer"})
    arena.game.level.theme = "forest"  # by day one sees far
    look_around(arena.game)
    component(arena.find("Goblin"), actors.Mind).target = arena.find("Deer")
    arena.set_pools(arena.player, hp=1)
    assert (explore.why_not_rest(arena.game) is None) == (rested > 1)
    do(arena, moving.Rest())
    assert arena.hp(arena.player) == rested


def test_rest_heals_with_enemies_out_of_view(draw: Draw) -> None:
    arena = draw("#####\n#@#g#\n#####")
    arena.set_pools(arena.player, hp=1)
    do(arena, moving.Rest())
    assert arena.hp(arena.player) == 2


# --- bodies


def test_a_large_body_needs_room_for_all_of_it(draw: Draw) -> None:
    arena = draw("#######\n#D..#@#\n#...#.#\n#####.#\n#######")
    giant = arena.find("Giant")
    assert arena.move(1, 0, by=giant).refused is None
    assert arena.position(giant) == (2, 1)
    assert arena.move(1, 0, by=giant).refused is not None
    assert arena.move(0, 1, by=giant).refused is not None
    level = arena.game.level
    assert {cell for cell, who in level.blockers.items() if who == giant} == {
        (2, 1), (3, 1), (2, 2), (3, 2),
    }  # fmt: skip


def test_an_unknown_actor_steps_nowhere(draw: Draw) -> None:
    arena = draw("#####\n#@g.#\n#####")
    goblin = arena.find("Goblin")
    inflict(arena, "damage", goblin, amount=99)
    assert arena.move(1, 0, by=goblin).refused == "The dead do not act."
    assert arena.move(1, 0, by=99_999).refused == "The dead do not act."
    assert do(arena, moving.Step(0, 0)) == acting.Done()


@pytest.mark.parametrize("afraid", [False, True])
@pytest.mark.parametrize("who", ["Alchemist", "Giant", "Goblin", "Friend"])
def test_a_step_into_somebody_unseen_takes_the_turn_whoever_it_is(
    draw: Draw, who: str, *, afraid: bool
) -> None:
    # The blind feel what is beside them, but not what stands at a corner.
    arena = draw("######\n#@...#\n#.w..#\n#....#\n######", {"w": who})
    inflict(arena, "status", arena.player, status="Blinded", turns=9)
    if afraid:
        inflict(arena, "status", arena.player, status="Afraid", turns=9)
    look_around(arena.game)
    assert not perception.sees(arena.game, arena.find(who))
    assert arena.forecast("step", (2, 2)).refused is None
    result = arena.turn("step", (2, 2))
    assert result.refused is None
    assert arena.game.turn == 1
    assert not any(who.lower() in line.lower() for line in result.log)
