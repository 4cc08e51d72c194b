"""The end of the game: take the Amulet, and carry it home the same way."""

from collections.abc import Iterator

import esper

from roguelike.actions.carrying import items_at
from roguelike.components.items import Relic
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.effects.portals import TOWN, bears_relic, brings_home
from roguelike.engine.autopilot.explore import known_ground, known_stairs, step_toward
from roguelike.engine.play.commands import Action, PickUp, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import health, hunting
from roguelike.mapgen.depths import DEPTHS
from roguelike.world import ecs
from roguelike.world.game import Game

LAST = max(DEPTHS)
"""The depth on which the Amulet lies."""
FIT, SPENT = 0.5, 0.15
"""Shares of hit points and mana below which the bot rests first; waiting for more would let the hunter return."""


def seize(session: Session, rng: Stream) -> Iterator[Action]:
    """Go to the Amulet in view, whatever guards it, and take it."""
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
    """Go up again from below the Amulet's level, after having fled there without it."""
    game = session.game
    if game.depth > LAST and not bears_relic(game.player) and not hunting(game):
        yield from go_up(session)


def carry_home(session: Session, rng: Stream) -> Iterator[Action]:
    """Carry the Amulet up, unless the bot is exhausted and nobody hunts it."""
    game = session.game
    if bears_relic(game.player) and (hunting(game) or not _is_spent(game)):
        yield from go_up(session)


def ways_down(game: Game) -> list[Point]:
    """List the known stairs down; none from the Amulet's level on, since nothing is to be found below."""
    return [] if game.depth >= LAST else known_stairs(game, 1)


def go_up(session: Session) -> Iterator[Action]:
    """Go up by the known stairs; in town to the altar, whose place everybody who grew up there knows."""
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
    """Return whether the bot had better rest while nobody comes."""
    pools = ecs.get(game.player, Pools)
    return health(game) < FIT or pools.mana < SPENT * pools.max_mana


def _altars(game: Game) -> list[Point]:
    """List the tiles of this level on which the Amulet can be laid down."""
    return [
        point for point, things in sorted(game.level.at.items()) if any(map(brings_home, things))
    ]
