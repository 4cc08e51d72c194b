"""Running away: to stairs that can be reached before the enemies, or to where they are farthest behind."""

from collections.abc import Iterator, Sequence

import esper

from roguelike.core.geometry import Point
from roguelike.core.paths import DistanceField, to_bits
from roguelike.core.rng import Stream
from roguelike.core.sight import Mask, points
from roguelike.engine.autopilot.explore import known_ground, known_stairs, step_toward
from roguelike.engine.play.commands import Action, Step, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import Nerve, hunting, pressing
from roguelike.lab.bots.roaming import known_floor
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game
from roguelike.world.space import cells_of, is_here

STAIRS_NEAR = 25
"""Most steps to stairs that the bot walks to leave a bad fight."""
FLIGHT_STEPS = 30
"""Most steps that the bot runs from an enemy."""
BEHIND_TURNS = 12
"""Turns for which a hunting enemy that is out of sight is still counted."""
HOPELESS = 1.1
"""Estimated cost of a fight, in shares of hit points, above which the bot runs even from adjacent enemies."""


def to_stairs(session: Session, within: int = STAIRS_NEAR) -> Iterator[Action]:
    """Take the stairs underfoot, or head for stairs that no enemy reaches first, those up before those down."""
    game, here = session.game, session.here
    for way in (-1, 1):
        stairs = known_stairs(game, way)
        if here in stairs and not all_follow(game):
            yield TakeStairs(way)
        for spot in stairs:
            mine = _field(game, [spot]).distance(here, within)
            if mine and mine + 1 < soonest(game, spot):
                yield from _steps(game, spot)


def all_follow(game: Game) -> bool:
    """Return whether everybody who hunts the player is adjacent, and would follow on the stairs."""
    return bool(hunting(game)) and len(pressing(game)) == len(hunting(game))


def is_outrun(game: Game) -> bool:
    """Return whether an adjacent hunting enemy is faster than the player: running then only gives it free blows."""
    own = stats_of(game.player).slowness
    return any(stats_of(foe).slowness < own for foe in pressing(game))


def soonest(game: Game, spot: Point) -> int:
    """Return the steps that the nearest hunting enemy needs to a tile; FLIGHT_STEPS * 4 if none can reach it."""
    field, far = _field(game, [spot]), 4 * FLIGHT_STEPS
    ways = [field.distance(cell, far) for foe in hunting(game) for cell in cells_of(foe)]
    return min((steps for steps in ways if steps is not None), default=far)


def away_from(
    session: Session, enemies: Sequence[int], ground: Mask | None = None
) -> Iterator[Action]:
    """Run to the tile farthest from some enemies, of those on `ground` that the player reaches before them."""
    game, here = session.game, session.here
    ground = known_floor(game) if ground is None else ground
    mine = DistanceField(to_bits(ground), game.level.width, [here])
    theirs = _field(game, [cell for foe in enemies for cell in cells_of(foe)])
    best, place = theirs.distance(here) or 0, here
    for spot in points(ground & known_ground(game)):
        steps = mine.distance(spot, FLIGHT_STEPS)
        behind = theirs.distance(spot, 2 * FLIGHT_STEPS)
        if steps is not None and behind is not None and steps < behind and behind > best:
            best, place = behind, spot
    step = step_toward(game, [place], ground & known_ground(game)) if place != here else None
    yield from (step,) if step is not None else ()


class Flight:
    """Runs from fights that cannot be won, even while the hunters are out of sight for a moment."""

    def __init__(self, nerve: Nerve | None = None) -> None:
        """Start with no hunters: `_seen` is the turn in which each was last seen hunting."""
        self._nerve = nerve or Nerve()
        self._seen: dict[int, int] = {}

    def flee(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Run, even from adjacent enemies: at equal speed they seldom catch up. From faster ones, only to stairs."""
        game, visible = session.game, hunting(session.game)
        self._seen |= dict.fromkeys(visible, game.turn)
        near = [foe for foe in self._seen if self._is_behind(game, foe)]
        if self._nerve.danger(game, near) > HOPELESS:
            yield from to_stairs(session, 2 * FLIGHT_STEPS)
            yield from away_from(session, visible) if visible and not is_outrun(game) else ()

    def _is_behind(self, game: Game, foe: int) -> bool:
        """Return whether an enemy hunted the player a moment ago, and may still do so."""
        fresh = game.turn - self._seen[foe] <= BEHIND_TURNS
        return fresh and esper.entity_exists(foe) and foe not in game.dead and is_here(game, foe)


def _field(game: Game, goals: Sequence[Point]) -> DistanceField:
    """Return the distances to some tiles from everywhere on known ground."""
    return DistanceField(to_bits(known_floor(game)), game.level.width, goals)


def _steps(game: Game, spot: Point) -> Iterator[Step]:
    """Yield the step toward a tile, around creatures in view."""
    step = step_toward(game, [spot], known_ground(game))
    if step is not None:
        yield step
