"""Magic by nature: in its range band, with its chance, rolled once a turn, paid for, and not at the cost of friends."""

from math import sqrt

import esper

from roguelike.actions.action import Ask, Refused, attempt
from roguelike.actions.spell_use import Cast
from roguelike.components.magic import Abilities
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.effects.forecast import Forecast, forecast
from roguelike.effects.targeting import are_friends
from roguelike.world.game import Game


def choose_spell(game: Game, entity: int, there: Point, squared: int) -> Cast | None:
    """Return the ability that it uses on an enemy this turn, if any."""
    abilities = esper.try_component(entity, Abilities)
    if abilities is None:
        return None
    away = sqrt(squared)
    for ability in abilities.cast:
        if not ability.min_range <= away <= ability.range:
            continue
        if not game.rng.chance(ability.chance):
            continue
        spell = game.content.spell(ability.spell)
        if esper.component_for_entity(entity, Pools).mana < spell.mana_cost:
            continue
        cast = Cast(ability.spell, there if spell.use.delivery.aimed else None)
        if _worth_it(game, entity, cast, consumes=spell.use.delivery.consumes_user):
            return cast
    return None


def _worth_it(game: Game, entity: int, cast: Cast, *, consumes: bool) -> bool:
    """Weigh a cast by its own forecast: harm to enemies must outweigh harm to itself and friends."""

    def act() -> str | None:
        """Try the cast."""
        match attempt(cast, entity, game):
            case Refused(reason) | Ask(_, reason):
                return reason
            case _:
                return None

    seen: Forecast = forecast(game, act, all_seen=True)
    if seen.refused is not None:
        return False
    balance = 0.0
    for other, outcome in seen.outcomes.items():
        weight = outcome.damage[1] + 5 * sum(chance for chance, _ in outcome.statuses.values())
        if other == entity and consumes:
            continue
        balance += -weight if are_friends(game, entity, other) else weight
    return balance > 0
