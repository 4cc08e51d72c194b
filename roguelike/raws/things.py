"""Items and props: from their rows to components."""

from typing import Any

from roguelike.components.combat import Resistances, Weapon, Wearable
from roguelike.components.items import (
    AttributeBonus,
    Blessing,
    Item,
    Magic,
    Recharging,
    Relic,
)
from roguelike.components.looks import Described, LightSource, Renderable
from roguelike.components.magic import Proc, Trigger, Use
from roguelike.components.spatial import Body
from roguelike.core.records import astuple
from roguelike.effects.afflictions import GrantAttributes
from roguelike.raws.deliveries import ends_with_use, read_use
from roguelike.raws.entries import Entry
from roguelike.raws.faults import Place, shown
from roguelike.raws.models.things import (
    AttributesRow,
    ItemRow,
    LightRow,
    MagicRow,
    PropRow,
    RenderableRow,
    WeaponRow,
    WornRow,
)
from roguelike.raws.models.uses import UseRow
from roguelike.raws.starting_state import ItemState, PropState

PERCENT = 100
MELEE, MISSILE = "Melee", "Missile"
"""Slots of weapons: one to strike and one to shoot with, so that neither does the other's damage."""
LONGEST_SHOT = 40


def compile_item(row: ItemRow, place: Place) -> Entry:
    """Compile an item; faults go to its place."""
    weapon = _weapon(row.weapon, place.under("weapon"))
    slot: str | None = row.wearable.slot if row.wearable else None
    if weapon:
        slot = MISSILE if weapon.reach else MELEE
    parts: list[Any] = [*looks(row.renderable, text=row.text), _item(row, slot)]
    if weapon:
        parts.append(weapon)
        parts.extend(_proc(row.weapon, place.under("weapon")))
    if row.wearable:
        parts.append(Wearable(row.wearable.slot, row.wearable.armor_class))
    if row.worn:
        parts.extend(_blessing(row.worn))
    parts.extend(light(row.light))
    if row.relic:
        parts.append(Relic())
    _contradictions(row, place)
    if row.magic:
        parts.append(_magic(row.magic))
    if row.consumable:
        parts.append(_consumable_use(row, place))
        if row.consumable.recharge_turns:
            parts.append(Recharging(row.consumable.recharge_turns))
    elif row.attributes:
        parts.append(_bonus(row.attributes))
    return Entry(tuple(parts), _item_state(row))


def _contradictions(row: ItemRow, place: Place) -> None:
    """Report what an item cannot be at the same time."""
    if row.weapon and row.wearable:
        place.fault("is both a weapon and a wearable", "keep one of the two")
    if row.worn and not (row.weapon or row.wearable):
        place.under("worn").fault("is of no use", "make it a wearable or a weapon")
    template = row.template_magic
    if template and template.bonus_min > template.bonus_max:
        place.under("template_magic", "bonus_min").fault("is more than bonus_max", "swap the two")


def looks(
    row: RenderableRow | None,
    *,
    text: str = "",
    blocks: bool = False,
    blocks_sight: bool = False,
    opens: bool = False,
) -> list[Any]:
    """Make what shows of a thing: glyph, description, and a body when it takes or keeps out room."""
    row = row or RenderableRow.model_construct(glyph="?")
    parts: list[Any] = [Renderable(row.glyph, row.fg, row.bg, row.order)]
    if text:
        parts.append(Described(text))
    if blocks or blocks_sight or row.x_size * row.y_size > 1:
        parts.append(Body(row.x_size, row.y_size, blocks, blocks_sight, opens))
    return parts


def light(row: LightRow | None) -> list[LightSource]:
    """Make the light of a thing."""
    return [LightSource(row.color, row.range)] if row else []


def _item(row: ItemRow, slot: str | None) -> Item:
    """Make the facts that every item has."""
    return Item(row.weight_lbs, row.base_value, row.initiative_penalty, row.vendor_category, slot)


def _weapon(row: WeaponRow | None, place: Place) -> Weapon | None:
    """Make a weapon; its range is "melee" or a number as text."""
    if row is None:
        return None
    text = str(row.range).strip().lower()
    reach = int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else None
    if text != "melee" and (reach is None or not 1 <= reach <= LONGEST_SHOT):
        remedy = f'write "melee", or a number of tiles from 1 to {LONGEST_SHOT}'
        place.under("range").fault(f"{shown(row.range)} is not a range", remedy)
    return Weapon(row.base_damage, row.attribute, row.hit_bonus, reach)


def _proc(row: WeaponRow | None, place: Place) -> list[Proc]:
    """Make what a weapon may do beside its damage."""
    if row is None or (row.proc_effects is None and row.proc_chance is None):
        return []
    if row.proc_effects is None or row.proc_chance is None:
        missing = "proc_chance" if row.proc_chance is None else "proc_effects"
        place.under(missing).fault("is missing", "proc_effects and proc_chance go together")
        return []
    use = read_use(row.proc_effects, "proc", place.under("proc_effects"))
    return [Proc(use, row.proc_chance * PERCENT, row.proc_target == "self")]


def _magic(row: MagicRow) -> Magic:
    """Make what a magic item is called until it is known."""
    return Magic(row.class_, row.naming, row.cursed)


def _blessing(row: WornRow) -> list[Any]:
    """Make what wearing it does."""
    shares = [Resistances(tuple(row.resistances.items()))] if row.resistances else []
    return [Blessing(row.health_turns, row.mana_turns, row.magic, row.keen, row.proof), *shares]


def _bonus(row: AttributesRow) -> AttributeBonus:
    """Make what wearing it adds."""
    return AttributeBonus(row.might, row.fitness, row.quickness, row.intelligence)


def _consumable_use(row: ItemRow, place: Place) -> Use:
    """Read what using an item does; its attributes become a status named after it."""
    assert row.consumable
    use = read_use(row.consumable.effects, "item", place.under("consumable", "effects"))
    if row.attributes:
        granted = GrantAttributes(row.name, *astuple(_bonus(row.attributes)))
        return Use(use.delivery, (*use.effects, granted), use.burst, use.trail)
    return use


def _item_state(row: ItemRow) -> ItemState:
    """Return what makes a full set of charges, and the curse of a cursed thing."""
    charges = row.consumable.charges if row.consumable else 0
    return ItemState(charges, row.magic is not None and row.magic.cursed)


def compile_prop(row: PropRow, place: Place) -> Entry:
    """Compile a prop; a trap whose use ends it works but once."""
    parts = looks(
        row.renderable,
        text=row.text,
        blocks=row.blocks_tile,
        blocks_sight=row.blocks_visibility,
        opens=row.door_open is not None,
    )
    parts.extend(light(row.light))
    if row.entry_trigger:
        parts.append(_trigger(row.entry_trigger.effects, place.under("entry_trigger", "effects")))
    return Entry(tuple(parts), PropState(row.door_open, row.hidden))


def _trigger(raw: UseRow | tuple[Any, ...] | dict[str, Any], place: Place) -> Trigger:
    """Read what happens to whoever steps on it."""
    use = read_use(raw, "trigger", place)
    if use.delivery.aimed:
        place.fault("is aimed", "nobody aims a trap: leave the range out")
    return Trigger(use, once=ends_with_use(raw))
