"""Regeneration: hit points that some creatures regain each turn, even in a fight, unless a status forbids it."""

from roguelike.components.actors import Nature
from roguelike.components.vitals import Pools
from roguelike.world import ecs
from roguelike.world.changes import PoolChanged
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, CauseKind, Game


def regenerates(entity: int) -> bool:
    """Return whether a creature regains hit points each turn, unless something forbids it."""
    nature: Nature | None = ecs.row(entity).get(Nature)
    return nature is not None and nature.regenerates > 0


def regenerate(game: Game, entity: int) -> None:
    """Give a creature that regenerates the hit points of one turn."""
    nature: Nature | None = ecs.row(entity).get(Nature)
    if nature is not None and nature.regenerates and "mend" not in stats_of(entity).status.forbids:
        mend(game, entity, nature.regenerates, "status")


def mend(game: Game, entity: int, amount: int, kind: CauseKind) -> None:
    """Give a creature some hit points, no more than it lacks."""
    pools = ecs.get(entity, Pools)
    after = min(pools.max_hp, pools.hp + amount)
    if after > pools.hp:
        game.change(PoolChanged(entity, "hp", pools.hp, after, Cause("mending", entity, kind)))
