"""Confusion: a confused creature takes a random step instead of its action."""

from roguelike.actions.action import Action
from roguelike.actions.moving import Pass, Step
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game


def staggers(entity: int) -> bool:
    """Return whether a creature is confused."""
    return stats_of(entity).status.staggers


def random_step(game: Game) -> Action:
    """Return a step of -1..1 both ways; 1 time in 9 that is no step at all (source game, 8.1).

    One roll decides it, so that the evenly spread samples of a reply contain every step equally often.
    """
    steps = random_steps()
    return steps[game.rng.below(len(steps))]


def random_steps() -> tuple[Action, ...]:
    """Return all possible results of `random_step`, which are equally likely."""
    return tuple(_step(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def _step(dx: int, dy: int) -> Action:
    """Return a step, or none at all."""
    return Step(dx, dy) if dx or dy else Pass()
