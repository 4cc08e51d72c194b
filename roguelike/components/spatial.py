"""Where things are, how much room they take, and what they block."""

from roguelike.core.records import State, Template, force_setattr
from roguelike.core.scalars import Coordinate, Tally

NOWHERE = 0
"""The depth of what is on no level: in a pack, or worn."""


class Position(State):
    """Tile and level; the top left tile of a large body. State."""

    x: Coordinate
    y: Coordinate
    depth: Coordinate


class Door(State):
    """Whether a door stands open; shut, it is in the way. State."""

    open: bool = False
    blows: Tally = 0
    """How many blows it has taken from creatures breaking it down."""


class Hidden(State):
    """A thing not noticed until found. State."""

    found: bool = False


class Gate(State):
    """A portal, and the tile and depth to which it leads back. State."""

    x: Coordinate
    y: Coordinate
    depth: Coordinate


class Body(Template):
    """How much room it takes, and what it keeps out."""

    width: int = 1
    height: int = 1
    blocks_tile: bool = False
    blocks_sight: bool = False
    opens: bool = False
    """Whether it is a door, which hands can open."""
    fixed: bool = False
    """Whether it is a fixture that blocks others: paths lead around it as around a wall."""
    plain: bool = False
    """Whether it covers one tile and neither blocks sight nor opens; cached, since every step of every creature
    asks."""

    def __post_init__(self) -> None:
        """Compute whether it is plain."""
        small = self.width == 1 == self.height
        force_setattr(self, "plain", small and not (self.blocks_sight or self.opens))
