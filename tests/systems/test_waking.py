"""Sleepers cost nothing until sight, noise or pain wakes them; ambushers show themselves when one is near."""

from roguelike.components import actors, spatial
from roguelike.world import ecs
from tests.menagerie import Pen, mind, only, put_to_sleep

TWO_ROOMS = """
    ####################
    #@.......#.........#
    #........+....b....#
    #........#.........#
    ####################
"""


def test_a_sleeper_stays_out_of_the_turn_order(pen: Pen) -> None:
    arena = pen(TWO_ROOMS)
    brute = only(arena, "Brute")
    put_to_sleep(arena, brute)
    arena.wait(20)
    assert arena.position(brute) == (14, 2)
    assert not mind(arena, brute).awake
    assert brute not in {entity for _, entity in arena.game.turn_queue.heap}


def test_damage_wakes_a_sleeper(pen: Pen) -> None:
    arena = pen("#####\n#@b.#\n#####")
    brute = only(arena, "Brute")
    put_to_sleep(arena, brute)
    for _ in range(20):
        arena.melee(brute)
    assert mind(arena, brute).awake
    arena.wait(3)
    assert arena.hp(arena.player) < 9999


def test_a_spell_near_by_wakes_and_draws(pen: Pen) -> None:
    arena = pen(TWO_ROOMS.replace("+", ".").replace("@.......", ".......@"))
    brute = only(arena, "Brute")
    put_to_sleep(arena, brute)
    arena.teach("Rat Chorus")
    arena.set_pools(arena.player, max_mana=50, mana=50)
    for _ in range(8):
        arena.cast("Rat Chorus")
    assert mind(arena, brute).awake
    assert mind(arena, brute).last_seen is not None


def test_a_forecast_wakes_nobody(pen: Pen) -> None:
    arena = pen("#######\n#@...b#\n#######")
    brute = only(arena, "Brute")
    put_to_sleep(arena, brute)
    arena.teach("Zap")
    before = arena.state_hash()
    arena.forecast("Zap", (5, 1))
    assert not mind(arena, brute).awake
    assert arena.state_hash() == before


def test_who_lingers_in_sight_is_noticed(pen: Pen) -> None:
    arena = pen("#######\n#@.b..#\n#######")
    brute = only(arena, "Brute")
    put_to_sleep(arena, brute)
    arena.wait(30)
    assert mind(arena, brute).awake


def test_the_unseen_are_not_noticed(pen: Pen) -> None:
    arena = pen("########\n#@...b.#\n########")
    brute = only(arena, "Brute")
    put_to_sleep(arena, brute)
    arena.teach("Fade")
    arena.set_pools(arena.player, max_mana=50, mana=50)
    arena.game.rng.state()
    for _ in range(3):
        status = arena.cast("Fade")
        assert status.refused is None or "nothing" in status.refused
        put_to_sleep(arena, brute)
        arena.wait(5)
        assert not mind(arena, brute).awake


def test_an_ambusher_is_hidden_until_one_is_near(pen: Pen) -> None:
    arena = pen("###########\n#@.......l#\n###########")
    lurker = only(arena, "Lurker")
    assert not ecs.get(lurker, spatial.Hidden).found
    assert not mind(arena, lurker).awake
    for _ in range(6):
        arena.move(1, 0)
        arena.wait()
        if mind(arena, lurker).awake:
            break
    assert ecs.get(lurker, spatial.Hidden).found
    due = ecs.get(lurker, actors.Initiative).due
    assert due > 0
    arena.wait(20)
    assert arena.hp(arena.player) < 9999
