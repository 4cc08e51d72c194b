"""Rows that tell of other rows: spells, traits, hazards, what spawns where, loot, factions."""

from typing import Annotated, Any

from roguelike.components.growth import MasteryStep
from roguelike.components.hazards import HazardTemplate
from roguelike.components.looks import Glow, LightSource
from roguelike.components.magic import ProcTarget
from roguelike.components.places import Group
from roguelike.core.colour import WHITE, Colour
from roguelike.core.records import Meta, Record, field
from roguelike.core.scalars import (
    MOST,
    Depth,
    Glyph,
    Name,
    Names,
    Refers,
    Share,
    Text,
    Weight,
    Why,
    Written,
)
from roguelike.raws.models.things import USE, Effects, EntryTriggerRow
from roguelike.raws.spawn_table import Category
from roguelike.world.content import Reaction


class SpellRow(Record, kw_only=True):
    """A spell, for whoever knows it."""

    name: Name
    text: Text = ""
    why: Why = ""
    mana_cost: Annotated[int, Meta(ge=0, le=1_000, description="mana that a cast costs")]
    mana_share: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="share of its caster's maximum mana that a cast costs in addition",
        ),
    ] = 0.0
    power: Annotated[Text | None, Meta(description="formula of intelligence, magic and level")] = (
        None
    )
    school: Annotated[
        Text, Refers("schools", if_any=True), Meta(description="its school of magic")
    ] = ""
    called: Annotated[
        Text,
        Meta(
            description="the thing that it is, where its name is none that a sentence could have: Poison Cloud"
        ),
    ] = ""
    effects: Annotated[Effects, USE]


class MasteryRow(MasteryStep, kw_only=True):
    """A step of mastery as data writes it."""

    why: Why = ""
    rewriting_rows: Annotated[
        tuple[dict[str, Any], ...], Meta(description="what it rewrites in every spell that has it")
    ] = ()


class SchoolRow(Record):
    """A school of magic, and what its mastery gives."""

    name: Name
    text: Text = ""
    why: Why = ""
    step_rows: Annotated[
        tuple[MasteryRow, ...], Meta(description="the steps of its mastery, fewest spells first")
    ] = ()


class WeaponTraitRow(Record):
    """A trait of generated weapons: "Venomous"."""

    name: Name
    effects: Annotated[Effects, USE]
    text: Text = ""
    proc_chance: Annotated[Share, Meta(description="likelihood at each hit: 0.25 is a quarter")] = (
        0.25
    )
    proc_target: Annotated[
        ProcTarget, Meta(description="who feels its effects"), Written("target or self")
    ] = "target"
    weight: Annotated[
        Weight, Meta(description="how likely it is: 10 is as likely as most, 5 half as much")
    ] = 10
    min_depth: Annotated[Depth, Meta(description="the first depth at which it is found")] = 0
    why: Why = ""


class ElementRow(Record):
    """A kind of force that things may resist: fire, cold."""

    name: Name
    colour: Annotated[Colour, Meta(description="its colour")] = WHITE
    text: Text = ""


class HazardRow(HazardTemplate, kw_only=True):
    """A fire or a cloud, and how it looks."""

    text: Text = ""
    why: Why = ""
    glyph: Annotated[Glyph, Meta(description="one visible character")]
    colour: Annotated[Colour, Meta(description="colour of the glyph")] = WHITE
    light: Annotated[LightSource | None, Meta(description="the light it sheds")] = None
    glow: Annotated[Glow | None, Meta(description="a glow; only looks, no rule reads it")] = None
    effect_rows: Annotated[
        tuple[dict[str, Any], ...], Meta(description="what it does each turn to whoever is in it")
    ] = ()
    entry_trigger: Annotated[
        EntryTriggerRow | None,
        Meta(description="makes it a rune: what happens, once, to whoever treads on it"),
    ] = None


class SpawnRow(Record):
    """Where something turns up by itself, and how often."""

    name: Annotated[Name, Refers("placed"), Meta(description="which item, mob or prop")]
    weight: Weight
    min_depth: Annotated[Depth, Meta(description="the first depth at which it is found")] = 0
    max_depth: Annotated[Depth, Meta(description="the last depth at which it is found")] = 100
    add_map_depth_to_weight: Annotated[
        bool, Meta(description="more likely the deeper: the depth is added to its weight")
    ] = False


class LootDropRow(Record):
    """One thing that may be left behind."""

    name: Annotated[Name, Refers("items"), Meta(description="which item")]
    weight: Weight


class LootTableRow(Record):
    """What a corpse may leave behind: one of these."""

    name: Name
    drops: Annotated[
        tuple[LootDropRow, ...], Meta(min_length=1, description="entries, one of which is dropped")
    ]
    why: Why = ""


class FactionRow(Record):
    """How members react to the sight of others; "Default" is for all not named, and without it they are ignored."""

    name: Name
    label: Annotated[Text, Meta(description='what people call it: "clan Arbat"')] = ""
    truce: Annotated[
        bool,
        Meta(
            description="attacks only factions that it names, and is attacked only by those that name "
            "it; its Default is for whoever wrongs it"
        ),
    ] = False
    speaks_for: Annotated[
        Name | None,
        Refers("faction_table"),
        Meta(
            description="a faction that counts what is done to its members as done to its own, by its own measure"
        ),
    ] = None
    avengers: Annotated[
        Group | None,
        Meta(
            description="who is sent after a player whom it hates, on each new level at the depths where they live"
        ),
    ] = None
    avenges: Annotated[
        Names,
        Refers("deeds"),
        Meta(description="deeds for any of which it sends them, if it hates the player"),
    ] = ()
    responses: Annotated[
        dict[Name, Annotated[Reaction, Written("reaction")]],
        Refers("faction_table", besides=("Default",)),
        Meta(description="faction, and how its members are met: ignore, attack or flee"),
    ] = field(default_factory=dict)


class ItemShareRow(Record):
    """How much of what is found is of a category, whatever the number of its rows."""

    name: Annotated[Category, Meta(description="the category of items")]
    share: Annotated[float, Meta(ge=0, le=MOST, description="its share among all shares")]
    why: Why = ""
