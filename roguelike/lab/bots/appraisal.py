"""How dangerous the enemies in view are, estimated from what their cards tell: hit points, blows, how they mend."""

from collections.abc import Sequence
from statistics import fmean

import esper

from roguelike.actions.senses import gap, hostiles_in_view, reach
from roguelike.components.actors import Mind, Nature
from roguelike.components.combat import NaturalDefence, Weapon
from roguelike.components.items import Pack
from roguelike.components.magic import Abilities, KnownSpells
from roguelike.components.vitals import HungerClock, Pools, Skills
from roguelike.core.dice import Dice
from roguelike.systems.waking import is_asleep
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game
from roguelike.world.spells import ready_spells

__all__ = ["awake", "danger", "foes", "health", "hunting", "is_dreaded", "is_hungry", "pressing"]

HITS = 0.6
"""Share of one's own blows that land, by rule of thumb."""
BARE_HAND = Dice(1, 4)
MOST_MANA_A_TURN = 3
"""Mana that one spends in a turn of a fight, if any spell takes so much."""
LEAST_HARM = 0.5
"""Hit points that one takes from an enemy in a turn at least, however fast it mends: no fight is without end."""
SPELL_BLOW, SPELL_BLOW_A_LEVEL = 2.0, 1.0
"""What a spell of a creature takes, by rule of thumb: so much, and so much for each of its levels."""
DIE = 20
HOPELESS = 1.6
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
    cast, blow, mana = _mana_a_turn(game), _own_blow(game), float(own.mana)
    magic = cast * _spell_harm(game)
    turns, cost = 0.0, 0.0
    for foe in sorted(against, key=lambda foe: (pools[foe].hp, foe)):
        mends = esper.component_for_entity(foe, Nature).regenerates
        by_magic, by_hand = max(LEAST_HARM, magic - mends), max(LEAST_HARM, blow - mends)
        casts = min(mana / cast, pools[foe].hp / by_magic)
        mana -= casts * cast
        turns += casts + (pools[foe].hp - casts * by_magic) / by_hand
        cost += turns * harm_a_turn(game, foe)
    return cost / max(1, own.hp)


def _own_blow(game: Game) -> float:
    """Return the hit points that the player's blows take in a turn, estimated."""
    player = game.player
    wielded = esper.component_for_entity(player, Pack).worn.get("Melee", 0)
    weapon = esper.try_component(wielded, Weapon) if wielded else None
    skill = esper.component_for_entity(player, Skills).melee
    return max(1.0, HITS * ((weapon.base_damage if weapon else BARE_HAND).mean + skill))


def _mana_a_turn(game: Game) -> float:
    """Return the mana that the player would spend in a turn of a fight."""
    prices = (spell.mana_cost for spell in ready_spells(game, game.player))
    return float(max(1, min(MOST_MANA_A_TURN, max(prices, default=1))))


def _spell_harm(game: Game) -> float:
    """Return the hit points that a point of mana takes when cast, estimated; hardly any when no spell is known."""
    if not esper.component_for_entity(game.player, KnownSpells).spells:
        return 0.1
    level = esper.component_for_entity(game.player, Pools).level
    return game.content.figure("damage a mana").exact({"level": level})


def harm_a_turn(game: Game, foe: int) -> float:
    """Return the hit points that a creature takes from the player in a turn, as its card tells; of casters, a guess."""
    skills = esper.try_component(foe, Skills)
    strength = stats_of(foe).bonuses[0] + (skills.melee if skills else 0)
    armour = stats_of(game.player).armor_class
    blow = fmean(
        chance_to_hit(strength + bonus, armour) * max(0.0, dice.mean + strength)
        for dice, bonus in _weapons(foe)
    )
    abilities = esper.try_component(foe, Abilities)
    if abilities is None or not abilities.cast:
        return blow
    level = esper.component_for_entity(foe, Pools).level
    return max(blow, SPELL_BLOW + SPELL_BLOW_A_LEVEL * level)


def chance_to_hit(bonus: float, armour: float) -> float:
    """Return the chance that a roll of the die and a bonus pass an armour class."""
    return min(1 - 1 / DIE, max(1 / DIE, (DIE + bonus - armour) / DIE))


def _weapons(foe: int) -> list[tuple[Dice, int]]:
    """List (damage, bonus to hit) of what a creature is seen to strike with, one of them at a time."""
    pack = esper.try_component(foe, Pack)
    wielded = pack.worn.get("Melee", 0) if pack is not None else 0
    if wielded and (weapon := esper.try_component(wielded, Weapon)) is not None:
        return [(weapon.base_damage, int(weapon.hit_bonus))]
    natural = esper.try_component(foe, NaturalDefence)
    attacks = natural.attacks if natural is not None else ()
    return [(each.damage, each.hit_bonus) for each in attacks] or [(BARE_HAND, 0)]


def is_dreaded(game: Game, foe: int) -> bool:
    """Return whether the player would likely lose a duel with a creature, begun in full health."""
    pools = esper.component_for_entity(game.player, Pools)
    return danger(game, [foe]) * pools.hp / max(1, pools.max_hp) > HOPELESS
