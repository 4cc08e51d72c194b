"""Tricks that would win by repetition, each played by script: none of them pays."""

from collections.abc import Iterator

import pytest

from roguelike.actions import arranging, bargaining, item_use, moving
from roguelike.components import actors, items, magic, spatial, vitals
from roguelike.effects import quiet
from roguelike.engine.play.dungeon import new_game, travel
from roguelike.engine.play.story import LEAST_HUNT_TURNS, hunt_turns
from roguelike.engine.play.turn import play
from roguelike.engine.session import Session
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs, space
from roguelike.world.game import Game
from tests.rooms import component, room

STAIRS = """
    ###########
    #>......a.#
    ###########
"""


@pytest.fixture
def archer() -> Iterator[Arena]:
    """Draw stairs down in sight of an archer who hunts the player on them."""
    arena = room(STAIRS.replace(">", "@"), {"a": "Bandit Archer"}, raws=None, minds=True)
    mind = component(arena.find("Bandit Archer"), actors.Mind)
    mind.awake, mind.target = True, arena.player
    yield arena
    arena.close()


def wait(game: Game, turns: int) -> None:
    """Rest for some turns, out of reach of death."""
    for _ in range(turns):
        ecs.get(game.player, vitals.Pools).god_mode = True
        play(game, moving.Rest(), travel)


def depth_of(entity: int) -> int:
    """Return the depth of an entity."""
    return ecs.get(entity, spatial.Position).depth


def test_peeking_from_the_stairs_brings_the_archer_after_one(archer: Arena) -> None:
    """Before: seven times down, two turns of spells, up with nobody following, 35 turns of rest."""
    game, foe = archer.game, archer.find("Bandit Archer")
    travel(game, 4)
    assert any("comes after you" in line for line in archer.log)
    assert depth_of(foe) == 3
    wait(game, 6)
    assert depth_of(foe) == 4
    assert any("follows you" in line for line in archer.log)


def test_going_to_and_fro_meets_the_archer_at_the_stairs(archer: Arena) -> None:
    """Before: 28 times over the stairs in 32 turns, and then a full rest."""
    game, foe = archer.game, archer.find("Bandit Archer")
    for depth in (4, 3):
        travel(game, depth)
    here, there = space.point_of(game.player), space.point_of(foe)
    assert here is not None
    assert there is not None
    assert abs(here[0] - there[0]) <= 1
    assert component(foe, actors.Mind).target == game.player
    travel(game, 4)
    assert depth_of(foe) == 4, "at arm's length, it comes at once"


def test_waiting_out_of_sight_does_not_make_hunters_forget() -> None:
    """Before: 35 turns on the other side of the stairs, and nobody remembered."""
    with room("#########\n#@....#a#\n#########", {"a": "Bandit Archer"}, raws=None) as arena:
        game, foe = arena.game, arena.find("Bandit Archer")
        component(foe, actors.Mind).target = game.player
        travel(game, 4)
        game.turn += 60
        travel(game, 3)
        assert component(foe, actors.Mind).target == game.player


def test_rest_on_a_level_gives_back_both_pools_one_and_a_half_times_and_then_says_so() -> None:
    """Before: without end, so that 98% of fights began at nine tenths of the hit points."""
    with room("######\n#@...#\n######", raws=None, depth=6) as arena:
        game, session = arena.game, Session(arena.game)
        arena.set_pools(arena.player, max_hp=60, hp=1, max_mana=12, mana=12)
        wait(game, 70)
        assert (arena.hp(arena.player), quiet.quiet_left(game).hp) == (60, 31)
        arena.set_pools(arena.player, hp=20)
        wait(game, 40)
        assert arena.hp(arena.player) == 51
        assert "Your wounds have had all the rest that this place has." in list(arena.log)
        assert session.rest().refused == "There is no more rest to be had here."
        with Arena.load(arena.save()) as again:
            assert quiet.quiet_left(again.game).hp == 0
            assert again.state_hash() == arena.state_hash()


def test_waiting_with_a_ring_on_draws_on_the_same_quiet() -> None:
    with room("######\n#@...#\n######", raws=None, depth=6) as arena:
        arena.set_pools(arena.player, max_hp=40, hp=1)
        ring = arena.equip(arena.player, "Ring of Mending")
        assert component(ring, items.Blessing).health_turns
        for _ in range(3):
            arena.wait(1000)
            arena.set_pools(arena.player, hp=1)
        assert quiet.quiet_left(arena.game).hp == 0
        arena.wait(500)
        assert arena.hp(arena.player) == 1


def test_whoever_rests_for_experience_is_visited_while_there_is_quiet_and_no_longer() -> None:
    """Before: a wanderer per 250 turns for ever, each worth experience."""
    game = new_game("farm", catalog_for(None))
    for depth in range(2, 6):
        travel(game, depth)
    pools, visits = ecs.get(game.player, vitals.Pools), []
    for _ in range(3):
        for _ in range(400):
            pools.hp, pools.mana = 1, 0
            wait(game, 1)
        visits.append(sum("how quiet it is here" in line.text for line in game.log))
    assert visits[0] == visits[1] == visits[2]


def test_town_mends_for_gold_and_for_nothing_else() -> None:
    """Before: 25 scrolls in the recorded victory, and rest in town after each, where nobody comes."""
    game = new_game("a bed", catalog_for(None))
    pools = ecs.get(game.player, vitals.Pools)
    pools.hp, pools.gold = 3, 10.0
    wait(game, 50)
    assert pools.hp == 3
    with Arena.from_ascii("####\n#@P#\n####", {"P": "Priest"}, depth=1) as arena:
        arena.set_pools(arena.player, hp=3)
        component(arena.player, vitals.Pools).gold = 10.0
        deal = bargaining.Agree(arena.find("Priest"), "Have your wounds dressed")
        session = Session(arena.game)
        assert session.do(deal).refused is None
        assert (arena.hp(arena.player), component(arena.player, vitals.Pools).gold) == (23, 3.0)
        assert "you have 3" in (session.do(deal).refused or "")


def test_the_hunter_of_the_amulet_learns_the_relay() -> None:
    """Before: nine waits on stairs of exactly 147 or 150 turns on the recorded way home."""
    waits = [hunt_turns(actors.Quest(found=times)) for times in range(12)]
    assert waits == sorted({*waits}, reverse=True) + [LEAST_HUNT_TURNS] * (12 - len({*waits}))
    assert waits[0] == 150
    assert waits[-1] == LEAST_HUNT_TURNS


def test_hunted_round_a_corner_there_is_no_quiet_moment_for_a_portal_or_for_thought() -> None:
    drawn = """
        #######
        #@....#
        ####..#
        #a....#
        #######
    """
    with room(drawn, {"a": "Mangy Wolf"}, raws=None, depth=5) as arena:
        session = Session(arena.game)
        arena.identify("Town Portal Scroll")
        component(arena.player, magic.KnownSpells).ready = 1
        for spell in ("Zap", "Web"):
            arena.teach(spell)
        component(arena.player, magic.KnownSpells).ready = 1
        scroll = arena.give(arena.player, "Town Portal Scroll")
        away = item_use.UseItem(scroll)
        thought = arranging.Attune("Web", "Zap")
        assert session.forecast(away).refused is None
        component(arena.player, actors.Player).hunted = arena.game.turn
        for each in (away, thought):
            assert "you are hunted" in (session.do(each).refused or "")
        arena.wait(quiet.HUNTED_TURNS + 1)
        for each in (thought, away):
            assert session.do(each).refused is None
