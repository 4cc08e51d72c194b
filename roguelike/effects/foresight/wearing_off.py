"""Statuses that wear off in the coming turns, while what the act left behind goes on: who was fireproof burns then.

Durations are read once and not counted down, which would cost a change for each status and turn; except for those on
whoever stands in a fire or cloud, which may renew them.
"""

from collections.abc import Collection, Sequence

from roguelike.components.statuses import Duration, StatusEffect, StatusTemplate
from roguelike.core.geometry import Point
from roguelike.core.records import State, field
from roguelike.effects.dispatch import drain
from roguelike.effects.statuses import end, is_on
from roguelike.world import ecs
from roguelike.world.changes import Altered, StatusBegan, alter
from roguelike.world.game import Cause, Change, Game
from roguelike.world.space import cells_of, is_here

WHY = Cause("time", kind="status")


class WearingOff(State):
    """The turns to come at whose end statuses do: 0 for the first one."""

    ends: dict[int, int] = field(default_factory=dict)
    ticking: set[int] = field(default_factory=set)
    """Those of before the first turn that hurt or heal meanwhile, each turn until they end."""

    def count_down(self, game: Game, turn: int) -> None:
        """Give the statuses that may be renewed in a turn the durations that they have by then; call it every turn."""
        if not turn:
            self._note_all(game)
        burning = set(game.level.hazards.values()) if turn and self.ends else set[Point]()
        if not burning:
            return
        for status, last in self.ends.items():
            row = ecs.row(status)
            if status in game.dead or row[StatusTemplate].tick:
                continue
            target = row[StatusEffect].target
            if target not in game.dead and not burning.isdisjoint(cells_of(target)):
                alter(game, status, Duration, "turns", max(1, last - turn + 1), WHY)

    def _note_all(self, game: Game) -> None:
        """Note every status on the level."""
        for status, state, template in ecs.with_both(StatusEffect, StatusTemplate):
            if status not in game.dead and is_here(game, state.target):
                self._note(status, 0)
                if template.tick:
                    self.ticking.add(status)

    def note(self, changes: Sequence[Change], turn: int) -> None:
        """Note the statuses that changes began or prolonged, so that `turn` is the first one that counts for them."""
        for change in changes:
            if type(change) is StatusBegan:
                self._note(change.status, turn)
            elif type(change) is Altered and change.component is Duration:
                self._note(change.entity, turn)

    def _note(self, status: int, turn: int) -> None:
        """Note one status."""
        row = ecs.row(status)
        if Duration in row:
            self.ends[status] = turn + max(0, row[Duration].turns - 1)

    def at(self, game: Game, turn: int) -> Collection[int]:
        """Return the statuses that wear off at the end of a turn, without those that the ground keeps up."""
        return {
            status
            for status, last in self.ends.items()
            if last == turn and status not in game.dead and _may_end(game, status)
        }


def _may_end(game: Game, status: int) -> bool:
    """Return whether the bearer of a status is alive, and not on ground that lays it on whoever stands there."""
    row = ecs.row(status)
    target = row[StatusEffect].target
    return target not in game.dead and not is_on(game, target, row[StatusTemplate].begins_on)


def wear_off(game: Game, status: int) -> None:
    """End a status whose time is over, with all consequences."""
    if status in game.dead:
        return
    state = ecs.get(status, StatusEffect)
    if state.target not in game.dead:
        end(game, status, Cause(state.name, state.source, "wears off"))
        drain(game)
