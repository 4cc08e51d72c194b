"""Everything that can change in a game, as records that know how to happen and how not to have happened.

Handlers and actions never assign to components: they make these. The list of them, each with its cause, is the trace,
and the log, the animation, the forecast, the replay check and the death report all read that one list.
"""

from dataclasses import dataclass, field
from typing import Any

import esper

from roguelike.components.actors import Initiative, Kind
from roguelike.components.items import Pack
from roguelike.components.looks import Flash
from roguelike.components.magic import KnownSpells
from roguelike.components.spatial import NOWHERE, Door, Position
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.world import ecs, space
from roguelike.world.figures import stale
from roguelike.world.game import Cause, Game
from roguelike.world.terrain import Tile


@dataclass(slots=True)
class PoolChanged:
    """Hit points, mana, experience or gold rose or fell."""

    entity: int
    pool: str
    before: float
    after: float
    cause: Cause
    element: str = ""

    def apply(self, game: Game) -> None:  # noqa: ARG002
        """Set the pool."""
        setattr(esper.component_for_entity(self.entity, Pools), self.pool, self.after)

    def undo(self, game: Game) -> None:  # noqa: ARG002
        """Set it back."""
        setattr(esper.component_for_entity(self.entity, Pools), self.pool, self.before)


@dataclass(slots=True)
class Altered:
    """Any one field of a state component took another value."""

    entity: int
    component: type[Any]
    name: str
    before: Any
    after: Any
    cause: Cause

    def apply(self, game: Game) -> None:  # noqa: ARG002
        """Set the field."""
        self._set(self.after)

    def undo(self, game: Game) -> None:  # noqa: ARG002
        """Set it back."""
        self._set(self.before)

    def _set(self, value: Any) -> None:
        """Set the field; what is worked out from it, or from a status, must be worked out anew."""
        setattr(esper.component_for_entity(self.entity, self.component), self.name, value)
        status = esper.try_component(self.entity, StatusEffect)
        stale(status.target if status else self.entity)


def alter(game: Game, entity: int, component: type[Any], name: str, after: Any, cause: Cause) -> None:
    """Give a field another value by way of a change."""
    before = getattr(esper.component_for_entity(entity, component), name)
    if before != after:
        game.change(Altered(entity, component, name, before, after, cause))


@dataclass(slots=True)
class Rescheduled:
    """A creature's next turn moved."""

    entity: int
    before: int
    after: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Move it."""
        esper.component_for_entity(self.entity, Initiative).due = self.after
        game.agenda.note(self.entity)

    def undo(self, game: Game) -> None:
        """Move it back."""
        esper.component_for_entity(self.entity, Initiative).due = self.before
        game.agenda.note(self.entity)


@dataclass(slots=True)
class Moved:
    """Something changed its tile or level; NOWHERE is a pack."""

    entity: int
    before: tuple[int, int, int]
    after: tuple[int, int, int]
    cause: Cause

    def apply(self, game: Game) -> None:
        """Lift it here and set it down there."""
        space.take_up(game, self.entity)
        space.put(game, self.entity, self.after[:2], self.after[2])

    def undo(self, game: Game) -> None:
        """Carry it back."""
        space.take_up(game, self.entity)
        space.put(game, self.entity, self.before[:2], self.before[2])


def move(game: Game, entity: int, to: Point, cause: Cause, depth: int | None = None) -> None:
    """Put an entity on another tile (of another level) by way of a change."""
    position = esper.component_for_entity(entity, Position)
    before = (position.x, position.y, position.depth)
    game.change(Moved(entity, before, (*to, position.depth if depth is None else depth), cause))


@dataclass(slots=True)
class StatusBegan:
    """A status took hold. Making its entity is part of the change."""

    target: int
    name: str
    turns: int
    strength: float
    bonuses: tuple[int, int, int, int]
    cause: Cause
    status: int = 0

    def apply(self, game: Game) -> None:
        """Make the status entity and tie it to its target."""
        effect = StatusEffect(
            self.target, self.name, self.strength, self.bonuses, self.cause.by, self.cause.what
        )
        kind = Kind("statuses", self.name)
        self.status = ecs.create(kind, game.content.status(self.name), effect, Duration(self.turns))
        esper.component_for_entity(self.target, Statuses).entities.append(self.status)
        stale(self.target)

    def undo(self, game: Game) -> None:  # noqa: ARG002
        """Unmake it."""
        esper.component_for_entity(self.target, Statuses).entities.remove(self.status)
        ecs.delete(self.status)
        stale(self.target)


@dataclass(slots=True)
class StatusEnded:
    """A status let go. Its entity is buried with the dead, so that the change can be undone."""

    target: int
    name: str
    status: int
    cause: Cause
    place: int = 0

    def apply(self, game: Game) -> None:
        """Untie it from its target."""
        statuses = esper.component_for_entity(self.target, Statuses).entities
        self.place = statuses.index(self.status)
        del statuses[self.place]
        game.dead.add(self.status)
        stale(self.target)

    def undo(self, game: Game) -> None:
        """Tie it again."""
        esper.component_for_entity(self.target, Statuses).entities.insert(self.place, self.status)
        game.dead.discard(self.status)
        stale(self.target)


@dataclass(slots=True)
class Died:
    """A creature died: off the map at once, buried at the end of the turn."""

    entity: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Take it off the map and out of the turn order."""
        space.take_up(game, self.entity)
        game.dead.add(self.entity)

    def undo(self, game: Game) -> None:
        """Set it back where it stood."""
        game.dead.discard(self.entity)
        position = esper.component_for_entity(self.entity, Position)
        space.put(game, self.entity, (position.x, position.y), position.depth)


@dataclass(slots=True)
class Removed(Died):
    """A thing ceased to be, with nobody's death: a scroll read, a mushroom burst, a trap sprung."""


@dataclass(slots=True)
class Spawned:
    """A new thing came to be."""

    components: tuple[Any, ...]
    point: Point
    depth: int
    cause: Cause
    entity: int = 0

    def apply(self, game: Game) -> None:
        """Create it and set it down."""
        self.entity = ecs.create(*self.components, Position(*self.point, NOWHERE))
        space.put(game, self.entity, self.point, self.depth)
        if esper.has_component(self.entity, Initiative) and self.depth == game.depth:
            game.agenda.note(self.entity)

    def undo(self, game: Game) -> None:
        """Unmake it."""
        space.take_up(game, self.entity)
        ecs.delete(self.entity)


@dataclass(slots=True)
class PackChanged:
    """The contents of a pack, or what is worn from it, became another."""

    owner: int
    before: tuple[tuple[int, ...], tuple[tuple[str, int], ...]]
    after: tuple[tuple[int, ...], tuple[tuple[str, int], ...]]
    cause: Cause
    verb: str = ""
    item: int = 0

    def apply(self, game: Game) -> None:  # noqa: ARG002
        """Fill the pack."""
        self._fill(self.after)

    def undo(self, game: Game) -> None:  # noqa: ARG002
        """Fill it as it was."""
        self._fill(self.before)

    def _fill(self, contents: tuple[tuple[int, ...], tuple[tuple[str, int], ...]]) -> None:
        """Set loose and worn things."""
        pack = esper.component_for_entity(self.owner, Pack)
        pack.items[:] = contents[0]
        pack.worn.clear()
        pack.worn.update(contents[1])
        stale(self.owner)


def repack(
    game: Game, owner: int, items: list[int], worn: dict[str, int], cause: Cause, verb: str = "", item: int = 0
) -> None:
    """Give a creature's pack other contents by way of a change; `verb` says what it did with `item`."""
    pack = esper.component_for_entity(owner, Pack)
    before = (tuple(pack.items), tuple(pack.worn.items()))
    after = (tuple(items), tuple(worn.items()))
    game.change(PackChanged(owner, before, after, cause, verb, item))


@dataclass(slots=True)
class DoorMoved:
    """A door opened or closed."""

    door: int
    open: bool
    cause: Cause

    def apply(self, game: Game) -> None:
        """Swing it."""
        self._swing(game, self.open)

    def undo(self, game: Game) -> None:
        """Swing it back."""
        self._swing(game, not self.open)

    def _swing(self, game: Game, opened: bool) -> None:  # noqa: FBT001
        """Take the door out of the indexes, move its leaf, and enter it again."""
        position = esper.component_for_entity(self.door, Position)
        space.take_up(game, self.door)
        esper.component_for_entity(self.door, Door).open = opened
        space.put(game, self.door, (position.x, position.y), position.depth)


@dataclass(slots=True)
class TileChanged:
    """The ground became another."""

    point: Point
    before: Tile
    after: Tile
    cause: Cause

    def apply(self, game: Game) -> None:
        """Change the ground."""
        game.level.tiles[self.point] = self.after
        game.level.ground_changed()

    def undo(self, game: Game) -> None:
        """Change it back."""
        game.level.tiles[self.point] = self.before
        game.level.ground_changed()


@dataclass(slots=True)
class Stained:
    """Blood fell on a clean tile."""

    point: Point
    cause: Cause

    def apply(self, game: Game) -> None:
        """Stain it."""
        game.level.stains.add(self.point)

    def undo(self, game: Game) -> None:
        """Clean it."""
        game.level.stains.discard(self.point)


@dataclass(slots=True)
class SpellLearned:
    """Somebody learned a spell."""

    entity: int
    spell: str
    cause: Cause

    def apply(self, game: Game) -> None:  # noqa: ARG002
        """Add it at the end of the book."""
        esper.component_for_entity(self.entity, KnownSpells).names.append(self.spell)

    def undo(self, game: Game) -> None:  # noqa: ARG002
        """Forget it."""
        esper.component_for_entity(self.entity, KnownSpells).names.remove(self.spell)


@dataclass(slots=True)
class Identified:
    """The player got to know a kind of thing."""

    name: str
    hidden: str
    cause: Cause

    def apply(self, game: Game) -> None:
        """Know it."""
        game.identified.add(self.name)

    def undo(self, game: Game) -> None:
        """Know it no more."""
        game.identified.discard(self.name)


@dataclass(slots=True)
class Event:
    """A change that the world does not feel: for the log and the screen alone."""

    cause: Cause

    def apply(self, game: Game) -> None:
        """Nothing to do."""

    def undo(self, game: Game) -> None:
        """Nothing to undo."""


@dataclass(slots=True)
class Flashed(Event):
    """Glyphs lit up on some tiles."""

    points: tuple[Point, ...] = ()
    flash: Flash | None = None


@dataclass(slots=True)
class Flew(Event):
    """Something travelled along a line."""

    path: tuple[Point, ...] = ()
    flash: Flash | None = None
    as_projectile: bool = False


@dataclass(slots=True)
class Unleashed(Event):
    """A spell, item, trap or proc went off: what it is, from where, along which path, over which tiles."""

    source: int = 0
    path: tuple[Point, ...] = ()
    points: tuple[Point, ...] = ()


@dataclass(slots=True)
class Fed(Event):
    """Somebody ate their fill."""

    entity: int = 0


@dataclass(slots=True)
class Missed(Event):
    """A blow or shot went wide; `fumbled` on a natural 1."""

    attacker: int = 0
    target: int = 0
    fumbled: bool = False


@dataclass(slots=True)
class Struck(Event):
    """A blow or shot went home, for a damage effect that follows."""

    attacker: int = 0
    target: int = 0
    means: str = ""


@dataclass(slots=True)
class Told(Event):
    """A sentence for the player; `heard` without being seen when no entity of it need be in view."""

    message: Message = field(default_factory=lambda: Message(""))
    heard: bool = False


@dataclass(slots=True)
class LevelGained(Event):
    """Somebody rose a level; the numbers changed by changes of their own."""

    entity: int = 0
    level: int = 0
    attribute: str = ""


@dataclass(slots=True)
class Fizzled(Event):
    """An effect found nothing to do; the reason is what a refusal tells."""

    target: int = 0
    reason: str = ""


@dataclass(slots=True)
class Rolled(Event):
    """Figures behind an attack, for whoever asks why."""

    text: str = ""


EVENTS = (Flashed, Flew, Told, Fizzled, Rolled, Unleashed)
"""Changes that alone do not count as something having happened."""
