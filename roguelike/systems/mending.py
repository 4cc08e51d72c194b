"""Mending: creatures regain hit points with time.

Creatures that are out of sight and hunt nobody regain a hit point every few turns, so that none is worn down from
behind a door. A few regain more, every turn and even in a fight, unless something keeps their wounds open.
"""

import esper

from roguelike.components.actors import Mind, Nature
from roguelike.components.vitals import Pools
from roguelike.effects.healing import mend, regenerate
from roguelike.world import ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game
from roguelike.world.presence import present
from roguelike.world.space import cells_of, is_here


def run_mending(game: Game) -> None:
    """Give the wounded creatures of the player's level the hit points of this turn."""
    wounded = [entity for entity, pools in present(game, Pools) if pools.hp < pools.max_hp]
    for entity in wounded:
        if entity != game.player and entity not in game.dead:
            _mend(game, entity)


def _mend(game: Game, entity: int) -> None:
    """Give one creature the hit points that it regains this turn, if any."""
    nature = ecs.get(entity, Nature)
    if "mend" in stats_of(entity).status.forbids:
        return
    if nature.regenerates:
        regenerate(game, entity)
    elif nature.mend_turns and game.turn % nature.mend_turns == 0 and _is_at_peace(game, entity):
        mend(game, entity, 1, "rest")


def _is_at_peace(game: Game, entity: int) -> bool:
    """Return whether a creature is out of sight and hunts nobody."""
    mind = ecs.get(entity, Mind)
    return not (mind.target or mind.last_seen or game.level.in_view(cells_of(entity)))


def mend_for(game: Game, turns: int) -> None:
    """Heal the creatures of the player's level as much as they would have healed in this many turns."""
    for entity, (pools, _) in sorted(esper.get_components(Pools, Mind)):
        nature = ecs.get(entity, Nature)
        if pools.hp < pools.max_hp and entity not in game.dead and is_here(game, entity):
            each = nature.regenerates * turns
            slowly = turns // nature.mend_turns if nature.mend_turns else 0
            mend(game, entity, each + slowly, "rest")
