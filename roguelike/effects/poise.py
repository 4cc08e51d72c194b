"""Poise: how many controlling statuses and shoves a creature resists before one takes hold.

Control is certain and counted: no die decides whether a creature is stunned, but one with poise left loses a point of
it instead. The data marks what controls, as a status or as an effect that moves its target. What is stored is not the
poise but the turns until it is whole again, so that gear, a status or a level can add to it at any time:

  poise 3, one back in 8 turns      unsteady  0: 3    1 to 8: 2    9 to 16: 1    17 to 24: 0
"""

from math import ceil

import esper

from roguelike.components.actors import Nature
from roguelike.components.vitals import Pools
from roguelike.effects.registry import Hit
from roguelike.world import ecs
from roguelike.world.changes import ShruggedOff
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game

PLAIN = Nature()
"""For creatures without a Nature: they have no poise of their own."""


def most_poise(entity: int) -> int:
    """Return a creature's full poise: its own, that of its level, and that of gear and statuses."""
    nature, stats = _nature_of(entity), stats_of(entity)
    grown = 0
    if nature.levels_per_poise:
        grown = ecs.get(entity, Pools).level // nature.levels_per_poise
    return nature.poise + grown + stats.status.poise + stats.blessing.poise


def poise_of(entity: int) -> int:
    """Return how many controlling statuses and shoves a creature can resist now."""
    unsteady = ecs.get(entity, Pools).unsteady
    return max(0, most_poise(entity) - ceil(unsteady / _nature_of(entity).poise_turns))


def _nature_of(entity: int) -> Nature:
    """Return the Nature that defines a creature's poise and how fast it recovers."""
    return esper.try_component(entity, Nature) or PLAIN


def shrugs_off(game: Game, hit: Hit, what: str) -> bool:
    """Return whether the target resists control; `what` is the state it would be in: "stunned", "moved".

    That costs one point of its poise. Creatures never resist what they do to themselves.
    """
    target = hit.target
    if hit.cause.by == target:
        return False
    left = poise_of(target)
    if left:
        before = ecs.get(target, Pools).unsteady
        after = before + _nature_of(target).poise_turns
        game.change(ShruggedOff(target, what, left, before, after, hit.cause))
    return left > 0
