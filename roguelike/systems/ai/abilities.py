"""Magic by nature: in its range band, with its chance, rolled once a turn, paid for, and not at the cost of friends.

Each ability has an occasion: an enemy near, a friend hurt, or its own wounds. Aid is thought of before war.
"""

from math import sqrt

import esper

from roguelike.actions.action import Ask, Refused, attempt
from roguelike.actions.senses import can_see
from roguelike.actions.spell_use import Cast
from roguelike.components.magic import Abilities, Ability
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point, distance_squared
from roguelike.effects.driving import Teleport
from roguelike.effects.forecast import Forecast, Outcome, forecast
from roguelike.effects.summoning import Summon
from roguelike.effects.targeting import are_friends, master_of
from roguelike.systems.ai.census import side_of
from roguelike.world.game import Game
from roguelike.world.space import point_of

HURT_SHARE = 0.5
"""Share of hit points at which somebody counts as hurt."""
STATUS_WORTH = 5
"""Hit points that a status is worth."""


def choose_spell(game: Game, entity: int, there: Point, squared: int) -> Cast | None:
    """Return the ability that it uses on an enemy this turn, if any."""
    abilities = esper.try_component(entity, Abilities)
    if abilities is None:
        return None
    away = sqrt(squared)
    for ability in abilities.cast:
        if ability.when != "enemy near" or not ability.min_range <= away <= ability.range:
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


def choose_aid(game: Game, entity: int, here: Point) -> Cast | None:
    """Return the ability with which it mends itself or a friend this turn, if any."""
    abilities = esper.try_component(entity, Abilities)
    if abilities is None:
        return None
    for ability in abilities.cast:
        if ability.when == "enemy near":
            continue
        pools = esper.component_for_entity(entity, Pools)
        spell = game.content.spell(ability.spell)
        if pools.mana < spell.mana_cost:
            continue
        there = here if ability.when == "self hurt" else _hurt_friend(game, entity, here, ability)
        if there is None or (ability.when == "self hurt" and not _is_hurt(entity)):
            continue
        if not game.rng.chance(ability.chance):
            continue
        cast = Cast(ability.spell, there if spell.use.delivery.aimed else None)
        if _worth_it(game, entity, cast, consumes=False) or _whisks_away(game, cast):
            return cast
    return None


def _is_hurt(entity: int) -> bool:
    """Return whether a creature has lost half of its hit points."""
    pools = esper.component_for_entity(entity, Pools)
    return pools.hp <= pools.max_hp * HURT_SHARE


def _hurt_friend(game: Game, entity: int, here: Point, ability: Ability) -> Point | None:
    """Return where the nearest of its own that is hurt is, within range and sight."""
    hurt = sorted(
        (distance_squared(here, point), point)
        for other in side_of(game, entity).members
        if other not in (*game.dead, entity)
        and (point := point_of(other)) is not None
        and _is_hurt(other)
    )
    return next(
        (
            point
            for away, point in hurt
            if away <= ability.range**2 and can_see(game, entity, point)
        ),
        None,
    )


def _whisks_away(game: Game, cast: Cast) -> bool:
    """Return whether a spell takes its caster out of danger."""
    return any(isinstance(each, Teleport) for each in game.content.spell(cast.spell).use.effects)


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
    harm = sum(
        -weight if are_friends(game, entity, other) else weight
        for other, outcome in seen.outcomes.items()
        if not (other == entity and consumes)
        for weight in (harm_of(game, outcome),)
    )
    return harm > 0 or _calls_help(game, entity, cast)


def harm_of(game: Game, outcome: Outcome) -> float:
    """Weigh what would happen to one creature: bad for it above 0, good below."""
    statuses = sum(
        -chance if game.content.status(name).good else chance
        for name, (chance, _) in outcome.statuses.items()
    )
    return outcome.damage[1] + outcome.later[1] - outcome.healing[1] + STATUS_WORTH * statuses


def _calls_help(game: Game, entity: int, cast: Cast) -> bool:
    """Return whether a spell calls creatures to its side, and none that it called is there."""
    effects = game.content.spell(cast.spell).use.effects
    if not any(isinstance(each, Summon) for each in effects):
        return False
    actors = {other for other in game.level.blockers.values() if other != entity}
    return not any(master_of(other) == entity for other in actors)
