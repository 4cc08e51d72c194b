"""What is set into finished ground: decoration, pools, furniture and pieces, which never part a level.

Who lives where, by the game's own data: below the wood hardly anybody by themselves.
Shelves: books that lie together, one of which may be taken, and none that the hero knows.
"""

import esper
import numpy as np
import pytest

from roguelike.components import actors, bargains, items
from roguelike.core.geometry import steps_between
from roguelike.core.rng import Stream
from roguelike.engine.play.dungeon import build_level, new_game
from roguelike.mapgen.blueprint import Blueprint, Spawn
from roguelike.mapgen.chain import Step
from roguelike.mapgen.depths import SHAPES
from roguelike.mapgen.metas import decoration, ends, wave_function_collapse
from roguelike.mapgen.metas.joining import KeepLargest
from roguelike.mapgen.metas.wave_function_collapse import WaveFunctionCollapse, agreements, patterns
from roguelike.mapgen.reach import hangs_together
from roguelike.mapgen.starters import caves
from roguelike.mapgen.starters.rooms import PartitionedInterior
from roguelike.world import ecs, perception
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game, nature_of
from roguelike.world.spawn_table import SpawnTable
from roguelike.world.terrain import Tile
from tests.mapgen.building import SEEDS, built, edge_is_closed, planned


@pytest.mark.parametrize(
    "step",
    [
        decoration.DecorateCave(),
        decoration.Pools(),
        decoration.Pools(48),
        decoration.Overgrow(),
        decoration.Brook(),
        decoration.Road(),
    ],
)
def test_decoration_never_parts_a_level(step: Step) -> None:
    last = (KeepLargest(), ends.AreaStart("left", "centre"), ends.DistantExit())
    for seed in SEEDS:
        bare = built(seed, caves.CellularCaves(), *last)
        plan = built(seed, caves.CellularCaves(), *last, step)
        assert hangs_together(plan.walkable())
        assert edge_is_closed(plan)
        assert (plan.tiles[0] == Tile.WALL).all()
        assert plan.tiles[plan.exit] == Tile.DOWN_STAIRS
        assert plan.tiles[plan.start] == bare.tiles[bare.start]
        assert not np.array_equal(plan.tiles, bare.tiles)


def test_pools_are_deep_in_the_middle() -> None:
    tiles = built(2, caves.CellularCaves(), KeepLargest(), decoration.Pools(48)).tiles
    assert (tiles == Tile.DEEP_WATER).any()
    assert (tiles == Tile.SHALLOW_WATER).sum() > (tiles == Tile.DEEP_WATER).sum()


def test_furniture_stands_along_the_walls_and_on_nobody(table: SpawnTable) -> None:
    plan = built(1, PartitionedInterior(6))
    plan.enter_at((40, 3))
    plan.spawns = [Spawn("items", "Dagger", (x, y)) for x in range(2, 12) for y in range(1, 6)]
    before = list(plan.spawns)
    decoration.Furnish("elven", 100).populate(plan, Stream(1), table)
    added = plan.spawns[len(before) :]
    assert plan.spawns[: len(before)] == before
    assert len(added) > 60
    assert {spawn.section for spawn in added} == {"props"}
    assert len({spawn.point for spawn in plan.spawns}) == len(plan.spawns)
    for spawn in added:
        x, y = spawn.point
        assert plan.tiles[x, y] == Tile.FLOOR
        beside = (
            plan.tiles[x - 1, y],
            plan.tiles[x + 1, y],
            plan.tiles[x, y - 1],
            plan.tiles[x, y + 1],
        )
        assert Tile.WALL in beside
        assert spawn.point != plan.start


def test_rooms_without_a_purpose_stay_bare(table: SpawnTable) -> None:
    plan = built(1, PartitionedInterior(6))
    decoration.Furnish("elven", 0).populate(plan, Stream(1), table)
    assert plan.spawns == []


def test_a_map_is_laid_anew_from_its_own_pieces() -> None:
    for seed in SEEDS:
        old = built(seed, PartitionedInterior())
        new = built(seed, PartitionedInterior(), WaveFunctionCollapse())
        assert not np.array_equal(old.tiles, new.tiles)
        assert edge_is_closed(new)
        assert new.rooms == []
        pieces = {piece.tobytes() for piece in patterns(old, 8)}
        for x in range(8, 72, 8):
            for y in range(9, 41, 8):
                assert new.tiles[x : x + 8, y : y + 8].tobytes("C") in pieces


def test_pieces_laid_side_by_side_agree() -> None:
    ground = built(4, SHAPES[7], WaveFunctionCollapse()).walkable()
    for x in range(8, 80, 8):
        for y in range(9, 41, 8):
            west, east = ground[x - 1, y : y + 8], ground[x, y : y + 8]
            assert (west & east).any() or not (west.any() or east.any())


def test_a_map_whose_pieces_never_fit_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wave_function_collapse, "lay", lambda *_: None)
    old = built(1, PartitionedInterior())
    new = built(1, PartitionedInterior(), WaveFunctionCollapse())
    assert np.array_equal(old.tiles, new.tiles)
    assert new.rooms == old.rooms


def test_an_edge_that_nothing_meets_is_met_by_nothing() -> None:
    """Not by what is closed: that was the source's mistake, the other way round."""
    closed, lonely = np.zeros((3, 3), np.uint8), np.zeros((3, 3), np.uint8)
    lonely[1, 0] = Tile.FLOOR
    north, east, south, west = agreements(np.stack((closed, lonely)))
    assert north == (0b11, 0b00)
    assert south == (0b01, 0b01)
    assert east == west == (0b11, 0b11)


ALONE_STEPS = 5
"""Moves within which a creature has company, of whatever kind."""
BY_NATURE = {
    "Black Dragon",
    "The Keeper of the Last Door",
    "Gallery Troll",
    "Dripstone Golem",
}
"""Great beasts, to whom a level or a part of it belongs."""


def test_from_the_galleries_on_few_enemies_live_alone(catalog: Catalog) -> None:
    """Fights against one were half of all while a third of the creatures lived by themselves."""
    alone = there = 0
    for depth in range(3, 16):
        for seed in range(2):
            who = [
                spawn for spawn in planned(seed, depth, catalog).spawns if spawn.section == "mobs"
            ]
            foes = [each for each in who if each.name not in BY_NATURE and is_foe(each, catalog)]
            there += len(foes)
            alone += sum(
                all(o is each or steps_between(o.point, each.point) > ALONE_STEPS for o in foes)
                and not any(
                    isinstance(p, actors.Company) for p in catalog.templates("mobs", each.name)
                )
                for each in foes
            )
    assert alone <= 0.08 * there


def is_foe(spawn: Spawn, catalog: Catalog) -> bool:
    """Return whether a planned creature attacks the player on sight."""
    return (
        catalog.reaction(nature_of(catalog, spawn.name).faction, actors.PLAYER_FACTION) == "attack"
    )


GUARANTEED = {2: "At the edge of the wood", 3: "Left in the galleries", 4: "By the camp fires"}


def shelves(plan: Blueprint, catalog: Catalog) -> list[list[str]]:
    """List the books of each shelf of a level."""
    found: dict[int, list[str]] = {}
    for spawn in plan.spawns:
        special = plan.special.get(spawn.point)
        if spawn.section == "items" and catalog.category(spawn.name) == "book":
            assert special is not None, f"{spawn.name} lies alone"
            found.setdefault(special.group, []).append(spawn.name)
    return list(found.values())


@pytest.mark.parametrize("depth", [*range(2, 16, 3), *GUARANTEED])
def test_no_book_lies_alone_and_the_first_levels_have_one_of_two(
    depth: int, catalog: Catalog
) -> None:
    for seed in range(3):
        found = shelves(planned(seed, depth, catalog), catalog)
        assert all(1 < len(set(books)) == len(books) <= 3 for books in found)
        if row := next((s for s in catalog.spawn_table.shelves(depth)), None):
            assert row.name == GUARANTEED[depth]
            assert any(len(books) == 2 and set(books) <= set(row.books) for books in found)


def test_a_way_down_passes_as_many_shelves_as_a_winner_has_books(catalog: Catalog) -> None:
    seeds = range(12)  # the mean of three is off by as much as the bounds are wide
    found = [len(shelves(planned(s, d, catalog), catalog)) for s in seeds for d in range(2, 16)]
    assert 11 <= sum(found) / len(seeds) <= 16


def test_nobody_is_given_a_book(catalog: Catalog) -> None:
    left = {thing for table in catalog.loot.values() for thing, _ in table}
    left |= {thing for mob in catalog.names("mobs") for thing in catalog.equipment.get(mob, ())}
    assert not [thing for thing in left if catalog.category(thing) == "book"]


def on_shelves(game: Game, depth: int) -> list[int]:
    """List the items on a level of which one of several may be taken."""
    level = game.levels[depth]
    return [
        item
        for things in level.at.values()
        for item in things
        if (terms := esper.try_component(item, bargains.Terms)) is not None and terms.group
    ]


def test_what_the_hero_knows_is_on_no_shelf(catalog: Catalog) -> None:
    for seed in range(6):
        game = new_game(str(seed), catalog)
        carried = {perception.true_name(item) for item in ecs.get(game.player, items.Pack).items}
        assert "Beginner's Magic" in carried
        for depth in (2, 3, 4):
            build_level(game, depth)
            assert "Beginner's Magic" not in map(perception.true_name, on_shelves(game, depth))
        ecs.drop_world(game.world)
