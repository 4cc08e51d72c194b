"""The shape of `spawns.json`'s main rows as pydantic models.

Each is made from a record that says every field once: a row of a creature is a `Nature` and more, that of an item holds
a `Weapon`. The fields' names are those of the data, so they are part of what modders rely on.

  from roguelike.raws.models import Item
  dirk = Item.model_validate({"name": "Dirk", "base_value": 9})
"""

from roguelike.raws import rows
from roguelike.raws.bridge import model_of

Item = model_of(rows.ItemRow)
Mob = model_of(rows.MobRow)
Spell = model_of(rows.SpellRow)
WeaponTrait = model_of(rows.WeaponTraitRow)
