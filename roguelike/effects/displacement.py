"""Being moved by magic: knocked back, pulled near, teleported, or trading places with the caster.

A creature moved by force triggers what is on the tile. A teleport picks a tile without a trap or fire, so that a
forecast need not try what each of a hundred tiles would do.
"""

from typing import Annotated, ClassVar

from roguelike.core.effect import Effect, effect
from roguelike.core.formula import Amount, Dice
from roguelike.core.geometry import DIRECTIONS, Point, distance_squared, ray, steps_between
from roguelike.core.grammar import Message
from roguelike.core.records import Meta
from roguelike.core.scalars import Count
from roguelike.effects.damage import IMPACT, Damage
from roguelike.effects.registry import Hit, handles
from roguelike.effects.statuses import shrugs_off
from roguelike.effects.targeting import is_creature
from roguelike.effects.triggers import set_foot
from roguelike.effects.words import amount_words, tiles_words
from roguelike.world.changes import Fizzled, Told, move
from roguelike.world.game import Game, Single
from roguelike.world.names import noun
from roguelike.world.space import can_stand, cells_at, cells_of, has_magic, point_of

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
            description="hit points lost by whoever is driven into something, and by whoever is hit"
        ),
    ] = NO_HARM
    toward: Annotated[bool, Meta(description="draws near instead of driving away")] = False
    controls: Controls = True

    def words(self) -> str:
        """Return for example "drives 3 tiles away" or "draws 1 tile near", and what it costs to be stopped."""
        far = tiles_words(self.tiles)
        way = f"draws {far} near" if self.toward else f"drives {far} away"
        harm = self.damage != NO_HARM
        return way + (f", {amount_words(self.damage)} damage if stopped" if harm else "")


@handles(Knockback)
def knock_back(effect: Knockback, hit: Hit, game: Game) -> None:
    """Move the target tile by tile until something blocks it; running into it may hurt both.

    Three tiles from the source `@`, and again with a wall in the way:

        ########    #######
        #@o....#    #@o..##
        #@...o.#    #@..o##
        ########    #######
    """
    here, steps = point_of(hit.target), _steps(effect, hit)
    if here is None or not steps:
        game.change(Fizzled(hit.cause, hit.target, "There is nowhere to drive it."))
        return
    there, barred = here, None
    for step in steps:
        if effect.toward and _touch(hit.target, there, hit.source):
            break
        ahead = next((place for place in step if _has_room(game, hit.target, place)), None)
        if ahead is None:
            barred = step[0]
            break
        there = ahead
    crashes = barred is not None and not effect.toward and effect.damage != NO_HARM
    if there == here and not crashes:
        game.change(Fizzled(hit.cause, hit.target, STUCK))
        return
    if effect.controls and shrugs_off(game, hit, MOVED):
        return
    if there != here:
        _say(
            game, "{1} [is|are] drawn near." if effect.toward else "{1} [is|are] driven back.", hit
        )
        _set_down(game, hit.target, there, hit)
    if barred is not None and crashes:
        _crash(game, barred, effect, hit)


def _has_room(game: Game, entity: int, place: Point) -> bool:
    """Return whether somebody can be moved to a place, as far as one can see what is there."""
    return can_stand(game, entity, place) and not game.level.may_hide(cells_at(entity, place))


def _steps(effect: Knockback, hit: Hit) -> list[Step]:
    """List the steps that somebody would be driven or drawn, as the places of its body; none if there is no direction.

    Who is drawn comes back along the line by which it was struck, and who is driven goes on along the line to it from
    the source. Where that passes between two tiles either will do.
    """
    corner, body, source = point_of(hit.target), cells_of(hit.target), cells_of(hit.source)
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
    cells = cells_at(entity, there)
    return any(steps_between(a, b) <= 1 for a in cells for b in cells_of(other))


def _say(game: Game, template: str, hit: Hit, *entities: int) -> None:
    """Log a line about the target, or about other entities if any are given."""
    nouns = tuple(noun(game, entity) for entity in entities or (hit.target,))
    game.change(Told(hit.cause, Message(template, nouns, "magic")))


def _set_down(game: Game, entity: int, there: Point, hit: Hit) -> None:
    """Move a creature and trigger what is on its new tile."""
    move(game, entity, there, hit.cause)
    set_foot(game, entity, hit.source, hit.cause)


def _crash(game: Game, barred: Point, effect: Knockback, hit: Hit) -> None:
    """Push damage to the target and to every creature it was driven into."""
    harm = Damage(effect.damage, IMPACT)
    game.push(harm, Single(hit.target), hit.source, hit.cause)
    struck = {
        blocker
        for cell in cells_at(hit.target, barred)
        if (blocker := game.level.blockers.get(cell)) is not None
    }
    for other in sorted(struck - {hit.target}):
        if is_creature(game, other):
            game.push(harm, Single(other), hit.source, hit.cause)


@effect("teleport", "blink")
class Teleport(Effect):
    """Moves its target to a random tile at most `tiles` away that it could have walked to."""

    moves: ClassVar[bool] = True
    tiles: Annotated[Count, Meta(description="how far at most, in tiles")]
    controls: Controls = True

    def words(self) -> str:
        """Return for example "teleports to a random place within 8 tiles"."""
        return f"teleports to a random place within {tiles_words(self.tiles)}"


@handles(Teleport)
def teleport(effect: Teleport, hit: Hit, game: Game) -> None:
    """Pick a free tile without trap or fire and move the target there."""
    here = point_of(hit.target)
    places = [] if here is None else _landings(game, hit.target, here, effect.tiles)
    if not places:
        game.change(Fizzled(hit.cause, hit.target, "There is nowhere to go."))
        return
    if effect.controls and shrugs_off(game, hit, MOVED):
        return
    _say(game, "{1} vanish[es|] from here, and appear[s] somewhere else.", hit)
    move(game, hit.target, game.rng.choice(places), hit.cause)


def _landings(game: Game, entity: int, here: Point, tiles: int) -> list[Point]:
    """List the free and harmless tiles within a distance of a creature, leaving out those next to it."""
    occupied, (x, y) = game.level.at, here
    around = game.level.toward(here).around(tiles)
    barred = {here, *((x + dx, y + dy) for dx, dy in DIRECTIONS)}
    # Few of the hundreds of tiles have anything on them.
    taken = [spot for spot in around if spot in occupied]
    barred.update(
        spot for spot in taken if has_magic(game, spot) or not can_stand(game, entity, spot)
    )
    free = [spot for spot in around if spot not in barred]
    is_large = len(cells_at(entity, here)) > 1
    return [spot for spot in free if can_stand(game, entity, spot)] if is_large else free


@effect("leap", lands_on="tile")
class Leap(Effect):
    """Moves its source to the tile."""

    takes_one_there: ClassVar[bool] = True
    wants_free_tile: ClassVar[bool] = True
    told: ClassVar[str] = "takes you there"


@handles(Leap)
def leap(effect: Leap, hit: Hit, game: Game) -> None:
    """Move the source to the tile, if it fits there."""
    here = point_of(hit.source) if is_creature(game, hit.source) else None
    if hit.tile is None or here is None or not can_stand(game, hit.source, hit.tile):
        game.change(Fizzled(hit.cause, hit.source, "There is no room for you there."))
        return
    if hit.tile == here:
        game.change(Fizzled(hit.cause, hit.source, "You are there already."))
        return
    _say(game, "{1} [is|are] suddenly elsewhere.", hit, hit.source)
    _set_down(game, hit.source, hit.tile, hit)


@effect("swap")
class TradePlaces(Effect):
    """Makes its target and its source change places."""

    moves: ClassVar[bool] = True
    controls: Controls = True
    told: ClassVar[str] = "changes places"


@handles(TradePlaces)
def trade_places(effect: TradePlaces, hit: Hit, game: Game) -> None:
    """Move both, unless either is larger than a tile; each triggers what is on its new tile."""
    here, there = point_of(hit.source), point_of(hit.target)
    gone = not is_creature(game, hit.source)
    if gone or hit.source == hit.target or here is None or there is None:
        game.change(Fizzled(hit.cause, hit.target, "There is nobody to change places with."))
        return
    if any(len(cells_at(entity, here)) > 1 for entity in (hit.source, hit.target)):
        game.change(Fizzled(hit.cause, hit.target, "One of you would not fit."))
        return
    if effect.controls and shrugs_off(game, hit, MOVED):
        return
    _say(game, "{1} change[s] places with {2}.", hit, hit.source, hit.target)
    move(game, hit.target, here, hit.cause)
    move(game, hit.source, there, hit.cause)
    for entity in (hit.source, hit.target):
        set_foot(game, entity, hit.source, hit.cause)
