"""The whole file."""

from pydantic import Field

from roguelike.raws.models.base import Row
from roguelike.raws.models.creatures import MobRow, PlayerRow
from roguelike.raws.models.tables import (
    ElementRow,
    FactionRow,
    HazardRow,
    ItemShareRow,
    LootTableRow,
    ReactionRow,
    SpawnRow,
    SpellRow,
    StatusRow,
    TraitRow,
)
from roguelike.raws.models.things import ItemRow, PropRow


class Document(Row):
    """`spawns.json`: every section may be left out, as content packs do."""

    schema_: str | None = Field(None, validation_alias="$schema", serialization_alias="$schema")
    items: tuple[ItemRow, ...] = ()
    mobs: tuple[MobRow, ...] = ()
    props: tuple[PropRow, ...] = ()
    spells: tuple[SpellRow, ...] = ()
    weapon_traits: tuple[TraitRow, ...] = ()
    statuses: tuple[StatusRow, ...] = ()
    elements: tuple[ElementRow, ...] = ()
    hazards: tuple[HazardRow, ...] = ()
    reactions: tuple[ReactionRow, ...] = ()
    spawn_table: tuple[SpawnRow, ...] = ()
    item_shares: tuple[ItemShareRow, ...] = ()
    loot_tables: tuple[LootTableRow, ...] = ()
    faction_table: tuple[FactionRow, ...] = ()
    player: PlayerRow | None = None


SECTIONS = tuple(name for name in Document.model_fields if name not in ("schema_", "player"))
"""Sections that are lists of rows with a name each."""
