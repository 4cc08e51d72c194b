"""What one run of the dice did to each creature: a reader of the trace."""

from collections.abc import Callable, Sequence
from typing import Any

import esper

from roguelike.components.hazards import Hazard
from roguelike.components.statuses import Duration, StatusEffect
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.core.records import State, field
from roguelike.effects.spreading import FORESEEN_TURNS, run_hazards
from roguelike.effects.targeting import is_creature
from roguelike.world import ecs
from roguelike.world.changes import (
    Altered,
    Died,
    Moved,
    PoolChanged,
    Removed,
    StatusBegan,
    StatusEnded,
    Unleashed,
)
from roguelike.world.game import Change, Game


class Run(State):
    """What one run of the dice did, by entity id; `weight` is its probability or share of the samples."""

    weight: float
    damage: dict[int, int] = field(default_factory=dict)
    healing: dict[int, int] = field(default_factory=dict)
    killed: set[int] = field(default_factory=set)
    statuses: dict[int, dict[str, int]] = field(default_factory=dict)
    touched: set[int] = field(default_factory=set)
    cells: tuple[Point, ...] = ()
    path: tuple[Point, ...] = ()
    refusal: str | None = None
    kindled: bool = False
    later: dict[int, int] = field(default_factory=dict)

    def again(self) -> "Run":
        """Return a copy that shares nothing with this one; `later` and `kindled` begin anew."""
        return Run(
            self.weight,
            self.damage.copy(),
            self.healing.copy(),
            self.killed.copy(),
            {entity: held.copy() for entity, held in self.statuses.items()},
            self.touched.copy(),
            self.cells,
            self.path,
            self.refusal,
        )


def has_kindled(since: int) -> bool:
    """Return whether there is a fire or cloud with the id `since` or higher, made after that id was free."""
    return any(entity >= since for entity, _ in ecs.with_component(Hazard))


def look_ahead(game: Game, since: int) -> dict[int, int]:
    """Run the coming turns of new fires and clouds; return the hit points they take by entity. The caller undoes it."""
    later: dict[int, int] = {}
    start = len(game.trace)
    for _ in range(FORESEEN_TURNS):
        run_hazards(game, since)
    for change in game.trace[start:]:
        if type(change) is PoolChanged and change.pool == "hp" and change.after < change.before:
            lost = int(change.before - change.after)
            later[change.entity] = later.get(change.entity, 0) + lost
    return later


def note(run: Run, changes: Sequence[Change], game: Game) -> None:
    """Add some changes to a run."""
    for change in changes:
        if type(change) is PoolChanged:
            if change.pool == "hp":
                lost = int(change.before - change.after)
                book = run.damage if lost > 0 else run.healing
                book[change.entity] = book.get(change.entity, 0) + abs(lost)
        elif type(change) in _NOTED:
            _NOTED[type(change)](run, change, game)


def _note_death(run: Run, change: Died, game: Game) -> None:
    """Add a death."""
    run.killed.add(change.entity)


def _note_beginning(run: Run, change: StatusBegan, game: Game) -> None:
    """Add a status with its turns; the longest counts."""
    _note_status(run, change.target, change.name, change.turns)


def _note_alteration(run: Run, change: Altered, game: Game) -> None:
    """Add a status that was prolonged, and the hit points that a new level brings."""
    if change.component is Duration and change.after > change.before:
        status = esper.component_for_entity(change.entity, StatusEffect)
        _note_status(run, status.target, status.name, change.after)
    elif change.component is Pools and change.name == "hp" and change.after > change.before:
        gained = int(change.after - change.before)
        run.healing[change.entity] = run.healing.get(change.entity, 0) + gained


def _note_end(run: Run, change: StatusEnded, game: Game) -> None:
    """Take back a status that began and ended within the act."""
    run.statuses.get(change.target, {}).pop(change.name, None)


def _note_whereabouts(run: Run, change: Moved | Removed, game: Game) -> None:
    """Add whoever was moved or removed to those touched."""
    run.touched.add(change.entity)


def _note_status(run: Run, target: int, name: str, turns: int) -> None:
    """Add a status with its turns; the longest counts."""
    held = run.statuses.setdefault(target, {})
    held[name] = max(held.get(name, 0), turns)


def _note_reach(run: Run, change: Unleashed, game: Game) -> None:
    """Add the cells of a use, the path of the first, and all creatures on those cells."""
    if not run.cells:
        run.cells, run.path = change.points, change.path
    else:
        run.cells = tuple(dict.fromkeys((*run.cells, *change.points)))
    at = game.level.at
    for point in [point for point in change.points if point in at]:
        run.touched.update([entity for entity in at[point] if is_creature(game, entity)])


_NOTED: dict[type[object], Callable[[Run, Any, Game], None]] = {
    Died: _note_death,
    StatusBegan: _note_beginning,
    Altered: _note_alteration,
    Unleashed: _note_reach,
    StatusEnded: _note_end,
    Moved: _note_whereabouts,
    Removed: _note_whereabouts,
}
