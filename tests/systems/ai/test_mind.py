"""What creatures choose to do, in rooms where only one thing is wise.

Nobody who has a goal and room to move lets two turns in a row go unused for want of a way.
"""

from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.actions import acting, moving
from roguelike.components import actors, items
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.engine.play import turn
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.mind import decide
from roguelike.testing import Arena
from roguelike.world import changes, ecs, space
from roguelike.world.game import Cause
from tests.menagerie import Pen, every, mind, only, pen_of
from tests.rooms import Draw, component, deaths, flights, inflict_at, lost, of


def far(arena: Arena, a: int, b: int) -> int:
    """Count the moves between two creatures."""
    p, q = arena.position(a), arena.position(b)
    return max(abs(p[0] - q[0]), abs(p[1] - q[1]))


def until(arena: Arena, what: object, most: int = 40) -> bool:
    """Let turns pass until something is so; return whether it came to that."""
    for _ in range(most):
        if what():
            return True
        arena.wait()
    return bool(what())


def test_the_nearest_enemy_is_chosen(draw: Draw) -> None:
    arena = draw("############\n#@....g.r..#\n############", minds=True)
    goblin, rat = arena.find("Goblin"), arena.find("Rat")
    arena.wait(1)
    assert component(goblin, actors.Mind).target == rat


def test_a_quarry_out_of_sight_is_sought_where_it_was_last_seen(draw: Draw) -> None:
    arena = draw(
        "##########\n#@......g#\n#.########\n#.#......#\n#........#\n##########", minds=True
    )
    goblin = arena.find("Goblin")
    arena.wait(1)
    assert component(goblin, actors.Mind).last_seen == (1, 1)
    for _ in range(2):
        arena.move(0, 1)
    assert not arena.game.level.visible[arena.position(goblin)]
    assert until(arena, lambda: (arena.position(goblin) or (9, 9))[0] <= 3, 30)


def test_who_finds_nobody_gives_up(draw: Draw) -> None:
    arena = draw("##########\n#@......g#\n##.#######\n##.......#\n##########", minds=True)
    goblin = arena.find("Goblin")
    mind = component(goblin, actors.Mind)
    mind.target, mind.last_seen = 99_999, (8, 3)

    changes.move(arena.game, goblin, (8, 3), Cause("a test"))
    changes.move(arena.game, arena.player, (1, 1), Cause("a test"))
    arena.wait(3)
    assert (mind.target, mind.last_seen) == (0, None)


def test_the_timid_run(draw: Draw) -> None:
    arena = draw("###########\n#@.d......#\n###########", {"d": "Deer"}, minds=True)
    deer = arena.find("Deer")
    assert until(arena, lambda: far(arena, arena.player, deer) >= 7)
    assert arena.hp(arena.player) == 30


def test_the_cornered_fight(draw: Draw) -> None:
    arena = draw("####\n#@d#\n####", {"d": "Deer"}, minds=True)
    assert of(arena.wait(3).trace, changes.Rolled)


def test_clans_fight_each_other_and_not_their_own(draw: Draw) -> None:
    arena = draw("#########\n#@#gkr..#\n###.....#\n#########", minds=True)
    goblin, kobold, rat = (arena.find(name) for name in ("Goblin", "Kobold", "Rat"))
    trace = []
    for _ in range(30):
        trace += list(arena.wait().trace)
    struck = {(roll.cause.by) for roll in of(trace, changes.Rolled)}
    assert struck & {goblin, kobold}
    assert rat in struck
    assert deaths(trace) in ([rat], [])
    assert {lost(trace, goblin) + lost(trace, kobold) >= 0}


def test_those_at_peace_let_the_player_be(draw: Draw) -> None:
    arena = draw("#######\n#@pg..#\n#######", {"p": "Rock Golem", "g": "Peasant"}, minds=True)
    arena.wait(30)
    assert arena.hp(arena.player) == 30


def test_friends_fight_the_players_enemies(draw: Draw) -> None:
    arena = draw("#######\n#@.fg.#\n#######", minds=True)
    goblin, friend = arena.find("Goblin"), arena.find("Friend")
    trace = []
    for _ in range(30):
        trace += list(arena.wait().trace)
        if not arena.alive(goblin):
            break
    assert any(roll.cause.by == friend for roll in of(trace, changes.Rolled))


def test_archers_shoot_in_range_and_come_nearer_out_of_it(draw: Draw) -> None:
    arena = draw("##########\n#@......a#\n##########", {"a": "Goblin Archer"}, minds=True)
    archer = arena.find("Goblin Archer")
    trace = []
    for _ in range(12):
        trace += list(arena.wait().trace)
        if flights(trace):
            break
    assert flights(trace)
    assert 2 <= far(arena, arena.player, archer) <= 4


def test_an_ability_too_near_is_not_used(draw: Draw) -> None:
    arena = draw("####\n#@m#\n####", {"m": "Mage"}, minds=True)
    arena.wait(10)
    assert arena.mana(arena.find("Mage")) == 3


def test_a_cast_or_a_shot_is_the_whole_turn(draw: Draw) -> None:
    arena = draw("##########\n#@...m...#\n##########", {"m": "Mage"}, minds=True)
    mage = arena.find("Mage")
    while arena.mana(mage) == 3:
        result = arena.wait()
    casts = [c for c in result.trace if type(c).__name__ == "Unleashed" and c.source == mage]
    assert len(casts) == 1
    assert not of(result.trace, changes.Moved, mage)
    assert not of(result.trace, changes.Rolled)


@pytest.mark.parametrize("mushroom", ["Firecap Mushroom", "Sporecap Mushroom", "Deathcap Mushroom"])
def test_mushrooms_burst_beside_an_enemy_instead_of_biting(draw: Draw, mushroom: str) -> None:
    arena = draw("#####\n#@m.#\n#####", {"m": mushroom}, minds=True)
    found = arena.find(mushroom)
    trace = arena.wait(3).trace
    assert not arena.alive(found)
    assert of(trace, changes.Rolled) == []


def test_friendly_fire_is_weighed(draw: Draw) -> None:
    crowded = "############\n#@...kkk...#\n#....kDk...#\n#....k.k...#\n############"
    arena = draw(crowded, {"D": "Martyr", "k": "Bandit"}, minds=True)
    martyr = arena.find("Martyr")
    arena.set_pools(arena.player, max_hp=3000, hp=3000)
    arena.wait(1)
    assert arena.alive(martyr)
    arena = draw("#####\n#@.M#\n#####", {"M": "Martyr"}, minds=True)
    martyr = arena.find("Martyr")
    assert until(arena, lambda: not arena.alive(martyr), 3)


def test_what_a_martyr_carried_vanishes_with_it_and_leaves_nothing_behind(draw: Draw) -> None:
    arena = draw("#####\n#@.M#\n#####", {"M": "Martyr"})
    arena.cast("Explode", by=arena.find("Martyr"))
    arena.wait(2)
    assert ecs.with_component(items.Item) == []


def test_the_static_stand_and_the_restless_wander(draw: Draw) -> None:
    room = "##########\n#@#......#\n###..x...#\n##########"
    arena = draw(room, {"x": "Rat"}, minds=True)
    arena.wait(20)
    assert arena.position(arena.find("Rat")) == (5, 2)
    for restless in ("Giant Lizard", "Lizardman"):
        arena = draw(room, {"x": restless}, minds=True)
        places = set()
        for _ in range(30):
            arena.wait()
            places.add(arena.position(arena.find(restless)))
        assert len(places) >= 4


def test_a_large_body_takes_the_way_that_it_fits(draw: Draw) -> None:
    arena = draw(
        """
        ############
        #@.....#...#
        #......#.D.#
        #..........#
        #......#...#
        #..........#
        #..........#
        ############
        """,
        minds=True,
    )
    giant = arena.find("Giant")
    component(giant, actors.Mind).last_seen = (2, 2)
    assert until(arena, lambda: far(arena, arena.player, giant) <= 2, 40)


WIDTH, HEIGHT = 9, 6


@st.composite
def rooms(draw: st.DrawFn) -> str:
    """Draw a room full of everything that may be in the way."""
    marks = st.sampled_from("....#~+obbccD")
    inside = [[draw(marks) for _ in range(WIDTH)] for _ in range(HEIGHT)]
    inside[0][0] = "@"
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if inside[y][x] == "D":
                # A large one needs the tiles to its right and below.
                for i, j in ((1, 0), (0, 1), (1, 1)):
                    if x + i < WIDTH and y + j < HEIGHT:
                        inside[y + j][x + i] = "."
                if x + 1 == WIDTH or y + 1 == HEIGHT:
                    inside[y][x] = "."
    rows = ["#" + "".join(row) + "#" for row in inside]
    return "\n".join(["#" * (WIDTH + 2), *rows, "#" * (WIDTH + 2)])


@settings(max_examples=40, deadline=None)
@given(rooms(), st.lists(st.tuples(st.integers(1, WIDTH), st.integers(1, HEIGHT)), max_size=8))
def test_the_open_ways_are_those_that_can_be_entered(
    drawing: str, fires: list[tuple[int, int]]
) -> None:
    arena = pen_of(drawing)
    game = arena.game
    for cell in fires:
        if game.level.walkable[cell]:
            inflict_at(arena, "kindle", cell, hazard="Fire")
    for entity in every(arena, "Brute", "Beast", "Colossus"):
        actor = Actor.of(game, entity, ecs.row(entity))
        x, y = space.point_of(entity) or (0, 0)
        wanted = [(dx, dy) for dx, dy in DIRECTIONS if actor.can_enter((x + dx, y + dy))]
        assert list(actor.open_ways()) == wanted
    arena.close()


Idle = dict[int, int]


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> Idle:
    """Count, for each creature, the most turns in a row that it let go by although it had room to move.

    A step that is refused is a turn gone by as well: it shows by where the creature stands at its next turn.
    """
    most: Idle = defaultdict(int)
    running: Idle = defaultdict(int)
    before: dict[int, tuple[acting.Action, Point]] = {}

    def watched(actor: Actor) -> acting.Action:
        entity, here = actor.entity, actor.here
        action, place = before.get(entity, (None, None))
        if isinstance(action, moving.Pass) or (isinstance(action, moving.Step) and place == here):
            running[entity] += 1
        else:
            running[entity] = 0
        most[entity] = max(most[entity], running[entity])
        chosen = decide(actor)
        x, y = here
        room = any(actor.level.is_free((x + dx, y + dy)) for dx, dy in DIRECTIONS)
        before[entity] = (chosen if room else None, here)
        return chosen

    monkeypatch.setattr(turn, "decide", watched)
    return most


def hunting(arena: Arena, *names: str) -> list[int]:
    """Have all creatures of some names look for the player."""
    found = every(arena, *names)
    for each in found:
        mind(arena, each).last_seen = arena.position(arena.player)
    return found


def test_who_is_shut_out_by_friends_keeps_moving(pen: Pen, idle: Idle) -> None:
    arena = pen("""
        ###########
        #.........#
        #..bbbbb..#
        #..bbbbb..#
        #..bb@bb..#
        #..bbbbb..#
        #..bbbbb..#
        #.........#
        ###########
    """)
    brutes = hunting(arena, "Brute")
    arena.wait(30)
    assert len(brutes) == 24
    assert max(idle[each] for each in brutes) == 1


def test_who_is_cut_off_by_water_keeps_moving(pen: Pen, idle: Idle) -> None:
    arena = pen("#########\n#@.~~.b.#\n#..~~...#\n#########")
    brute = only(arena, "Brute")
    arena.wait(30)
    assert idle[brute] == 1


@pytest.mark.parametrize("letter", ["b", "c"])
def test_who_is_shut_out_by_a_door_keeps_moving(pen: Pen, idle: Idle, letter: str) -> None:
    arena = pen(f"##########\n#@..#....#\n#...+.{letter}..#\n#...#....#\n##########")
    (creature,) = every(arena, "Brute", "Beast")
    for _ in range(30):
        mind(arena, creature).last_seen = (1, 1)
        arena.wait()
    assert idle[creature] <= 1
    assert (arena.hp(arena.player) < 9999) == (letter == "b")


def test_a_large_body_before_a_narrow_gap_keeps_moving(pen: Pen, idle: Idle) -> None:
    arena = pen("##########\n#....#...#\n#@.....D.#\n#....#...#\n##########")
    colossus = only(arena, "Colossus")
    arena.wait(30)
    assert idle[colossus] == 1


def test_who_is_cut_off_by_fire_keeps_moving(pen: Pen, idle: Idle) -> None:
    arena = pen("##########\n#@.....b.#\n#........#\n##########")
    for y in (1, 2):
        inflict_at(arena, "kindle", (4, y), hazard="Fire", turns=500)
    brute = only(arena, "Brute")
    arena.wait(30)
    assert idle[brute] == 1
    assert arena.hp(brute) == 40


def test_a_pack_cut_off_from_its_leader(pen: Pen, idle: Idle) -> None:
    arena = pen(
        "############\n#....~~....#\n#.b..~~...c#\n#....~~....#\n#@##########\n############"
    )
    beast, brute = only(arena, "Beast"), only(arena, "Brute")
    mind(arena, beast).leader = brute
    arena.wait(30)
    assert idle[beast] == 1


def test_a_turn_is_counted_as_unused_only_with_room(pen: Pen, idle: Idle) -> None:
    arena = pen("#####\n#@bb#\n#####")
    brutes = hunting(arena, "Brute")
    arena.wait(12)
    assert [idle[each] for each in brutes] == [0, 0]
    assert arena.hp(arena.player) < 9999
