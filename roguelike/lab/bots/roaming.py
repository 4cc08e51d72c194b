"""Habits of moving about: rest, pick up, explore, go down; and what to try when none of these is possible."""

from collections.abc import Iterator

from roguelike.actions.senses import hostiles_in_view
from roguelike.components.vitals import Pools
from roguelike.core.geometry import DIRECTIONS
from roguelike.core.rng import Stream
from roguelike.core.sight import Mask, points
from roguelike.engine.autopilot.explore import frontier, next_exploring, step_toward
from roguelike.engine.play.commands import Action, Rest, Step, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import is_hungry
from roguelike.lab.bots.homeward import ways_down
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.remembering import known_tiles
from roguelike.world.terrain import WALKABLE

RESTED, FRESH = 0.8, 0.95
"""Shares of hit points with which the bot walks on, and with which a careful one does."""


def rest(session: Session, rng: Stream) -> Iterator[Action]:
    """Rest while hurt or out of mana, when nothing threatens and hunger allows."""
    yield from _rest_until(session, RESTED, ecs.get(session.player, Pools).max_mana // 2)


def meditate(session: Session, rng: Stream) -> Iterator[Action]:
    """Rest until hit points and mana are full, while nothing threatens and hunger allows."""
    yield from _rest_until(session, FRESH, ecs.get(session.player, Pools).max_mana)


def _rest_until(session: Session, hp_share: float, mana: int) -> Iterator[Action]:
    """Rest below a share of hit points or below some mana, when nothing threatens and hunger allows."""
    game, pools = session.game, ecs.get(session.player, Pools)
    tired = pools.hp < hp_share * pools.max_hp or pools.mana < mana
    if tired and not is_hungry(game) and not hostiles_in_view(game):
        yield Rest()


def explore(session: Session, rng: Stream) -> Iterator[Action]:
    """Pick up what lies here, or go to the nearest item or unknown edge."""
    action = next_exploring(session.game)
    if action is not None:
        yield action


def hurry(session: Session, rng: Stream) -> Iterator[Action]:
    """When hungry, look for food farther down."""
    if is_hungry(session.game):
        yield from descend(session, rng)


def descend(session: Session, rng: Stream) -> Iterator[Action]:
    """Go to the stairs down, and down them."""
    here, stairs = session.here, ways_down(session.game)
    if here in stairs:
        yield TakeStairs(1)
    for spot in stairs:
        way = session.way_to(spot)
        if way:
            yield Step.between(here, way[0])


def known_floor(game: Game) -> Mask:
    """Return the mask of known walkable ground, whatever stands or lurks there."""
    floor: Mask = WALKABLE[known_tiles(game.level)] & game.level.explored
    return floor


def barge(session: Session, rng: Stream) -> Iterator[Action]:
    """Go to the stairs or the unknown despite obstacles: across traps, swapping with or striking creatures."""
    game = session.game
    known = known_floor(game)
    edge = [point for point in points(frontier(game, known)) if point != session.here]
    step = step_toward(game, [*ways_down(game), *edge], known)
    if step is not None:
        yield step


def stray(session: Session, rng: Stream) -> Iterator[Action]:
    """Step to a random adjacent tile."""
    steps = [Step(dx, dy) for dx, dy in DIRECTIONS]
    rng.shuffle(steps)
    yield from steps
