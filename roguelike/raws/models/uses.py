"""How data spells what a potion, spell, trap or proc does: as a map of strings, or typed.

The map of strings mixes four things (delivery, looks, lifetime and effects proper); the typed form keeps them apart and
says more. Effects themselves are not here: they are the records in `roguelike.effects`, each read as its own class.
"""

from typing import Annotated, Any

from pydantic import Discriminator, Tag

from roguelike.components.looks import Flash
from roguelike.components.magic import Delivery
from roguelike.core.records import Meta, Record, field

TYPED_KEYS = ("delivery", "looks", "effects")


class DeliveryRow(Delivery):
    """How a use reaches its targets. Without a shape it is aimed if it has a range, and otherwise acts on its user."""

    shape: Annotated[
        str, Meta(max_length=400, description="how it travels: self, point, bolt, beam, cone ...")
    ] = ""


class LooksRow(Record):
    """What a use looks like."""

    burst: Annotated[Flash | None, Meta(description="shown on all that it touches")] = None
    trail: Annotated[Flash | None, Meta(description="shown on the way there")] = None


class UseRow(Record):
    """The typed form of a use: delivery, looks and effects kept apart."""

    delivery: Annotated[DeliveryRow, Meta(description="how it reaches its targets")] = field(
        default_factory=DeliveryRow
    )
    looks: Annotated[LooksRow, Meta(description="what it looks like")] = field(
        default_factory=LooksRow
    )
    effects: Annotated[
        tuple[dict[str, Any], ...], Meta(description="what it does, in this order")
    ] = ()


def _form(value: object) -> str:
    """Tell which form a value is in."""
    if isinstance(value, UseRow):
        return "typed"
    if isinstance(value, list | tuple):
        return "list"
    typed = isinstance(value, dict) and any(key in value for key in TYPED_KEYS)
    return "typed" if typed else "map"


StringMap = dict[str, Any]
EffectList = tuple[dict[str, Any], ...]
FORMS = ("typed", "list", "map")
Effects = Annotated[
    Annotated[UseRow, Tag("typed")]
    | Annotated[EffectList, Tag("list")]
    | Annotated[StringMap, Tag("map")],
    Discriminator(_form),
]
"""A map of strings, a typed use, or only the list of its effects."""
