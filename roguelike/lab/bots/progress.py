"""Giving up: a bot that has gained nothing for a long time drops what it is doing and moves on.

Two habits may each be right and still make a loop together: one takes a long way around to a creature and so loses
sight of it, the other returns to what was seen from there, and the bot starves between them. No single turn shows it.
So turns without a gain are counted, since they cost food. A gain is new ground, experience, gold earned or spent, or
more strength than at any time since the last gain: resting and then losing as much again is none.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from roguelike.components.vitals import Pools
from roguelike.core.rng import Stream
from roguelike.effects.portals import bears_relic
from roguelike.engine.play.commands import Action
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import foes, health, hunting, pressing
from roguelike.lab.bots.item_habits import eat
from roguelike.lab.bots.roaming import barge, descend, explore
from roguelike.world import ecs
from roguelike.world.game import Game

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
        if not self._is_marching(game) or bears_relic(game.player) or self._is_needed(game):
            return
        yield from eat(session, rng)
        ways = (explore, descend, barge) if self._marches[game.depth] == 1 else (descend, barge)
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
        self._idle.update(foes(game))
        if game.turn - self._gained >= PATIENCE_TURNS:
            self._marches[game.depth] += 1
            self._march = (game.depth, game.turn + MARCH_TURNS)
            self._gained = game.turn + MARCH_TURNS  # whatever happens, count anew from then

    def _has_gained(self, game: Game) -> bool:
        """Return whether there is a gain: ground, experience, gold earned or spent, or strength."""
        pools = ecs.get(game.player, Pools)
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
        against = hunting(game)
        strangers = set(against) - self._idle
        endangered = bool(against) and health(game) < ENDANGERED
        return bool(strangers) or bool(pressing(game)) or endangered
