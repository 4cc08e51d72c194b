"""New levels as the game has them: with the real data, every body on ground of its own."""

import esper
import pytest

from roguelike.components.actors import Kind, Mind
from roguelike.components.items import Pack
from roguelike.components.spatial import Body, Position
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.components.vitals import Pools
from roguelike.core.geometry import steps_between
from roguelike.engine.dungeon import build_level, new_game
from roguelike.engine.placing import room_for
from roguelike.mapgen.blueprint import Spawn
from roguelike.mapgen.metas.ends import QUIET_TILES
from roguelike.raws.catalog import Catalog, load_catalog
from roguelike.world import space
from roguelike.world.figures import figures
from roguelike.world.game import Game
from roguelike.world.level import covered
from roguelike.world.names import true_name
from roguelike.world.terrain import Tile


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


@pytest.mark.parametrize("depth", range(1, 19))
def test_every_body_has_room(catalog: Catalog, depth: int) -> None:
    for seed in range(4):
        game = Game.fresh(f"room {seed}", catalog)
        level = build_level(game, catalog, depth)
        taken = set()
        for entity, (position, _) in esper.get_components(Position, Mind):
            if position.depth != depth:
                continue
            name = esper.component_for_entity(entity, Kind).name
            cells = space.cells_of(entity)
            assert level.has_ground(cells), (seed, name)
            assert not taken & set(cells), (seed, name)
            taken |= set(cells)
            if depth > 1:
                assert all(steps_between(cell, level.entry) > QUIET_TILES for cell in cells), name


@pytest.mark.parametrize("depth", range(1, 19))
def test_stairs_are_as_they_should_be(catalog: Catalog, depth: int) -> None:
    level = build_level(Game.fresh("stairs", catalog), catalog, depth)
    assert len(level.find(Tile.DOWN_STAIRS)) == 1
    assert level.find(Tile.UP_STAIRS) == ([level.entry] if depth > 1 else [])


def test_a_dragon_in_a_passage_is_moved_to_where_it_fits(catalog: Catalog) -> None:
    level = build_level(Game.fresh("dragon", catalog), catalog, 2)
    level.blockers.clear()
    level.tiles[:] = Tile.WALL
    level.tiles[1:30, 10] = Tile.FLOOR
    level.tiles[20:23, 11] = Tile.FLOOR
    level.entry = (1, 10)
    level.ground_changed()
    spot = room_for(level, catalog, Spawn("mobs", "Black Dragon", (15, 10)))
    assert spot == (20, 10)
    assert level.has_ground(covered(spot, Body(2, 2)))
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
        esper.component_for_entity(entity, Kind).name
        for cell, entities in game.level.at.items()
        for entity in entities
        if steps_between(cell, point) < 8
    }
    assert "Barkeep" in near


def test_the_player_begins_hung_over_in_old_clothes(catalog: Catalog) -> None:
    player = new_game("kit", catalog).player
    pack = esper.component_for_entity(player, Pack)
    pools = esper.component_for_entity(player, Pools)
    assert {slot: true_name(item) for slot, item in pack.worn.items()} == {
        "Melee": "Rusty Longsword",
        "Torso": "Stained Tunic",
        "Legs": "Torn Trousers",
        "Feet": "Old Boots",
    }
    carried = {true_name(item) for item in pack.items}
    assert carried == {"Beginner's Magic", "Dried Sausage", "Beer", "Shortbow"}
    assert (pools.hp, pools.max_hp, pools.mana, pools.max_mana) == (30, 30, 4, 4)
    assert (pools.level, pools.xp, pools.gold) == (1, 0, 0)
    [status] = esper.component_for_entity(player, Statuses).entities
    assert esper.component_for_entity(status, StatusEffect).name == "Hangover"
    assert esper.component_for_entity(status, Duration).turns == 10
    assert figures(player).modifiers == (-1, 0, -1, -1)
