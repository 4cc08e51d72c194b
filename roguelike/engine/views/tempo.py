"""How long turns take, and what slows or hastens creatures, for the strip that shows the coming order."""

from roguelike.components.actors import Initiative
from roguelike.engine.views.records import TempoView
from roguelike.systems.initiative import delay
from roguelike.world import ecs
from roguelike.world.derived_stats import QUICKNESS, stats_of
from roguelike.world.game import Game


def tempo_view(game: Game, entity: int) -> TempoView:
    """Return how long a creature's next turn takes and what makes it slow or fast, the greatest cause first."""
    stats, initiative = stats_of(entity), ecs.get(entity, Initiative)
    ticks = delay(game.seed, entity, initiative.acts, stats.slowness)
    if not stats.slowness:
        return TempoView(entity, ticks, 0)
    causes = list(stats.slowed_by)
    if stats.bonuses[QUICKNESS]:
        causes.append(("quickness", -float(stats.bonuses[QUICKNESS])))
    ranked = sorted(causes, key=lambda cause: -abs(cause[1]))
    return TempoView(entity, ticks, stats.slowness, tuple(ranked))
