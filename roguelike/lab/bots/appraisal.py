"""How dangerous the enemies in view are, estimated from what their cards tell: hit points, blows, how they mend."""

from collections.abc import Sequence
from math import ceil
from statistics import fmean

import esper

from roguelike.actions.senses import distance_between, hostiles_in_view, seen_creatures, steps_apart
from roguelike.actions.spell_use import power_of
from roguelike.components.actors import Mind, Nature
from roguelike.components.combat import NaturalDefence, Weapon
from roguelike.components.items import Pack
from roguelike.components.magic import Abilities, SpellTemplate
from roguelike.components.statuses import Duration, StatusEffect, Statuses, StatusTemplate
from roguelike.components.vitals import HungerClock, Pools, Skills
from roguelike.core.dice import Dice
from roguelike.core.formula import as_dice
from roguelike.core.records import Record
from roguelike.effects.afflictions import DamageOverTime
from roguelike.effects.damage import Damage
from roguelike.effects.draining import Drain
from roguelike.systems.waking import is_asleep
from roguelike.world import ecs
from roguelike.world.derived_stats import MIGHT, stats_of
from roguelike.world.game import Game
from roguelike.world.spells import ready_spells

__all__ = [
    "DREADFUL",
    "TICKING",
    "Nerve",
    "awake",
    "bystanders",
    "danger",
    "foes",
    "health",
    "hunting",
    "is_dreaded",
    "is_hungry",
    "pressing",
    "running_out",
]

HITS = 0.6
"""Share of one's own blows that land, by rule of thumb."""
BARE_HAND = Dice(1, 4)
SEARING = "fire"
"""The element that keeps wounds open: who is burnt does not mend."""
TICKING = 0.5
"""What damage in the turns to come counts beside damage now."""
LEAST_HARM = 0.5
"""Hit points that one takes from an enemy in a turn at least, however fast it mends: no fight is without end."""
SPELL_BLOW, SPELL_BLOW_A_LEVEL = 2.0, 1.0
"""What a spell of a creature takes, by rule of thumb: so much, and so much for each of its levels."""
DIE = 20
DREADFUL = 0.9
"""Share of one's hit points that a duel may be reckoned to cost before one would rather not."""
BOLD, BOLDEST = 2.0, 4.0
"""How many times more one dares each time that there is no other way, and at most."""


def foes(game: Game) -> list[int]:
    """List the enemies in view, nearest first."""
    return sorted(hostiles_in_view(game), key=lambda foe: (distance_between(game.player, foe), foe))


def awake(game: Game) -> list[int]:
    """List the enemies in view that do not sleep, nearest first."""
    return [foe for foe in foes(game) if not is_asleep(foe)]


def hunting(game: Game) -> list[int]:
    """List the enemies in view that have noticed one and do not run away, nearest first."""
    return [foe for foe in awake(game) if _hunts(foe)]


def _hunts(foe: int) -> bool:
    """Return whether a creature is seen to be after somebody: its mood, as the list of creatures shows it."""
    mind = esper.try_component(foe, Mind)
    return mind is None or (
        mind.fear_turns == 0 and bool(mind.target or mind.last_seen is not None)
    )


def bystanders(game: Game) -> list[int]:
    """List those in view who are no enemies, and would not like to be hit."""
    enemies = hostiles_in_view(game)
    return [each for each in seen_creatures(game) if each not in enemies]


def pressing(game: Game, tiles: int = 1) -> list[int]:
    """List the awake enemies within a number of moves, nearest first."""
    return [foe for foe in hunting(game) if steps_apart(game.player, foe) <= tiles]


def health(game: Game) -> float:
    """Return the share of hit points left."""
    pools = ecs.get(game.player, Pools)
    return pools.hp / max(1, pools.max_hp)


def is_hungry(game: Game) -> bool:
    """Return whether hunger keeps the player from resting."""
    clock = esper.try_component(game.player, HungerClock)
    return clock is not None and clock.state in ("Hungry", "Starving")


def danger(game: Game, against: Sequence[int], *, rested: bool = False) -> float:
    """Return the share of one's hit points that fighting these to the end would cost, the weakest first.

    `rested` is for beginning the fight with full mana and hit points.
    """
    if not against:
        return 0.0
    own = ecs.get(game.player, Pools)
    pools = {foe: ecs.get(foe, Pools) for foe in against}
    means = _means(game)
    mana = float(own.max_mana if rested else own.mana)
    turns, cost = 0.0, 0.0
    for foe in sorted(against, key=lambda foe: (pools[foe].hp, foe)):
        taken, spent = means.turns_to_fell(foe, pools[foe].hp, mana)
        mana -= spent
        turns += taken
        cost += turns * harm_a_turn(game, foe)
    return cost / max(1, own.max_hp if rested else own.hp)


class Means(Record):
    """What one fights with: the mean of a blow, and of every ready spell its mana and its harm by element."""

    blow: float
    spells: list[tuple[int, list[tuple[str, float]]]]

    def turns_to_fell(self, foe: int, hp: float, mana: float) -> tuple[float, float]:
        """Return (turns, mana) that it takes to fell a creature with the best of the spells, and blows after it."""
        mends = ecs.get(foe, Nature).regenerates
        shares = stats_of(foe).resistances
        by_hand = max(LEAST_HARM, self.blow - mends)
        ways = [(hp / by_hand, 0.0)]
        for price, harms in self.spells:
            open_wounds = any(element == SEARING for element, _ in harms)
            harm = sum(shares.get(element, 1.0) * mean for element, mean in harms)
            each = max(LEAST_HARM, harm - (0 if open_wounds else mends))
            casts = min(mana // max(1, price), ceil(hp / each))
            ways.append((casts + max(0.0, hp - casts * each) / by_hand, casts * price))
        return min(ways)


def _means(game: Game) -> Means:
    """Return what the player fights with now."""
    player = game.player
    spells = [(spell.mana_cost, _harms(spell, player)) for spell in ready_spells(game, player)]
    return Means(_own_blow(game), [(price, harms) for price, harms in spells if harms])


def _harms(spell: SpellTemplate, caster: int) -> list[tuple[str, float]]:
    """List (element, mean hit points) that a spell takes from one whom it reaches; [] of those that take none."""
    known = power_of(spell, caster)
    found: list[tuple[str, float]] = []
    for effect in spell.use.effects:
        match effect:
            case Damage(amount, element):
                found.append((element, as_dice(amount, known).mean))
            case Drain(amount, element):
                found.append((element, as_dice(amount, known).mean))
            case DamageOverTime(amount, turns):
                lasting = amount if isinstance(amount, int | float) else as_dice(amount, known).mean
                found.append(("poison", TICKING * max(0.0, lasting) * turns))
    return found


def _own_blow(game: Game) -> float:
    """Return the hit points that the player's blows take in a turn, estimated."""
    player = game.player
    wielded = ecs.get(player, Pack).worn.get("Melee", 0)
    weapon = esper.try_component(wielded, Weapon) if wielded else None
    skill = ecs.get(player, Skills).melee
    return max(1.0, HITS * ((weapon.base_damage if weapon else BARE_HAND).mean + skill))


def harm_a_turn(game: Game, foe: int) -> float:
    """Return the hit points that a creature takes from the player in a turn, as its card tells; of casters, a guess."""
    skills = esper.try_component(foe, Skills)
    strength = stats_of(foe).bonuses[MIGHT] + (skills.melee if skills else 0)
    armor = stats_of(game.player).armor_class
    blow = fmean(
        chance_to_hit(strength + bonus, armor) * max(0.0, dice.mean + strength)
        for dice, bonus in _weapons(foe)
    )
    abilities = esper.try_component(foe, Abilities)
    if abilities is None or not abilities.cast:
        return blow
    level = ecs.get(foe, Pools).level
    return max(blow, SPELL_BLOW + SPELL_BLOW_A_LEVEL * level)


def chance_to_hit(bonus: float, armor: float) -> float:
    """Return the chance that a roll of the die and a bonus pass an armor class."""
    return min(1 - 1 / DIE, max(1 / DIE, (DIE + bonus - armor) / DIE))


def _weapons(foe: int) -> list[tuple[Dice, int]]:
    """List (damage, bonus to hit) of what a creature is seen to strike with, one of them at a time."""
    pack = esper.try_component(foe, Pack)
    wielded = pack.worn.get("Melee", 0) if pack is not None else 0
    if wielded and (weapon := esper.try_component(wielded, Weapon)) is not None:
        return [(weapon.base_damage, int(weapon.hit_bonus))]
    natural = esper.try_component(foe, NaturalDefence)
    attacks = natural.attacks if natural is not None else ()
    return [(each.damage, each.hit_bonus) for each in attacks] or [(BARE_HAND, 0)]


def running_out(foe: int) -> float:
    """Return the hit points that poison and the like which are on a creature will still take."""
    statuses = esper.try_component(foe, Statuses)
    found = 0.0
    for status in statuses.entities if statuses is not None else ():
        if ecs.get(status, StatusTemplate).tick == "damage":
            each = ecs.get(status, StatusEffect).strength
            found += max(0.0, each) * ecs.get(status, Duration).turns
    return found


def is_dreaded(game: Game, foe: int) -> bool:
    """Return whether the player would likely lose a duel with a creature, begun in full health."""
    return danger(game, [foe], rested=True) > DREADFUL


class Nerve:
    """How much one dares: more on levels where nothing is left to be done but what one dreads."""

    def __init__(self) -> None:
        """Begin careful everywhere: `_daring` is how many times the usual one dares, by depth."""
        self._daring: dict[int, float] = {}

    def harden(self, game: Game) -> None:
        """Dare more on this level from now on."""
        self._daring[game.depth] = min(BOLDEST, BOLD * self._daring.get(game.depth, 1.0))

    def danger(self, game: Game, against: Sequence[int], *, rested: bool = False) -> float:
        """Return how dangerous a fight seems to one: see the function of this name."""
        return danger(game, against, rested=rested) / self._daring.get(game.depth, 1.0)
