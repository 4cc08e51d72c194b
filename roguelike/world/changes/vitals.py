"""Changes of a creature: pools, any field of its state, its next turn, its statuses."""

from typing import Any

from roguelike.components.actors import DerivedStats, Initiative, Kind, Mind
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.components.vitals import Attributes, Pools, Skills
from roguelike.core.records import Brief
from roguelike.world import ecs
from roguelike.world.derived_stats import drop_stats, restore_stats
from roguelike.world.game import Cause, Game


class PoolChanged(Brief):
    """A pool (hit points, mana, experience, gold) rose or fell."""

    entity: int
    pool: str
    before: float
    after: float
    cause: Cause
    element: str = ""

    def apply(self, game: Game) -> None:
        """Set the pool to its new value."""
        setattr(ecs.row(self.entity)[Pools], self.pool, self.after)

    def undo(self, game: Game) -> None:
        """Set the pool to its former value."""
        setattr(ecs.row(self.entity)[Pools], self.pool, self.before)


def pay(game: Game, entity: int, pool: str, amount: float, cause: Cause) -> None:
    """Take an amount from a pool, or add it if it is negative; gold is kept to tenths of a coin."""
    if amount:
        before = getattr(ecs.get(entity, Pools), pool)
        after = round(before - amount, 1) if pool == "gold" else before - amount
        game.change(PoolChanged(entity, pool, before, after, cause))


class ShruggedOff(Brief):
    """A creature with `left` poise resisted being controlled and has one less; `what` is how: "stunned", "moved"."""

    entity: int
    what: str
    left: int
    before: int
    after: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Set the turns until the poise is whole again."""
        ecs.get(self.entity, Pools).unsteady = self.after

    def undo(self, game: Game) -> None:
        """Restore the turns."""
        ecs.get(self.entity, Pools).unsteady = self.before


SUMMED = frozenset((Attributes, Skills, StatusEffect))
"""Components that count towards derived stats: see `roguelike.world.derived_stats`. Worn items are changes of packs."""


class Altered(Brief):
    """A field of a state component changed."""

    entity: int
    component: type[Any]
    name: str
    before: Any
    after: Any
    cause: Cause
    dropped: DerivedStats | None = None

    def apply(self, game: Game) -> None:
        """Set the field, and drop the stats derived from it."""
        self._set(game, self.after)
        if self.component in SUMMED:
            self.dropped = drop_stats(self._bearer())

    def undo(self, game: Game) -> None:
        """Restore the field, and the stats that were dropped with it."""
        self._set(game, self.before)
        if self.component in SUMMED:
            restore_stats(self._bearer(), self.dropped)

    def _set(self, game: Game, value: Any) -> None:
        """Set the field; a change of a mind outdates the count of sleepers."""
        setattr(ecs.row(self.entity)[self.component], self.name, value)
        if self.component is Mind:
            game.caches.sleep += 1

    def _bearer(self) -> int:
        """Return the entity whose derived stats depend on the field."""
        if self.component is StatusEffect:
            return ecs.get(self.entity, StatusEffect).target
        return self.entity


def alter(
    game: Game, entity: int, component: type[Any], name: str, after: Any, cause: Cause
) -> None:
    """Set a field of a component, as a Change."""
    before = getattr(ecs.get(entity, component), name)
    if before != after:
        game.change(Altered(entity, component, name, before, after, cause))


class Rescheduled(Brief):
    """A creature's next turn moved to another tick."""

    entity: int
    before: int
    after: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Set the tick of its next turn."""
        ecs.get(self.entity, Initiative).due = self.after
        game.turn_queue.note(self.entity)

    def undo(self, game: Game) -> None:
        """Restore the former tick."""
        ecs.get(self.entity, Initiative).due = self.before
        game.turn_queue.note(self.entity)


class StatusBegan(Brief):
    """A status began; creating its entity is part of the change."""

    target: int
    name: str
    turns: int
    strength: float
    bonuses: tuple[int, int, int, int]
    cause: Cause
    status: int = 0
    dropped: DerivedStats | None = None

    def apply(self, game: Game) -> None:
        """Create the status entity and add it to its target."""
        effect = StatusEffect(
            self.target, self.name, self.strength, self.bonuses, self.cause.by, self.cause.what
        )
        kind = Kind("statuses", self.name)
        template = game.content.status(self.name)
        self.status = ecs.create(kind, template, effect, Duration(self.turns))
        ecs.get(self.target, Statuses).entities.append(self.status)
        self.dropped = drop_stats(self.target)
        if template.serves:
            game.caches.population += 1  # the target changes sides

    def undo(self, game: Game) -> None:
        """Remove the status and delete its entity."""
        ecs.get(self.target, Statuses).entities.remove(self.status)
        ecs.delete(self.status)
        restore_stats(self.target, self.dropped)
        game.caches.population += 1


class StatusEnded(Brief):
    """A status ended. Its entity is deleted with the dead at the end of the turn, so that this can be undone."""

    target: int
    name: str
    status: int
    cause: Cause
    place: int = 0
    dropped: DerivedStats | None = None

    def apply(self, game: Game) -> None:
        """Remove the status from its target."""
        statuses = ecs.get(self.target, Statuses).entities
        self.place = statuses.index(self.status)
        del statuses[self.place]
        game.dead.add(self.status)
        self.dropped = drop_stats(self.target)
        if game.content.status(self.name).serves:
            game.caches.population += 1

    def undo(self, game: Game) -> None:
        """Add the status to its target again, at its former index."""
        ecs.get(self.target, Statuses).entities.insert(self.place, self.status)
        game.dead.discard(self.status)
        restore_stats(self.target, self.dropped)
        game.caches.population += 1
