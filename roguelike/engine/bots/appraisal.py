"""How a fight looks to one who is in it: from what anybody sees of a creature, its level, its hit points, its size."""

from collections.abc import Sequence

import esper

from roguelike.actions.senses import gap, hostiles_in_view, reach
from roguelike.components.combat import Weapon
from roguelike.components.items import Pack
from roguelike.components.vitals import HungerClock, Pools, Skills
from roguelike.systems.waking import is_asleep
from roguelike.world.game import Game
from roguelike.world.space import is_large

__all__ = ["awake", "danger", "foes", "health", "is_dreaded", "is_hungry", "pressing"]

HITS, SPELL_HARM = 0.6, 5.0
"""Share of blows that land, by rule of thumb; and what a small spell does."""
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


def pressing(game: Game, tiles: int = 1) -> list[int]:
    """List the enemies awake within so many moves, nearest first."""
    return [foe for foe in awake(game) if reach(game.player, foe) <= tiles]


def health(game: Game) -> float:
    """Return the share of hit points left."""
    pools = esper.component_for_entity(game.player, Pools)
    return pools.hp / max(1, pools.max_hp)


def is_hungry(game: Game) -> bool:
    """Return whether hunger keeps the player from resting."""
    clock = esper.try_component(game.player, HungerClock)
    return clock is not None and clock.state in ("Hungry", "Starving")


def pace(game: Game) -> float:
    """Return how many hit points the player takes from an enemy in a turn, by rule of thumb."""
    player = game.player
    wielded = esper.component_for_entity(player, Pack).worn.get("Melee", 0)
    weapon = esper.try_component(wielded, Weapon) if wielded else None
    skills = esper.component_for_entity(player, Skills)
    blow = HITS * ((weapon.dice.mean if weapon else 2.5) + skills.melee)
    has_mana = esper.component_for_entity(player, Pools).mana > 0
    return max(blow, SPELL_HARM + skills.magic if has_mana else 0.0, 1.0)


def danger(game: Game, against: Sequence[int]) -> float:
    """Return the share of one's hit points that fighting these to the end would cost, the weakest first."""
    speed, turns, cost = pace(game), 0.0, 0.0
    pools = {foe: esper.component_for_entity(foe, Pools) for foe in against}
    for foe in sorted(against, key=lambda foe: (pools[foe].hp, foe)):
        turns += pools[foe].hp / speed
        cost += turns * HITS * _blow(foe, pools[foe].level)
    return cost / max(1, esper.component_for_entity(game.player, Pools).hp)


def _blow(foe: int, level: int) -> float:
    """Return what a blow of a creature would take, by rule of thumb."""
    return (BLOW + BLOW_A_LEVEL * level) * (LARGE if is_large(foe) else 1.0)


def is_dreaded(game: Game, foe: int) -> bool:
    """Return whether even a duel with a creature, begun in full health, would likely be one's last."""
    pools = esper.component_for_entity(game.player, Pools)
    return danger(game, [foe]) * pools.hp / max(1, pools.max_hp) > HOPELESS
