"""What an effect is, and how one is declared.

An effect is a small slotted record of what should happen to a target. `@effect` on the record and `@handles` on the
function beside it (in `roguelike.effects`) are the only registration: raws, saves, tooltips, wizard mode and the
forecast all find effects here. A record is never changed once made; it is not frozen only because frozen records
take three times as long to create.
"""

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, ClassVar, Literal, TypeVar, dataclass_transform

from roguelike.core.records import dataclass

Landing = Literal["creature", "tile", "either", "whole", "item"]
"""What an effect lands on: each creature once, each tile, both, all its targets at once, or an item of one's choice."""


class Effect:
    """Base of every effect."""

    __slots__ = ()
    key: ClassVar[str]
    lands_on: ClassVar[Landing]
    foreseen: ClassVar[bool]
    """Whether it can matter to what a forecast tells: what cannot is left out of it."""


E = TypeVar("E", bound=Effect)

EFFECTS: dict[str, type[Effect]] = {}
"""Every declared effect, by each key that raws may call it."""


@dataclass_transform()
def effect(
    key: str, *aliases: str, lands_on: Landing = "creature", foreseen: bool = True
) -> Callable[[type[E]], type[E]]:
    """Declare the class below as the effect that raws call `key`."""

    def declare(kind: type[E]) -> type[E]:
        record = dataclass(slots=True)(kind)
        record.key = key
        record.lands_on = lands_on
        record.foreseen = foreseen
        for name in (key, *aliases):
            if name in EFFECTS:
                raise ValueError(f"two effects are called {name!r}")
            EFFECTS[name] = record
        return record

    return declare


def first_field(kind: type[Effect]) -> str | None:
    """Name the field that a string map's value fills; None for an effect without any."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    return names[0] if names else None


def describe(kind: type[Effect]) -> dict[str, Any]:
    """Map an effect's fields to their defaults (`...` when required), for schema, help and wizard mode."""
    return {
        field.name: (... if field.default is MISSING else field.default)
        for field in fields(kind)  # type: ignore[arg-type]
    }
