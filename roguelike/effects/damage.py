"""Losing hit points."""

import esper

from roguelike.components.combat import Resistances
from roguelike.components.vitals import Pools
from roguelike.core.dice import Dice
from roguelike.core.effect import Effect, effect
from roguelike.effects.blood import Bloodstain
from roguelike.effects.death import Death
from roguelike.effects.registry import Hit, handles
from roguelike.world.changes import Fizzled, PoolChanged
from roguelike.world.figures import figures
from roguelike.world.game import Game, Single
from roguelike.world.space import point_of


@effect("damage")
class Damage(Effect):
    """Takes hit points, more or fewer by the target's resistance to the element."""

    amount: Dice
    element: str = ""


@handles(Damage)
def hurt(effect: Damage, hit: Hit, game: Game) -> None:
    """Take hit points, never below 0; stain the ground; queue the death."""
    target = hit.target
    pools = esper.component_for_entity(target, Pools)
    if pools.hp < 1:
        return
    amount = max(0, effect.amount.roll(game.rng))
    if effect.element and esper.has_component(target, Resistances):
        amount = int(amount * figures(target).resistances.get(effect.element, 1.0))
    if pools.god_mode or not amount:
        game.change(Fizzled(hit.cause, target, "That would do no harm."))
        return
    after = max(0, pools.hp - amount)
    game.change(PoolChanged(target, "hp", pools.hp, after, hit.cause, effect.element))
    point = point_of(target)
    if point is not None and point not in game.level.stains:
        game.push(Bloodstain(), Single(target), hit.source, hit.cause)
    if after < 1:
        game.push(Death(), Single(target), hit.source, hit.cause)
