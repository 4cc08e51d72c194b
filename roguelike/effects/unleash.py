"""Unleashing a use: a spell cast, a potion drunk, a venom's proc, a burst at death, a trap.

Whatever the source, this one effect turns the delivery into targets and queues looks and effects. It was paid for
before, in `roguelike.actions`; from here on nothing can be refused.
"""

from collections.abc import Mapping
from typing import Any

import esper

from roguelike.components import hazards, magic, spatial, vitals
from roguelike.core.effect import Effect, effect, element_of
from roguelike.core.formula import NO_POWER, Formula
from roguelike.core.geometry import Point
from roguelike.core.records import field, field_names, replace
from roguelike.effects import becoming, elements, particles, reactions, registry, shapes, targeting
from roguelike.effects.runes import use_of
from roguelike.world import changes, ecs, perception, space
from roguelike.world.game import Area, Cause, Game, Several, Single, Spot


@effect("unleash", lands_on="whole")
class Unleash(Effect):
    """Lets a use happen: at `aim` if it needs one, else to its targets or around its source.

    `onward` is the way by which it flies on to the tile aimed at, if it has struck somebody already on its line: that
    from the first tile of `line` through the second.
    """

    use: magic.Use
    aim: Point | None = None
    power: Mapping[str, float] = field(default_factory=lambda: NO_POWER)
    onward: tuple[Point, ...] = ()
    line: tuple[Point, Point] | None = None


@registry.handles(Unleash)
def unleash(effect: Unleash, hit: registry.Hit, game: Game) -> None:
    """Queue the looks, then the effects in order, then the removal of a user that the use consumes."""
    use, source, cause = effect.use, hit.source, hit.cause
    given = Single(source) if use.delivery.on_user or hit.targets is None else hit.targets
    found = shapes.reach(use.delivery, source, effect.aim, given, game)
    targets, path = found.targets, effect.onward or found.path
    points, flies_on = targeting.tiles_of(targets), bool(effect.onward)
    game.change(changes.Unleashed(cause, source, path, points, use.delivery.silent, flies_on))
    if use.trail and len(path) > 1:
        game.push(particles.Trail(path[1:], use.trail), targets, source, cause)
    burst = use.burst or (use.trail if len(points) > 1 else None)
    if burst is not None:
        game.push(particles.Burst(burst), targets, source, cause)
    for written in use.effects:
        each = empowered(written, effect.power)
        element = element_of(each)
        if not element:
            game.push(each, targets, source, cause, path)
            continue
        reached = reactions.passed_on(game, elements.conducted(game, points, element), element)
        if isinstance(targets, Area) and targets.is_cut:
            table = game.content.reactions(element)
            game.level.note_beyond({*table.grounds, *table.conducting})
        game.push(
            each,
            targets if reached == points else Area(reached, use.delivery.spares),
            source,
            cause,
            path,
        )
        game.push(
            elements.Touch(element),
            Area(elements.beside_doors(game, reached, element)),
            source,
            cause,
        )
    if use.delivery.goes_on and len(path) > 1:
        through = None if use.delivery.forks else effect.aim
        line = effect.line or (path[0], through or path[-1])
        game.push(GoOn(use, path[-1], line, effect.power), targets, source, cause)
    if use.delivery.consumes_user:
        game.push(becoming.Vanish(), Single(source), source, cause)
    # Only effects that say so set off mines: damage does, a beam of draining does not.
    if (use.delivery.radius or use.delivery.aimed) and any(e.sets_off_mines for e in use.effects):
        game.push(SetOff(), Area(points), source, cause)


def empowered(effect: Effect, power: Mapping[str, float]) -> Effect:
    """Return an effect with its formulas evaluated for `power`; the same effect if it has none.

    An effect with a field named `power` also gets the variables, for the formulas of a rune that it lays.
    """
    found: dict[str, Any] = {
        name: value.dice(power)
        for name in field_names(type(effect))
        if isinstance(value := getattr(effect, name), Formula)
    }
    if hasattr(effect, "power"):
        found["power"] = power
    return replace(effect, **found) if found else effect


@effect("go_on", lands_on="whole")
class GoOn(Effect):
    """Lets a use that killed somebody at a tile fly on to the next creature on its line, through two tiles."""

    use: magic.Use
    struck: Point
    line: tuple[Point, Point]
    power: Mapping[str, float] = field(default_factory=lambda: NO_POWER)


@registry.handles(GoOn)
def go_on(effect: GoOn, hit: registry.Hit, game: Game) -> None:
    """Unleash the use again at the next creature on the line, if it is in range and nothing solid is between."""
    use, struck = effect.use, targeting.creatures_in(game, Spot(effect.struck), hit.source)
    if space.point_of(hit.source) is None or not any(
        ecs.get(each, vitals.Pools).hp < 1 for each in struck
    ):
        return
    way = shapes.way_onward(game, effect.line, effect.struck, use.delivery.range or 0)
    if way:
        onward = replace(use, delivery=replace(use.delivery, shape="point"))
        flight = Unleash(onward, way[-1], effect.power, way, effect.line)
        game.push(flight, Several(()), hit.source, hit.cause)


@effect("set_off", lands_on="whole")
class SetOff(Effect):
    """Sets off the traps on some tiles without a victim.

    It lands on all its tiles at once, since few of many have a trap.
    """


@registry.handles(SetOff)
def set_off(effect: SetOff, hit: registry.Hit, game: Game) -> None:
    """Set off each trap that works only once, in the order of the tiles; a blast is centred on its mine."""
    dangers = game.level.hazards
    if not dangers:
        return
    places = {point: place for place, point in enumerate(targeting.tiles_of(hit.targets))}
    there = sorted((places[spot], thing) for thing, spot in dangers.items() if spot in places)
    for _, thing in there:
        trigger = esper.try_component(thing, magic.Trigger)
        if trigger is not None and trigger.once and thing not in game.dead:
            _spring(game, thing, dangers[thing], hit)


def _spring(game: Game, trap: int, point: Point, hit: registry.Hit) -> None:
    """Remove one trap and set it off. It is removed first, because in a minefield many blasts reach each mine."""
    cause = hit.cause.then(perception.true_name(trap), "trap")
    reveal(game, trap, point, cause)
    game.change(changes.Removed(trap, cause))
    game.push(Unleash(use_of(game, trap), point, strength_of(trap)), Several(()), trap, cause)


def reveal(game: Game, trap: int, point: Point, cause: Cause) -> None:
    """Reveal a hidden trap that goes off, unless it is out of sight."""
    if esper.has_component(trap, spatial.Hidden) and game.level.visible[point]:
        changes.alter(game, trap, spatial.Hidden, "found", after=True, cause=cause)


def strength_of(thing: int) -> Mapping[str, float]:
    """Return the power of the cast that laid a rune; NO_POWER for anything not cast."""
    laid = esper.try_component(thing, hazards.Strength)
    return {"power": laid.power, "level": laid.level} if laid else NO_POWER
