"""The way through the whole game, for a player who has read the walkthrough: to the stairs, the Amulet, the altar.

Unlike the other bots' habits, these know the map. The search for a winning game plays every level many times over, and
would know it by then anyway; the commands are the same that any player has.
"""

from collections.abc import Callable, Iterator

import esper

from roguelike.actions.carrying import items_at
from roguelike.components.spatial import Gate
from roguelike.components.vitals import Pools
from roguelike.core.geometry import DIRECTIONS, Point, steps_between
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.effects.portals import TOWN, bears_relic, brings_home
from roguelike.engine.play.commands import Action, Pass, PickUp, Step, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import awake
from roguelike.lab.bots.item_habits import things_there
from roguelike.lab.bots.retreat import Caution
from roguelike.lab.bots.roaming import is_relic, rest_until
from roguelike.systems.waking import sleepers
from roguelike.world import ecs
from roguelike.world.figures import experience_to_leave, hero_level
from roguelike.world.game import Game
from roguelike.world.terrain import Tile

DAWDLING = 2.0
"""Percentage of turns passed for no reason, so that later rolls come out differently."""
LATELY = 12
NEVER = -100.0
"""Levels ahead of the usual one, for a hero who explores nothing."""


class Temperament(Record):
    """How a hero plays a level.

    They explore until they are `ahead` levels above the usual level of the next depth, fight enemies or run past them,
    rest up to a share of hit points and mana, and foresee each turn or take the first idea.
    """

    name: str
    ahead: float
    fights: bool
    rests: float
    foresees: bool = False


def grown(game: Game) -> float:
    """Return the player's level, with the fraction gained of the next one."""
    pools = ecs.get(game.player, Pools)
    since = experience_to_leave(game.content, pools.level - 1) if pools.level > 1 else 0
    needed = experience_to_leave(game.content, pools.level) - since
    return pools.level + min(0.99, (pools.xp - since) / needed)


def goal(game: Game) -> Point | None:
    """Return where to go next on this level; None if the walkthrough has no goal here."""
    if bears_relic(game.player):
        if game.depth == TOWN:
            return _place_of(game, brings_home)
        return next(iter(game.level.find(Tile.UP_STAIRS)), None)
    gate = _place_of(game, lambda thing: esper.has_component(thing, Gate))
    relic = _place_of(game, is_relic)
    return gate or relic or next(iter(game.level.find(Tile.DOWN_STAIRS)), None)


def _place_of(game: Game, is_it: Callable[[int], bool]) -> Point | None:
    """Return the tile of the first thing of some kind on this level."""
    return next((point for _, point in things_there(game, is_it, in_view=False)), None)


class Guide:
    """Leads across a level, and remembers the way: a hero who goes back and forth is led another way."""

    def __init__(self, temperament: Temperament) -> None:
        """Start a run with nothing remembered of where one was or was warned."""
        self._temperament = temperament
        self._caution = Caution()
        self._warned_at = 0
        self._lately: list[Point] = []

    def explore(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Explore for as long as the temperament says, but not with the Amulet."""
        if self._lingers(session.game):
            yield from self._caution.explore(session, rng)

    def _lingers(self, game: Game) -> bool:
        """Return whether there is still something to gain on this level."""
        enough = hero_level(game.content, game.depth + 1) + self._temperament.ahead
        return not bears_relic(game.player) and grown(game) < enough

    def watch(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Know from the first turn on of all sleepers on this level who are too strong; proposes no command."""
        game = session.game
        if game.depth != self._warned_at:
            self._warned_at = game.depth
            self._caution.beware_of(game, sleepers(game).entities)
        yield from self._caution.watch(session, rng)

    def beware(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Avoid what is too strong, while there is still something to gain."""
        if self._lingers(session.game):
            yield from self._caution.shrink_back(session, rng)

    def rest(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Rest as much as the temperament wants, when nothing threatens and hunger allows."""
        enough = self._temperament.rests
        yield from rest_until(session, enough, enough * ecs.get(session.player, Pools).max_mana)

    def lead(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Go toward the goal of this level, and do there what is to be done."""
        game, here, there = session.game, session.here, goal(session.game)
        if there is None:
            return
        if here == there:
            yield from _arrived(game, here)
        field, far = game.level.toward(there), game.level.width * game.level.height
        self._lately = [*self._lately[-LATELY:], here]
        ways: list[tuple[int, int, int, int]] = []
        for dx, dy in DIRECTIONS:
            spot = (here[0] + dx, here[1] + dy)
            if not game.level.contains(spot):
                continue
            steps = field.distance(spot, far)
            if steps is not None:
                again = 2 * max(0, self._lately.count(spot) - 1)
                ways.append((steps + again, steps_between(spot, there), dx, dy))
        for _, _, dx, dy in sorted(ways):
            yield Step(dx, dy)

    def hasten(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Run past enemies, if the temperament does not fight."""
        if not self._temperament.fights and awake(session.game):
            yield from self.lead(session, rng)


def _arrived(game: Game, here: Point) -> Iterator[Action]:
    """Take the Amulet, or the stairs."""
    yield from (PickUp(item) for item in filter(is_relic, items_at(game, here)))
    yield TakeStairs(-1 if bears_relic(game.player) else 1)


def dawdle(session: Session, rng: Stream) -> Iterator[Action]:
    """Now and then pass a turn."""
    if rng.chance(DAWDLING):
        yield Pass()
