"""How long turns take, and what slows or hastes whom: for the strip of the coming order."""

import esper

from roguelike.components.actors import Initiative
from roguelike.components.items import Item, Pack
from roguelike.components.statuses import StatusEffect, Statuses, StatusTemplate
from roguelike.engine.views.records import TempoView
from roguelike.systems.initiative import delay
from roguelike.world import ecs
from roguelike.world.derived_stats import (
    OVERBURDENED_PENALTY,
    QUICKNESS,
    is_overburdened,
    stats_of,
)
from roguelike.world.game import Game


def tempo_view(game: Game, entity: int) -> TempoView:
    """Return how long a creature's next turn takes and, if it is slow or fast, what makes it so, the greatest first."""
    stats, initiative = stats_of(entity), ecs.get(entity, Initiative)
    ticks = delay(game.seed, entity, initiative.acts, stats.slowness)
    if not stats.slowness:
        return TempoView(entity, ticks, 0)
    causes = penalties(entity)
    if stats.bonuses[QUICKNESS]:
        causes.append(("quickness", -float(stats.bonuses[QUICKNESS])))
    ranked = sorted(causes, key=lambda cause: -abs(cause[1]))
    return TempoView(entity, ticks, stats.slowness, tuple(ranked))


def penalties(entity: int) -> list[tuple[str, float]]:
    """List what slows a creature besides its nature, or hastes it, with the ticks that each adds."""
    causes = [*_statuses(entity), *_gear(entity)]
    if is_overburdened(stats_of(entity)):
        causes.append(("load", float(OVERBURDENED_PENALTY)))
    return causes


def _statuses(entity: int) -> list[tuple[str, float]]:
    """List the statuses that slow or haste their bearer, as they are called, with the ticks that each adds."""
    held = esper.try_component(entity, Statuses) or Statuses()
    pairs = (
        (ecs.get(status, StatusTemplate), ecs.get(status, StatusEffect)) for status in held.entities
    )
    return [
        (template.label or template.name, state.strength)
        for template, state in pairs
        if template.slows and state.strength
    ]


def _gear(entity: int) -> list[tuple[str, float]]:
    """Return what is worn, if it slows its bearer; it never hastes them."""
    pack = esper.try_component(entity, Pack) or Pack()
    penalty = sum(ecs.get(item, Item).initiative_penalty for item in pack.worn.values())
    return [("gear", penalty)] if penalty > 0 else []
