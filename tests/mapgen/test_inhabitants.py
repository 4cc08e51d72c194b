"""Who lives where, by the game's own data: below the wood hardly anybody by themselves."""

from roguelike.components.actors import PLAYER_FACTION, Company
from roguelike.core.geometry import steps_between
from roguelike.mapgen.blueprint import Spawn
from roguelike.raws.catalog import Catalog
from roguelike.world.game import nature_of
from tests.mapgen.building import planned

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
                and not any(isinstance(p, Company) for p in catalog.templates("mobs", each.name))
                for each in foes
            )
    assert alone <= 0.08 * there


def is_foe(spawn: Spawn, catalog: Catalog) -> bool:
    """Return whether a planned creature attacks the player on sight."""
    return catalog.reaction(nature_of(catalog, spawn.name).faction, PLAYER_FACTION) == "attack"
