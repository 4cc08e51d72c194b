"""Dying, what is left behind, and who is credited with it."""

import esper

from roguelike.components.actors import Kind, Nature
from roguelike.components.items import Pack
from roguelike.components.magic import Abilities
from roguelike.components.spatial import NOWHERE, Position
from roguelike.components.statuses import StatusEffect, Statuses
from roguelike.components.vitals import Pools
from roguelike.core.effect import Effect, effect
from roguelike.core.rng import pick_weighted
from roguelike.effects.experience import GainExperience
from roguelike.effects.registry import Hit, handles
from roguelike.effects.targeting import master_of
from roguelike.effects.unleash import Unleash
from roguelike.world.changes import Died, Moved, PoolChanged, Spawned, repack
from roguelike.world.game import Cause, Game, Single
from roguelike.world.space import point_of

EXPERIENCE_PER_LEVEL = 100
"""Experience for a kill, times the victim's level (source game, 3.5)."""


@effect("death")
class Death(Effect):
    """Kills, whatever the hit points."""


@handles(Death)
def die(effect: Death, hit: Hit, game: Game) -> None:
    """Let a creature die once: it leaves the map, drops what it had, and its death may cast spells."""
    victim = hit.target
    point = point_of(victim)
    game.change(Died(victim, hit.cause))
    if point is None:
        return
    _drop_belongings(game, victim, point, hit.cause)
    if victim == game.player:
        return
    if not _is_summoned(game, victim):
        _drop_loot(game, victim, point, hit.cause)
    if hit.cause.by and master_of(hit.cause.by) == game.player and master_of(victim) == victim:
        _credit(game, victim, hit.cause)
    for ability in (esper.try_component(victim, Abilities) or Abilities()).on_death:
        if game.rng.chance(ability.chance):
            cause = hit.cause.then(ability.spell, "death")
            game.push(
                Unleash(game.content.spell(ability.spell).use, point), Single(victim), victim, cause
            )


def _is_summoned(game: Game, victim: int) -> bool:
    """Return whether a creature was only here by magic: it leaves nothing behind."""
    statuses = esper.try_component(victim, Statuses)
    return statuses is not None and any(
        game.content.status(esper.component_for_entity(status, StatusEffect).name).dismisses
        for status in statuses.entities
    )


def _drop_belongings(game: Game, victim: int, point: tuple[int, int], cause: Cause) -> None:
    """Lay everything carried and worn on the ground."""
    pack = esper.try_component(victim, Pack)
    if pack is None or not (pack.items or pack.worn) or victim == game.player:
        return
    belongings = [*pack.items, *pack.worn.values()]
    repack(game, victim, [], {}, cause)
    for item in belongings:
        game.change(Moved(item, (0, 0, NOWHERE), (*point, game.depth), cause))


def _drop_loot(game: Game, victim: int, point: tuple[int, int], cause: Cause) -> None:
    """Roll once on the creature's loot table."""
    nature = esper.try_component(victim, Nature)
    if nature is None or nature.loot_table is None:
        return
    name = pick_weighted(game.rng, game.content.loot(nature.loot_table))
    if name is not None:
        content = game.content
        parts = (
            Kind("items", name),
            *content.templates("items", name),
            *content.fresh("items", name, game.rng),
        )
        game.change(
            Spawned(parts, point, esper.component_for_entity(victim, Position).depth, cause)
        )


def _credit(game: Game, victim: int, cause: Cause) -> None:
    """Give the player the experience and the gold, once; the dead get nothing."""
    if game.player in game.dead:
        return
    pools = esper.component_for_entity(victim, Pools)
    game.push(
        GainExperience(EXPERIENCE_PER_LEVEL * pools.level), Single(game.player), victim, cause
    )
    if pools.gold > 0:
        purse = esper.component_for_entity(game.player, Pools).gold
        game.change(PoolChanged(game.player, "gold", purse, purse + pools.gold, cause))
        game.change(PoolChanged(victim, "gold", pools.gold, 0.0, cause))
