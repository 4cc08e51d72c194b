"""Taking the stairs: hunters follow, at once or soon, and time has passed for what stayed behind."""

import esper

from roguelike.components import actors, hazards, items, spatial, vitals
from roguelike.components.statuses import StatusEffect
from roguelike.core.geometry import steps_between
from roguelike.engine.play.dungeon import travel
from roguelike.engine.session import Session
from roguelike.mapgen.metas import ends
from roguelike.systems.catch_up import pursuers
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs, perception, space
from tests.rooms import room

ROOM = """
    ########
    #@rw..r#
    #......#
    ########
"""


def test_who_is_beside_one_follows_and_who_sees_nobody_leave_stays() -> None:
    arena = room("#########\n#@r...#r#\n#########", {"r": "Rat"}, minds=True)
    game = arena.game
    near, far = arena.at(2, 1)[0], arena.at(7, 1)[0]
    ecs.get(near, actors.Mind).target = ecs.get(far, actors.Mind).target = game.player
    travel(game, 4)
    assert ecs.get(near, spatial.Position).depth == 4
    assert ecs.get(far, spatial.Position).depth == 3
    assert any("follows you" in line for line in arena.log)
    travel(game, 3)
    assert game.depth == 3
    arena.close()


def test_the_hunter_of_the_amulet_comes_by_its_own_ways_only() -> None:
    arena = room(
        "##########\n#@...u.w.#\n##########",
        {"u": "Ulkhar the Unpaid", "w": "Mangy Wolf"},
        minds=True,
        raws=None,
    )
    hunter, wolf = arena.find("Ulkhar the Unpaid"), arena.find("Mangy Wolf")
    for each in (hunter, wolf):
        ecs.get(each, actors.Mind).target = arena.player
    assert [entity for entity, _ in pursuers(arena.game)] == [wolf]
    arena.close()


def test_on_return_fires_are_out_and_the_poisoned_are_dead_and_their_statuses_gone() -> None:
    arena = room(
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
    assert [e for e, _ in ecs.with_component(hazards.Hazard) if e not in game.dead] == []
    arena.wait()
    assert list(ecs.with_component(StatusEffect)) == []
    arena.close()


def test_hunters_left_behind_forget_their_target_but_not_while_one_waits() -> None:
    arena = room("#########\n#@....#r#\n#########", {"r": "Rat"}, minds=True)
    game, far = arena.game, arena.find("Rat")
    for turns, target in ((100, game.player), (400, 0)):
        ecs.get(far, actors.Mind).target = game.player
        travel(game, 4)
        game.turn += turns
        travel(game, 3)
        assert ecs.get(far, actors.Mind).target == target
    arena.close()


def test_a_new_level_sleeps_in_part_and_nobody_is_near_its_entry() -> None:
    arena = room(ROOM, {"r": "Rat", "w": "Mangy Wolf"}, raws=None)
    game = arena.game
    asleep = awake = led = 0
    for depth in range(4, 9):
        travel(game, depth)
        for entity, _ in ecs.with_component(actors.Nature):
            if entity == game.player or ecs.get(entity, spatial.Position).depth != depth:
                continue
            asleep += perception.is_asleep(entity)
            awake += not perception.is_asleep(entity)
            led += ecs.get(entity, actors.Mind).leader != 0
            place = ecs.get(entity, spatial.Position)
            assert steps_between((place.x, place.y), game.level.entry) > ends.QUIET_TILES
    assert asleep
    assert awake
    assert led
    arena.close()


def test_a_large_hunter_follows_down_and_up_and_stands_on_ground_of_its_own() -> None:
    arena = room(
        """
        ##########
        #@D......#
        #........#
        ##########
        """,
        {"D": "Black Dragon"},
        minds=True,
    )
    game = arena.game
    dragon = arena.find("Black Dragon")
    ecs.get(dragon, actors.Mind).target = game.player
    for depth in (4, 3):
        travel(game, depth)
        assert ecs.get(dragon, spatial.Position).depth == depth
        cells = space.cells_of(dragon)
        assert len(cells) == 4
        assert game.level.has_ground(cells)
        assert all(game.level.blockers[cell] == dragon for cell in cells)
        here = space.point_of(game.player)
        assert here is not None
        assert min(steps_between(cell, here) for cell in cells) == 1
    assert sum("follows you" in line for line in arena.log) == 2
    arena.close()


def kept(depth: int) -> dict[int, tuple[object, ...]]:
    """Describe all that stands and lies on a level, by entity."""
    return {
        entity: (
            ecs.get(entity, actors.Kind),
            (position.x, position.y),
            *(
                repr(esper.try_component(entity, each))
                for each in (vitals.Pools, spatial.Door, spatial.Hidden, items.Charges)
            ),
        )
        for entity, position in ecs.with_component(spatial.Position)
        if position.depth == depth and not esper.has_component(entity, actors.Player)
    }


def test_everything_on_a_level_is_as_it_was_left() -> None:
    """Doors too: one that was opened is open, all others are shut."""
    game = Session.start("kept", catalog_for(None)).game
    for depth in (2, 3):
        travel(game, depth)
    doors = [
        each
        for each, _ in ecs.with_component(spatial.Door)
        if ecs.get(each, spatial.Position).depth == 1
    ]
    ecs.get(doors[3], spatial.Door).open = True
    before = {depth: kept(depth) for depth in (1, 2, 3)}
    assert min(map(len, before.values())) > 20
    for depth in (2, 1, 2, 3, 4, 3):
        game.turn += 7
        travel(game, depth)
        assert kept(depth) == before.get(depth, kept(depth)), depth
    assert {depth: kept(depth) for depth in (1, 2, 3)} == before
    assert [ecs.get(door, spatial.Door).open for door in doors].count(True) == 1
    ecs.drop_world(game.world)
