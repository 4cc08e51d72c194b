"""A turn of fires and clouds: they harm who is in them, spread, drift, thin out and end.

The cost grows with burning tiles, not with the map. The forecast runs the same coming turns, so a preview of a fire
shows who would stand in it.
"""

from roguelike.components.growth import Talents
from roguelike.components.hazards import Hazard, HazardTemplate
from roguelike.core.effect import element_of
from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.effects.dispatch import drain
from roguelike.effects.elements import Touch, kindle
from roguelike.effects.targeting import creatures_in
from roguelike.world import ecs
from roguelike.world.changes import Altered, Removed
from roguelike.world.game import NOBODY, Area, Cause, Game, Several, Spot
from roguelike.world.growing import is_spared_own
from roguelike.world.names import true_name


def hazards_since(game: Game, since: int = 0) -> list[int]:
    """List the fires and clouds on the level by id, those whose id is `since` or higher; no traps."""
    found = []
    for entity in game.level.hazards:
        if entity >= since:
            row = ecs.row(entity)
            if Hazard in row and HazardTemplate in row:
                found.append(entity)
    return sorted(found)


def run_hazards(game: Game, since: int = 0) -> None:
    """Run one turn of every fire and cloud on the level, by id; only of those whose id is `since` or higher."""
    burning = game.level.hazards
    for entity in hazards_since(game, since):
        point = burning.get(entity)
        if point is None or entity in game.dead:
            continue
        row = ecs.row(entity)
        template: HazardTemplate = row[HazardTemplate]
        cause = harm_whoever_is_there(game, entity)
        if template.spread_percent and template.element:
            _spread(game, Touch(template.element), template.spread_percent, point, entity, cause)
        if game.queue:
            drain(game)
        if entity not in game.dead:
            _age(game, entity, row[Hazard], point, template, cause)


def harm_whoever_is_there(game: Game, hazard: int) -> Cause:
    """Queue what a fire or cloud does to whoever is in it; returns the cause of what it does this turn."""
    row = ecs.row(hazard)
    template: HazardTemplate = row[HazardTemplate]
    cause = Cause(template.name, row[Hazard].source, "hazard")
    point = game.level.hazards.get(hazard)
    if point is None:
        return cause
    # Most fires burn where nobody is: what lands on creatures is not even queued there.
    is_alone = len(game.level.at[point]) == 1
    landing = [each for each in template.effects if not (is_alone and each.lands_on == "creature")]
    if landing:
        targets = _targets(game, hazard, point, cause)
        for each in landing:
            game.push(each, targets, hazard, cause)
    return cause


def _targets(game: Game, hazard: int, point: Point, cause: Cause) -> Spot | Several:
    """Return the tile of a fire or cloud or, where its maker stands in it and is spared, whoever else is there."""
    spot, maker = Spot(point), cause.by
    if maker in game.level.at[point] and spares_maker(game, hazard, maker):
        there = creatures_in(game, spot, hazard)
        return Several(tuple(each for each in there if each != maker))
    return spot


def spares_maker(game: Game, hazard: int, creature: int) -> bool:
    """Return whether a creature is spared by a fire or cloud because it is its own, and it has mastered its element."""
    row = ecs.row(hazard)
    if creature == NOBODY or row[Hazard].source != creature or Talents not in ecs.row(creature):
        return False
    template: HazardTemplate = row[HazardTemplate]
    elements = {template.element, *map(element_of, template.effects)}
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
