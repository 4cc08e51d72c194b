"""The shape of `spawns.json`: a pydantic model for the file, and one for each sort of row.

Each model is made from a record that says every field once: a row of a creature is a `Nature` and more, that of an item
holds a `Weapon`. The fields' names are those of the data, so they are part of what modders rely on.

  from roguelike.raws.models import Item
  dirk = Item.model_validate({"name": "Dirk", "base_value": 9})
"""

from roguelike.components import growth, hazards, looks, places, puzzles, statuses
from roguelike.raws.bridge import model_of
from roguelike.raws.models import creatures, document, tables, things

Document = model_of(document.DocumentRow)
Item = model_of(things.ItemRow)
Prop = model_of(things.PropRow)
Mob = model_of(creatures.MobRow)
Player = model_of(creatures.PlayerRow)
Spell = model_of(tables.SpellRow)
School = model_of(tables.SchoolRow)
WeaponTrait = model_of(tables.WeaponTraitRow)
Element = model_of(tables.ElementRow)
Hazard = model_of(tables.HazardRow)
Spawn = model_of(tables.SpawnRow)
LootTable = model_of(tables.LootTableRow)
Faction = model_of(tables.FactionRow)
Status = model_of(statuses.StatusTemplate)
Reaction = model_of(hazards.Reaction)
GroundLight = model_of(looks.GroundLight)
Curve = model_of(growth.Curve)
Offer = model_of(growth.Offer)
Region = model_of(places.Region)
Group = model_of(places.Group)
Furniture = model_of(places.Furniture)
PuzzleThing = model_of(puzzles.PuzzleThing)
PuzzleRecipe = model_of(puzzles.PuzzleRecipe)
Quarter = model_of(places.Quarter)
ItemShare = model_of(tables.ItemShareRow)
