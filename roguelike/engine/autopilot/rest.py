"""Resting until hit points and mana are full, or something happens. Each turn is an ordinary command."""

from collections.abc import Iterator

import esper

from roguelike.actions.action import Action
from roguelike.actions.moving import Rest
from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.components.vitals import HungerClock, Pools
from roguelike.engine.autopilot.interruption import interruption
from roguelike.world import ecs
from roguelike.world.game import Game

LONGEST_REST_TURNS = 500


def rest_fully(game: Game) -> Iterator[Action]:
    """Yield turns of rest until hit points and mana are full and bad statuses over, or an interruption."""
    for _ in range(LONGEST_REST_TURNS):
        if why_not_rest(game) is not None:
            return
        yield Rest()


def why_not_rest(game: Game) -> str | None:
    """Return why the player should not rest, as a sentence; None if rest helps."""
    pools = ecs.get(game.player, Pools)
    hunger = esper.try_component(game.player, HungerClock)
    if (reason := interruption(game)) is not None:
        return reason
    if hunger is not None and hunger.state == "Hungry":
        return "You are too hungry to rest: eat something first."
    if pools.hp >= pools.max_hp and pools.mana >= pools.max_mana and not _is_ill(game):
        return "There is nothing to recover from."
    return None


def _is_ill(game: Game) -> bool:
    """Return whether the player has any bad status."""
    statuses = esper.try_component(game.player, Statuses)
    held = statuses.entities if statuses else ()
    return any(ecs.get(status, StatusTemplate).is_bad for status in held)
