"""The way through the whole game, for a player who has read the walkthrough: to the stairs, the Amulet, the altar.

Unlike the other bots' habits, these know the map. Whoever searches for a winning game plays every level many times over
and knows it as well by then; what they may do on it is what any player may.
"""

from collections.abc import Callable, Iterator

import esper

from roguelike.actions.carrying import items_at
from roguelike.components.items import Relic
from roguelike.components.spatial import Gate
from roguelike.components.vitals import Pools
from roguelike.core.geometry import DIRECTIONS, Point, steps_between
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.effects.portals import TOWN, bears_relic
from roguelike.engine.commands import Action, Pass, PickUp, Rest, Step, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import awake, foes, is_hungry
from roguelike.lab.bots.retreat import Caution
from roguelike.systems.waking import sleepers
from roguelike.world import ecs
from roguelike.world.figures import experience_to_leave, hero_level
from roguelike.world.game import Game
from roguelike.world.names import true_name
from roguelike.world.terrain import Tile

ALTAR = "Altar"
DAWDLING = 2.0
"""Percent of turns let pass for no reason: chance then falls out otherwise."""
LATELY = 12
NEVER = -100.0
"""Levels ahead of what is usual, for a player who explores nothing."""


class Temperament(Record):
    """How a hero goes about a level.

    They explore until they are `ahead` levels above what is usual on the next one, fight whoever is met or run
    past, rest until so much is whole, and foresee each turn or do what comes first.
    """

    name: str
    ahead: float
    fights: bool
    rests: float
    foresees: bool = False


def grown(game: Game) -> float:
    """Return the player's level, with the part of the next one that they have gone already."""
    pools = ecs.get(game.player, Pools)
    since = experience_to_leave(game.content, pools.level - 1) if pools.level > 1 else 0
    needed = experience_to_leave(game.content, pools.level) - since
    return pools.level + min(0.99, (pools.xp - since) / needed)


def goal(game: Game) -> Point | None:
    """Return where to go next on this level; None where the walkthrough has nothing to say."""
    if bears_relic(game.player):
        if game.depth == TOWN:
            return _place_of(game, lambda thing: true_name(thing) == ALTAR)
        return next(iter(game.level.find(Tile.UP_STAIRS)), None)
    gate = _place_of(game, lambda thing: esper.has_component(thing, Gate))
    relic = _place_of(game, lambda thing: esper.has_component(thing, Relic))
    return gate or relic or next(iter(game.level.find(Tile.DOWN_STAIRS)), None)


def _place_of(game: Game, is_it: Callable[[int], bool]) -> Point | None:
    """Return where the first thing of some kind is on this level."""
    for point, things in sorted(game.level.at.items()):
        if any(is_it(thing) for thing in things):
            return point
    return None


class Guide:
    """Leads over one level, and remembers where it went: a hero who goes to and fro is led another way."""

    def __init__(self, temperament: Temperament) -> None:
        """Begin with no way remembered."""
        self._temperament = temperament
        self._caution = Caution()
        self._warned_at = 0
        self._lately: list[Point] = []

    def explore(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Explore for as long as the temperament says, and not with the Amulet in hand."""
        if self._lingers(session.game):
            yield from self._caution.explore(session, rng)

    def _lingers(self, game: Game) -> bool:
        """Return whether there is still something to be gained on this level."""
        enough = hero_level(game.content, game.depth + 1) + self._temperament.ahead
        return not bears_relic(game.player) and grown(game) < enough

    def watch(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Know of all who sleep on this level and are too strong from the first turn on; proposes no command."""
        game = session.game
        if game.depth != self._warned_at:
            self._warned_at = game.depth
            self._caution.beware_of(game, sleepers(game).entities)
        yield from self._caution.watch(session, rng)

    def beware(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Keep away from what is too strong, while there are turns left for it."""
        if self._lingers(session.game):
            yield from self._caution.shrink_back(session, rng)

    def rest(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Rest as much as the temperament wants, when nothing threatens and hunger allows."""
        game = session.game
        pools = ecs.get(game.player, Pools)
        enough = self._temperament.rests
        tired = pools.hp < enough * pools.max_hp or pools.mana < enough * pools.max_mana
        if tired and not is_hungry(game) and not foes(game):
            yield Rest()

    def lead(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Go on toward the goal of this level, and do there what is to be done."""
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
    for item in items_at(game, here):
        if esper.has_component(item, Relic):
            yield PickUp(item)
    yield TakeStairs(-1 if bears_relic(game.player) else 1)


def dawdle(session: Session, rng: Stream) -> Iterator[Action]:
    """Now and then let a turn pass."""
    if rng.chance(DAWDLING):
        yield Pass()
