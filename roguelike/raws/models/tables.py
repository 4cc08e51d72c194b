"""Rows that tell of other rows: spells, traits, statuses, what spawns where, loot, factions."""

from typing import Annotated, Any, Literal

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
from roguelike.raws.models.things import EntryTriggerRow, LightRow, ProcTarget
from roguelike.raws.models.uses import Effects
from roguelike.raws.spawn_table import Category

Reaction = Annotated[
    Literal["ignore", "attack", "flee"],
    BeforeValidator(lambda value: value.lower() if isinstance(value, str) else value),
]
GroundName = Literal[
    "wall",
    "floor",
    "wood floor",
    "road",
    "grass",
    "shallow water",
    "deep water",
    "bridge",
    "gravel",
    "ice",
]


class SpellRow(Row):
    """A spell, for whoever knows it."""

    name: Name
    text: Text = ""
    mana_cost: int = Field(ge=0, le=1_000)
    power: Text | None = Field(None, description="formula of intelligence, magic and level")
    school: Text = ""
    effects: Effects


class TraitRow(Row):
    """A trait of generated weapons: "Venomous"."""

    name: Name
    text: Text = ""
    effects: Effects
    proc_chance: Share = 0.25
    proc_target: ProcTarget = "target"
    weight: Weight = Field(
        10, description="how likely it is: 10 is as likely as most, 5 half as much"
    )
    min_depth: Depth = 0


class StatusRow(Row):
    """What a status of this name does, and how it reads."""

    name: Name
    label: Text = Field("", description="what the side panel calls it")
    letter: Glyph = "?"
    color: ColourText = Field((255, 255, 255), validation_alias=AliasChoices("color", "colour"))
    stacking: Literal["replace", "extend", "add", "strongest"] = "replace"
    cancels: tuple[Name, ...] = ()
    tick: Literal["", "damage", "healing", "mana"] = ""
    absorbs: bool = Field(
        default=False, description="takes damage for its bearer, as much as it is strong"
    )
    unseen: bool = Field(
        default=False, description="hides its bearer from all who are not adjacent"
    )
    flees: bool = Field(default=False, description="makes its bearer run from enemies")
    damage_share: float = Field(1.0, ge=0, le=10, description="multiplies damage taken")
    armor_class: int = Field(0, ge=-100, le=100)
    ended_by: tuple[Name, ...] = Field((), description='elements that end it, or "damage"')
    quenches: tuple[GroundName, ...] = Field(
        (), description="kinds of ground on which it does not last"
    )
    warning: Text = Field("", description="what the log says two turns before its end")
    resistances: dict[Name, Annotated[float, Field(ge=0, le=10)]] = Field(
        default_factory=dict, description="element and share of its damage taken: 0 is immune"
    )
    serves: bool = Field(
        default=False, description="its bearer is on the side of whoever laid it on"
    )
    dismisses: bool = Field(default=False, description="its bearer is gone when it ends")
    element: Text = ""
    slows: bool = Field(default=False, description="its strength adds to the initiative penalty")
    staggers: bool = Field(default=False, description="actions become random steps")
    forbids: tuple[Literal["act", "move", "melee", "cast", "see"], ...] = ()
    begins: Text = Field("", description="what the log says: {1} [is|are] confused.")
    ends: Text = ""
    good: bool = False
    turns: Turns = 5


class ElementRow(Row):
    """A kind of force that things may resist: fire, cold."""

    name: Name
    color: ColourText = Field((255, 255, 255), validation_alias=AliasChoices("color", "colour"))
    text: Text = ""


class HazardRow(Row):
    """A fire or a cloud: what it does each turn to whoever is in it."""

    name: Name
    text: Text = ""
    glyph: Glyph
    color: ColourText = Field((255, 255, 255), validation_alias=AliasChoices("color", "colour"))
    turns: Turns = 5
    element: Name | None = None
    spread: float = Field(
        0.0, ge=0, le=100, description="percent a turn to touch each tile beside it"
    )
    drifts: bool = False
    quenches: tuple[GroundName, ...] = Field(
        (), description="kinds of ground on which it does not start"
    )
    light: LightRow | None = None
    effects: tuple[dict[str, Any], ...] = ()
    entry_trigger: EntryTriggerRow | None = Field(
        None, description="makes it a rune: what happens, once, to whoever treads on it"
    )


class ReactionRow(Row):
    """What an element does to a kind of ground, hazard or prop."""

    name: Name
    element: Name
    ground: GroundName | None = None
    hazard: Name | None = None
    prop: Name | None = None
    becomes: GroundName | None = None
    starts: Name | None = None
    ends: bool = False
    conducts: bool = False
    text: Text = ""


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
    label: Text = Field("", description='what people call it: "clan Arbat"')
    responses: dict[Name, Reaction] = Field(default_factory=dict)


class ItemShareRow(Row):
    """How much of what is found is of a category, whatever the number of its rows."""

    name: Category
    share: float = Field(ge=0, le=1_000_000)
