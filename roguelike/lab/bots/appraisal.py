"""How dangerous the enemies in view are, estimated from what a player sees of them: level, hit points, size."""

from collections.abc import Sequence

import esper

from roguelike.actions.senses import gap, hostiles_in_view, reach
from roguelike.components.actors import Mind
from roguelike.components.combat import Weapon
from roguelike.components.items import Pack
from roguelike.components.magic import KnownSpells
from roguelike.components.vitals import HungerClock, Pools, Skills
from roguelike.systems.waking import is_asleep
from roguelike.world.game import Game
from roguelike.world.space import is_large

__all__ = ["awake", "danger", "foes", "health", "hunting", "is_dreaded", "is_hungry", "pressing"]

HITS, STRUCK = 0.6, 0.45
"""Shares of one's own blows, and of others', that land, by rule of thumb."""
SPELL_HARM, FIST = 4.0, 2.5
"""What a point of mana does to an enemy, the Magic skill aside, and a bare hand."""
BLOW, BLOW_A_LEVEL = 3.0, 1.0
"""What a blow of a creature takes, by rule of thumb: so much, and so much for each of its levels."""
LARGE = 3.0
"""How much worse something is that needs more than one tile to stand on."""
HOPELESS = 1.3
"""Share of one's hit points that a duel may be reckoned to cost before one would rather not."""


def foes(game: Game) -> list[int]:
    """List the enemies in view, nearest first."""
    return sorted(hostiles_in_view(game), key=lambda foe: (gap(game.player, foe), foe))


def awake(game: Game) -> list[int]:
    """List the enemies in view that do not sleep, nearest first."""
    return [foe for foe in foes(game) if not is_asleep(foe)]


def hunting(game: Game) -> list[int]:
    """List the enemies in view that are up and not running away, nearest first."""
    return [foe for foe in awake(game) if not _runs(foe)]


def _runs(foe: int) -> bool:
    """Return whether a creature is seen to run away."""
    mind = esper.try_component(foe, Mind)
    return mind is not None and mind.fear_turns > 0


def pressing(game: Game, tiles: int = 1) -> list[int]:
    """List the enemies awake within so many moves, nearest first."""
    return [foe for foe in hunting(game) if reach(game.player, foe) <= tiles]


def health(game: Game) -> float:
    """Return the share of hit points left."""
    pools = esper.component_for_entity(game.player, Pools)
    return pools.hp / max(1, pools.max_hp)


def is_hungry(game: Game) -> bool:
    """Return whether hunger keeps the player from resting."""
    clock = esper.try_component(game.player, HungerClock)
    return clock is not None and clock.state in ("Hungry", "Starving")


def danger(game: Game, against: Sequence[int]) -> float:
    """Return the share of one's hit points that fighting these to the end would cost, the weakest first."""
    own = esper.component_for_entity(game.player, Pools)
    pools = {foe: esper.component_for_entity(foe, Pools) for foe in against}
    magic, blow = _spell_harm(game), _own_blow(game)
    turns, cost, mana = 0.0, 0.0, float(own.mana)
    for foe in sorted(against, key=lambda foe: (pools[foe].hp, foe)):
        by_magic = min(mana, pools[foe].hp / magic)
        mana -= by_magic
        turns += by_magic + (pools[foe].hp - by_magic * magic) / blow
        cost += turns * STRUCK * _blow(foe, pools[foe].level)
    return cost / max(1, own.hp)


def _own_blow(game: Game) -> float:
    """Return the hit points that the player's blows take in a turn, estimated."""
    player = game.player
    wielded = esper.component_for_entity(player, Pack).worn.get("Melee", 0)
    weapon = esper.try_component(wielded, Weapon) if wielded else None
    skill = esper.component_for_entity(player, Skills).melee
    return max(1.0, HITS * ((weapon.base_damage.mean if weapon else FIST) + skill))


def _spell_harm(game: Game) -> float:
    """Return the hit points that a point of mana takes when cast, estimated; hardly any when no spell is known."""
    if not esper.component_for_entity(game.player, KnownSpells).spells:
        return 0.1
    return SPELL_HARM + esper.component_for_entity(game.player, Skills).magic


def _blow(foe: int, level: int) -> float:
    """Return the hit points that a blow of a creature takes, estimated."""
    return (BLOW + BLOW_A_LEVEL * level) * (LARGE if is_large(foe) else 1.0)


def is_dreaded(game: Game, foe: int) -> bool:
    """Return whether the player would likely lose a duel with a creature, begun in full health."""
    pools = esper.component_for_entity(game.player, Pools)
    return danger(game, [foe]) * pools.hp / max(1, pools.max_hp) > HOPELESS
