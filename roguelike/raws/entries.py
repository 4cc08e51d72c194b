"""What the catalog holds of each row: components that its entities share, and how to make those that they do not."""

from roguelike.components.growth import Growth
from roguelike.core.records import Record, Template, field
from roguelike.raws.starting_state import STATELESS, Fresh


class Entry(Record):
    """One row of the data as components: shared templates, and what makes an entity's own state."""

    templates: tuple[Template, ...]
    fresh: Fresh = STATELESS


class StartingStatus(Record):
    """A status that the player begins with."""

    name: str
    turns: int
    strength: float = 0.0
    bonuses: tuple[int, int, int, int] = (0, 0, 0, 0)


class Start(Record):
    """What the player begins with."""

    equipped: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    statuses: tuple[StartingStatus, ...] = ()
    gold: float = 0.0
    text: str = ""
    """The first line of the log."""
    growth: Growth = field(default_factory=Growth)
