"""New levels as the game has them: with the real data, every body on ground of its own."""

import esper
import numpy as np
import pytest

from roguelike.components import actors, items, spatial, vitals
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.core import paths
from roguelike.core.geometry import steps_between
from roguelike.engine.play.dungeon import build_level, new_game, plan_ahead, room_for, travel
from roguelike.engine.state.snapshot import state_hash
from roguelike.mapgen.blueprint import Blueprint, Spawn
from roguelike.mapgen.metas import ends
from roguelike.raws.catalog import catalog_in_force
from roguelike.world import ecs, perception, space
from roguelike.world.catalog import Catalog
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game
from roguelike.world.level import Level, covered
from roguelike.world.terrain import Tile


def faults_of(game: Game, level: Level) -> list[str]:
    """List what is wrong with a level as the game has it: bodies, exits, things in walls, company at the way in."""
    found, taken = [], set()
    peaceful = {name for quarter in catalog_in_force().spawn_table.town for name in quarter.people}
    for entity, position in ecs.with_component(spatial.Position):
        if position.depth != level.depth:
            continue
        name, cells = ecs.get(entity, actors.Kind).name, space.cells_of(entity)
        if not level.has_ground(cells):
            found.append(f"{name} in a wall at {cells}")
        if not esper.has_component(entity, actors.Mind):
            continue
        if taken & set(cells):
            found.append(f"{name} shares {cells}")
        taken |= set(cells)
        nearest = min(steps_between(cell, level.entry) for cell in cells)
        if nearest <= ends.QUIET_TILES and name not in peaceful:
            found.append(f"{name} waits {nearest} steps from the way in")
    if len(level.find(Tile.DOWN_STAIRS)) != 1:
        found.append("not one way down")
    if level.find(Tile.UP_STAIRS) != ([level.entry] if level.depth > 1 else []):
        found.append("stairs up where they should not be")
    # What is locked can be opened: see tests/mapgen/test_arrangement.py.
    field = paths.DistanceField(paths.to_bits(level.walkable), level.width, [level.entry])
    ground = np.argwhere(level.walkable)
    lost = [point for x, y in ground if field.distance(point := (int(x), int(y))) is None]
    return found + [f"{point} cannot be walked to" for point in lost]


@pytest.mark.parametrize("depth", range(1, 19))
def test_every_level_is_fit_to_be_played(catalog: Catalog, depth: int) -> None:
    for seed in range(2):
        game = Game.fresh(f"room {seed}", catalog)
        assert faults_of(game, build_level(game, depth)) == [], seed


@pytest.mark.soak
@pytest.mark.parametrize("depth", range(1, 21))
def test_every_level_of_two_hundred_games_is_fit_to_be_played(catalog: Catalog, depth: int) -> None:
    for seed in range(200):
        game = Game.fresh(f"long {seed}", catalog)
        assert faults_of(game, build_level(game, depth)) == [], seed
        again = Game.fresh(f"long {seed}", catalog)
        build_level(again, depth)
        assert state_hash(again) == state_hash(game), seed
        ecs.drop_world(game.world)
        ecs.drop_world(again.world)


@pytest.mark.parametrize("depth", range(1, 19))
def test_the_same_seed_peoples_a_level_alike(catalog: Catalog, depth: int) -> None:
    def built(seed: str) -> str:
        game = Game.fresh(seed, catalog)
        build_level(game, depth)
        return state_hash(game)

    assert built("alike") == built("alike") != built("unlike")


@pytest.mark.parametrize("depth", [1, 4, 9])
def test_a_level_that_was_planned_ahead_is_the_level_it_would_have_been(
    catalog: Catalog, depth: int
) -> None:
    hashes = []
    for is_planned in (False, True):
        game = new_game("ahead", catalog)
        for each in range(2, depth + 1):
            travel(game, each)
        before = state_hash(game)
        if is_planned:
            plan_ahead(game)
            assert game.caches.get(Blueprint, depth + 1) is not None
            assert state_hash(game) == before
        travel(game, depth + 1)
        assert game.caches.get(Blueprint, depth + 1) is None
        hashes.append(state_hash(game))
        ecs.drop_world(game.world)
    assert hashes[0] == hashes[1]


def test_a_level_that_exists_is_not_planned_again(catalog: Catalog) -> None:
    game = new_game("ahead", catalog)
    travel(game, 2)
    travel(game, 1)
    plan_ahead(game)
    assert game.caches.get(Blueprint, 2) is None
    ecs.drop_world(game.world)


def test_a_dragon_in_a_passage_is_moved_to_where_it_fits(catalog: Catalog) -> None:
    level = build_level(Game.fresh("dragon", catalog), 2)
    level.blockers.clear()
    level.tiles[:] = Tile.WALL
    level.tiles[1:30, 10] = Tile.FLOOR
    level.tiles[20:23, 11] = Tile.FLOOR
    level.entry = (1, 10)
    level.ground_changed()
    spot = room_for(level, catalog, Spawn("mobs", "Black Dragon", (15, 10)))
    assert spot == (20, 10)
    assert level.has_ground(covered(spot, spatial.Body(2, 2)))
    assert room_for(level, catalog, Spawn("mobs", "Rat", (15, 10))) == (15, 10)
    level.tiles[20:23, 11] = Tile.WALL
    level.ground_changed()
    assert room_for(level, catalog, Spawn("mobs", "Black Dragon", (15, 10))) is None


def test_a_game_begins_in_the_pub(catalog: Catalog) -> None:
    game = new_game("pub", catalog)
    point = space.point_of(game.player)
    assert point == game.level.entry
    assert game.level.tiles[point] == Tile.WOOD_FLOOR
    near = {
        esper.component_for_entity(entity, actors.Kind).name
        for cell, entities in game.level.at.items()
        for entity in entities
        if steps_between(cell, point) < 8
    }
    assert "Barkeep" in near


def test_the_player_begins_hung_over_in_old_clothes(catalog: Catalog) -> None:
    player = new_game("kit", catalog).player
    pack = esper.component_for_entity(player, items.Pack)
    pools = esper.component_for_entity(player, vitals.Pools)
    assert {slot: perception.true_name(item) for slot, item in pack.worn.items()} == {
        "Melee": "Rusty Longsword",
        "Torso": "Stained Tunic",
        "Legs": "Torn Trousers",
        "Feet": "Old Boots",
    }
    carried = {perception.true_name(item) for item in pack.items}
    assert carried == {"Beginner's Magic", "Dried Sausage", "Beer", "Shortbow"}
    assert (pools.hp, pools.max_hp, pools.mana, pools.max_mana) == (30, 30, 4, 4)
    assert (pools.level, pools.xp, pools.gold) == (1, 0, 0)
    [status] = esper.component_for_entity(player, Statuses).entities
    assert esper.component_for_entity(status, StatusEffect).name == "Hangover"
    assert esper.component_for_entity(status, Duration).turns == 10
    assert stats_of(player).modifiers == (-1, 0, -1, -1)


def test_arriving_somewhere_for_the_first_time_is_told_once(catalog: Catalog) -> None:
    game = new_game("arrivals", catalog)
    told = catalog.spawn_table.region(2).arrival(2)
    assert told
    for _ in range(2):
        travel(game, 2)
        assert sum(told in message.text for message in game.log) == 1
        travel(game, 1)
