"""Setting a use loose: a spell cast, a potion drunk, a venom's proc, a burst at death, a trap stepped on or set off.

Whatever the source, this one effect resolves the delivery into targets and queues looks and effects. Payment was
checked before, in `roguelike.actions`; from here on nothing can be refused.
"""

from collections.abc import Mapping
from typing import Any

import esper

from roguelike.components.hazards import Hazard, Strength
from roguelike.components.magic import Trigger, Use
from roguelike.components.spatial import Hidden
from roguelike.core.effect import Effect, effect
from roguelike.core.formula import NO_POWER, Formula
from roguelike.core.geometry import Point
from roguelike.core.records import field, field_names, replace
from roguelike.effects.elements import Touch, beside_doors, conducted
from roguelike.effects.particles import Burst, Trail
from roguelike.effects.registry import Hit, handles
from roguelike.effects.removal import Vanish
from roguelike.effects.shapes import reach
from roguelike.effects.targeting import are_friends, is_creature, tiles_of
from roguelike.world.changes import Unleashed, alter
from roguelike.world.game import NOBODY, Area, Cause, Game, Several, Single
from roguelike.world.names import true_name
from roguelike.world.space import cells_of


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
    points = tiles_of(targets)
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
        game.push(SetOff(), Area(points), source, cause)


def empowered(effect: Effect, power: Mapping[str, float]) -> Effect:
    """Return an effect with its formulas worked out for the power behind it; itself when it has none.

    One that has a field for the power gets all of it: what it leaves behind has formulas of its own.
    """
    found: dict[str, Any] = {
        name: value.dice(power)
        for name in field_names(type(effect))
        if isinstance(value := getattr(effect, name), Formula)
    }
    if hasattr(effect, "power"):
        found["power"] = power
    return replace(effect, **found) if found else effect


@effect("tread")
class Tread(Effect):
    """Sets off what lies under a creature that has just come to its tile."""


TREAD = Tread()


def _strength_of(thing: int) -> Mapping[str, float]:
    """Return the power of the cast that laid a rune; NO_POWER for what nobody cast."""
    laid = esper.try_component(thing, Strength)
    return {"power": laid.power, "level": laid.level} if laid else NO_POWER


def set_foot(game: Game, mover: int, source: int, cause: Cause) -> None:
    """Queue what comes of a creature's arrival on its tile, if anything else is there at all."""
    if game.level.is_shared(cells_of(mover)):
        game.push(TREAD, Single(mover), source, cause)


@handles(Tread)
def tread(effect: Tread, hit: Hit, game: Game) -> None:
    """Reveal and fire every trigger underfoot; the dungeon is to blame unless a caster drove the victim there."""
    mover = hit.target
    driver = hit.cause.by if hit.cause.by != mover else NOBODY
    for cell in cells_of(mover):
        for thing in game.level.occupants(cell):
            trigger = esper.try_component(thing, Trigger)
            if trigger is None or thing in game.dead:
                continue
            rune = esper.try_component(thing, Hazard)
            if rune is not None and is_spared(game, mover, rune.source, trigger):
                continue
            blamed = rune.source if rune else driver
            cause = Cause(true_name(thing), blamed, "trap", hit.cause, hit.cause.links + 1)
            # Sprung out of sight it gives nothing away.
            if esper.try_component(thing, Hidden) and game.level.visible[cell]:
                alter(game, thing, Hidden, "found", after=True, cause=cause)
            layer = blamed if rune and is_creature(game, blamed) else thing
            sprung = Unleash(trigger.use, cell, _strength_of(thing))
            game.push(sprung, Single(mover), layer, cause)
            if trigger.once:
                game.push(Vanish(), Single(thing), thing, cause)


def is_spared(game: Game, mover: int, maker: int, trigger: Trigger) -> bool:
    """Return whether a rune lets somebody pass: whoever laid it, or their friends, if it says so."""
    match trigger.use.delivery.spares:
        case "self":
            return mover == maker
        case "friends":
            return bool(maker) and are_friends(game, maker, mover)
        case _:
            return False


@effect("set_off", lands_on="whole")
class SetOff(Effect):
    """Springs the traps on some tiles with nobody's foot on them: what they do to whoever steps there hits empty air.

    It lands on all its tiles at once, for few of many have a trap.
    """


@handles(SetOff)
def set_off(effect: SetOff, hit: Hit, game: Game) -> None:
    """Fire each trap that works but once; a mine's blast is around the mine as ever."""
    at = game.level.at
    for point in [point for point in tiles_of(hit.targets) if point in at]:
        for thing in game.level.occupants(point):
            trigger = esper.try_component(thing, Trigger)
            if trigger is not None and trigger.once and thing not in game.dead:
                _spring(game, thing, trigger, point, hit)


def _spring(game: Game, trap: int, trigger: Trigger, point: Point, hit: Hit) -> None:
    """Fire one trap, and that was it."""
    cause = Cause(true_name(trap), hit.cause.by, "trap", hit.cause, hit.cause.links + 1)
    if esper.has_component(trap, Hidden) and game.level.visible[point]:
        alter(game, trap, Hidden, "found", after=True, cause=cause)
    game.push(Unleash(trigger.use, point, _strength_of(trap)), Several(()), trap, cause)
    game.push(Vanish(), Single(trap), trap, cause)
