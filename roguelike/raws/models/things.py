"""Rows of things: items, props, and how they look."""

from typing import Annotated, Literal

from pydantic import AliasChoices, BeforeValidator, Field

from roguelike.raws.models.base import (
    Bonus,
    ColourText,
    DiceText,
    Glyph,
    Name,
    Row,
    Share,
    Text,
    Tiles,
    Turns,
)
from roguelike.raws.models.uses import Effects

Slot = Literal["Shield", "Head", "Torso", "Legs", "Feet", "Hands", "Ring", "Amulet"]
Size = Annotated[int, Field(ge=1, le=5)]
Gold = Annotated[float, Field(ge=0, le=1_000_000)]


def _lower(value: object) -> object:
    """Let attributes and targets be written with a capital."""
    return value.lower() if isinstance(value, str) else value


Capital = Literal["Might", "might", "Quickness", "quickness"]
AttributeName = Annotated[
    Literal["might", "quickness"], BeforeValidator(_lower, json_schema_input_type=Capital)
]
ProcTarget = Annotated[
    Literal["target", "self"],
    BeforeValidator(_lower, json_schema_input_type=Literal["Target", "target", "Self", "self"]),
]


class RenderableRow(Row):
    """How it looks on the map: a lower order is drawn on top."""

    glyph: Glyph
    fg: ColourText = (255, 255, 255)
    bg: ColourText = (0, 0, 0)
    order: int = Field(2, ge=0, le=100)
    x_size: Size = 1
    y_size: Size = 1


class LightRow(Row):
    """The light it sheds."""

    range: Tiles
    color: ColourText = Field(validation_alias=AliasChoices("color", "colour"))


class AttributesRow(Row):
    """What it adds to attributes."""

    might: Bonus = 0
    fitness: Bonus = 0
    quickness: Bonus = 0
    intelligence: Bonus = 0


class ConsumableRow(Row):
    """What using it does, and how often it can be used."""

    effects: Effects
    charges: int = Field(1, ge=1, le=1_000)
    recharge_turns: Turns | None = Field(
        None, description="turns in which a staff regains a charge by itself"
    )


class WeaponRow(Row):
    """How it strikes: `range` is "melee" or a number of tiles."""

    range: str | int = Field("melee", description='"melee", or how far it shoots in tiles')
    attribute: AttributeName = "might"
    base_damage: DiceText
    hit_bonus: Bonus = 0
    proc_chance: Share | None = Field(None, description="likelihood at each hit: 0.25 is a quarter")
    proc_target: ProcTarget = "target"
    proc_effects: Effects | None = None


class WearableRow(Row):
    """Where it is worn and how it protects."""

    armor_class: float = Field(0.0, ge=-100, le=100)
    slot: Slot


class WornRow(Row):
    """What wearing it does beside armour and attributes."""

    health_turns: int = Field(0, ge=0, le=10_000, description="a hit point every so many turns")
    mana_turns: int = Field(0, ge=0, le=10_000, description="a point of mana every so many turns")
    magic: Bonus = Field(0, description="adds to the Magic skill that gives spells their power")
    keen: bool = Field(default=False, description="finds hidden things and sees the unseen")
    proof: tuple[Name, ...] = Field((), description="statuses that take no hold of its wearer")
    resistances: dict[Name, Annotated[float, Field(ge=0, le=10)]] = Field(
        default_factory=dict, description="element and share of its damage taken: 0 is immune"
    )


class MagicRow(Row):
    """A magic item: unknown until used; `naming` is "potion", "scroll" or what it is called until then."""

    class_: Literal["common", "rare", "legendary"] = Field(
        "common", validation_alias="class", serialization_alias="class"
    )
    naming: Name
    cursed: bool = False


class MagicTemplateRow(Row):
    """Has enchanted variants of this item made, "-1" to "+5"."""

    unidentified_name: Name
    bonus_min: int = Field(1, ge=1, le=5)
    bonus_max: int = Field(5, ge=1, le=5)
    include_cursed: bool = False


class ItemRow(Row):
    """Something to carry."""

    name: Name
    text: Text = ""
    renderable: RenderableRow | None = None
    consumable: ConsumableRow | None = None
    weapon: WeaponRow | None = None
    wearable: WearableRow | None = None
    worn: WornRow | None = None
    initiative_penalty: float = Field(0.0, ge=-100, le=100)
    weight_lbs: float = Field(0.0, ge=0, le=10_000)
    base_value: Gold = 0.0
    vendor_category: Name | None = None
    magic: MagicRow | None = None
    attributes: AttributesRow | None = None
    template_magic: MagicTemplateRow | None = None
    light: LightRow | None = None
    relic: bool = Field(default=False, description="what the story is about: bringing it home wins")


class EntryTriggerRow(Row):
    """What happens to whoever steps on it."""

    effects: Effects


class PropRow(Row):
    """A fixture: door, trap, furniture."""

    name: Name
    text: Text = ""
    renderable: RenderableRow | None = None
    hidden: bool = False
    blocks_tile: bool = False
    blocks_visibility: bool = False
    door_open: bool | None = Field(None, description="makes it a door, open or shut at first")
    entry_trigger: EntryTriggerRow | None = None
    light: LightRow | None = None
