"""What is where: movement, death, birth, doors and the ground."""

from typing import Any

import esper

from roguelike.components.actors import Initiative
from roguelike.components.spatial import NOWHERE, Door, Position
from roguelike.core.geometry import Point
from roguelike.core.records import State
from roguelike.world import ecs, space
from roguelike.world.game import Cause, Game
from roguelike.world.terrain import Tile


class Moved(State):
    """Something changed its tile or level; NOWHERE is a pack."""

    entity: int
    before: space.Place
    after: space.Place
    cause: Cause

    def apply(self, game: Game) -> None:
        """Lift it here and set it down there."""
        space.relocate(game, self.entity, self.after)

    def undo(self, game: Game) -> None:
        """Carry it back."""
        space.relocate(game, self.entity, self.before)


def move(game: Game, entity: int, to: Point, cause: Cause, depth: int | None = None) -> None:
    """Put an entity on another tile (of another level) by way of a change."""
    position = esper.component_for_entity(entity, Position)
    before = (position.x, position.y, position.depth)
    game.change(Moved(entity, before, (*to, position.depth if depth is None else depth), cause))


class Died(State):
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
        space.put_back(game, self.entity)


class Removed(Died):
    """A thing ceased to be, with nobody's death: a scroll read, a mushroom burst, a trap sprung."""


class Spawned(State):
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


class DoorMoved(State):
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


class TileChanged(State):
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


class Stained(State):
    """Blood fell on a clean tile."""

    point: Point
    cause: Cause

    def apply(self, game: Game) -> None:
        """Stain it."""
        game.levels[game.depth].stains.add(self.point)

    def undo(self, game: Game) -> None:
        """Clean it."""
        game.levels[game.depth].stains.discard(self.point)
