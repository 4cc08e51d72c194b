"""Whether what the player already suffers will kill them: poison, burning and bleeding, played on to their end."""

import esper

from roguelike.components.statuses import Duration, StatusEffect, Statuses, StatusTemplate
from roguelike.components.vitals import Pools
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.effects.ticking import tick
from roguelike.world import ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game


def turns_to_live(game: Game) -> int:
    """Return in how many turns the player's statuses kill them if nothing mends them; 0 if they do not.

    The game is left exactly as it was. A forecast tells only what an act adds to them.
    """
    left = _harmful(game)
    if not left or _most_harm(game, left) < ecs.get(game.player, Pools).hp:
        return 0
    with rehearsing(game, ExtremeRolls(high=True, lucky=True)):
        for turn in range(1, max(left.values()) + 1):
            for status in [each for each, turns in left.items() if turns >= turn]:
                if status not in game.dead:
                    tick(game, status)
                if game.player in game.dead:
                    return turn
    return 0


def _harmful(game: Game) -> dict[int, int]:
    """Return the player's statuses that take hit points each turn, with their turns left, oldest first."""
    statuses = esper.try_component(game.player, Statuses)
    return {
        status: ecs.get(status, Duration).turns
        for status in (statuses.entities if statuses else ())
        if ecs.get(status, StatusTemplate).tick == "damage"
    }


def _most_harm(game: Game, left: dict[int, int]) -> float:
    """Return more hit points than these statuses can take: most often that is too few to look any closer."""
    worst = max((1.0, *stats_of(game.player).resistances.values()))
    return sum(
        worst * (ecs.get(status, StatusEffect).strength + 1) * turns
        for status, turns in left.items()
    )
