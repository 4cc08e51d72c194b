"""The rule for state changes, and the list of what is exempt from it.

**Every state change is a Change, or it is bookkeeping listed here.** A Change is recorded in the trace, so it is
reported, foreseen and undone automatically. Bookkeeping is what systems note from turn to turn without reporting it:
whose turn it is, what a creature's mind intends, clocks, what the player has seen. It is assigned directly, costs
nothing, and is copied before a turn is rehearsed and restored afterwards.

How to tell them apart: anything that an effect can cause or a creature can suffer is a Change, and so is anything that
visibly runs down (the turns of a status or a fire). A component that a system assigns to without a Change is listed in
BOOKKEEPING; a field of the game or of a level is one of those that `BookkeepingCopy` copies. `tests/architecture`
checks that actions, effects and systems follow this rule; `tests/laws` checks that a rehearsed turn leaves nothing
behind.

Some fields of these components are also changed by Changes (`Mind.awake`, `Charges.left`, `Initiative.due`), so the
copy is restored after the Changes are undone.

Two things are neither. What is derived from the state (`roguelike.world.game`, a level's indexes, `StatsCache`)
starts empty in a rehearsal, or is corrected as changes are undone. The log, the tallies and the factions met are
written by onlookers, which rehearsed turns leave out.
"""

from collections import deque
from itertools import compress
from operator import is_not
from typing import Any

import esper

from roguelike.components import actors, items, vitals
from roguelike.core.records import State, astuple, field_names
from roguelike.world import space
from roguelike.world.game import Game

BOOKKEEPING: tuple[type[State], ...] = (
    actors.Mind,
    actors.Initiative,
    vitals.HungerClock,
    items.Charges,
    actors.Player,
)
"""Components that systems assign to."""
GAME_FIELDS = ("now", "turn")
"""Clocks that the turn loop sets. Also copied: the turn queue, an index of `Initiative.due`, and `encountered`."""


class BookkeepingCopy:
    """A copy of all bookkeeping that a turn on the player's level may touch; it can be restored any number of times.

    It is valid as long as entities of the level come and go only by changes that are undone.
    """

    def __init__(self, game: Game) -> None:
        """Copy the bookkeeping; the game's world must be the current one."""
        self.game, self.level = game, game.level
        self.components = _touchable(game)
        self.values = [*map(astuple, self.components)]
        self.changed: tuple[list[Any], list[str], list[Any]] = ([], [], [])
        """Components, fields and former values, for all that turns have changed so far: most turns change the same."""
        self.clocks = {name: getattr(game, name) for name in GAME_FIELDS}
        self.heap, self.noted = list(game.turn_queue.heap), set(game.turn_queue.noted)
        self.encountered = set(game.encountered)
        self.visible, self.explored = self.level.visible, self.level.explored.copy()
        self.remembered, self.written = self.level.remembered.copy(), self.level.written

    def put_back(self) -> None:
        """Restore the bookkeeping; all changes made since must have been undone first."""
        game, level = self.game, self.level
        deque(map(setattr, *self.changed), maxlen=0)  # a loop takes three times as long
        if [*map(astuple, self.components)] != self.values:
            self._put_back_others()
        for name, value in self.clocks.items():
            setattr(game, name, value)
        game.turn_queue.heap[:], game.turn_queue.noted = self.heap, set(self.noted)
        game.encountered = set(self.encountered)
        level.visible, level.explored[:] = self.visible, self.explored
        if level.written != self.written:
            level.remembered, self.written = self.remembered.copy(), level.written

    def _put_back_others(self) -> None:
        """Restore all fields that a turn has changed for the first time."""
        changed, names, values = self.changed
        for component, before in zip(self.components, self.values, strict=True):
            fields = zip(field_names(type(component)), before, strict=True)
            for name, was in compress(fields, map(is_not, astuple(component), before)):
                setattr(component, name, was)
                changed.append(component)
                names.append(name)
                values.append(was)


def _touchable(game: Game) -> list[Any]:
    """List the components that a turn may assign to: those of the level's creatures, and staffs anywhere."""
    found: list[Any] = [
        component
        for kind in BOOKKEEPING
        if kind is not items.Charges
        for _, component in space.present(game, kind)
    ]
    found += [charges for _, (charges, _) in esper.get_components(items.Charges, items.Recharging)]
    return found
