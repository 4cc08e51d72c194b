"""A turn of fires and clouds: they harm who is in them, spread, drift, thin out and end.

The cost grows with burning tiles, not with the map. The forecast runs the same coming turns, so a preview of a fire
shows who would stand in it.
"""

from roguelike.components.growth import Talents
from roguelike.components.hazards import Hazard, HazardTemplate
from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.effects.dispatch import drain
from roguelike.effects.elements import Touch, kindle
from roguelike.effects.targeting import creatures_in
from roguelike.world import ecs
from roguelike.world.changes import Altered, Removed
from roguelike.world.game import NOBODY, Area, Cause, Game, Several, Spot
from roguelike.world.growing import is_spared_own
from roguelike.world.names import true_name
from roguelike.world.space import is_here, point_of


def run_hazards(game: Game, since: int = 0) -> None:
    """Run one turn of every fire and cloud on the level, by id; only of those whose id is `since` or higher."""
    for entity, hazard, template in ecs.with_both(Hazard, HazardTemplate):
        if entity < since or entity in game.dead or not is_here(game, entity):
            continue
        point = point_of(entity)
        assert point is not None
        cause = harm_whoever_is_there(game, entity)
        if template.spread_percent and template.element:
            _spread(game, Touch(template.element), template.spread_percent, point, entity, cause)
        drain(game)
        if entity not in game.dead:
            _age(game, entity, hazard, point, template, cause)


def harm_whoever_is_there(game: Game, hazard: int) -> Cause:
    """Queue what a fire or cloud does to whoever is in it; returns the cause of what it does this turn."""
    row = ecs.row(hazard)
    template: HazardTemplate = row[HazardTemplate]
    cause = Cause(template.name, row[Hazard].source, "hazard")
    point = point_of(hazard)
    if point is not None:
        targets: Spot | Several = Spot(point)
        if spares_maker(game, hazard, cause.by):
            there = creatures_in(game, Spot(point), hazard)
            targets = Several(tuple(each for each in there if each != cause.by))
        for each in template.effects:
            game.push(each, targets, hazard, cause)
    return cause


def spares_maker(game: Game, hazard: int, creature: int) -> bool:
    """Return whether a creature is spared by a fire or cloud because it is its own, and it has mastered its element."""
    row = ecs.row(hazard)
    if creature == NOBODY or row[Hazard].source != creature or Talents not in ecs.row(creature):
        return False
    template: HazardTemplate = row[HazardTemplate]
    elements = {template.element, *(getattr(each, "element", "") for each in template.effects)}
    return is_spared_own(game, creature, frozenset(filter(None, elements)))


def _spread(
    game: Game, touch: Touch, percent: float, point: Point, entity: int, cause: Cause
) -> None:
    """Let a hazard's element touch each of the four tiles beside it, with some chance in percent."""
    x, y = point
    reached = [(x + dx, y + dy) for dx, dy in ORTHOGONAL if game.rng.chance(percent)]
    if reached:
        game.push(touch, Area(tuple(reached)), entity, cause)


def _age(
    game: Game, entity: int, hazard: Hazard, point: Point, template: HazardTemplate, cause: Cause
) -> None:
    """Take one turn from its duration; a drifting cloud may spread to one neighbour as it thins."""
    left = hazard.turns - 1
    if template.drifts and left > 1 and game.rng.chance(50):
        dx, dy = game.rng.choice(ORTHOGONAL)
        there = (point[0] + dx, point[1] + dy)
        level = game.level
        if level.contains(there) and level.transparent[there] and level.walkable[there]:
            left //= 2
            blamed = Cause(template.name, cause.by, "hazard")
            kindle(game, there, true_name(entity), max(1, left), blamed)
    if left < 1:
        game.change(Removed(entity, cause))
    else:
        game.change(Altered(entity, Hazard, "turns", hazard.turns, left, cause))
