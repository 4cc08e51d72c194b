"""A people that hates the player sends somebody after them."""

import pytest

from roguelike.components.actors import Kind, Mind, Player
from roguelike.components.spatial import Position
from roguelike.core.geometry import steps_between
from roguelike.engine.play.dungeon import HATED, NEAREST_STEPS, new_game, travel
from roguelike.engine.state.snapshot import state_hash
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs
from roguelike.world.game import Game

SENT = "have sent somebody"
WRONGED = "stood with Barbo"


def arrive(catalog: Catalog, depth: int, deed: str = "", **standing: int) -> Game:
    game = new_game("grudge", catalog)
    ecs.get(game.player, Player).deeds = (deed,) if deed else ()
    game.standing.update(standing)
    travel(game, depth)
    return game


def coming(game: Game, entry: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
    """List the creatures that are on their way to where the player came in, and where they stand."""
    return [
        (kind.name, (place.x, place.y))
        for entity, kind, place in ecs.with_both(Kind, Position)
        if place.depth == game.depth
        and (mind := ecs.row(entity).get(Mind)) is not None
        and mind.last_seen == entry
    ]


def test_who_is_hated_is_waited_for(catalog: Catalog) -> None:
    game = arrive(catalog, 10, WRONGED, DarkElfC=HATED)
    level = game.level
    found = coming(game, level.entry)
    assert [name for name, _ in found] == [
        "Cirro Weaver",
        "Cirro Dark Elf",
        "Cirro Spider",
        "Cirro Spider",
    ]
    field = level.toward(level.entry)
    assert all((field.distance(point) or 0) >= NEAREST_STEPS for _, point in found)
    assert all(steps_between(found[0][1], point) <= 6 for _, point in found)
    assert any(SENT in line.text and "clan Cirro" in line.text for line in game.log)


@pytest.mark.parametrize(
    ("depth", "deed", "standing"),
    [
        (10, WRONGED, {"DarkElfC": HATED + 1}),
        (9, WRONGED, {"DarkElfC": -100}),
        (10, "", {"DarkElfC": -100}),
        (10, "stood with Cirro", {"DarkElfC": -100}),
    ],
)
def test_nobody_is_sent_for_less_for_nothing_or_beyond_their_depths(
    catalog: Catalog, depth: int, deed: str, standing: dict[str, int]
) -> None:
    game = arrive(catalog, depth, deed, **standing)
    assert not coming(game, game.level.entry)
    assert not any(SENT in line.text for line in game.log)


def test_they_are_sent_once_to_a_level(catalog: Catalog) -> None:
    game = arrive(catalog, 10, WRONGED, DarkElfC=-100)
    travel(game, 9)
    travel(game, 10)
    assert sum(SENT in line.text for line in game.log) == 1


def test_the_same_game_sends_the_same(catalog: Catalog) -> None:
    games = [arrive(catalog, 11, "stood with Cirro", DarkElfB=-80) for _ in range(2)]
    assert state_hash(games[0]) == state_hash(games[1])
