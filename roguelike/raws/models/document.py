"""The whole of `spawns.json`: its sections, and what a row of each holds."""

from typing import Annotated

from roguelike.components.growth import Curve, Offer
from roguelike.components.hazards import Reaction
from roguelike.components.looks import GroundLight
from roguelike.components.places import Furniture, Group, Quarter, Region
from roguelike.components.puzzles import PuzzleRecipe, PuzzleThing
from roguelike.components.statuses import StatusTemplate
from roguelike.core.records import Meta, Record, field_names
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
    WeaponTraitRow,
)
from roguelike.raws.models.things import ItemRow, PropRow


class DocumentRow(Record):
    """`spawns.json`: every section may be left out, as content packs do."""

    schema_: Annotated[str | None, Meta(description="where the schema of this file is")] = None
    items: Annotated[tuple[ItemRow, ...], Meta(description="things to carry")] = ()
    mobs: Annotated[tuple[MobRow, ...], Meta(description="creatures")] = ()
    props: Annotated[tuple[PropRow, ...], Meta(description="doors, traps, furniture")] = ()
    spells: Annotated[tuple[SpellRow, ...], Meta(description="spells, for whoever knows them")] = ()
    schools: Annotated[
        tuple[SchoolRow, ...], Meta(description="schools of magic and their mastery")
    ] = ()
    growth: Annotated[
        tuple[Curve, ...], Meta(description="formulas of what follows from level")
    ] = ()
    offers: Annotated[tuple[Offer, ...], Meta(description="what a new level may give")] = ()
    weapon_traits: Annotated[
        tuple[WeaponTraitRow, ...], Meta(description="traits of generated weapons")
    ] = ()
    statuses: Annotated[
        tuple[StatusTemplate, ...],
        Meta(description="what creatures can suffer or enjoy for a while"),
    ] = ()
    elements: Annotated[
        tuple[ElementRow, ...], Meta(description="elements, which creatures may resist")
    ] = ()
    hazards: Annotated[tuple[HazardRow, ...], Meta(description="fires, clouds and runes")] = ()
    reactions: Annotated[
        tuple[Reaction, ...], Meta(description="what elements do to ground and things")
    ] = ()
    ground_lights: Annotated[
        tuple[GroundLight, ...],
        Meta(description="kinds of ground that glow; only looks, no rule reads it"),
    ] = ()
    spawn_table: Annotated[
        tuple[SpawnRow, ...], Meta(description="what turns up at which depths")
    ] = ()
    item_shares: Annotated[
        tuple[ItemShareRow, ...], Meta(description="how often each category of items is found")
    ] = ()
    loot_tables: Annotated[
        tuple[LootTableRow, ...], Meta(description="what creatures may drop as they die")
    ] = ()
    faction_table: Annotated[
        tuple[FactionRow, ...], Meta(description="who attacks, flees or ignores whom")
    ] = ()
    regions: Annotated[tuple[Region, ...], Meta(description="which depths belong together")] = ()
    groups: Annotated[tuple[Group, ...], Meta(description="creatures that live together")] = ()
    furniture: Annotated[
        tuple[Furniture, ...], Meta(description="what furnishes the rooms of dwarves and elves")
    ] = ()
    town: Annotated[
        tuple[Quarter, ...], Meta(description="the parts of the town, the largest building first")
    ] = ()
    puzzle_things: Annotated[
        tuple[PuzzleThing, ...], Meta(description="things that puzzles may have")
    ] = ()
    puzzle_recipes: Annotated[
        tuple[PuzzleRecipe, ...], Meta(description="what puzzles are made of")
    ] = ()
    player: Annotated[PlayerRow | None, Meta(description="what the player begins with")] = None


SECTIONS = tuple(name for name in field_names(DocumentRow) if name not in ("schema_", "player"))
"""Sections that are lists of rows with a name each."""
