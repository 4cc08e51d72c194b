"""What a status does every turn while it lasts: poison hurts, a balm heals.

A turn calls this for every status; a forecast, for those that began with the act.
"""

from roguelike.components.statuses import StatusEffect, StatusTemplate
from roguelike.core.effect import Effect
from roguelike.core.formula import Dice
from roguelike.effects.damage import Damage
from roguelike.effects.dispatch import drain
from roguelike.effects.healing import Heal
from roguelike.effects.mana import RestoreMana
from roguelike.world import ecs
from roguelike.world.game import Cause, Game, Single


def tick(game: Game, status: int) -> None:
    """Apply what a status does every turn, if anything, with all consequences."""
    state = ecs.get(status, StatusEffect)
    effect = _tick_effect(game.content.status(state.name), state)
    if effect is not None:
        cause = Cause(state.origin or state.name, state.source, "status")
        game.push(effect, Single(state.target), state.source, cause)
        drain(game)


def _tick_effect(template: StatusTemplate, state: StatusEffect) -> Effect | None:
    """Return the effect of a status each turn; None if it has none."""
    amount = Dice(bonus=round(state.strength))
    match template.tick:
        case "damage":
            return Damage(amount, template.element)
        case "healing":
            return Heal(amount)
        case "mana":
            return RestoreMana(amount)
        case _:
            return None
