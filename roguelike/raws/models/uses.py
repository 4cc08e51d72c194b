"""How data spells what a potion, spell, trap or proc does: as a map of strings, or typed.

The map of strings mixes four things (delivery, looks, lifetime and effects proper); the typed form keeps them apart and
says more. Effects themselves are not modelled here: their fields are those of the records in `roguelike.effects`, found
through the registry, so that a new effect needs no change to the raws.
"""

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from roguelike.raws.models.base import ColourText, Glyph, Radius, Row, Text, Tiles

Milliseconds = Annotated[int, Field(gt=0, le=5_000)]
TYPED_KEYS = ("delivery", "looks", "effects")


class FlashRow(Row):
    """A short-lived glyph."""

    glyph: Glyph
    fg: ColourText = (255, 255, 255)
    milliseconds: Milliseconds = 200


class LooksRow(Row):
    """What is to be seen of a use: `burst` on all it touches, `trail` on the way there."""

    burst: FlashRow | None = None
    trail: FlashRow | None = None


class DeliveryRow(Row):
    """How a use reaches its targets."""

    shape: Text | None = Field(
        None, description="how it travels: self, point, bolt, beam, cone ..."
    )
    range: Tiles | None = Field(None, description="how far it can be aimed, in tiles")
    radius: Radius = Field(0, description="how far the blast reaches from its centre, in tiles")
    spares: Literal["nobody", "self", "friends"] = "nobody"
    count: int = Field(0, ge=0, le=50, description="how many a chain may strike")
    consumes_user: bool = Field(default=False, description="its user is gone afterwards")


class UseRow(Row):
    """The typed form."""

    delivery: DeliveryRow = DeliveryRow.model_construct()
    looks: LooksRow = LooksRow.model_construct()
    effects: tuple[dict[str, Any], ...] = ()


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
Effects = Annotated[
    Annotated[UseRow, Tag("typed")]
    | Annotated[EffectList, Tag("list")]
    | Annotated[StringMap, Tag("map")],
    Discriminator(_form),
]
"""A map of strings, a typed use, or only the list of its effects."""
FORMS = ("typed", "list", "map")
