"""Running away: to stairs that one reaches before the others, or to where they are farthest behind."""

from collections.abc import Iterator, Sequence

from roguelike.core.geometry import Point
from roguelike.core.paths import DistanceField, to_bits
from roguelike.core.rng import Stream
from roguelike.core.sight import points
from roguelike.engine.autopilot.explore import known_ground, known_stairs, step_toward
from roguelike.engine.commands import Action, Step, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import danger, hunting, pressing
from roguelike.lab.bots.roaming import known_floor
from roguelike.world.game import Game
from roguelike.world.space import cells_of

STAIRS_NEAR = 25
"""Steps to the stairs that one walks to get out of a bad fight."""
FLIGHT_STEPS = 30
"""Steps that one runs at most to get away from somebody."""
HOPELESS = 1.8
"""Reckoned cost of a fight, in shares of hit points, from which one turns one's back on who stands beside one."""


def to_stairs(session: Session, within: int = STAIRS_NEAR) -> Iterator[Action]:
    """Take the stairs underfoot, or make for stairs that one reaches before any enemy, upward ones first."""
    game, here = session.game, session.here
    for way in (-1, 1):
        stairs = known_stairs(game, way)
        if here in stairs and not all_follow(game):
            yield TakeStairs(way)
        for spot in stairs:
            mine = _field(game, [spot]).distance(here, within)
            if mine and mine < soonest(game, spot):
                yield from _steps(game, spot)


def all_follow(game: Game) -> bool:
    """Return whether everybody who hunts one stands beside one, and would come along by the stairs."""
    return bool(hunting(game)) and len(pressing(game)) == len(hunting(game))


def soonest(game: Game, spot: Point) -> int:
    """Return how many steps the nearest enemy who is awake in view needs to a tile; FLIGHT_STEPS * 4 if nobody can."""
    field, far = _field(game, [spot]), 4 * FLIGHT_STEPS
    ways = [field.distance(cell, far) for foe in hunting(game) for cell in cells_of(foe)]
    return min((steps for steps in ways if steps is not None), default=far)


def away_from(session: Session, enemies: Sequence[int]) -> Iterator[Action]:
    """Run to the tile, of those that one reaches before some enemies, that is farthest from them."""
    game, here = session.game, session.here
    mine = _field(game, [here])
    theirs = _field(game, [cell for foe in enemies for cell in cells_of(foe)])
    best, place = theirs.distance(here) or 0, here
    for spot in points(known_ground(game)):
        steps = mine.distance(spot, FLIGHT_STEPS)
        behind = theirs.distance(spot, 2 * FLIGHT_STEPS)
        if steps is not None and behind is not None and steps < behind and behind > best:
            best, place = behind, spot
    if place != here:
        yield from _steps(game, place)


def flee(session: Session, rng: Stream) -> Iterator[Action]:
    """Run from a fight that cannot be won, also from who stands beside one: at equal pace they seldom catch up."""
    against = hunting(session.game)
    if danger(session.game, against) > HOPELESS:
        yield from to_stairs(session, 2 * FLIGHT_STEPS)
        yield from away_from(session, against)


def _field(game: Game, goals: Sequence[Point]) -> DistanceField:
    """Return how far it is from everywhere to some tiles, over the ground that one knows."""
    return DistanceField(to_bits(known_floor(game)), game.level.width, goals)


def _steps(game: Game, spot: Point) -> Iterator[Step]:
    """Yield the step toward a tile, around whoever is in view."""
    step = step_toward(game, [spot], known_ground(game))
    if step is not None:
        yield step
