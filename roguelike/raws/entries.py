"""What the catalog holds of each row: components that its entities share, and how to make those that they do not."""

from collections.abc import Callable, Sequence
from typing import Any

from roguelike.components.items import Curse
from roguelike.core.records import dataclass
from roguelike.core.rng import Chance

Fresh = Callable[[Chance], Sequence[Any]]
"""Makes new state components; rolls where the row says so (gold)."""


def nothing(rng: Chance) -> Sequence[Any]:
    """Make no state: most things are what they are."""
    return ()


def with_curse(fresh: Fresh) -> Fresh:
    """Return what makes the same state, and a curse not lifted yet."""

    def cursed(rng: Chance) -> Sequence[Any]:
        """Make both."""
        return (*fresh(rng), Curse())

    return cursed


@dataclass(frozen=True, slots=True)
class Entry:
    """One row, compiled."""

    templates: tuple[Any, ...]
    fresh: Fresh = nothing


@dataclass(frozen=True, slots=True)
class StartingStatus:
    """A status that the player begins with."""

    name: str
    turns: int
    strength: float = 0.0
    bonuses: tuple[int, int, int, int] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Start:
    """What the player begins with."""

    equipped: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    statuses: tuple[StartingStatus, ...] = ()
    gold: float = 0.0
    text: str = ""
    """The first line of the log."""
