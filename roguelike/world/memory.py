"""What the player remembers of the part of a level that is out of sight: ground, stains and things as last seen.

Only tiles that are explored and out of view are recorded; for tiles in view the level itself is read.
`world.remembering` fills it.
"""

from collections.abc import Callable
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from roguelike.components.actors import Kind
from roguelike.components.bargains import Terms
from roguelike.components.hazards import Hazard, Strength
from roguelike.components.items import Charges, Curse
from roguelike.components.spatial import Door, Gate, Hidden
from roguelike.core.geometry import Point
from roguelike.core.records import Record, State, field
from roguelike.core.scalars import Id, Line, MapPoint

UNRECORDED = 255
"""Marks ground that was not recorded: if it is explored, it is taken to be as it is."""
PARTS: dict[str, type[State]] = {
    "door": Door,
    "hidden": Hidden,
    "hazard": Hazard,
    "strength": Strength,
    "charges": Charges,
    "curse": Curse,
    "gate": Gate,
    "terms": Terms,
}
"""The state of a thing besides its place, by the fields of `Remembered`."""
_state_of: Callable[["Remembered"], tuple[State | None, ...]] = attrgetter(*PARTS)


class Remembered(Record, omit_defaults=True):
    """A thing as it was last seen: its id, kind and name, its top left tile, and its state."""

    entity: Id
    kind: Kind
    name: Line
    point: MapPoint
    door: Door | None = None
    hidden: Hidden | None = None
    hazard: Hazard | None = None
    strength: Strength | None = None
    charges: Charges | None = None
    curse: Curse | None = None
    gate: Gate | None = None
    terms: Terms | None = None

    def state(self) -> tuple[State, ...]:
        """Return the components that it had then, without those that all of its kind share."""
        return tuple([part for part in _state_of(self) if part is not None])


class Memory(State, eq=False):
    """Everything remembered of one level. `tiles` is indexed [x, y] (uint8), UNRECORDED where nothing is recorded."""

    tiles: NDArray[np.uint8]
    stains: set[Point] = field(default_factory=set)
    things: dict[Point, tuple[Remembered, ...]] = field(default_factory=dict)
    revision: int = 0
    """Raised whenever the things change."""

    @classmethod
    def blank(cls, shape: tuple[int, ...]) -> "Memory":
        """Make the memory of a level of this shape that has not been seen yet."""
        return cls(np.full(shape, UNRECORDED, dtype=np.uint8, order="F"))

    def copy(self) -> "Memory":
        """Return a copy that shares no mutable part."""
        return Memory(
            self.tiles.copy(order="F"), self.stains.copy(), self.things.copy(), self.revision
        )
