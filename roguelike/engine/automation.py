"""Doing the same until something happens: resting, and walking to a place. Each turn is an ordinary command."""

from collections.abc import Iterator

import esper

from roguelike.actions.action import Action
from roguelike.actions.moving import Rest, Step
from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.components.vitals import HungerClock, Pools
from roguelike.core.geometry import Point
from roguelike.core.paths import route
from roguelike.engine.exploring import known_ground
from roguelike.engine.interruption import interruption
from roguelike.world.game import Game
from roguelike.world.space import point_of

LONGEST_REST = 500


def rest_fully(game: Game) -> Iterator[Action]:
    """Yield turns of rest until health, mana and all ills are mended, or something comes up."""
    for _ in range(LONGEST_REST):
        if unrest(game) is not None:
            return
        yield Rest()


def unrest(game: Game) -> str | None:
    """Return why the player should not rest; None when rest would do good."""
    pools = esper.component_for_entity(game.player, Pools)
    hunger = esper.try_component(game.player, HungerClock)
    if (reason := interruption(game)) is not None:
        return reason
    if hunger is not None and hunger.state == "Hungry":
        return "You are too hungry to rest: eat something first."
    if pools.hp >= pools.max_hp and pools.mana >= pools.max_mana and not _is_ill(game):
        return "There is nothing to recover from."
    return None


def _is_ill(game: Game) -> bool:
    """Return whether any bad status is on the player."""
    statuses = esper.try_component(game.player, Statuses)
    return statuses is not None and any(
        not esper.component_for_entity(status, StatusTemplate).good for status in statuses.entities
    )


def way_to(game: Game, goal: Point) -> list[Point]:
    """Return the known way to a tile: over explored ground, around noticed traps and those who stand."""
    here = point_of(game.player)
    if here is None or not game.level.contains(goal) or not game.level.explored[goal]:
        return []
    known = known_ground(game)
    known[goal] = game.level.walkable[goal]
    return route(known, here, goal)


def walk_to(game: Game, goal: Point) -> Iterator[Action]:
    """Yield steps along the known way, until it ends, is blocked, or something comes up."""
    first = True
    while True:
        here = point_of(game.player)
        way = way_to(game, goal)
        if here is None or not way or (not first and interruption(game) is not None):
            return
        yield Step(way[0][0] - here[0], way[0][1] - here[1])
        if point_of(game.player) == here and game.level.blockers.get(way[0]) is not None:
            return
        first = False
