"""Setting a use loose: a spell cast, a potion drunk, a trap stepped on, a venom's proc, a burst at death.

Whatever the source, this one effect resolves the delivery into targets and queues looks and effects. Payment was
checked before, in `roguelike.actions`; from here on nothing can be refused.
"""

from roguelike.components.magic import Use
from roguelike.core.effect import Effect, effect
from roguelike.core.geometry import Point, line
from roguelike.effects.looks import Burst, Trail
from roguelike.effects.registry import Hit, handles
from roguelike.effects.removal import Vanish
from roguelike.world.changes import Unleashed
from roguelike.world.game import Area, Game, Several, Single, Spot, Targets
from roguelike.world.space import cells_of, point_of


@effect("unleash", lands_on="whole")
class Unleash(Effect):
    """Lets a use happen, at `aim` if it wants one, else to its targets or around its source."""

    use: Use
    aim: Point | None = None


@handles(Unleash)
def unleash(effect: Unleash, hit: Hit, game: Game) -> None:
    """Queue the looks, then the effects in their order, then the end of a user that spends itself."""
    use, source = effect.use, hit.source
    targets = resolve(use, effect.aim, hit, game)
    points = _cells(targets)
    path = _path(use, effect.aim, source)
    game.change(Unleashed(hit.cause, source, path, points))
    if use.trail and len(path) > 1:
        game.push(Trail(path[1:], use.trail), targets, source, hit.cause)
    if use.burst or (use.trail and len(points) > 1):
        game.push(Burst(use.burst or use.trail), targets, source, hit.cause)  # type: ignore[arg-type]
    for each in use.effects:
        game.push(each, targets, source, hit.cause)
    if use.delivery.consumes_user:
        game.push(Vanish(), Single(source), source, hit.cause)


def resolve(use: Use, aim: Point | None, hit: Hit, game: Game) -> Targets:
    """Turn a delivery and an aim into targets."""
    delivery = use.delivery
    if delivery.aimed and aim is not None:
        if not delivery.radius:
            return Spot(aim)
        return Area(game.level.blast(aim, delivery.radius), delivery.spares)
    on_source = hit.targets is None or (delivery.shape == "self" and delivery.range is not None)
    targets: Targets = Single(hit.source) if on_source or hit.targets is None else hit.targets
    if not delivery.radius:
        return targets
    centre = aim or next(iter(_cells(targets)), None) or point_of(hit.source)
    if centre is None:
        return Several(())
    return Area(game.level.blast(centre, delivery.radius), delivery.spares)


def _cells(targets: Targets) -> tuple[Point, ...]:
    """List the tiles that some targets cover."""
    match targets:
        case Area(points):
            return points
        case Spot(point):
            return (point,)
        case Single(entity):
            return cells_of(entity)
        case Several(entities):
            return tuple(cell for entity in entities for cell in cells_of(entity))


def _path(use: Use, aim: Point | None, source: int) -> tuple[Point, ...]:
    """Return the line that an aimed use travels, source first."""
    origin = point_of(source)
    if aim is None or origin is None or not use.delivery.aimed:
        return ()
    return tuple(line(origin, aim))
