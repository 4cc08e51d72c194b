"""Making things from rows."""

import pytest

from roguelike.components.items import Pack
from roguelike.world import spawning
from tests.rooms import Draw, catalog, component

ALONE = "######\n#@...#\n######"


def test_creatures_come_dressed_as_their_row_says(draw: Draw) -> None:
    arena = draw(ALONE)
    bandit = arena.spawn("Bandit", 3, 1)
    worn = component(bandit, Pack).worn
    assert sorted(worn) == ["Feet", "Melee", "Shield", "Torso"]
    assert component(bandit, Pack).items == []


def test_what_finds_no_slot_is_carried(draw: Draw) -> None:
    arena = draw(ALONE)
    goblin = arena.spawn("Goblin", 3, 1)
    first, second = (spawning.make(arena.game, "items", "Dagger", arena.game.rng) for _ in range(2))
    for item in (first, second):
        spawning.put_on(goblin, item)
    assert component(goblin, Pack) == Pack([second], {"Melee": first})


def test_gold_is_rolled(draw: Draw) -> None:
    purses = set()
    for seed in range(20):
        arena = draw(ALONE, seed=seed)
        purses.add(arena.gold(arena.spawn("Orc", 3, 1)))
    assert len(purses) >= 5
    assert all(1 <= purse <= 8 for purse in purses)


def test_an_unknown_row_is_named(draw: Draw) -> None:
    arena = draw(ALONE)
    with pytest.raises(KeyError):
        spawning.make(arena.game, "mobs", "Snark", arena.game.rng)


def test_every_row_of_the_laboratory_can_be_made(draw: Draw) -> None:
    arena = draw("##########\n#@.......#\n#........#\n#........#\n##########")
    for section in ("items", "props", "mobs"):
        for name in catalog().names(section):
            entity = arena.spawn(name, 5, 2)
            assert arena.shown_name(entity)
            assert arena.position(entity) == (5, 2)
            from roguelike.world import ecs, space

            space.take_up(arena.game, entity)
            ecs.delete(entity)
    arena.state_hash()
