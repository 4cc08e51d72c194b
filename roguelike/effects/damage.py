"""Losing hit points."""

import esper

from roguelike.components.combat import Resistances
from roguelike.components.statuses import Statuses
from roguelike.components.vitals import Pools
from roguelike.core.effect import Effect, effect
from roguelike.core.formula import NO_POWER, Amount, fixed
from roguelike.effects.blood import Bloodstain
from roguelike.effects.death import Death
from roguelike.effects.registry import Hit, handles
from roguelike.effects.statuses import absorb, struck_by
from roguelike.world.changes import Fizzled, PoolChanged
from roguelike.world.figures import figures
from roguelike.world.game import Game, Single
from roguelike.world.space import point_of

BLOOD, DEATH = Bloodstain(), Death()


@effect("damage")
class Damage(Effect):
    """Takes hit points, more or fewer by the target's resistance to the element."""

    amount: Amount
    element: str = ""


@handles(Damage)
def hurt(effect: Damage, hit: Hit, game: Game) -> None:
    """Take hit points, never below 0, after resistance and shields; stain the ground; queue the death."""
    target = hit.target
    pools = esper.component_for_entity(target, Pools)
    if pools.hp < 1:
        return
    amount = _suffered(effect, hit, game)
    if pools.god_mode or amount < 1:
        game.change(Fizzled(hit.cause, target, "That would do no harm."))
        return
    after = max(0, pools.hp - amount)
    game.change(PoolChanged(target, "hp", pools.hp, after, hit.cause, effect.element))
    level = game.level
    point = point_of(target)
    if point is not None and point not in level.stains:
        game.push(BLOOD, Single(target), hit.source, hit.cause)
    if after < 1:
        game.push(DEATH, Single(target), hit.source, hit.cause)


def _suffered(effect: Damage, hit: Hit, game: Game) -> int:
    """Return the damage that gets through: rolled, shared by element and statuses, less what shields take."""
    target = hit.target
    amount = max(0, fixed(effect.amount, NO_POWER).roll(game.rng))
    statuses = esper.try_component(target, Statuses)
    afflicted = statuses is not None and bool(statuses.entities)
    if afflicted or (effect.element and esper.has_component(target, Resistances)):
        numbers = figures(target)
        share = numbers.resistances.get(effect.element, 1.0) * numbers.damage_share
        amount = int(amount * share)
    if afflicted and amount:
        amount = absorb(game, target, amount, hit.cause)
        struck_by(game, target, effect.element, hit.cause, hurt=amount > 0)
    return amount
