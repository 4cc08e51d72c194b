"""Being moved by magic: driven off, drawn near, whisked away, or trading places with whoever cast it.

Whoever is set down somewhere by force treads on what lies there. Magic that picks a place by chance picks a kind one,
without trap or fire, so that a forecast need not try a hundred tiles to know what a leap into the unknown may cost.
"""

import esper

from roguelike.components.hazards import Hazard
from roguelike.components.magic import Trigger
from roguelike.core.dice import Dice
from roguelike.core.effect import Effect, effect
from roguelike.core.formula import Amount
from roguelike.core.geometry import Point, direction, distance_squared
from roguelike.core.grammar import Message
from roguelike.effects.damage import Damage
from roguelike.effects.registry import Hit, handles
from roguelike.effects.targeting import is_creature
from roguelike.effects.unleash import set_foot
from roguelike.effects.words import tiles_words
from roguelike.world.changes import Fizzled, Told, move
from roguelike.world.game import Game, Single
from roguelike.world.names import noun
from roguelike.world.space import can_stand, cells_at, point_of

NO_HARM = Dice()
BESIDE = 2
"""Squared distance of neighbours: nobody is whisked there."""


@effect("knockback")
class Knockback(Effect):
    """Drives its target away from the source, or toward it; running into something solid hurts both."""

    tiles: int
    damage: Amount = NO_HARM
    toward: bool = False

    def words(self) -> str:
        """Return for example "drives 3 tiles away" or "draws 1 tile near"."""
        far = tiles_words(self.tiles)
        return f"draws {far} near" if self.toward else f"drives {far} away"


@handles(Knockback)
def knock_back(effect: Knockback, hit: Hit, game: Game) -> None:
    """Move tile by tile until the way is barred; what bars it may hurt."""
    here, origin = point_of(hit.target), point_of(hit.source)
    if here is None or origin is None or here == origin:
        game.change(Fizzled(hit.cause, hit.target, "There is nowhere to drive it."))
        return
    dx, dy = direction(here, origin) if effect.toward else direction(origin, here)
    there, barred = here, None
    for _ in range(effect.tiles):
        ahead = (there[0] + dx, there[1] + dy)
        if not can_stand(game, hit.target, ahead):
            barred = ahead
            break
        there = ahead
    if there != here:
        _say(
            game, "{1} [is|are] drawn near." if effect.toward else "{1} [is|are] driven back.", hit
        )
        _set_down(game, hit.target, there, hit)
    if barred is not None and not effect.toward and effect.damage != NO_HARM:
        _crash(game, barred, effect, hit)
    elif there == here:
        game.change(Fizzled(hit.cause, hit.target, "It cannot be moved any farther."))


def _say(game: Game, template: str, hit: Hit, *entities: int) -> None:
    """Tell of somebody moved by magic, its target unless said."""
    nouns = tuple(noun(game, entity) for entity in entities or (hit.target,))
    game.change(Told(hit.cause, Message(template, nouns, "magic")))


def _set_down(game: Game, entity: int, there: Point, hit: Hit) -> None:
    """Move a creature and let it tread on what lies there."""
    move(game, entity, there, hit.cause)
    set_foot(game, entity, hit.source, hit.cause)


def _crash(game: Game, barred: Point, effect: Knockback, hit: Hit) -> None:
    """Hurt who was driven against something, and whoever that was."""
    harm = Damage(effect.damage)
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
    """Whisks its target to a random tile within so many tiles, one that it could have walked to."""

    tiles: int

    def words(self) -> str:
        """Return for example "takes to a random place within 8 tiles"."""
        return f"takes to a random place within {tiles_words(self.tiles)}"


@handles(Teleport)
def teleport(effect: Teleport, hit: Hit, game: Game) -> None:
    """Pick a free and harmless tile and move there."""
    here = point_of(hit.target)
    places = [] if here is None else _landings(game, hit.target, here, effect.tiles)
    if not places:
        game.change(Fizzled(hit.cause, hit.target, "There is nowhere to go."))
        return
    _say(game, "{1} [is|are] gone from here, and somewhere else.", hit)
    move(game, hit.target, game.rng.choice(places), hit.cause)


def _landings(game: Game, entity: int, here: Point, tiles: int) -> list[Point]:
    """List the tiles where a creature may be set down, those next to it left out."""
    occupied, large = game.level.at, len(cells_at(entity, here)) > 1
    return [
        spot
        for spot in game.level.toward(here).around(tiles)
        if (not large or can_stand(game, entity, spot))
        and (spot not in occupied or (can_stand(game, entity, spot) and is_harmless(game, spot)))
        and distance_squared(here, spot) > BESIDE
    ]


def is_harmless(game: Game, point: Point) -> bool:
    """Return whether neither trap, altar nor fire is on a tile."""
    return not any(
        esper.try_component(thing, Trigger) or esper.try_component(thing, Hazard)
        for thing in game.level.at.get(point, ())
        if thing not in game.dead
    )


@effect("leap", lands_on="tile")
class Leap(Effect):
    """Takes its source to the tile."""

    def words(self) -> str:
        """Return who goes where: it is the same for all."""
        return "takes you there"


@handles(Leap)
def leap(effect: Leap, hit: Hit, game: Game) -> None:
    """Move there, if there is room."""
    here = point_of(hit.source) if is_creature(game, hit.source) else None
    if hit.tile is None or here is None or not can_stand(game, hit.source, hit.tile):
        game.change(Fizzled(hit.cause, hit.source, "There is no room for you there."))
        return
    if hit.tile == here:
        game.change(Fizzled(hit.cause, hit.source, "You are there already."))
        return
    _say(game, "{1} [is|are] there at one step.", hit, hit.source)
    _set_down(game, hit.source, hit.tile, hit)


@effect("swap")
class TradePlaces(Effect):
    """Lets its target and its source change places."""

    def words(self) -> str:
        """Return what happens: it is the same for all."""
        return "changes places"


@handles(TradePlaces)
def trade_places(effect: TradePlaces, hit: Hit, game: Game) -> None:
    """Move both, if each has room where the other stands."""
    here, there = point_of(hit.source), point_of(hit.target)
    gone = not is_creature(game, hit.source)
    if gone or hit.source == hit.target or here is None or there is None:
        game.change(Fizzled(hit.cause, hit.target, "There is nobody to change places with."))
        return
    if any(len(cells_at(entity, here)) > 1 for entity in (hit.source, hit.target)):
        game.change(Fizzled(hit.cause, hit.target, "One of you would not fit."))
        return
    _say(game, "{1} change[s] places with {2}.", hit, hit.source, hit.target)
    move(game, hit.target, here, hit.cause)
    move(game, hit.source, there, hit.cause)
    for entity in (hit.source, hit.target):
        set_foot(game, entity, hit.source, hit.cause)
