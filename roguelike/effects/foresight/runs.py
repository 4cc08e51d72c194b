"""What one run of the dice did to each creature, collected from the trace."""

from collections.abc import Callable, Sequence
from typing import Any

from roguelike.components.statuses import Duration, StatusEffect
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.core.records import State, field
from roguelike.effects.foresight.facts import Dies, Fact
from roguelike.effects.targeting import is_creature
from roguelike.world import ecs
from roguelike.world.changes import (
    Altered,
    Died,
    Flew,
    Moved,
    PoolChanged,
    Removed,
    StatusBegan,
    StatusEnded,
    Unleashed,
)
from roguelike.world.game import NOBODY, Change, Game
from roguelike.world.space import cells_of

Describe = Callable[[Game, Sequence[Change], "Run"], None]
"""Adds facts to a run that the numbers do not show, by the creature they are about (NOBODY for the ground)."""


class Run(State):
    """What one run of the dice did, by entity id; `weight` is its probability or its share of the samples."""

    weight: float
    damage: dict[int, int] = field(default_factory=dict)
    healing: dict[int, int] = field(default_factory=dict)
    mana: dict[int, int] = field(default_factory=dict)
    killed: set[int] = field(default_factory=set)
    losses: dict[int, dict[int, int]] = field(default_factory=dict)
    """Hit points that each creature lost, by who is to blame."""
    statuses: dict[int, dict[str, int]] = field(default_factory=dict)
    touched: set[int] = field(default_factory=set)
    facts: dict[int, dict[Fact, None]] = field(default_factory=dict)
    """In the order in which they happen; what happens twice counts once."""
    cells: tuple[Point, ...] = ()
    path: tuple[Point, ...] = ()
    refusal: str | None = None
    later: dict[int, int] = field(default_factory=dict)
    staying: dict[int, int] = field(default_factory=dict)
    """The part of `later` that only fires and clouds take, from whoever stays in them."""
    has_kindled: bool = False
    """Whether a fire or cloud began that was not there before."""
    is_followed: bool = False
    """Whether such a fire was followed into the turns to come."""
    is_dark: bool = False
    """Whether any of it hangs on ground never seen, which was a wall in it."""

    def again(self) -> "Run":
        """Return a copy that shares nothing with this one; what comes later and the facts start empty."""
        return Run(
            self.weight,
            self.damage.copy(),
            self.healing.copy(),
            self.mana.copy(),
            self.killed.copy(),
            {entity: lost.copy() for entity, lost in self.losses.items()},
            {entity: held.copy() for entity, held in self.statuses.items()},
            self.touched.copy(),
            {},
            self.cells,
            self.path,
            self.refusal,
        )

    def concerned(self) -> set[int]:
        """Return everyone to whom anything happens besides paying, without NOBODY."""
        return {
            *self.touched,
            *self.damage,
            *self.healing,
            *self.statuses,
            *self.killed,
            *self.later,
            *self.facts,
        } - {NOBODY}

    def differs_in_amounts_alone(self, other: "Run") -> bool:
        """Return whether another run does the same things to the same creatures, apart from the amounts."""
        return (
            self.damage.keys() == other.damage.keys()
            and self.healing.keys() == other.healing.keys()
            and self.killed == other.killed
            and self.statuses == other.statuses
            and self.facts == other.facts
            and self.touched == other.touched
        )

    def befalls(self, entity: int) -> tuple[object, ...]:
        """Return all that happens to a creature, to be compared with another run."""
        books = (self.damage, self.healing, self.mana, self.statuses, self.facts, self.later)
        return entity in self.killed, *(book.get(entity) for book in books)

    @property
    def brings_death(self) -> bool:
        """Whether anybody dies in the coming turns."""
        return any(Dies() in found for found in self.facts.values())

    def note(self, entity: int, fact: Fact) -> None:
        """Add what else happens to a creature."""
        self.facts.setdefault(entity, {})[fact] = None


def note(run: Run, changes: Sequence[Change], game: Game) -> None:
    """Add some changes to a run."""
    for change in changes:
        if type(change) is PoolChanged:
            if change.pool == "hp":
                note_loss(run, change.entity, change.before - change.after)
                if change.after < change.before:
                    taken, by = run.losses.setdefault(change.entity, {}), change.cause.by
                    taken[by] = taken.get(by, 0) + int(change.before - change.after)
            elif change.pool == "mana":
                gained = change.after - change.before
                note_mana(run, change.entity, gained)
                if gained > 0 or change.cause.by != change.entity:
                    run.touched.add(change.entity)  # paying for one's own act does not count
        elif (reader := _NOTED.get(type(change))) is not None:
            reader(run, change, game)


def note_loss(run: Run, entity: int, lost: float) -> None:
    """Count hit points lost, or gained if negative."""
    book = run.damage if lost > 0 else run.healing
    book[entity] = book.get(entity, 0) + abs(int(lost))


def note_mana(run: Run, entity: int, gained: float) -> None:
    """Count mana gained, or lost if negative."""
    run.mana[entity] = run.mana.get(entity, 0) + int(gained)


def _note_death(run: Run, change: Died, game: Game) -> None:
    """Add the dead creature to those that the run kills."""
    run.killed.add(change.entity)


def _note_beginning(run: Run, change: StatusBegan, game: Game) -> None:
    """Add a status with its turns; the longest counts."""
    note_status(run, change.target, change.name, change.turns)


def _note_alteration(run: Run, change: Altered, game: Game) -> None:
    """Add a status that was prolonged, or what a new level adds to hit points and mana."""
    if change.component is Duration and change.after > change.before:
        status = ecs.get(change.entity, StatusEffect)
        note_status(run, status.target, status.name, change.after)
    elif change.component is Pools and change.name == "hp":
        note_loss(run, change.entity, change.before - change.after)
    elif change.component is Pools and change.name == "mana":
        note_mana(run, change.entity, change.after - change.before)


def _note_end(run: Run, change: StatusEnded, game: Game) -> None:
    """Remove a status that began and ended within the act."""
    run.statuses.get(change.target, {}).pop(change.name, None)


def _note_whereabouts(run: Run, change: Moved | Removed, game: Game) -> None:
    """Add a moved or removed entity to those touched, and the cells of a removed thing."""
    run.touched.add(change.entity)
    if type(change) is Removed and not is_creature(game, change.entity):
        run.cells = tuple(dict.fromkeys((*run.cells, *cells_of(change.entity))))


def note_status(run: Run, target: int, name: str, turns: int) -> None:
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


def _note_flight(run: Run, change: Flew, game: Game) -> None:
    """Add the path of the first thing shot or thrown, and the tile where it comes down."""
    if change.start is not None and not run.cells:
        run.path = change.start, *change.path
        run.cells = run.path[-1:]


_NOTED: dict[type[object], Callable[[Run, Any, Game], None]] = {
    Died: _note_death,
    StatusBegan: _note_beginning,
    Altered: _note_alteration,
    Unleashed: _note_reach,
    StatusEnded: _note_end,
    Moved: _note_whereabouts,
    Removed: _note_whereabouts,
    Flew: _note_flight,
}


def said_of(run: Run) -> Describe:
    """Return a function that copies the facts of this run: runs that differ only in amounts share them."""
    said = {entity: found.copy() for entity, found in run.facts.items()}

    def describe(_game: Game, _changes: Sequence[Change], other: Run) -> None:
        """Copy the facts of the first run to another, without reading its changes."""
        other.facts = {entity: found.copy() for entity, found in said.items()}

    return describe
