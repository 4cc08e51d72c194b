"""Whatever a fixture of the game offers, and whatever may be thrown: foreseen, done, and compared."""

import pytest

from roguelike.actions.bargaining import Agree
from roguelike.actions.throwing import Throw, shatters
from roguelike.components.bargains import Bargain
from roguelike.components.items import Item
from roguelike.components.vitals import Pools
from roguelike.engine.invariants import faults
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs
from tests.foreseeing import hold

CATALOG = catalog_for(None)
HALL = """
#########
#.......#
#.G.r.o.#
#.A@.k..#
#....f..#
#########
"""


def deals() -> list[tuple[str, str]]:
    """List every deal of the data: the fixture, and what the deal is called."""
    return [
        (name, deal.name)
        for name in CATALOG.names("props")
        for part in CATALOG.templates("props", name)
        if isinstance(part, Bargain)
        for deal in part.deals
    ]


def hall(seed: int, fixture: str = "Statue") -> Arena:
    """Draw the hall with a fixture beside a player who can pay for anything and is in need of everything."""
    legend = {
        "A": fixture,
        "G": "Grating",
        "r": "Rat",
        "o": "Orc",
        "k": "Kobold",
        "f": "Watch Fire",
    }
    arena = Arena.from_ascii(HALL, legend, seed=seed)
    arena.set_pools(arena.player, max_hp=60, hp=30, max_mana=20, mana=10)
    ecs.get(arena.player, Pools).gold = 500.0
    for name in ("Iron Key", "Meat"):
        arena.give(arena.player, name)
    return arena


@pytest.mark.parametrize(("fixture", "deal"), deals())
def test_every_deal_of_the_game_is_kept_as_foreseen(fixture: str, deal: str) -> None:
    held = []
    for seed in range(3):
        with hall(seed, fixture) as arena:
            thing = arena.find(fixture)
            held.append(hold(arena, Agree(thing, deal), arena.player, seed=seed))
            assert faults(arena.game) == []
    assert held == ["Agree"] * 3


def test_every_kind_of_thing_is_thrown_as_foreseen() -> None:
    held = set()
    names = [name for name in CATALOG.names("items") if name not in CATALOG.compiled.generated]
    aims = ((4, 2), (3, 4), (5, 3), (3, 3), (7, 3), (6, 1))
    for seed, name in enumerate(names):
        with hall(seed) as arena:
            arena.identify(name)
            thing = arena.give(arena.player, name)
            kind = ecs.get(thing, Item)
            broken = shatters(thing)
            held.add(hold(arena, Throw(thing, aims[seed % len(aims)]), arena.player, seed=seed))
            assert faults(arena.game) == []
            assert kind.shatters or not broken
    assert "Throw" in held
