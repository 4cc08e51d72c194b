"""A new level's first evening: who came from deeper down, and that it is said."""

import pytest

from roguelike.components import actors, spatial
from roguelike.core.geometry import steps_between
from roguelike.core.rng import Chance
from roguelike.engine.play.dungeon import STRANGER, build_level
from roguelike.mapgen.generation import generate
from roguelike.systems import level_setup
from roguelike.world import ecs, space
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game
from roguelike.world.level import Level
from roguelike.world.spawn_table import SpawnTable

SEEDS = range(60, 120)
"""Seeds of levels, to some of which somebody strange comes."""


def planned(game: Game, catalog: Catalog, depth: int) -> set[str]:
    """Plan the level that is built next; name all that is put there, with the company of those that lead some."""
    streams = game.stream(f"map {depth}"), game.stream(f"population {depth}")
    plan = generate(*streams, depth, catalog.spawn_table, folders=catalog.folders)
    game.caches.keep(depth, plan)
    names = {spawn.name for spawn in plan.spawns}
    followers = {
        member.name
        for name in names
        if catalog.has("mobs", name)
        for part in catalog.templates("mobs", name)
        if isinstance(part, actors.Company)
        for member in part.members
    }
    return names | followers


def creatures(depth: int) -> list[int]:
    """List the creatures of a level."""
    return [
        each
        for each, _ in ecs.with_component(actors.Mind)
        if ecs.get(each, spatial.Position).depth == depth
    ]


def test_strangers_are_rare_and_announced(catalog: Catalog) -> None:
    strange = 0
    for seed in SEEDS:
        game = Game.fresh(f"stranger {seed}", catalog)
        depth = level_setup.FIRST_STRANGE_DEPTH + seed % 6
        expected = planned(game, catalog, depth)
        build_level(game, depth)
        names = [ecs.get(each, actors.Kind).name for each in creatures(depth)]
        strangers = [name for name in names if name not in expected]
        told = [message for message in game.log if message.text == STRANGER]
        assert len(strangers) == len(told) <= 1, seed
        for name in strangers:
            deeper = {
                mob
                for below in range(depth + 3, depth + 6)
                for mob, _ in catalog.spawn_table.pools("mobs", below)[""]
            }
            assert name in deeper, seed
        strange += len(strangers)
    assert 0.01 < strange / len(SEEDS) < 0.12


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_nobody_strange_comes_to_town_and_where_heroes_begin(
    depth: int, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(level_setup, "STRANGER_PERCENT", 100.0)
    game = Game.fresh("town", catalog)
    build_level(game, depth)
    assert not [message for message in game.log if message.text == STRANGER]


def test_a_large_stranger_stands_on_ground_of_its_own(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def large(self: SpawnTable, kind: str, depth: int, rng: Chance) -> str:
        return "Pit Warden"

    for seed in range(6):
        game = Game.fresh(f"large {seed}", catalog)
        level = build_level(game, 6)
        monkeypatch.setattr(level_setup, "STRANGER_PERCENT", 100.0)
        monkeypatch.setattr(SpawnTable, "roll", large)
        luck = game.stream("large")
        level_setup.set_up(game, level, luck)
        assert level_setup.place_stranger(game, level, luck)
        monkeypatch.undo()
        [warden] = [
            each for each in creatures(6) if ecs.get(each, actors.Kind).name == "Pit Warden"
        ]
        assert_fits(game, level, warden)


def assert_fits(game: Game, level: Level, entity: int) -> None:
    """Hold that a creature of two by two stands on ground that nobody else stands on, far from the way in."""
    cells = space.cells_of(entity)
    assert (
        len(cells)
        == 4
        == ecs.get(entity, spatial.Body).width * ecs.get(entity, spatial.Body).height
    )
    assert level.has_ground(cells)
    for cell in cells:
        assert [other for other in level.occupants(cell) if other in creatures(6)] == [entity]
        assert steps_between(cell, level.entry) > level_setup.ENTRY_TILES


def strangers_at(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch, name: str, depth: int = 5
) -> list[int]:
    """Build a level to which one of a name is sent from deeper down; list those of that name."""

    def sent(self: SpawnTable, kind: str, depth: int, rng: Chance) -> str:
        return name

    game = Game.fresh("sent", catalog)
    level = build_level(game, depth)
    monkeypatch.setattr(level_setup, "STRANGER_PERCENT", 100.0)
    monkeypatch.setattr(SpawnTable, "roll", sent)
    level_setup.place_stranger(game, level, game.stream("sent"))
    return [each for each in creatures(depth) if ecs.get(each, actors.Kind).name == name]


def test_who_strikes_unseen_or_guards_a_place_is_no_stranger(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert strangers_at(catalog, monkeypatch, "Tunnel Wyrm") == []
    assert strangers_at(catalog, monkeypatch, "Black Dragon") == []
    assert len(strangers_at(catalog, monkeypatch, "Gallery Troll")) == 1
