"""Shelves: books that lie together, one of which may be taken, and none that the hero knows."""

import esper
import pytest

from roguelike.components import bargains, items
from roguelike.engine.play.commands import PickUp
from roguelike.engine.play.dungeon import build_level, new_game
from roguelike.engine.session import Session
from roguelike.mapgen.blueprint import Blueprint
from roguelike.world import ecs, perception
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game
from tests.mapgen.building import planned

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


def test_taking_one_takes_the_others_away(catalog: Catalog) -> None:
    session = Session.start("3", catalog)
    game = session.game
    session.travel(game, 2)
    group = ecs.get(on_shelves(game, 2)[0], bargains.Terms).group
    shelf = [item for item in on_shelves(game, 2) if ecs.get(item, bargains.Terms).group == group]
    place = next(point for point, things in game.level.at.items() if shelf[0] in things)
    session.travel(game, 1)
    session.travel(game, 2, place)
    assert session.do(PickUp(shelf[0])).refused is None
    assert not {*shelf[1:]} & {*on_shelves(game, 2)}
