"""Changes of place: movement, death, new entities, doors, ground."""

from typing import Any

from roguelike.components.actors import Initiative
from roguelike.components.spatial import Door, Position
from roguelike.core.geometry import Point
from roguelike.core.records import Brief
from roguelike.world import ecs, space
from roguelike.world.game import Cause, Game
from roguelike.world.terrain import Tile


class Moved(Brief):
    """An entity moved from one (x, y, depth) to another; the depth NOWHERE means in a pack."""

    entity: int
    before: space.Place
    after: space.Place
    cause: Cause

    def apply(self, game: Game) -> None:
        """Move it to its new place."""
        space.relocate(game, self.entity, self.after)

    def undo(self, game: Game) -> None:
        """Move it back to its former place, on its former level."""
        space.relocate(game, self.entity, self.before)


def move(game: Game, entity: int, to: Point, cause: Cause, depth: int | None = None) -> None:
    """Move an entity to a tile of the current level, or of another `depth`, as a Change."""
    position = ecs.get(entity, Position)
    before = (position.x, position.y, position.depth)
    game.change(Moved(entity, before, (*to, position.depth if depth is None else depth), cause))


class Died(Brief):
    """A creature died: it leaves the map at once; its entity is deleted at the end of the turn."""

    entity: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Remove it from the map and count it among the dead."""
        space.take_up(game, self.entity)
        game.dead.add(self.entity)

    def undo(self, game: Game) -> None:
        """Put it back on the map, alive."""
        game.dead.discard(self.entity)
        space.put_back(game, self.entity)


class Removed(Died):
    """An entity was removed without dying: a scroll read, a mushroom burst, a trap sprung."""


class Spawned(Brief):
    """An entity was created, on a tile or, at the depth NOWHERE, in a pack."""

    components: tuple[Any, ...]
    point: Point
    depth: int
    cause: Cause
    entity: int = 0

    def apply(self, game: Game) -> None:
        """Create the entity and put it on its tile."""
        self.entity = ecs.create(*self.components, Position(*self.point, self.depth))
        space.put_back(game, self.entity)
        if self.depth == game.depth and Initiative in ecs.row(self.entity):
            game.turn_queue.note(self.entity)

    def undo(self, game: Game) -> None:
        """Remove the entity from its tile and delete it."""
        space.take_up(game, self.entity)
        ecs.delete(self.entity)


class DoorMoved(Brief):
    """A door opened or closed."""

    door: int
    open: bool
    cause: Cause

    def apply(self, game: Game) -> None:
        """Set the door to its new state."""
        self._swing(game, self.open)

    def undo(self, game: Game) -> None:
        """Set the door to its former state."""
        self._swing(game, not self.open)

    def _swing(self, game: Game, opened: bool) -> None:  # noqa: FBT001
        """Open or close the door, and update the indexes of its level."""
        position = ecs.get(self.door, Position)
        space.take_up(game, self.door)
        ecs.get(self.door, Door).open = opened
        space.put(game, self.door, (position.x, position.y), position.depth)


class TileChanged(Brief):
    """The ground of a tile of the current level changed."""

    point: Point
    before: Tile
    after: Tile
    cause: Cause

    def apply(self, game: Game) -> None:
        """Give the tile its new ground."""
        game.level.lay(self.point, self.after, self.before)

    def undo(self, game: Game) -> None:
        """Give the tile its former ground."""
        game.level.lay(self.point, self.before, self.after)


class Stained(Brief):
    """A tile was stained with blood."""

    point: Point
    cause: Cause

    def apply(self, game: Game) -> None:
        """Add the tile to the stains."""
        game.levels[game.depth].stains.add(self.point)

    def undo(self, game: Game) -> None:
        """Remove the tile from the stains."""
        game.levels[game.depth].stains.discard(self.point)
