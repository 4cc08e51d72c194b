"""Ground is a second spell book: grass, a doorway and a ford are each worth more than the bolt, mana for mana.

Foreseen, in rooms as they are met on the way down, by a hero of level 4 against smugglers, who have no poise.
"""

import pytest

from roguelike.engine.foreseeing.aiming import worth
from roguelike.engine.play.commands import Cast
from roguelike.engine.session import Session
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world.terrain import Tile
from tests.halls import afflict

LEVEL = 4
LEGEND = {"g": "Smuggler", "o": "Smuggler"}
MEADOW = """
#############
#..\"\"\"\"\"\"\"\"\"#
#@.\"\"g\"g\"\"\"\"#
#..\"\"\"\"\"g\"\"\"#
#############
"""
DOORWAY = """
###########
#.....#####
#@.....ooo#
#.....#####
###########
"""
FORD = """
###########
#...,,,...#
#@..,o,o..#
#...,o,...#
###########
"""
PLACES = {
    "fire on grass": (MEADOW, "Kindling", (5, 2)),
    "a pack in a doorway": (DOORWAY, "Rime Lance", (7, 2)),
    "a frozen ford": (FORD, "Hoarfrost", (5, 2)),
}


def scene(room: str) -> Arena:
    """Draw a room with a hero of LEVEL in it; in the ford creatures have waded, in the meadow they stand on grass."""
    arena = Arena.from_ascii(room.strip(), LEGEND, seed=1)
    for x, y in ((5, 2), (7, 2), (8, 3)) if '"' in room else ():
        arena.game.level.tiles[x, y] = Tile.GRASS
    for x, y in ((5, 2), (7, 2), (5, 3)) if "," in room else ():
        for entity in arena.at(x, y):
            afflict(arena, entity, "Wet", 4)
    arena.set_level(arena.player, LEVEL)
    arena.set_pools(arena.player, mana=30, max_mana=30)
    return arena


def worth_a_mana(arena: Arena, spell: str, at: tuple[int, int]) -> float:
    """Return what a cast is foreseen to be worth, for each point of its mana."""
    arena.teach(spell)
    seen = Session(arena.game).forecast(Cast(spell, at))
    assert seen.refused is None
    return worth(arena.game, seen) / catalog_for(None).spells[spell].mana_cost


@pytest.mark.parametrize("place", PLACES)
def test_the_place_is_worth_more_than_the_bolt(place: str) -> None:
    room, spell, at = PLACES[place]
    with scene(room) as arena:
        assert worth_a_mana(arena, spell, at) > 1.25 * worth_a_mana(arena, "Zap", at)


@pytest.mark.parametrize("place", PLACES)
def test_without_the_place_it_is_worth_less(place: str) -> None:
    room, spell, at = PLACES[place]
    bare = room.replace('"', ".").replace(",", ".")
    if place == "a pack in a doorway":
        bare = bare.replace("#@.....ooo#", "#@.....o..#")
    with scene(room) as there, scene(bare) as elsewhere:
        assert worth_a_mana(there, spell, at) > worth_a_mana(elsewhere, spell, at)


def test_who_froze_in_the_ford_shatters() -> None:
    with scene(FORD) as arena:
        smuggler = arena.at(5, 2)[0]
        arena.set_pools(smuggler, max_hp=200, hp=200)
        for spell in ("Hoarfrost", "Rude Gesture"):
            arena.teach(spell)
        bare = arena.forecast("Rude Gesture", (5, 2)).outcomes[smuggler].damage[1]
        arena.cast("Hoarfrost", (5, 2))
        assert "Frozen" in arena.statuses(smuggler)
        assert arena.forecast("Rude Gesture", (5, 2)).outcomes[smuggler].damage[1] >= 2 * bare > 0
