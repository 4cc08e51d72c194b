"""Which of its abilities a creature casts: in range, by chance, affordable, and not at the cost of its friends.

Each ability has an occasion: an enemy near, a friend hurt, its own wounds or ailments. Aid is chosen before attack. The
spell's own forecast may then rule it out: see `worth`.
"""

from math import sqrt

import esper

from roguelike.actions.senses import can_see, is_ailing
from roguelike.actions.spell_use import Cast, affords
from roguelike.components.actors import Mind
from roguelike.components.magic import Abilities, Ability, SpellTemplate
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point, distance_squared
from roguelike.core.rng import PERCENT
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.sightings import side_of
from roguelike.systems.ai.worth import is_worth_it
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.space import point_of
from roguelike.world.spells import spell_of

HURT_SHARE = 0.5
"""Share of hit points at or below which a creature counts as hurt."""


def choose_spell(actor: Actor, there: Point, squared: int) -> Cast | None:
    """Return the cast at an enemy that a creature chooses this turn, if any."""
    abilities: Abilities | None = actor.row.get(Abilities)
    if abilities is None:
        return None
    game, entity = actor.game, actor.entity
    away = sqrt(squared)
    for ability in abilities.cast:
        if (
            ability.when != "enemy near"
            or not ability.min_range_tiles <= away <= ability.range_tiles
        ):
            continue
        if not game.rng.chance(PERCENT * ability.chance):
            continue
        spell = spell_of(game, entity, ability.spell)
        if not affords(actor.row[Pools], spell):
            continue
        cast = Cast(ability.spell, aim(game, entity, spell, there, nearest=True))
        if is_worth_it(game, entity, cast):
            return cast
    return None


def choose_aid(actor: Actor) -> Cast | None:
    """Return the cast that heals or cures itself or a friend, if a creature chooses one this turn."""
    abilities: Abilities | None = actor.row.get(Abilities)
    if abilities is None:
        return None
    game, entity, here = actor.game, actor.entity, actor.here
    for ability in abilities.cast:
        if ability.when == "enemy near":
            continue
        there = _who_needs(game, entity, here, ability)
        if there is None:
            continue
        spell = spell_of(game, entity, ability.spell)
        if not affords(actor.row[Pools], spell) or not game.rng.chance(PERCENT * ability.chance):
            continue
        cast = Cast(ability.spell, aim(game, entity, spell, there, nearest=False))
        if is_worth_it(game, entity, cast):
            return cast
    return None


def aim(
    game: Game, entity: int, spell: SpellTemplate, there: Point, *, nearest: bool
) -> Point | None:
    """Return the tile to cast at: `there` or, for effects that need free ground, the best free tile; None if unaimed.

    Leaps and runes go as near to the enemy as possible (`nearest`), or as far as possible from where it was last seen.
    """
    delivery = spell.use.delivery
    if not delivery.aimed:
        return None
    if not any(each.wants_free_tile for each in spell.use.effects):
        return there
    mind = esper.try_component(entity, Mind)
    goal = there if nearest or mind is None else mind.last_seen or there
    return _free_tile(game, entity, delivery.range or 0, goal, 1 if nearest else -1) or there


def _free_tile(game: Game, entity: int, reach: int, goal: Point, sign: int) -> Point | None:
    """Return the free tile in reach and sight that is nearest to a goal (sign 1), or farthest from it (sign -1)."""
    here = point_of(entity)
    if here is None:
        return None
    span = range(-reach, reach + 1)
    tiles = ((here[0] + dx, here[1] + dy) for dx in span for dy in span)
    ranked = sorted(
        (sign * distance_squared(tile, goal), distance_squared(tile, here), tile)
        for tile in tiles
        if distance_squared(tile, here) <= reach**2 and game.level.is_free(tile)
    )
    return next((tile for _, _, tile in ranked if can_see(game, entity, tile)), None)


def _who_needs(game: Game, entity: int, here: Point, ability: Ability) -> Point | None:
    """Return the tile of the friend (or itself) that needs the ability; None if nobody does."""
    match ability.when:
        case "hurt ally":
            return _hurt_friend(game, entity, here, ability)
        case "self hurt":
            return here if _is_hurt(entity) else None
        case "self ailing":
            return here if is_ailing(entity) else None
        case _:
            return None


def _is_hurt(entity: int) -> bool:
    """Return whether a creature is at or below HURT_SHARE of its hit points."""
    pools = ecs.get(entity, Pools)
    return pools.hp <= pools.max_hp * HURT_SHARE


def _hurt_friend(game: Game, entity: int, here: Point, ability: Ability) -> Point | None:
    """Return the tile of the nearest hurt friend within the ability's range and in sight."""
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
            if away <= ability.range_tiles**2 and can_see(game, entity, point)
        ),
        None,
    )
