"""Rows that tell of other rows: spells, traits, statuses, what spawns where, loot, factions."""

from typing import Annotated, Literal

from pydantic import AliasChoices, BeforeValidator, Field

from roguelike.raws.models.base import (
    ColourText,
    Depth,
    Glyph,
    Name,
    Row,
    Share,
    Text,
    Turns,
    Weight,
)
from roguelike.raws.models.uses import Effects

Reaction = Annotated[
    Literal["ignore", "attack", "flee"],
    BeforeValidator(lambda value: value.lower() if isinstance(value, str) else value),
]
Category = Literal["food", "consumable", "gear", "enchanted"]


class SpellRow(Row):
    """A spell, for whoever knows it."""

    name: Name
    text: Text = ""
    mana_cost: int = Field(ge=0, le=1_000)
    effects: Effects


class TraitRow(Row):
    """A trait of generated weapons: "Venomous"."""

    name: Name
    text: Text = ""
    effects: Effects
    proc_chance: Share = 0.25


class StatusRow(Row):
    """What a status of this name does, and how it reads."""

    name: Name
    label: Text = Field("", description="what the side panel calls it")
    letter: Glyph = "?"
    color: ColourText = Field((255, 255, 255), validation_alias=AliasChoices("color", "colour"))
    stacking: Literal["replace", "extend", "add", "strongest"] = "replace"
    cancels: tuple[Name, ...] = ()
    tick: Literal["", "damage", "healing", "mana"] = ""
    element: Text = ""
    slows: bool = Field(default=False, description="its strength adds to the initiative penalty")
    staggers: bool = Field(default=False, description="actions become random steps")
    forbids: tuple[Literal["move", "cast", "act"], ...] = ()
    begins: Text = Field("", description="what the log says: {1} [is|are] confused.")
    ends: Text = ""
    good: bool = False
    turns: Turns = 5


class SpawnRow(Row):
    """Where something turns up by itself, and how often."""

    name: Name
    weight: Weight
    min_depth: Depth = 0
    max_depth: Depth = 100
    add_map_depth_to_weight: bool = False


class LootDropRow(Row):
    """One thing that may be left behind."""

    name: Name
    weight: Weight


class LootTableRow(Row):
    """What a corpse may leave behind: one of these."""

    name: Name
    drops: tuple[LootDropRow, ...] = Field(min_length=1)


class FactionRow(Row):
    """How members take the sight of others; "Default" is for all not named, and nothing at all means ignore."""

    name: Name
    responses: dict[Name, Reaction] = Field(default_factory=dict)


class ItemShareRow(Row):
    """How much of what is found is of a category, whatever the number of its rows."""

    name: Category
    share: float = Field(ge=0, le=1_000_000)
