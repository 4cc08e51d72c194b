"""Habits of moving about: rest, pick up, explore, go down, carry the Amulet home; and when to give up and move on.

Two habits may each be right and still make a loop together: one takes a long way around to a creature and so loses
sight of it, the other returns to what was seen from there, and the bot starves between them. No single turn shows it.
So turns without a gain are counted, since they cost food. A gain is new ground, experience, gold earned or spent, or
more strength than at any time since the last gain: resting and then losing as much again is none.
"""

from collections import Counter
from collections.abc import Iterator

import esper
import numpy as np

from roguelike.actions import carrying, senses
from roguelike.components import items, vitals
from roguelike.core import sight
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.rng import Stream
from roguelike.effects import portals, quiet
from roguelike.engine.autopilot import explore
from roguelike.engine.play.commands import Action, PickUp, Rest, Step, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots import appraisal, item_habits
from roguelike.mapgen.depths import DEPTHS
from roguelike.world import ecs, remembering
from roguelike.world.game import Game
from roguelike.world.terrain import WALKABLE

LAST = max(DEPTHS)
"""The depth on which the Amulet lies."""
FIT, SPENT = 0.5, 0.15
"""Shares of hit points and mana below which the bot rests first; waiting for more would let the hunter return."""


def seize(session: Session, rng: Stream) -> Iterator[Action]:
    """Go to the Amulet in view, whatever guards it, and take it."""
    game, here = session.game, session.here
    for there in lying(game):
        if there == here:
            yield from (PickUp(item) for item in filter(is_relic, carrying.items_at(game, here)))
        elif step := explore.step_toward(game, [there], explore.known_ground(game)):
            yield step


def lying(game: Game) -> list[Point]:
    """List the tiles in view on which an Amulet lies."""
    return [point for _, point in item_habits.things_there(game, is_relic)]


def is_relic(thing: int) -> bool:
    """Return whether a thing is the Amulet."""
    return esper.has_component(thing, items.Relic)


def turn_back(session: Session, rng: Stream) -> Iterator[Action]:
    """Go up again from below the Amulet's level, after having fled there without it."""
    game = session.game
    if game.depth > LAST and not portals.bears_relic(game.player) and not appraisal.hunting(game):
        yield from go_up(session)


def carry_home(session: Session, rng: Stream) -> Iterator[Action]:
    """Carry the Amulet up, unless the bot is exhausted and nobody hunts it."""
    game = session.game
    if portals.bears_relic(game.player) and (appraisal.hunting(game) or not _is_spent(game)):
        yield from go_up(session)


def ways_down(game: Game) -> list[Point]:
    """List the known stairs down; none from the Amulet's level on, since nothing is to be found below."""
    return [] if game.depth >= LAST else explore.known_stairs(game, 1)


def go_up(session: Session) -> Iterator[Action]:
    """Go up by the known stairs; in town to the altar, whose place everybody who grew up there knows."""
    game = session.game
    stairs = explore.known_stairs(game, -1)
    if session.here in stairs:
        yield TakeStairs(-1)
    ground = explore.known_ground(game)
    altars = (
        item_habits.things_there(game, portals.brings_home, in_view=False)
        if game.depth == portals.TOWN
        else []
    )
    goals = stairs if game.depth != portals.TOWN else [point for _, point in altars]
    for spot in goals:
        ground[spot] = True
    if step := explore.step_toward(game, goals, ground):
        yield step


def _is_spent(game: Game) -> bool:
    """Return whether the bot had better rest while nobody comes."""
    pools = ecs.get(game.player, vitals.Pools)
    return appraisal.health(game) < FIT or pools.mana < SPENT * pools.max_mana


RESTED, FRESH = 0.8, 0.95
"""Shares of hit points with which the bot walks on, and with which a careful one does."""


def rest(session: Session, rng: Stream) -> Iterator[Action]:
    """Rest while hurt or out of mana, when nothing threatens and hunger allows."""
    yield from rest_until(session, RESTED, ecs.get(session.player, vitals.Pools).max_mana // 2)


def meditate(session: Session, rng: Stream) -> Iterator[Action]:
    """Rest until hit points and mana are full, while nothing threatens and hunger allows."""
    yield from rest_until(session, FRESH, ecs.get(session.player, vitals.Pools).max_mana)


def rest_until(session: Session, hp_share: float, mana: float) -> Iterator[Action]:
    """Rest below a share of hit points or below some mana, when that gives any, nothing threatens and hunger allows."""
    game = session.game
    pools = ecs.get(session.player, vitals.Pools)
    left = quiet.quiet_left(session.game)
    hurt = pools.hp < hp_share * pools.max_hp and left.hp
    if (hurt or (pools.mana < mana and left.mana)) and not appraisal.is_hungry(game):
        is_seen = senses.watchers(game) or appraisal.near_enemies(game)
        yield from () if is_seen else (Rest(),)


def explore_further(session: Session, rng: Stream) -> Iterator[Action]:
    """Pick up what lies here, or go to the nearest item or unknown edge."""
    action = explore.next_exploring(session.game)
    if action is not None:
        yield action


def hurry(session: Session, rng: Stream) -> Iterator[Action]:
    """When hungry, look for food farther down."""
    if appraisal.is_hungry(session.game):
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


def known_floor(game: Game) -> sight.Mask:
    """Return the mask of known walkable ground, whatever stands or lurks there."""
    floor: sight.Mask = WALKABLE[remembering.known_tiles(game.level)] & game.level.explored
    return floor


def barge(session: Session, rng: Stream) -> Iterator[Action]:
    """Go to the stairs or the unknown despite obstacles: across traps, swapping with or striking creatures."""
    game = session.game
    known = known_floor(game)
    edge = [point for point in sight.points(explore.frontier(game, known)) if point != session.here]
    step = explore.step_toward(game, [*ways_down(game), *edge], known)
    if step is not None:
        yield step


def stray(session: Session, rng: Stream) -> Iterator[Action]:
    """Step to a random adjacent tile."""
    steps = [Step(dx, dy) for dx, dy in DIRECTIONS]
    rng.shuffle(steps)
    yield from steps


PATIENCE_TURNS = 300
"""Turns without a gain after which the bot gives up: more than it takes to cross several known levels."""
MARCH_TURNS = 100
"""Turns for which the bot then moves on, past enemies it gave up on: with fewer, they would draw it back."""
ENDANGERED = 0.5
"""Share of hit points below which even those enemies are fought or fled from."""


class Progress:
    """Watches for gains, and moves on after a long time without any."""

    def __init__(self) -> None:
        """Start with nothing gained.

        `_known` is the most known ground by depth, in tiles; `_purse` the (experience, gold) of the last turn;
        `_strength` the most hit points plus mana since these changed; `_gained` the turn of the last gain. `_idle` are
        the enemies seen since then, `_marches` counts by depth how often the bot gave up, and `_march` is the depth and
        end turn of the current march.
        """
        self._known: Counter[int] = Counter()
        self._purse = (0, 0.0)
        self._strength = 0
        self._gained = 0
        self._idle: set[int] = set()
        self._marches: Counter[int] = Counter()
        self._march = (0, 0)

    def go_on(self, session: Session, rng: Stream) -> Iterator[Action]:
        """After long without a gain, move past the enemies given up on: first to unknown ground, the next time down."""
        game = session.game
        self._watch(game)
        if not self._is_marching(game) or portals.bears_relic(game.player) or self._is_needed(game):
            return
        yield from item_habits.eat(session, rng)
        ways = (
            (explore_further, descend, barge)
            if self._marches[game.depth] == 1
            else (descend, barge)
        )
        for way in ways:
            yield from way(session, rng)

    def _watch(self, game: Game) -> None:
        """Note gains since the last turn, and the enemies in view while there are none."""
        has_gained = self._has_gained(game)
        if self._is_marching(game):
            return
        if has_gained:
            self._gained = game.turn
            self._idle.clear()
        self._idle.update(appraisal.foes(game))
        if game.turn - self._gained >= PATIENCE_TURNS:
            self._marches[game.depth] += 1
            self._march = (game.depth, game.turn + MARCH_TURNS)
            self._gained = game.turn + MARCH_TURNS  # whatever happens, count anew from then

    def _has_gained(self, game: Game) -> bool:
        """Return whether there is a gain: ground, experience, gold earned or spent, or strength."""
        pools = ecs.get(game.player, vitals.Pools)
        strength = pools.hp + pools.mana
        known, purse = int(np.count_nonzero(game.level.explored)), (pools.xp, pools.gold)
        if known > self._known[game.depth] or purse != self._purse:
            self._known[game.depth] = max(known, self._known[game.depth])
            self._purse, self._strength = purse, strength
            return True
        is_stronger = strength > self._strength
        self._strength = max(strength, self._strength)
        return is_stronger

    def _is_marching(self, game: Game) -> bool:
        """Return whether the bot is marching now: for a limited time, and on the same level only."""
        depth, until = self._march
        return depth == game.depth and game.turn < until

    def _is_needed(self, game: Game) -> bool:
        """Return whether other habits must deal with somebody: a new enemy, an adjacent one, or a serious threat."""
        against = appraisal.hunting(game)
        strangers = set(against) - self._idle
        endangered = bool(against) and appraisal.health(game) < ENDANGERED
        return bool(strangers) or bool(appraisal.pressing(game)) or endangered
