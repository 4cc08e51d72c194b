"""The whole of `spawns.json`: its sections, and what a row of each holds."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from roguelike.components.growth import Curve, Offer
from roguelike.components.hazards import Reaction
from roguelike.components.looks import GroundLight
from roguelike.components.places import Group, Region
from roguelike.components.statuses import StatusTemplate
from roguelike.raws import bridge  # noqa: F401  (teaches pydantic to read records)
from roguelike.raws.models.creatures import MobRow, PlayerRow
from roguelike.raws.models.tables import (
    ElementRow,
    FactionRow,
    HazardRow,
    ItemShareRow,
    LootTableRow,
    SchoolRow,
    SpawnRow,
    SpellRow,
    TraitRow,
)
from roguelike.raws.models.things import ItemRow, PropRow


class Document(BaseModel):
    """`spawns.json`: every section may be left out, as content packs do."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, defer_build=True, allow_inf_nan=False, populate_by_name=True
    )

    schema_: Annotated[str | None, Field(description="where the schema of this file is")] = Field(
        None, validation_alias="$schema", serialization_alias="$schema"
    )
    items: tuple[ItemRow, ...] = Field((), description="things to carry")
    mobs: tuple[MobRow, ...] = Field((), description="creatures")
    props: tuple[PropRow, ...] = Field((), description="doors, traps, furniture")
    spells: tuple[SpellRow, ...] = Field((), description="spells, for whoever knows them")
    schools: tuple[SchoolRow, ...] = Field((), description="schools of magic and their mastery")
    growth: tuple[Curve, ...] = Field((), description="formulas of what follows from level")
    offers: tuple[Offer, ...] = Field((), description="what a new level may give")
    weapon_traits: tuple[TraitRow, ...] = Field((), description="traits of generated weapons")
    statuses: tuple[StatusTemplate, ...] = Field(
        (), description="what creatures can suffer or enjoy for a while"
    )
    elements: tuple[ElementRow, ...] = Field((), description="elements, which creatures may resist")
    hazards: tuple[HazardRow, ...] = Field((), description="fires, clouds and runes")
    reactions: tuple[Reaction, ...] = Field((), description="what elements do to ground and things")
    ground_lights: tuple[GroundLight, ...] = Field(
        (), description="kinds of ground that glow; only looks, no rule reads it"
    )
    spawn_table: tuple[SpawnRow, ...] = Field((), description="what turns up at which depths")
    item_shares: tuple[ItemShareRow, ...] = Field(
        (), description="how often each category of items is found"
    )
    loot_tables: tuple[LootTableRow, ...] = Field(
        (), description="what creatures may drop as they die"
    )
    faction_table: tuple[FactionRow, ...] = Field(
        (), description="who attacks, flees or ignores whom"
    )
    regions: tuple[Region, ...] = Field((), description="which depths belong together")
    groups: tuple[Group, ...] = Field((), description="creatures that live together")
    player: PlayerRow | None = Field(None, description="what the player begins with")


SECTIONS = tuple(name for name in Document.model_fields if name not in ("schema_", "player"))
"""Sections that are lists of rows with a name each."""
