"""How dangerous the enemies in view are, estimated from their cards: hit points, attacks, regeneration."""

from collections.abc import Sequence
from math import ceil
from statistics import fmean

import esper

from roguelike.actions import senses, spell_use
from roguelike.components import actors, items, magic, vitals
from roguelike.components.statuses import Duration, StatusEffect, Statuses, StatusTemplate
from roguelike.core.formula import Dice, as_dice
from roguelike.core.records import Record
from roguelike.effects import damage, healing
from roguelike.effects.statuses import DamageOverTime
from roguelike.world import ecs, perception
from roguelike.world.derived_stats import MIGHT, stats_of
from roguelike.world.game import Game
from roguelike.world.spells import ready_spells

BARE_HAND = Dice(1, 4)
REACH_TILES = 12
"""How far off an enemy in view matters: farther than anybody notices, shoots or casts."""
SEARING = "fire"
"""The element that keeps wounds open: burnt creatures do not regenerate."""
TICKING = 0.5
"""Weight of damage in later turns against damage now."""
LEAST_HARM = 0.5
"""Least hit points taken from an enemy per turn, however fast it regenerates, so that no fight is endless."""
SPELL_BLOW, SPELL_BLOW_A_LEVEL = 2.0, 1.0
"""Rough damage of a creature's spell: a constant, plus so much for each of its levels."""
DIE = 20
DREADFUL = 0.9
"""Estimated cost of a duel, as a share of the player's hit points, above which it is avoided."""
BOLD, BOLDEST = 2.0, 4.0
"""Factor by which the bot dares more each time that there is no other way, and its maximum."""


def near_enemies(game: Game) -> list[int]:
    """List the enemies in view who matter: by day one sees them long before they do."""
    return [
        foe
        for foe in senses.hostiles_in_view(game)
        if senses.steps_apart(game.player, foe) <= _reach_of(foe)
    ]


def _reach_of(foe: int) -> int:
    """Return how far off an enemy matters, in tiles; one that stands still, only where it sees one."""
    nature = ecs.get(foe, actors.Nature)
    return nature.vision_tiles + 1 if nature.movement == "rooted" else REACH_TILES


def foes(game: Game) -> list[int]:
    """List the enemies in view who matter, nearest first."""
    return sorted(
        near_enemies(game), key=lambda foe: (senses.distance_between(game.player, foe), foe)
    )


def awake(game: Game) -> list[int]:
    """List the enemies in view that do not sleep, nearest first."""
    return [foe for foe in foes(game) if not perception.is_asleep(foe)]


def hunting(game: Game) -> list[int]:
    """List the enemies in view that have noticed somebody and are not running away, nearest first."""
    return [foe for foe in awake(game) if _hunts(foe)]


def _hunts(foe: int) -> bool:
    """Return whether a creature is visibly hunting somebody: its mood, as the list of creatures shows it."""
    mind = esper.try_component(foe, actors.Mind)
    return mind is None or (
        mind.fear_turns == 0 and bool(mind.target or mind.last_seen is not None)
    )


def bystanders(game: Game) -> list[int]:
    """List those in view who are not enemies, and should not be hit."""
    enemies = senses.hostiles_in_view(game)
    return [each for each in senses.seen_creatures(game) if each not in enemies]


def pressing(game: Game, tiles: int = 1) -> list[int]:
    """List the hunting enemies within a number of moves, nearest first."""
    return [foe for foe in hunting(game) if senses.steps_apart(game.player, foe) <= tiles]


def health(game: Game) -> float:
    """Return the share of hit points left."""
    pools = ecs.get(game.player, vitals.Pools)
    return pools.hp / max(1, pools.max_hp)


def is_hungry(game: Game) -> bool:
    """Return whether hunger keeps the player from resting."""
    clock = esper.try_component(game.player, vitals.HungerClock)
    return clock is not None and clock.state in ("Hungry", "Starving")


def danger(game: Game, against: Sequence[int], *, rested: bool = False) -> float:
    """Return the share of the player's hit points that fighting these to the end would cost, the weakest first.

    With `rested`, the fight is assumed to begin with full mana and hit points.
    """
    if not against:
        return 0.0
    own = ecs.get(game.player, vitals.Pools)
    pools = {foe: ecs.get(foe, vitals.Pools) for foe in against}
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
    """The player's attacks: a melee attack, and for every ready spell its mana and its harm by element."""

    blow: float
    """Mean damage of a melee attack that hits."""
    bonus: float
    """What is added to the die that decides whether it hits."""
    spells: list[tuple[int, list[tuple[str, float]]]]

    def turns_to_fell(self, foe: int, hp: float, mana: float) -> tuple[float, float]:
        """Return (turns, mana) needed to kill a creature with the best of the spells, and melee after it."""
        mends = ecs.get(foe, actors.Nature).regenerates
        stats = stats_of(foe)
        shares = stats.resistances
        blow = chance_to_hit(self.bonus, stats.armor_class) * self.blow
        by_hand = max(LEAST_HARM, blow * shares.get(damage.BLOW, 1.0) - mends)
        ways = [(hp / by_hand, 0.0)]
        for price, harms in self.spells:
            open_wounds = any(element == SEARING for element, _ in harms)
            harm = sum(shares.get(element, 1.0) * mean for element, mean in harms)
            each = max(LEAST_HARM, harm - (0 if open_wounds else mends))
            casts = min(mana // max(1, price), ceil(hp / each))
            ways.append((casts + max(0.0, hp - casts * each) / by_hand, casts * price))
        return min(ways)


def _means(game: Game) -> Means:
    """Return the player's current attacks."""
    player = game.player
    spells = [(spell.mana_cost, _harms(spell, player)) for spell in ready_spells(game, player)]
    return Means(*_own_blow(player), [(price, harms) for price, harms in spells if harms])


def _harms(spell: magic.SpellTemplate, caster: int) -> list[tuple[str, float]]:
    """List (element, mean hit points) that a spell takes from a creature it reaches; [] if it takes none."""
    known = spell_use.power_of(spell, caster)
    found: list[tuple[str, float]] = []
    for effect in spell.use.effects:
        match effect:
            case damage.Damage(amount, element):
                found.append((element, as_dice(amount, known).mean))
            case healing.Drain(amount, element):
                found.append((element, as_dice(amount, known).mean))
            case DamageOverTime(amount, turns):
                lasting = amount if isinstance(amount, int | float) else as_dice(amount, known).mean
                found.append(("poison", TICKING * max(0.0, lasting) * turns))
    return found


def _own_blow(player: int) -> tuple[float, float]:
    """Return (mean damage, bonus to hit) of the player's melee attack."""
    wielded = ecs.get(player, items.Pack).worn.get("Melee", 0)
    weapon = esper.try_component(wielded, items.Weapon) if wielded else None
    strength = ecs.get(player, vitals.Skills).melee + stats_of(player).bonuses[MIGHT]
    dice, bonus = (weapon.base_damage, weapon.hit_bonus) if weapon else (BARE_HAND, 0)
    return max(1.0, dice.mean + strength), strength + bonus


def harm_a_turn(game: Game, foe: int) -> float:
    """Return the hit points per turn that a creature takes from the player, by its card; a guess for casters."""
    skills = esper.try_component(foe, vitals.Skills)
    strength = stats_of(foe).bonuses[MIGHT] + (skills.melee if skills else 0)
    armor = stats_of(game.player).armor_class
    blow = fmean(
        chance_to_hit(strength + bonus, armor) * max(0.0, dice.mean + strength)
        for dice, bonus in _weapons(foe)
    )
    abilities = esper.try_component(foe, magic.Abilities)
    if abilities is None or not abilities.cast:
        return blow
    level = ecs.get(foe, vitals.Pools).level
    return max(blow, SPELL_BLOW + SPELL_BLOW_A_LEVEL * level)


def chance_to_hit(bonus: float, armor: float) -> float:
    """Return the chance that a die roll plus a bonus beats an armor class."""
    return min(1 - 1 / DIE, max(1 / DIE, (DIE + bonus - armor) / DIE))


def _weapons(foe: int) -> list[tuple[Dice, int]]:
    """List (damage, bonus to hit) of the attacks that a creature visibly has; it uses one of them at a time."""
    pack = esper.try_component(foe, items.Pack)
    wielded = pack.worn.get("Melee", 0) if pack is not None else 0
    if wielded and (weapon := esper.try_component(wielded, items.Weapon)) is not None:
        return [(weapon.base_damage, int(weapon.hit_bonus))]
    natural = esper.try_component(foe, items.NaturalDefence)
    attacks = natural.attacks if natural is not None else ()
    return [(each.damage, each.hit_bonus) for each in attacks] or [(BARE_HAND, 0)]


def running_out(foe: int) -> float:
    """Return the hit points that poison and similar statuses will still take from a creature."""
    statuses = esper.try_component(foe, Statuses)
    found = 0.0
    for status in statuses.entities if statuses is not None else ():
        if ecs.get(status, StatusTemplate).tick == "damage":
            each = ecs.get(status, StatusEffect).strength
            found += max(0.0, each) * ecs.get(status, Duration).turns
    return found


class Nerve:
    """How much a bot dares: more on levels where only dreaded enemies are left to deal with."""

    def __init__(self) -> None:
        """Start careful everywhere: `_daring` is the factor on the usual daring, by depth."""
        self._daring: dict[int, float] = {}

    def harden(self, game: Game) -> None:
        """Dare more on this level from now on."""
        self._daring[game.depth] = min(BOLDEST, BOLD * self._daring.get(game.depth, 1.0))

    def danger(self, game: Game, against: Sequence[int], *, rested: bool = False) -> float:
        """Return how dangerous a fight seems to the bot: see the function of this name."""
        return danger(game, against, rested=rested) / self._daring.get(game.depth, 1.0)
