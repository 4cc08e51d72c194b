"""The shape of danger in a game: its fights one by one, and the moments in which much was lost at once.

A fight is a stretch of turns in which somebody in view hunts the player, with short breaks: whoever steps behind a
pillar for a moment does not begin another. It is counted at the depth where it began.
"""

from collections import deque

from roguelike.components.vitals import Pools
from roguelike.lab.balance.record import Bout, GameRecord, count
from roguelike.lab.bots.appraisal import hunting
from roguelike.world import ecs
from roguelike.world.game import Game

BREAK_TURNS = 8
"""Turns without a hunter in view after which a fight is over."""
MOMENT_SHARE, MOMENT_TURNS = 0.25, 10
"""A moment of danger: so much of all hit points lost within so many turns."""


class DangerWatch:
    """Watches the player's pools, and who hunts them; look at it after every command."""

    def __init__(self, record: GameRecord, game: Game) -> None:
        """Begin with no fight: `_lost` is (turn, hit points) of the last losses, `_hunters` are those of the fight."""
        self._record = record
        self._bout: Bout | None = None
        self._hunters: set[int] = set()
        self._hunted = 0
        self._lost: deque[tuple[int, int]] = deque()
        pools = ecs.get(game.player, Pools)
        self._hp, self._mana = pools.hp, pools.mana

    def look(self, game: Game) -> None:
        """Note what the last command has changed."""
        pools, is_dead = ecs.get(game.player, Pools), game.player in game.dead
        hp = 0 if is_dead else max(0, pools.hp)
        hunters = [] if is_dead else hunting(game)
        self._count_loss(game, self._hp - hp, pools.max_hp)
        if hunters and self._bout is None:
            self._begin(game, pools)
        if self._bout is not None:
            self._hunters.update(hunters)
            self._hunted = game.turn if hunters else self._hunted
            self._bout.foes = len(self._hunters)
            self._bout.lowest = min(self._bout.lowest, round(hp / pools.max_hp, 3))
            if is_dead or game.turn - self._hunted > BREAK_TURNS:
                self._bout = None
        self._hp, self._mana = hp, pools.mana

    def _begin(self, game: Game, pools: Pools) -> None:
        """Begin a fight with the pools as they were before the last command."""
        begun = round(min(1.0, self._hp / pools.max_hp), 3)
        mana = round(min(1.0, self._mana / max(1, pools.max_mana)), 3)
        self._bout = Bout(game.depth, 0, begun, mana, begun)
        self._hunters.clear()
        self._record.fights.append(self._bout)

    def _count_loss(self, game: Game, lost: int, most: int) -> None:
        """Count a moment of danger as soon as enough was lost in the last turns; what it took counts for no other."""
        if lost > 0:
            self._lost.append((game.turn, lost))
        while self._lost and self._lost[0][0] <= game.turn - MOMENT_TURNS:
            self._lost.popleft()
        if sum(points for _, points in self._lost) >= most * MOMENT_SHARE:
            count(self._record.moments_at, game.depth)
            self._lost.clear()
