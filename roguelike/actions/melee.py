"""Melee: the roll to hit, the damage, and the special effects of weapons; and stealing from packs.

What can be stolen: worn items are safe; a victim that carries nothing else loses gold.
"""

from collections.abc import Iterator
from typing import Self

import esper

from roguelike.actions import acting, senses
from roguelike.components import actors, items, magic, vitals
from roguelike.core.formula import Dice
from roguelike.core.grammar import Message
from roguelike.core.records import Record
from roguelike.core.rng import CHECK_SIDES, PERCENT
from roguelike.effects import damage, tricks, unleash
from roguelike.world import changes, ecs, perception, space
from roguelike.world.derived_stats import MIGHT, MISSING_SKILL, QUICKNESS, stats_of
from roguelike.world.game import Cause, CauseKind, Game, Single

FIST = items.Weapon(Dice(1, 4))
"""The attack of an unarmed creature (source game, 3.5)."""
NATURAL_HIT, NATURAL_MISS = CHECK_SIDES, 1
NOBODY_THERE = "There is nobody to strike."
NEIGHBOUR_SQUARED_TILES = 2
"""Squared distance within which tiles are adjacent, diagonals included."""


class Attack(Record):
    """A weapon as wielded: its name, its numbers, and the item's id (0 for a claw or fist)."""

    name: str
    weapon: items.Weapon
    item: int = 0


def melee_attack(game: Game, attacker: int) -> Attack:
    """Return a creature's attack: its weapon, one of its natural attacks at random, or its fist."""
    row = ecs.row(attacker)
    pack: items.Pack | None = row.get(items.Pack)
    wielded = pack.worn.get("Melee", 0) if pack is not None else 0
    weapon = esper.try_component(wielded, items.Weapon) if wielded else None
    if weapon is not None and weapon.reach_tiles is None:
        return Attack(perception.true_name(wielded), weapon, wielded)
    natural: items.NaturalDefence | None = row.get(items.NaturalDefence)
    if natural is not None and natural.attacks:
        chosen: items.NaturalAttack = game.rng.choice(natural.attacks)
        return Attack(chosen.name, items.Weapon(chosen.damage, "might", chosen.hit_bonus))
    return Attack("fist", FIST)


def strike(game: Game, attacker: int, target: int, attack: Attack, kind: CauseKind) -> None:
    """Roll to hit and queue the damage.

    Natural d20 + attribute bonus + Melee skill + weapon's bonus + 1 if well fed, against the armor class; a 20 always
    hits, a 1 never does. Damage: weapon dice + might bonus + Melee skill (source game, 3.5).
    """
    weapon, row = attack.weapon, ecs.row(attacker)
    stats: actors.DerivedStats = row[actors.StatsCache].now or stats_of(attacker)
    cause = Cause(attack.name, attacker, kind)
    skills: vitals.Skills | None = row.get(vitals.Skills)
    skill = skills.melee if skills is not None else MISSING_SKILL
    hunger: vitals.HungerClock | None = row.get(vitals.HungerClock)
    fed = 1 if hunger is not None and hunger.state == "Well Fed" else 0
    bonus = (
        stats.bonuses[vitals.ATTRIBUTES.index(weapon.attribute)] + skill + weapon.hit_bonus + fed
    )
    natural = game.rng.below(CHECK_SIDES) + 1
    armor_class = stats_of(target).armor_class
    hits = natural != NATURAL_MISS and (natural == NATURAL_HIT or natural + bonus > armor_class)
    game.change(changes.Rolled(cause, natural, bonus, armor_class, "armor "))
    if not hits:
        game.change(changes.Missed(cause, attacker, target, natural == NATURAL_MISS))
        return
    game.change(changes.Struck(cause, attacker, target, attack.name))
    dice = weapon.base_damage.plus(stats.bonuses[MIGHT] + skill)
    game.push(damage.Damage(dice, damage.BLOW), Single(target), attacker, cause)
    _proc(game, attacker, target, attack, cause)
    if kind == "melee":
        tricks.play_strikes(game, attacker, target, cause)


def _proc(game: Game, attacker: int, target: int, attack: Attack, cause: Cause) -> None:
    """Roll the chance of the weapon's proc; if it succeeds, push its use."""
    proc = esper.try_component(attack.item, magic.Proc) if attack.item else None
    if proc is not None and game.rng.chance(PERCENT * proc.chance):
        whom = attacker if proc.on_self else target
        game.push(
            unleash.Unleash(proc.use), Single(whom), attacker, cause.then(attack.name, "proc")
        )


class Melee(acting.Assault, tag="melee"):
    """Attacks an adjacent creature, given by its id."""

    harms = True
    order, heading, does = "strike", "Strike", "strikes"

    @classmethod
    def options(cls, game: Game, /) -> Iterator[Self]:
        """Yield a blow at every adjacent enemy in view."""
        foes = senses.hostiles_in_view(game)
        yield from (cls(foe) for foe in foes if space.is_adjacent(game.player, foe))

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Attack if the target is another living creature and adjacent.

        The player can only attack creatures that they see; a step may run into an unseen one.
        """
        if actor == game.player and not perception.sees(game, self.target):
            return acting.Refused(NOBODY_THERE)  # the same whether or not somebody unseen is there
        if not is_opponent(game, actor, self.target):
            return acting.Refused(NOBODY_THERE)
        if not space.is_adjacent(actor, self.target):
            return acting.Refused("That is out of reach.")
        stats: actors.DerivedStats = ecs.row(actor)[actors.StatsCache].now or stats_of(actor)
        if "melee" in stats.status.forbids:
            return acting.Refused(f"You dare not, while {senses.hindrance(actor, 'melee')}.")
        strike(game, actor, self.target, melee_attack(game, actor), "melee")
        return acting.Done()


def is_opponent(game: Game, actor: int, target: int) -> bool:
    """Return whether a target is another living creature on this level."""
    return target != actor and vitals.Pools in ecs.row(target) and space.is_here(game, target)


DIFFICULTY = 8
"""What d20 + the thief's quickness bonus - the victim's must reach."""
SHARE_OF_GOLD = 0.5


class Steal(acting.Assault, tag="steal"):
    """Takes an item or gold from an adjacent creature."""

    order, does = "rob", "robs"

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Roll d20 + thief's quickness bonus - victim's: take a random item, or else half of the gold."""
        victim = self.target
        if not is_opponent(game, actor, victim) or not space.is_adjacent(actor, victim):
            return acting.Refused("There is nobody to steal from.")
        if not can_be_robbed(victim):
            return acting.Refused("There is nothing to steal.")
        cause = Cause("light fingers", actor, "theft")
        edge = stats_of(actor).bonuses[QUICKNESS] - stats_of(victim).bonuses[QUICKNESS]
        if game.rng.below(CHECK_SIDES) + 1 + edge < DIFFICULTY:
            _tell(game, "{1} grab[s] at {2's} belongings in vain.", actor, victim, cause)
            return acting.Done()
        loose = _stealable_items(victim)
        if loose:
            _take_item(game, actor, victim, game.rng.choice(loose), cause)
        else:
            _take_gold(game, actor, victim, cause)
        return acting.Done()


def can_be_robbed(entity: int) -> bool:
    """Return whether a creature has anything to steal: an item that is not worn, or gold."""
    pools = esper.try_component(entity, vitals.Pools)
    return bool(_stealable_items(entity)) or bool(pools and pools.gold >= 1)


def _stealable_items(entity: int) -> list[int]:
    """List the items that can be stolen: those carried and not worn, except the Amulet."""
    pack = esper.try_component(entity, items.Pack) or items.Pack()
    return [item for item in pack.items if not esper.has_component(item, items.Relic)]


def _take_item(game: Game, thief: int, victim: int, item: int, cause: Cause) -> None:
    """Move an item from one pack to the other."""
    changes.take_from_pack(game, victim, item, cause)
    changes.put_in_pack(game, thief, item, cause, "steal[s]")
    if esper.has_component(thief, actors.Mind):
        changes.alter(game, thief, actors.Mind, "loot", item, cause)


def _take_gold(game: Game, thief: int, victim: int, cause: Cause) -> None:
    """Move half of the gold from one purse to the other."""
    theirs, own = (ecs.get(each, vitals.Pools) for each in (victim, thief))
    taken = float(max(1, int(theirs.gold * SHARE_OF_GOLD)))
    game.change(changes.PoolChanged(victim, "gold", theirs.gold, theirs.gold - taken, cause))
    game.change(changes.PoolChanged(thief, "gold", own.gold, own.gold + taken, cause))
    _tell(game, f"{{1}} make[s] off with {taken:g} of {{2's}} gold.", thief, victim, cause)
    if esper.has_component(thief, actors.Mind):
        mind = ecs.get(thief, actors.Mind)
        changes.alter(game, thief, actors.Mind, "loot", thief, cause)
        changes.alter(game, thief, actors.Mind, "robbed", victim, cause)
        changes.alter(game, thief, actors.Mind, "gold_taken", mind.gold_taken + taken, cause)


def _tell(game: Game, text: str, thief: int, victim: int, cause: Cause) -> None:
    """Log a theft as a warning about thief and victim, with the blow as its cause."""
    people = (perception.noun(game, thief), perception.noun(game, victim))
    game.change(changes.Told(cause, Message(text, people, "warn", entities=(thief, victim))))
