"""Setting a use loose: a spell cast, a potion drunk, a trap stepped on, a venom's proc, a burst at death.

Whatever the source, this one effect resolves the delivery into targets and queues looks and effects. Payment was
checked before, in `roguelike.actions`; from here on nothing can be refused.
"""

from collections.abc import Mapping
from dataclasses import field, fields, replace

from roguelike.components.magic import Use
from roguelike.core.effect import Effect, effect
from roguelike.core.formula import NO_POWER, Formula
from roguelike.core.geometry import Point
from roguelike.effects.elements import Touch, beside_doors, conducted
from roguelike.effects.looks import Burst, Trail
from roguelike.effects.registry import Hit, handles
from roguelike.effects.removal import Vanish
from roguelike.effects.shapes import cells_of_targets, reach
from roguelike.world.changes import Unleashed
from roguelike.world.game import Area, Game, Single


@effect("unleash", lands_on="whole")
class Unleash(Effect):
    """Lets a use happen, at `aim` if it wants one, else to its targets or around its source."""

    use: Use
    aim: Point | None = None
    power: Mapping[str, float] = field(default_factory=lambda: NO_POWER)


@handles(Unleash)
def unleash(effect: Unleash, hit: Hit, game: Game) -> None:
    """Queue the looks, then the effects in their order, then the end of a user that spends itself."""
    use, source, cause = effect.use, hit.source, hit.cause
    given = Single(source) if use.delivery.on_user or hit.targets is None else hit.targets
    found = reach(use.delivery, source, effect.aim, given, game)
    targets, path = found.targets, found.path
    points = cells_of_targets(targets)
    game.change(Unleashed(cause, source, path, points))
    if use.trail and len(path) > 1:
        game.push(Trail(path[1:], use.trail), targets, source, cause)
    burst = use.burst or (use.trail if len(points) > 1 else None)
    if burst is not None:
        game.push(Burst(burst), targets, source, cause)
    for written in use.effects:
        each = empowered(written, effect.power)
        element = getattr(each, "element", "")
        if not element:
            game.push(each, targets, source, cause)
            continue
        reached = conducted(game, points, element)
        game.push(
            each,
            targets if reached == points else Area(reached, use.delivery.spares),
            source,
            cause,
        )
        game.push(Touch(element), Area(beside_doors(game, reached, element)), source, cause)
    if use.delivery.consumes_user:
        game.push(Vanish(), Single(source), source, cause)
    if (use.delivery.radius or use.delivery.aimed) and any(
        each.key == "damage" for each in use.effects
    ):
        from roguelike.effects.treading import (
            SetOff,  # a trap is a use itself: the two modules need each other
        )

        game.push(SetOff(), Area(points), source, cause)


def empowered(effect: Effect, power: Mapping[str, float]) -> Effect:
    """Return an effect with its formulas worked out for the power behind it; itself when it has none."""
    found = {
        each.name: value.dice(power)
        for each in fields(effect)  # type: ignore[arg-type]
        if isinstance(value := getattr(effect, each.name), Formula)
    }
    return replace(effect, **found) if found else effect  # type: ignore[type-var]
