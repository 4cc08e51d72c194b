"""Being moved by magic: knocked back, pulled near, charging, teleported, leaping, or trading places with the caster.

Who is driven, drawn or charges crosses the ground as a walker does: tile by tile, and whatever lies on a tile has done
its work, traps, fires and all that they lead to, before the next. Death ends it, and so does what holds or catches
them, or takes them elsewhere. Who trades places goes the same way, past whoever stands on it: first the one, then the
other, each through whatever lies between them. What leaps or is thrown flies over the ground, and who is teleported
leaves it: only where they end is trodden on. A teleport picks a tile without a trap or fire, so that a forecast need
not try what each of a hundred would do.
"""

from typing import Annotated, ClassVar

import esper

from roguelike.components import hazards
from roguelike.core.effect import Effect, amount_words, effect, tiles_words
from roguelike.core.formula import Amount, Dice
from roguelike.core.geometry import DIRECTIONS, Point, distance_squared, ray, steps_between
from roguelike.core.grammar import Message, Noun
from roguelike.core.records import Meta, replace
from roguelike.core.scalars import Count
from roguelike.effects import damage, registry, targeting, triggers
from roguelike.effects.statuses import shrugs_off
from roguelike.world import changes, ecs, perception, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import NOBODY, Game, Single

Step = tuple[Point, Point]
"""The places for one step on a line: the same twice, or two where the line passes between them."""
Controls = Annotated[
    bool, Meta(description="moves its target against its will: poise shrugs it off")
]
NO_HARM = Dice()
MOVED = "moved"
STUCK = "It cannot be moved any farther."


@effect("knockback")
class Knockback(Effect):
    """Drives its target away from the source, or toward it; running into something solid hurts both."""

    moves: ClassVar[bool] = True
    tiles: Annotated[Count, Meta(description="how far, in tiles")]
    damage: Annotated[
        Amount,
        Meta(
            description="hit points lost by whoever is driven into something, and by whoever is hit, for each tile left"
        ),
    ] = NO_HARM
    toward: Annotated[bool, Meta(description="draws near instead of driving away")] = False
    controls: Controls = True

    def words(self) -> str:
        """Return for example "drives 3 tiles away" or "draws 1 tile near", and what it costs to be stopped."""
        far = tiles_words(self.tiles)
        way = f"draws {far} near" if self.toward else f"drives {far} away"
        harm = self.damage != NO_HARM
        each = f", {amount_words(self.damage)} damage for each tile left"
        return way + (each if harm else "")


@registry.handles(Knockback)
def knock_back(effect: Knockback, hit: registry.Hit, game: Game) -> None:
    """Move the target tile by tile until something blocks it; running into it may hurt both.

    It begins when everything else that its cause does has been done.

    Three tiles from the source `@`, and again with a wall in the way:

        ########    #######
        #@o....#    #@o..##
        #@...o.#    #@..o##
        ########    #######
    """
    if _must_wait(game, hit.target):
        game.push(effect, Single(hit.target), hit.source, hit.cause, hit.way)
        return
    steps = _steps(effect, hit)
    if not steps:
        game.change(changes.Fizzled(hit.cause, hit.target, "There is nowhere to drive it."))
        return
    crash = NO_HARM if effect.toward else effect.damage
    nearing = hit.source if effect.toward else NOBODY
    if crash == NO_HARM and _ahead(game, hit.target, steps[0], nearing) is None:
        game.change(changes.Fizzled(hit.cause, hit.target, STUCK))
        return
    if effect.controls and shrugs_off(game, hit, MOVED):
        return
    if _ahead(game, hit.target, steps[0], nearing) is not None:
        _say(
            game, "{1} [is|are] drawn near." if effect.toward else "{1} [is|are] driven back.", hit
        )
    game.push(
        Onward(tuple(steps), crash, nearing, held=_is_held(hit.target, hit.source)),
        Single(hit.target),
        hit.source,
        hit.cause,
    )


@effect("charge")
class Charge(Effect):
    """Takes its source along the line to its target, tile by tile, and strikes the target if it gets beside it."""

    told = "charges up to {tiles}, {damage} damage"
    harms: ClassVar[bool] = True
    amount_fields: ClassVar[tuple[str, ...]] = ("damage",)
    tiles: Annotated[Count, Meta(description="how far at most, in tiles")]
    damage: Annotated[Amount, Meta(description="hit points lost by whoever is run into")] = NO_HARM


@registry.handles(Charge)
def charge(effect: Charge, hit: registry.Hit, game: Game) -> None:
    """Start to run, if the first step is free."""
    here = space.point_of(hit.source) if targeting.is_creature(game, hit.source) else None
    goal = next((tile for tile in hit.way[1:] if tile in space.cells_of(hit.target)), None)
    if here is None or goal is None or hit.source == hit.target:
        game.change(changes.Fizzled(hit.cause, hit.source, "There is nobody to charge at."))
        return
    line = list(hit.way[1 : hit.way.index(goal)])[: effect.tiles]
    dx, dy = here[0] - hit.way[0][0], here[1] - hit.way[0][1]
    steps = tuple(((x + dx, y + dy), (x + dx, y + dy)) for x, y in line)
    if steps and _ahead(game, hit.source, steps[0], hit.target) is None:
        game.change(changes.Fizzled(hit.cause, hit.source, "There is no way there."))
        return
    _say(game, "{1} charge[s]!", hit, hit.source)
    held = _is_held(hit.source, hit.source)
    run = Onward(steps, effect.damage, hit.target, held=held)
    game.push(run, Single(hit.source), hit.source, hit.cause)


@effect("onward")
class Onward(Effect):
    """Takes its target on over some tiles, one after the other, as far as nothing stops it.

    With somebody it is `nearing` it ends beside them: who charges then strikes them. Else it crashes into what bars its
    way, which hurts as often as there are tiles left. `crossed` names what it was said to be driven through. Who goes
    `past` others need not stop at every tile, and leaves out those that are barred.
    """

    steps: tuple[Step, ...]
    crash: Amount
    nearing: int = NOBODY
    held: bool = False
    crossed: tuple[str, ...] = ()
    past: bool = False


@registry.handles(Onward)
def go_onward(effect: Onward, hit: registry.Hit, game: Game) -> None:
    """Take one step; the next waits until all that this one sets off has been done."""
    if _is_unsettled(game):
        game.push(effect, Single(hit.target), hit.source, hit.cause)
        return
    here, target = space.point_of(hit.target), hit.target
    is_caught = bool(effect.crossed) and _catches(game, target)
    if here is None or is_caught or (_is_held(target, hit.source) and not effect.held):
        return
    if effect.steps and not effect.past and _is_off(here, effect.steps[0]):
        return  # something on the way took it elsewhere
    ahead = _ahead(game, target, effect.steps[0], effect.nearing) if effect.steps else None
    if ahead is None and not (effect.past and effect.steps):
        _arrive(effect, hit, here, game)
        return
    crossed = effect.crossed
    if ahead is not None:
        _set_down(game, target, ahead, hit)
        crossed = _name_crossed(game, crossed, hit)
    on = replace(effect, steps=effect.steps[1:], crossed=crossed)
    game.push(on, Single(target), hit.source, hit.cause)


def _is_off(here: Point, step: Step) -> bool:
    """Return whether no place of a step is beside a tile."""
    return all(steps_between(here, place) > 1 for place in step)


def _must_wait(game: Game, target: int) -> bool:
    """Return whether a push has to wait: for all else that was begun before it, or for another push of its target."""
    return _is_unsettled(game) or any(
        type(each.effect) is Onward and each.targets == Single(target) for each in game.queue
    )


def _is_unsettled(game: Game) -> bool:
    """Return whether anything but movement is still to be done."""
    return any(type(each.effect) not in (Onward, Knockback, Meet) for each in game.queue)


def _is_held(entity: int, mover: int) -> bool:
    """Return whether something keeps a creature where it is; whoever moves by their own will must be able to act."""
    forbids = stats_of(entity).status.forbids
    return "move" in forbids or (entity == mover and "act" in forbids)


def _catches(game: Game, entity: int) -> bool:
    """Return whether anything where a creature stands catches who is moved there by force."""
    things = (thing for cell in space.cells_of(entity) for thing in game.level.occupants(cell))
    templates = (esper.try_component(thing, hazards.HazardTemplate) for thing in things)
    return any(template is not None and template.catches for template in templates)


def _ahead(game: Game, entity: int, step: Step, nearing: int) -> Point | None:
    """Return the next place on a creature's way; None if it is barred, or already beside whom it nears."""
    here = space.point_of(entity)
    if here is None or (nearing and _touch(entity, here, nearing)):
        return None
    return next((place for place in step if _has_room(game, entity, place)), None)


def _name_crossed(game: Game, before: tuple[str, ...], hit: registry.Hit) -> tuple[str, ...]:
    """Say what a creature was moved into, each kind of thing once; return all that was named so far."""
    names = before
    for cell in space.cells_of(hit.target):
        for thing in game.level.occupants(cell):
            name = perception.true_name(thing)
            if (
                space.is_hazard(ecs.row(thing))
                and perception.is_noticed(thing)
                and name not in names
            ):
                names = (*names, name)
                cause = hit.cause.then(name, "hazard")
                verb = "run[s]" if hit.target == hit.source else "[is|are] driven"
                nouns = _nouns(game, hit.target, thing)
                game.change(changes.Told(cause, Message(f"{{1}} {verb} into {{2}}.", nouns)))
    return names


def _arrive(effect: Onward, hit: registry.Hit, here: Point, game: Game) -> None:
    """End a movement: a charge with a blow, a push against whatever bars its way with a crash."""
    target = hit.target
    if effect.nearing:
        if effect.crash != NO_HARM and _touch(target, here, effect.nearing):
            harm = damage.Damage(effect.crash, damage.IMPACT)
            game.push(harm, Single(effect.nearing), hit.source, hit.cause)
    elif effect.steps and effect.crash != NO_HARM:
        _crash(game, effect, hit)


def _has_room(game: Game, entity: int, place: Point) -> bool:
    """Return whether somebody can be moved to a place, as far as one can see what is there."""
    return space.can_stand(game, entity, place) and not game.level.may_hide(
        space.cells_at(entity, place)
    )


def _steps(effect: Knockback, hit: registry.Hit) -> list[Step]:
    """List the steps that somebody would be driven or drawn, as the places of its body; none if there is no direction.

    Who is drawn comes back along the line by which it was struck, and who is driven goes on along the line to it from
    the source. Where that passes between two tiles either will do.
    """
    corner = space.point_of(hit.target)
    body = space.cells_of(hit.target)
    source = space.cells_of(hit.source)
    if corner is None or not source or not set(source).isdisjoint(body):
        return []
    struck = next((tile for tile in hit.way[1:] if tile in body), None)
    if effect.toward and struck is not None:
        steps = [(tile, tile) for tile in hit.way[: hit.way.index(struck)][::-1]]
    else:
        ends = ((distance_squared(tile, mine), tile, mine) for tile in body for mine in source)
        _, struck, origin = min(ends)
        far = steps_between(origin, struck)
        line = [(origin, origin), *ray(origin, struck, far + effect.tiles)]
        steps = line[:far][::-1] if effect.toward else line[far + 1 :]
    dx, dy = corner[0] - struck[0], corner[1] - struck[1]
    return [((x + dx, y + dy), (a + dx, b + dy)) for (x, y), (a, b) in steps[: effect.tiles]]


def _touch(entity: int, there: Point, other: int) -> bool:
    """Return whether a creature standing at `there` would touch another: none is drawn past the one that draws it."""
    cells = space.cells_at(entity, there)
    return any(steps_between(a, b) <= 1 for a in cells for b in space.cells_of(other))


def _nouns(game: Game, *entities: int) -> tuple[Noun, ...]:
    """Return what sentences call some entities."""
    return tuple(perception.noun(game, entity) for entity in entities)


def _say(game: Game, template: str, hit: registry.Hit, *entities: int) -> None:
    """Log a line about the target, or about other entities if any are given."""
    nouns = _nouns(game, *(entities or (hit.target,)))
    game.change(changes.Told(hit.cause, Message(template, nouns, "magic")))


def _set_down(game: Game, entity: int, there: Point, hit: registry.Hit) -> None:
    """Move a creature and trigger what is on its new tile."""
    changes.move(game, entity, there, hit.cause)
    triggers.set_foot(game, entity, hit.source, hit.cause)


def _crash(game: Game, effect: Onward, hit: registry.Hit) -> None:
    """Push damage to the target and to every creature it was driven into: for every tile that was left."""
    crash = effect.crash
    assert isinstance(crash, Dice)  # a formula is worked out before its effect is queued
    harm = damage.Damage(crash.times(len(effect.steps)), damage.IMPACT)
    game.push(harm, Single(hit.target), hit.source, hit.cause)
    struck = {
        blocker
        for cell in space.cells_at(hit.target, effect.steps[0][0])
        if (blocker := game.level.blockers.get(cell)) is not None
    }
    for other in sorted(struck - {hit.target}):
        if targeting.is_creature(game, other):
            game.push(harm, Single(other), hit.source, hit.cause)


@effect("teleport", "blink")
class Teleport(Effect):
    """Moves its target to a random tile at most `tiles` away that it could have walked to."""

    told = "teleports to a random place within {tiles}"
    moves: ClassVar[bool] = True
    tiles: Annotated[Count, Meta(description="how far at most, in tiles")]
    controls: Controls = True


@registry.handles(Teleport)
def teleport(effect: Teleport, hit: registry.Hit, game: Game) -> None:
    """Pick a free tile without trap or fire and move the target there."""
    here = space.point_of(hit.target)
    places = [] if here is None else _landings(game, hit.target, here, effect.tiles)
    if not places:
        game.change(changes.Fizzled(hit.cause, hit.target, "There is nowhere to go."))
        return
    if effect.controls and shrugs_off(game, hit, MOVED):
        return
    _say(game, "{1} vanish[es|] from here, and appear[s] somewhere else.", hit)
    changes.move(game, hit.target, game.rng.choice(places), hit.cause)


def _landings(game: Game, entity: int, here: Point, tiles: int) -> list[Point]:
    """List the free and harmless tiles within a distance of a creature, leaving out those next to it."""
    occupied, (x, y) = game.level.at, here
    around = game.level.toward(here).around(tiles)
    barred = {here, *((x + dx, y + dy) for dx, dy in DIRECTIONS)}
    # Few of the hundreds of tiles have anything on them.
    taken = [spot for spot in around if spot in occupied]
    barred.update(
        spot
        for spot in taken
        if space.has_magic(game, spot) or not space.can_stand(game, entity, spot)
    )
    free = [spot for spot in around if spot not in barred]
    is_large = len(space.cells_at(entity, here)) > 1
    return [spot for spot in free if space.can_stand(game, entity, spot)] if is_large else free


@effect("leap", lands_on="tile")
class Leap(Effect):
    """Moves its source to the tile."""

    takes_one_there: ClassVar[bool] = True
    wants_free_tile: ClassVar[bool] = True
    told: ClassVar[str] = "takes you there"


@registry.handles(Leap)
def leap(effect: Leap, hit: registry.Hit, game: Game) -> None:
    """Move the source to the tile, if it fits there."""
    here = space.point_of(hit.source) if targeting.is_creature(game, hit.source) else None
    if hit.tile is None or here is None or not space.can_stand(game, hit.source, hit.tile):
        game.change(changes.Fizzled(hit.cause, hit.source, "There is no room for you there."))
        return
    if hit.tile == here:
        game.change(changes.Fizzled(hit.cause, hit.source, "You are there already."))
        return
    _say(game, "{1} [is|are] suddenly elsewhere.", hit, hit.source)
    _set_down(game, hit.source, hit.tile, hit)


@effect("swap")
class TradePlaces(Effect):
    """Makes its target and its source change places."""

    moves: ClassVar[bool] = True
    controls: Controls = True
    told: ClassVar[str] = "changes places"


@registry.handles(TradePlaces)
def trade_places(effect: TradePlaces, hit: registry.Hit, game: Game) -> None:
    """Let both cross what lies between them, the target first, unless either is larger than a tile.

    The rune `^` goes off under the orc, and where nothing is between them they just change places:

        ########    ########
        #@.^.o.#    #o.^.@.#
        ########    ########
    """
    here, there = space.point_of(hit.source), space.point_of(hit.target)
    gone = not targeting.is_creature(game, hit.source)
    if gone or hit.source == hit.target or here is None or there is None:
        game.change(
            changes.Fizzled(hit.cause, hit.target, "There is nobody to change places with.")
        )
        return
    if any(len(space.cells_at(entity, here)) > 1 for entity in (hit.source, hit.target)):
        game.change(changes.Fizzled(hit.cause, hit.target, "One of you would not fit."))
        return
    if effect.controls and shrugs_off(game, hit, MOVED):
        return
    _say(game, "{1} change[s] places with {2}.", hit, hit.source, hit.target)
    *between, _ = ray(there, here, steps_between(here, there))
    met = tuple(step for step in between if any(_is_met(game, hit.target, at) for at in step))
    if met:
        game.push(_passing(hit.target, hit.source, met), Single(hit.target), hit.source, hit.cause)
        game.push(Meet(there, met), Single(hit.target), hit.source, hit.cause)
    else:
        _exchange(game, hit, here, there)


def _is_met(game: Game, entity: int, place: Point) -> bool:
    """Return whether there is anything on a tile that a creature meets by crossing it."""
    return triggers.may_set_off(game, place) and _has_room(game, entity, place)


def _exchange(game: Game, hit: registry.Hit, here: Point, there: Point) -> None:
    """Move the source from `here` to `there` and the target to `here`; both tread on where they come to."""
    changes.move(game, hit.target, here, hit.cause)
    changes.move(game, hit.source, there, hit.cause)
    for entity in (hit.source, hit.target):
        triggers.set_foot(game, entity, hit.source, hit.cause)


def _passing(entity: int, mover: int, steps: tuple[Step, ...]) -> Onward:
    """Return the way of somebody past whoever is on it, from one thing that lies there to the next."""
    return Onward(steps, NO_HARM, held=_is_held(entity, mover), past=True)


@effect("meet")
class Meet(Effect):
    """Changes the places of its source and its target, which was at `there` and has `met` what lay between them."""

    there: Point
    met: tuple[Step, ...]


@registry.handles(Meet)
def meet(effect: Meet, hit: registry.Hit, game: Game) -> None:
    """Put the target where the source is, and send the source on to where the target was.

    Whom something between them killed, caught or took elsewhere does not arrive; then the source stays where it is.
    """
    if _must_wait(game, hit.target):
        game.push(effect, Single(hit.target), hit.source, hit.cause)
        return
    here, now = space.point_of(hit.source), space.point_of(hit.target)
    if here is None or now is None or hit.source in game.dead:
        return
    way = ((effect.there, effect.there), *effect.met)
    reached = next((index for index, step in enumerate(way) if now in step), None)
    if reached is None or _catches(game, hit.target):
        return
    on = _passing(hit.source, hit.source, way[:reached][::-1])
    _exchange(game, hit, here, now)
    game.push(on, Single(hit.source), hit.source, hit.cause)
