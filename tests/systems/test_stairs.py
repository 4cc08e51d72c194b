"""Taking the stairs: hunters at arm's length follow, and time has passed for what stayed behind."""

from roguelike.actions.moving import TakeStairs
from roguelike.components.actors import Mind, Nature
from roguelike.components.spatial import Position
from roguelike.engine.dungeon import travel
from roguelike.engine.turn import play
from roguelike.raws.catalog import load_catalog
from roguelike.systems.settling import QUIET_TILES
from roguelike.systems.waking import is_asleep
from roguelike.testing import Arena
from roguelike.world import ecs

ROOM = """
    ########
    #@rw..r#
    #......#
    ########
"""


def test_who_is_beside_one_follows_and_who_is_not_stays() -> None:
    arena = Arena.from_ascii(ROOM, {"r": "Rat", "w": "Mangy Wolf"}, minds=True)
    game = arena.game
    near, far = arena.at(2, 1)[0], arena.at(6, 1)[0]
    ecs.get(near, Mind).quarry = ecs.get(far, Mind).quarry = game.player
    travel(game, 4)
    assert ecs.get(near, Position).depth == 4
    assert ecs.get(far, Position).depth == 3
    assert any("follows you" in line for line in arena.log)
    travel(game, 3)
    assert game.depth == 3
    arena.close()


def test_a_fire_is_out_and_the_poisoned_are_dead_on_return() -> None:
    arena = Arena.from_ascii(
        """
        ##########
        #@.......#
        #....f...#
        ##########
        """,
        {"f": "Fox"},
    )
    game = arena.game
    fox = arena.find("Fox")
    arena.set_pools(fox, hp=6)
    arena.teach("Kindling")
    arena.teach("Venom")
    arena.set_pools(game.player, max_mana=90, mana=90)
    arena.cast("Venom", (5, 2))
    arena.cast("Kindling", (3, 1))
    travel(game, 4)
    game.turn += 40
    travel(game, 3)
    assert not arena.alive(fox)
    assert arena.statuses(fox) == {} or not arena.alive(fox)
    from roguelike.components.terrain import Hazard

    assert [e for e, _ in ecs.with_component(Hazard) if e not in game.dead] == []
    arena.close()


def test_hunters_forget() -> None:
    arena = Arena.from_ascii(ROOM, {"r": "Rat", "w": "Mangy Wolf"}, minds=True)
    game, far = arena.game, arena.at(6, 1)[0]
    ecs.get(far, Mind).quarry = game.player
    travel(game, 4)
    game.turn += 60
    travel(game, 3)
    assert ecs.get(far, Mind).quarry == 0
    arena.close()


def test_a_new_level_sleeps_in_part_and_nobody_is_near_its_entry() -> None:
    catalog = load_catalog()
    arena = Arena.from_ascii(ROOM, {"r": "Rat", "w": "Mangy Wolf"})
    game = arena.game
    asleep = awake = 0
    for depth in range(4, 9):
        travel(game, depth)
        for entity, _ in ecs.with_component(Nature):
            if entity == game.player or ecs.get(entity, Position).depth != depth:
                continue
            asleep += is_asleep(entity)
            awake += not is_asleep(entity)
            if ecs.get(entity, Mind).leader:
                x, y = ecs.get(entity, Position).x, ecs.get(entity, Position).y
                entry = game.level.entry
                assert max(abs(x - entry[0]), abs(y - entry[1])) > QUIET_TILES
    assert awake
    assert catalog.has("mobs", "Rat")
    arena.close()


def test_stairs_are_an_action_like_any() -> None:
    arena = Arena.from_ascii("####\n#@>#\n####", minds=True)
    game = arena.game
    arena.move(1, 0)
    play(game, TakeStairs(1), travel)
    assert game.depth == 4
    assert game.levels[3].left >= 0
    arena.close()
