"""The way through the whole game, for a player who has read the walkthrough: to the stairs, the Amulet, the altar.

Unlike the other bots' habits, these know the map. Whoever searches for a winning game plays every level many times over
and knows it as well by then; what they may do on it is what any player may.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import esper

from roguelike.actions.carrying import items_at
from roguelike.components.items import Relic
from roguelike.components.spatial import Gate
from roguelike.components.vitals import Pools
from roguelike.core.geometry import DIRECTIONS, Point, steps_between
from roguelike.core.rng import Stream
from roguelike.effects.portals import TOWN, bears_relic
from roguelike.engine.commands import Action, Pass, PickUp, Rest, Step, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import awake, foes, is_hungry
from roguelike.lab.bots.retreat import Caution
from roguelike.world.game import Game
from roguelike.world.names import true_name
from roguelike.world.terrain import Tile

ALTAR = "Altar"
DAWDLING = 2.0
"""Percent of turns let pass for no reason: chance then falls out otherwise."""
LATELY = 12


@dataclass(frozen=True, slots=True)
class Temperament:
    """How a hero goes about a level: turns of exploring, whether to fight whoever is met, how much rest is enough."""

    name: str
    explores: int
    fights: bool
    rests: float


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
        self._since: dict[int, int] = {}
        self._lately: list[Point] = []

    def explore(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Explore for as long as the temperament says, and not with the Amulet in hand."""
        game = session.game
        since = self._since.setdefault(game.depth, game.turn)
        if bears_relic(game.player) or game.turn - since > self._temperament.explores:
            return
        yield from self._caution.explore(session, rng)

    def beware(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Keep away from what is too strong, while there are turns left for it."""
        yield from self._caution.watch(session, rng)
        if self._temperament.explores and not bears_relic(session.game.player):
            yield from self._caution.shrink_back(session, rng)

    def rest(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Rest as much as the temperament wants, when nothing threatens and hunger allows."""
        game = session.game
        pools = esper.component_for_entity(game.player, Pools)
        enough = self._temperament.rests
        tired = pools.hp < enough * pools.max_hp or pools.mana < enough * pools.max_mana / 2
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
