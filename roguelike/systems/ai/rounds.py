"""What a group does while undisturbed: it stays around its place, or walks its rounds."""

from roguelike.actions.action import Action
from roguelike.core.geometry import steps_between
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.walking import STATIC_PASS, approach, random_step

NEAR_TILES = 2
"""Tiles from a place of the round at which that place counts as reached."""
GO_ON_PERCENT = 12.0
"""Percent chance each turn that a creature at a place goes on to the next."""
STIR_PERCENT = 20.0
"""Percent chance each turn that a creature staying around a place takes a step."""


def keep_round(actor: Actor) -> Action | None:
    """Return the step that brings it to the next place of its round, or what it does there; None without a round."""
    mind = actor.mind
    if not mind.round:
        return None
    goal = mind.round[mind.leg % len(mind.round)]
    if steps_between(actor.here, goal) > NEAR_TILES:
        step = approach(actor, goal)
        if step is not None:
            return step
        mind.leg = _next(mind.leg, mind.round)
        return STATIC_PASS
    if len(mind.round) > 1 and actor.game.rng.chance(GO_ON_PERCENT):
        mind.leg = _next(mind.leg, mind.round)
    elif actor.game.rng.chance(STIR_PERCENT):
        return random_step(actor)
    return STATIC_PASS


def _next(leg: int, places: tuple[tuple[int, int], ...]) -> int:
    """Return the index of the place after one."""
    return (leg + 1) % len(places)
