"""Durations of statuses: each player turn every status ticks and loses a turn; lost poise recovers, too."""

from roguelike.components.statuses import Duration, StatusEffect, StatusTemplate
from roguelike.components.vitals import Pools
from roguelike.core.grammar import Message
from roguelike.effects.dispatch import drain
from roguelike.effects.statuses import end, is_on, is_quenched
from roguelike.effects.ticking import tick
from roguelike.world import ecs
from roguelike.world.changes import Told, alter
from roguelike.world.game import Cause, Game
from roguelike.world.names import noun
from roguelike.world.presence import present
from roguelike.world.space import is_here

WARNING_TURNS = 2
"""Turns left at which the log warns that a status will end."""


def run_statuses(game: Game) -> None:
    """Tick and shorten every status on the player's level, oldest first."""
    for status, state, template in ecs.with_both(StatusEffect, StatusTemplate):
        if status in game.dead or state.target in game.dead or not is_here(game, state.target):
            continue
        if is_quenched(game, state.target, template):
            end(game, status, Cause(state.name, state.source, "quenched"))
            drain(game)
            continue
        tick(game, status)
        if is_on(game, state.target, template.begins_on):
            continue
        cause = Cause(state.origin or state.name, state.source, "status")
        duration = ecs.get(status, Duration)
        alter(game, status, Duration, "turns", duration.turns - 1, cause)
        if duration.turns == WARNING_TURNS and template.warning:
            message = Message(template.warning, (noun(game, state.target),), "warn")
            game.change(Told(cause, message))
        if duration.turns < 1 and status not in game.dead and state.target not in game.dead:
            end(game, status, Cause(state.name, state.source, "wears off"))
            drain(game)


def run_poise(game: Game) -> None:
    """Bring creatures on the player's level one turn nearer to regaining lost poise."""
    for entity, pools in present(game, Pools):
        if pools.unsteady and entity not in game.dead:
            alter(game, entity, Pools, "unsteady", pools.unsteady - 1, Cause("poise", entity))
