"""Tricks that would win by repetition, each played by script: none of them pays.

Ground is a second spell book: grass, a doorway and a ford are each worth more than the bolt, mana for mana.

Foreseen, in rooms as they are met on the way down, by a hero of level 4 against smugglers, who have no poise.
"""

from collections.abc import Iterator

import pytest

from roguelike.actions import arranging, bargaining, item_use, moving
from roguelike.components import actors, items, magic, spatial, vitals
from roguelike.effects import quiet
from roguelike.engine.foreseeing.aiming import worth
from roguelike.engine.play.commands import Cast
from roguelike.engine.play.dungeon import new_game, travel
from roguelike.engine.play.story import LEAST_HUNT_TURNS, hunt_turns
from roguelike.engine.play.turn import play
from roguelike.engine.session import Session
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs, space
from roguelike.world.game import Game
from roguelike.world.terrain import Tile
from tests.halls import afflict
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
    assert abs(here[0] - there[0]) <= 1
    assert component(foe, actors.Mind).target == game.player
    travel(game, 4)
    assert depth_of(foe) == 4, "at arm's length, it comes at once"


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


LEVEL = 4
LEGEND = {"g": "Smuggler", "o": "Smuggler"}
MEADOW = """
#############
#..\"\"\"\"\"\"\"\"\"#
#@.\"\"g\"g\"\"\"\"#
#..\"\"\"\"\"g\"\"\"#
#############
"""
DOORWAY = """
###########
#.....#####
#@.....ooo#
#.....#####
###########
"""
FORD = """
###########
#...,,,...#
#@..,o,o..#
#...,o,...#
###########
"""
PLACES = {
    "fire on grass": (MEADOW, "Kindling", (5, 2)),
    "a pack in a doorway": (DOORWAY, "Rime Lance", (7, 2)),
    "a frozen ford": (FORD, "Hoarfrost", (5, 2)),
}


def scene(room: str) -> Arena:
    """Draw a room with a hero of LEVEL in it; in the ford creatures have waded, in the meadow they stand on grass."""
    arena = Arena.from_ascii(room.strip(), LEGEND, seed=1)
    for x, y in ((5, 2), (7, 2), (8, 3)) if '"' in room else ():
        arena.game.level.tiles[x, y] = Tile.GRASS
    for x, y in ((5, 2), (7, 2), (5, 3)) if "," in room else ():
        for entity in arena.at(x, y):
            afflict(arena, entity, "Wet", 4)
    arena.set_level(arena.player, LEVEL)
    arena.set_pools(arena.player, mana=30, max_mana=30)
    return arena


def worth_a_mana(arena: Arena, spell: str, at: tuple[int, int]) -> float:
    """Return what a cast is foreseen to be worth, for each point of its mana."""
    arena.teach(spell)
    seen = Session(arena.game).forecast(Cast(spell, at))
    assert seen.refused is None
    return worth(arena.game, seen) / catalog_for(None).spells[spell].mana_cost


@pytest.mark.parametrize("place", PLACES)
def test_the_place_is_worth_more_than_the_bolt(place: str) -> None:
    room, spell, at = PLACES[place]
    with scene(room) as arena:
        assert worth_a_mana(arena, spell, at) > 1.25 * worth_a_mana(arena, "Zap", at)


@pytest.mark.parametrize("place", PLACES)
def test_without_the_place_it_is_worth_less(place: str) -> None:
    room, spell, at = PLACES[place]
    bare = room.replace('"', ".").replace(",", ".")
    if place == "a pack in a doorway":
        bare = bare.replace("#@.....ooo#", "#@.....o..#")
    with scene(room) as there, scene(bare) as elsewhere:
        assert worth_a_mana(there, spell, at) > worth_a_mana(elsewhere, spell, at)


def test_who_froze_in_the_ford_shatters() -> None:
    with scene(FORD) as arena:
        smuggler = arena.at(5, 2)[0]
        arena.set_pools(smuggler, max_hp=200, hp=200)
        for spell in ("Hoarfrost", "Rude Gesture"):
            arena.teach(spell)
        bare = arena.forecast("Rude Gesture", (5, 2)).outcomes[smuggler].damage[1]
        arena.cast("Hoarfrost", (5, 2))
        assert "Frozen" in arena.statuses(smuggler)
        assert arena.forecast("Rude Gesture", (5, 2)).outcomes[smuggler].damage[1] >= 2 * bare > 0
