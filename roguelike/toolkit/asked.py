"""What a key, a button, a row of a panel or another screen asks for.

Most ask for a command by its name in the key table. What has a number, a direction or a tile is a record, so that
nobody takes names apart.
"""

from typing import Literal

from roguelike.core.geometry import Point
from roguelike.core.records import Record


class Nth(Record):
    """Casts the nth spell that is ready, or uses the thing with the nth number key."""

    verb: Literal["cast", "use"]
    number: int

    @property
    def name(self) -> str:
        """Its name in the key table: "cast_3"."""
        return f"{self.verb}_{self.number}"


class Walk(Record):
    """Takes one step; while aiming, moves the cursor."""

    step: tuple[int, int]


class Run(Record):
    """Runs until something happens; while aiming, moves the cursor farther."""

    step: tuple[int, int]


class Give(Record):
    """Gives the action of this name in saves: the one that it offers the player now."""

    tag: str


class OpenItem(Record):
    """Opens the inventory with the cursor on an item."""

    item: int


class WalkTo(Record):
    """Walks to a tile; `agreed` if the player accepts whatever is known to be there."""

    goal: Point
    agreed: bool = False


class Picked(Record):
    """Goes on with a command that asked for an item: this one."""

    item: int


Asked = str | Nth | Walk | Run | Give | OpenItem
"""What a key or a row may ask for; WalkTo and Picked come only from screens."""
