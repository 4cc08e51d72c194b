"""Every spell of every creature is one that it really casts, given the occasion."""

import pytest

from roguelike.actions.senses import is_hostile
from roguelike.components.magic import Abilities, Ability
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world.changes import Unleashed
from roguelike.world.factions import HOSTILE, faction
from roguelike.world.terrain import Tile
from tests.rooms import inflict

CATALOG = catalog_for(None)
HALL = "\n".join(("#" * 24, "#@" + "." * 21 + "#", *["#" + "." * 22 + "#"] * 8, "#" * 24))
STALE = 40
"""Turns within which somebody with full mana and every reason casts."""
TOUGH = 10**5


def abilities_of(name: str) -> Abilities:
    parts = CATALOG.templates("mobs", name)
    return next((part for part in parts if isinstance(part, Abilities)), Abilities())


CASTERS = [
    (name, each)
    for name in CATALOG.names("mobs")
    for each in dict.fromkeys(abilities_of(name).cast)
]
NOT_FOR_PLAYERS = {"Beguile"}
"""The player, whom nobody can command, would only be let off."""


def hide_the_player(arena: Arena) -> None:
    """Wall the player's corner off."""
    arena.game.level.tiles[1:3, 2] = arena.game.level.tiles[2, 1] = Tile.WALL
    arena.game.level.ground_changed()


def dig_moat(arena: Arena, tiles: int) -> None:
    """Part the hall, so that whoever likes it close has to stay where its spell is wanted."""
    arena.game.level.tiles[2 : 2 + tiles, 1:10] = Tile.DEEP_WATER
    arena.game.level.ground_changed()


def cast_within(turns: int, name: str, ability: Ability, seed: int) -> bool:
    """Give a creature an enemy in range and the occasion for an ability, and see whether it uses it."""
    with Arena.from_ascii(HALL, minds=True, seed=seed) as arena:
        away = max(1, min(int(ability.range_tiles), int(ability.min_range_tiles) + 1))
        dig_moat(arena, away - 1)
        arena.set_pools(arena.player, hp=TOUGH, max_hp=TOUGH, mana=50, max_mana=50)
        caster = arena.spawn(name, 1 + away, 1)
        # Who talks attacks only those who have wronged their people.
        arena.game.standing[faction(caster)] = HOSTILE
        share = 3 if ability.when == "self hurt" else 1
        if ability.when == "enemy near" and not is_hostile(arena.game, caster):
            arena.set_pools(arena.spawn("Orc", 1, 2), hp=TOUGH, max_hp=TOUGH)
        if ability.spell in NOT_FOR_PLAYERS:
            hide_the_player(arena)
            arena.set_pools(arena.spawn("Orc", 1, 3), hp=TOUGH, max_hp=TOUGH)
        friend = arena.spawn(name, 5, 3) if ability.when == "hurt ally" else caster
        for _ in range(turns):
            arena.set_pools(caster, hp=TOUGH // share, max_hp=TOUGH, mana=999, max_mana=999)
            if ability.when == "hurt ally":
                arena.set_pools(friend, hp=TOUGH // 3, max_hp=TOUGH)
            if ability.when == "self ailing":
                inflict(arena, "status", caster, status="Bleeding", turns=9, strength=1)
            for change in arena.wait().trace:
                if isinstance(change, Unleashed) and change.cause.what == ability.spell:
                    return True
    return False


@pytest.mark.parametrize(
    "name", [name for name, ability in CASTERS if ability.spell in NOT_FOR_PLAYERS]
)
def test_nobody_charms_the_player(name: str) -> None:
    with Arena.from_ascii(HALL, minds=True) as arena:
        arena.set_pools(arena.player, hp=TOUGH, max_hp=TOUGH)
        dig_moat(arena, 2)
        caster = arena.spawn(name, 4, 1)
        for _ in range(STALE):
            arena.set_pools(caster, hp=TOUGH, max_hp=TOUGH, mana=999, max_mana=999)
            arena.wait()
            assert "Charmed" not in arena.statuses(arena.player)


@pytest.mark.parametrize(
    ("name", "ability"), CASTERS, ids=lambda each: getattr(each, "spell", each)
)
def test_each_creature_uses_each_of_its_spells(name: str, ability: Ability) -> None:
    assert any(cast_within(STALE, name, ability, seed) for seed in range(3))


MINE_ALONE = {"Yesterday": "Only the player's turns can be taken back."}
"""Spells that no creature casts, and why."""


def test_somebody_casts_each_spell_of_the_book() -> None:
    cast = {ability.spell for _, ability in CASTERS}
    cast |= {each.spell for name in CATALOG.names("mobs") for each in abilities_of(name).on_death}
    assert set(CATALOG.spells) - cast == set(MINE_ALONE)
