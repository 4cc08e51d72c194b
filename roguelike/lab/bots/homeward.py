"""The end of the way: take the Amulet, and carry it home the way one came."""

from collections.abc import Iterator

import esper

from roguelike.actions.carrying import items_at
from roguelike.components.items import Relic
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.effects.portals import TOWN, bears_relic
from roguelike.engine.autopilot.explore import known_ground, known_stairs, step_toward
from roguelike.engine.commands import Action, PickUp, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import health, hunting
from roguelike.mapgen.depths import DEPTHS
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import true_name

ALTAR = "Altar"
LAST = max(DEPTHS)
"""The depth on which the Amulet lies."""
FIT, SPENT = 0.5, 0.15
"""Shares of hit points and of mana below which one rests first; for no more, or the hunter will be there again."""


def seize(session: Session, rng: Stream) -> Iterator[Action]:
    """Go to the Amulet in view, whatever watches over it, and take it."""
    game, here = session.game, session.here
    for there in lying(game):
        if there == here:
            found = (item for item in items_at(game, here) if esper.has_component(item, Relic))
            yield from (PickUp(item) for item in found)
        elif step := step_toward(game, [there], known_ground(game)):
            yield step


def lying(game: Game) -> list[Point]:
    """List the tiles in view on which an Amulet lies."""
    return [
        point
        for point, things in sorted(game.level.at.items())
        if game.level.visible[point] and any(esper.has_component(each, Relic) for each in things)
    ]


def turn_back(session: Session, rng: Stream) -> Iterator[Action]:
    """Go up again from below the Amulet, where one fled without it."""
    game = session.game
    if game.depth > LAST and not bears_relic(game.player) and not hunting(game):
        yield from go_up(session)


def carry_home(session: Session, rng: Stream) -> Iterator[Action]:
    """With the Amulet, go up, unless one is spent and nobody comes."""
    game = session.game
    if bears_relic(game.player) and (hunting(game) or not _is_spent(game)):
        yield from go_up(session)


def ways_down(game: Game) -> list[Point]:
    """List the stairs down that one knows of, where there is anything to be fetched below."""
    return [] if game.depth >= LAST else known_stairs(game, 1)


def go_up(session: Session) -> Iterator[Action]:
    """Go up by the way that one came; in town to the altar, which all know who grew up there."""
    game = session.game
    stairs = known_stairs(game, -1)
    if session.here in stairs:
        yield TakeStairs(-1)
    ground = known_ground(game)
    goals = stairs if game.depth != TOWN else _altars(game)
    for spot in goals:
        ground[spot] = True
    if step := step_toward(game, goals, ground):
        yield step


def _is_spent(game: Game) -> bool:
    """Return whether one had better rest before anybody comes."""
    pools = ecs.get(game.player, Pools)
    return health(game) < FIT or pools.mana < SPENT * pools.max_mana


def _altars(game: Game) -> list[Point]:
    """List the tiles of this level's altars."""
    return [
        point
        for point, things in sorted(game.level.at.items())
        if any(true_name(each) == ALTAR for each in things)
    ]
