"""What one run of the dice did to each creature, collected from the trace."""

from collections.abc import Callable, Collection, Sequence
from operator import attrgetter
from typing import Any

from roguelike.components import vitals
from roguelike.components.statuses import Duration, StatusEffect
from roguelike.core.geometry import Point
from roguelike.core.records import State, field
from roguelike.effects import targeting
from roguelike.effects.foresight.facts import Fact
from roguelike.world import changes, ecs, figures, space
from roguelike.world.game import NOBODY, Change, Game

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
    gone: Collection[int] = ()
    """Those who were removed without dying: what that takes from themselves kills nobody."""
    statuses: dict[int, dict[str, int]] = field(default_factory=dict)
    touched: set[int] = field(default_factory=set)
    facts: dict[int, dict[Fact, None]] = field(default_factory=dict)
    """In the order in which they happen; what happens twice counts once."""
    cells: tuple[Point, ...] = ()
    path: tuple[Point, ...] = ()
    refusal: str | None = None
    risen: dict[int, tuple[int, int]] = field(default_factory=dict)
    """What whoever gained a level had lost by then, and how much of that it gave back, in percent."""
    later: dict[int, int] = field(default_factory=dict)
    """Hit points lost in the turns to come."""
    staying: dict[int, int] = field(default_factory=dict)
    """The part of `later` that only fires and clouds take, from whoever stays in them."""
    startled: dict[int, int] = field(default_factory=dict)
    """The part of `later` that sleepers lose more than if something else wakes them before."""
    is_loud: bool = False
    """Whether the noise of the act may wake sleepers before that, or draw those who would mend."""
    anyway: dict[int, int] = field(default_factory=dict)
    """Hit points that would be lost in them without the act."""
    to_come: dict[int, dict[Fact, None]] = field(default_factory=dict)
    """Deaths and statuses of the turns to come."""
    besides: dict[int, dict[Fact, None]] = field(default_factory=dict)
    """The same without the act."""
    coming: Any = None
    """The turns to come as they were played, if they may differ from those without the act."""
    whose: frozenset[int] | None = None
    """Those whose statuses alone were played in them; None for everybody's."""
    luck: Any = None
    """How dice fall in them, until what comes is noted."""
    dice: Any = None
    """The dice that fell in them; None if none did."""
    changes: int = 0
    """How many changes there are in all, without those of the turns to come."""
    steps: int = 0
    """How many changes there are in the turns to come, where dice fall."""
    is_beside_others: bool = False
    """Whether any of those whom the act concerns suffers from what was there before."""
    is_lasting: bool = False
    """Whether dice fall in the turns to come."""
    is_followed: bool = False
    """Whether the turns to come were played, or are those that would come anyway."""
    is_besides: bool = False
    """Whether they were played besides those of chosen rehearsals: they widen the bounds and have no say in means."""

    asks: int = 0
    """On which other kinds of darkness any of it hangs, a bit for each."""

    def again(self) -> "Run":
        """Return a copy that shares nothing with this one; what comes later and the facts start empty."""
        return Run(
            self.weight,
            self.damage.copy(),
            self.healing.copy(),
            self.mana.copy(),
            self.killed.copy(),
            {entity: lost.copy() for entity, lost in self.losses.items()},
            self.gone,
            {entity: held.copy() for entity, held in self.statuses.items()},
            self.touched.copy(),
            {},
            self.cells,
            self.path,
            self.refusal,
            self.risen.copy(),
        )

    def concerned(self) -> set[int]:
        """Return everyone to whom anything happens besides paying, without NOBODY."""
        return {
            *self.touched,
            *self.damage,
            *self.healing,
            *self.statuses,
            *self.killed,
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
        return entity in self.killed, *[book.get(entity) for book in _BOOKS(self)]

    def differs(self, other: "Run") -> bool:
        """Return whether anything else happens in another run: to anybody, to the ground, or on the way."""
        return self is not other and (
            (self.cells, self.path, self.killed) != (other.cells, other.path, other.killed)
            or _BOOKS(self) != _BOOKS(other)
        )

    @property
    def breaks_off(self) -> bool:
        """Whether anybody dies, at once or later, or lets something loose later: milder dice may bring more then."""
        coming = self.coming
        return bool(self.killed or (coming is not None and (coming.died or coming.is_broken)))

    def kills_later(self, entity: int) -> bool:
        """Return whether a creature dies in the turns to come."""
        return self.coming is not None and entity in self.coming.died

    def keep_difference(self) -> None:
        """Turn what comes into what the act adds to what would come anyway."""
        for entity, hp in self.later.items():
            self.later[entity] = max(0, hp - self.anyway.get(entity, 0))
        self.staying = {each: min(hp, self.later[each]) for each, hp in self.staying.items()}
        self.to_come = {
            entity: {fact: None for fact in found if fact not in self.besides.get(entity, {})}
            for entity, found in self.to_come.items()
        }
        self.anyway, self.besides = {}, {}
        self.touched |= {entity for entity, hp in self.later.items() if hp}
        self.touched |= {entity for entity, found in self.to_come.items() if found}

    def note(self, entity: int, fact: Fact) -> None:
        """Add what else happens to a creature."""
        self.facts.setdefault(entity, {})[fact] = None


_BOOKS = attrgetter("damage", "healing", "mana", "statuses", "facts", "later", "to_come")
"""What a run says of each creature."""


def note(run: Run, trace: Sequence[Change], game: Game) -> None:
    """Add some changes to a run."""
    for change in trace:
        if type(change) is changes.PoolChanged:
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


def _note_death(run: Run, change: changes.Died, game: Game) -> None:
    """Add the dead creature to those that the run kills."""
    run.killed.add(change.entity)


def _note_beginning(run: Run, change: changes.StatusBegan, game: Game) -> None:
    """Add a status with its turns; the longest counts."""
    note_status(run, change.target, change.name, change.turns)


def _note_alteration(run: Run, change: changes.Altered, game: Game) -> None:
    """Add a status that was prolonged, or what a new level adds to hit points and mana."""
    if change.component is Duration and change.after > change.before:
        status = ecs.get(change.entity, StatusEffect)
        note_status(run, status.target, status.name, change.after)
    elif change.component is vitals.Pools and change.name == "hp":
        note_loss(run, change.entity, change.before - change.after)
    elif change.component is vitals.Pools and change.name == "mana":
        note_mana(run, change.entity, change.after - change.before)


def _note_level(run: Run, change: changes.LevelGained, game: Game) -> None:
    """Add what somebody had lost when they gained a level: the more that was, the more it heals."""
    percent = figures.mending_percent(game.content, change.level)
    run.risen[change.entity] = run.damage.get(change.entity, 0), percent


def _note_end(run: Run, change: changes.StatusEnded, game: Game) -> None:
    """Remove a status that began and ended within the act."""
    run.statuses.get(change.target, {}).pop(change.name, None)


def _note_whereabouts(run: Run, change: changes.Moved | changes.Removed, game: Game) -> None:
    """Add a moved or removed entity to those touched, and the cells of a removed thing."""
    run.touched.add(change.entity)
    if type(change) is changes.Moved:
        return
    run.gone = {*run.gone, change.entity}
    if not targeting.is_creature(game, change.entity):
        run.cells = tuple(dict.fromkeys((*run.cells, *space.cells_of(change.entity))))


def note_status(run: Run, target: int, name: str, turns: int) -> None:
    """Add a status with its turns; the longest counts."""
    held = run.statuses.setdefault(target, {})
    held[name] = max(held.get(name, 0), turns)


def _note_reach(run: Run, change: changes.Unleashed, game: Game) -> None:
    """Add the cells of a use, the path of the first, and all creatures on those cells."""
    if not run.cells:
        run.cells, run.path = change.points, change.path
    else:
        run.cells = tuple(dict.fromkeys((*run.cells, *change.points)))
    at = game.level.at
    for point in [point for point in change.points if point in at]:
        run.touched.update([entity for entity in at[point] if targeting.is_creature(game, entity)])


def _note_flight(run: Run, change: changes.Flew, game: Game) -> None:
    """Add the path of the first thing shot or thrown, and the tile where it comes down."""
    if change.start is not None and not run.cells:
        run.path = change.start, *change.path
        run.cells = run.path[-1:]


_NOTED: dict[type[object], Callable[[Run, Any, Game], None]] = {
    changes.Died: _note_death,
    changes.StatusBegan: _note_beginning,
    changes.Altered: _note_alteration,
    changes.LevelGained: _note_level,
    changes.Unleashed: _note_reach,
    changes.StatusEnded: _note_end,
    changes.Moved: _note_whereabouts,
    changes.Removed: _note_whereabouts,
    changes.Flew: _note_flight,
}


def copy_facts(said: Run, other: Run) -> None:
    """Give a run the facts of another without reading its changes: runs that differ only in amounts share them."""
    other.facts = {entity: found.copy() for entity, found in said.facts.items()}
