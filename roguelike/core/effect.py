"""What an effect is, and how one is declared.

An effect is a small slotted record of what should happen to a target. `@effect` on the record and `@handles` on the
function beside it (in `roguelike.effects`) are the only registration: raws, saves, tooltips, wizard mode and the
forecast all find effects here.
"""

from collections.abc import Callable
from typing import ClassVar, Literal, TypeVar

from roguelike.core.records import Record, field_names

Landing = Literal["creature", "tile", "either", "whole", "item"]
"""What an effect lands on: each creature once, each tile, both, all its targets at once, or an item of one's choice."""


class Effect(Record, tag=True, omit_defaults=True):
    """Base of every effect: a record of what should happen, without the code that does it."""

    key: ClassVar[str]
    lands_on: ClassVar[Landing]
    foreseen: ClassVar[bool]
    """Whether a forecast runs it; False for what changes no outcome, such as looks and loot."""
    must_happen: ClassVar[bool] = False
    """Whether it happens even past the cap of a chain: nobody is left half dead, or loses what a death earned."""
    sets_off_mines: ClassVar[bool] = False
    """Whether a blast or a beam of it springs the traps on its tiles."""
    harms: ClassVar[bool] = False
    """Whether it takes hit points of whom it lands on, at once."""
    mends: ClassVar[bool] = False
    """Whether it gives hit points to whom it lands on."""
    moves: ClassVar[bool] = False
    """Whether it moves whom it lands on, so that what comes after it finds nobody where they stood."""
    remembers: ClassVar[bool] = False
    """Whether the state before the last turn is kept for whoever knows a spell with it."""
    makes_a_book: ClassVar[bool] = False
    """Whether a thing with this use is a book, and goes by its title."""

    amount_fields: ClassVar[tuple[str, ...]] = ()
    """Its fields with amounts: it does nothing unless one of them is above 0. Empty for what needs no amount."""
    negative_reverses: ClassVar[bool] = False
    """Whether amounts below 0 do the opposite, as a negative slowness hastens."""

    takes_one_there: ClassVar[bool] = False
    """Whether whoever aims it stands afterwards where it was aimed."""
    wants_free_tile: ClassVar[bool] = False
    """Whether it is aimed at a free patch of ground and not at somebody."""

    def words(self) -> str:
        """Return in a few words what it does, for tooltips and detail pages; the key, unless a kind overrides this."""
        return self.key.replace("_", " ")


E = TypeVar("E", bound=Effect)

EFFECTS: dict[str, type[Effect]] = {}
"""Every declared effect, by each key that raws may call it."""


def effect(
    key: str, *aliases: str, lands_on: Landing = "creature", foreseen: bool = True
) -> Callable[[type[E]], type[E]]:
    """Declare the class below as the effect that raws call `key`."""

    def declare(kind: type[E]) -> type[E]:
        kind.key = key
        kind.lands_on = lands_on
        kind.foreseen = foreseen
        for name in (key, *aliases):
            if name in EFFECTS:
                raise ValueError(f"two effects are called {name!r}")
            EFFECTS[name] = kind
        return kind

    return declare


def element_of(effect: Effect) -> str:
    """Return the element that an effect acts with; "" for those that have none."""
    return getattr(effect, "element", "")


def first_field(kind: type[Effect]) -> str | None:
    """Name the field that a string map's value fills; None for an effect without any."""
    names = field_names(kind)
    return names[0] if names else None
