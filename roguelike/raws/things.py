"""Compile the rows of items and props to components."""

from typing import Any

from roguelike.components.bargains import Walled
from roguelike.components.items import Blessing, Item, Recharging, Relic, Resistances, Weapon
from roguelike.components.looks import Described, Plural, Renderable
from roguelike.components.magic import Proc, Trigger, Use
from roguelike.components.spatial import Body
from roguelike.core.records import astuple, replace
from roguelike.effects.statuses import GrantAttributes
from roguelike.raws.bargains import compile_bargain
from roguelike.raws.bridge import component
from roguelike.raws.deliveries import ends_with_use, read_use
from roguelike.raws.entries import Entry
from roguelike.raws.faults import Place
from roguelike.raws.models.things import ItemRow, PropRow, RenderableRow, WeaponRow
from roguelike.raws.models.uses import Effects
from roguelike.raws.runes import compile_rune
from roguelike.raws.starting_state import ItemState, PropState

MELEE, MISSILE = "Melee", "Missile"
"""Slots of weapons: one for melee and one for shooting, so that neither does the other's damage."""


def compile_item(row: ItemRow, place: Place) -> Entry:
    """Compile an item; faults are reported at its place."""
    _contradictions(row, place)
    parts: list[Any] = looks(row.renderable, text=row.text)
    parts.append(replace(component(Item, row), slot=_slot(row)))
    if row.weapon:
        parts.append(component(Weapon, row.weapon))
        parts.extend(_proc(row.weapon, place.under("weapon")))
    if row.worn:
        parts.append(component(Blessing, row.worn))
        if row.worn.resistances:
            parts.append(Resistances(row.worn.resistances))
    if row.rune:
        parts.append(compile_rune(row.rune, place.under("rune")))
    if row.relic:
        parts.append(Relic())
    if row.plural:
        parts.append(Plural())
    parts.extend(each for each in (row.wearable, row.light, row.magic) if each is not None)
    if row.consumable:
        parts.append(_consumable_use(row, place))
        if row.consumable.recharge_turns:
            parts.append(Recharging(row.consumable.recharge_turns))
    elif row.attributes:
        parts.append(row.attributes)
    return Entry(tuple(parts), _item_state(row))


def _slot(row: ItemRow) -> str | None:
    """Return the slot where an item is worn or wielded, if any."""
    if row.weapon:
        return MISSILE if row.weapon.reach_tiles else MELEE
    return row.wearable.slot if row.wearable else None


def _contradictions(row: ItemRow, place: Place) -> None:
    """Report combinations that an item cannot have."""
    if row.weapon and row.wearable:
        place.fault("is both a weapon and a wearable", "keep one of the two")
    if row.rune and (row.consumable or row.weapon or row.wearable):
        place.under("rune").fault("is a thing of another use as well", "a rune is only inscribed")
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
    fixed: bool = False,
) -> list[Any]:
    """Make the components of a thing's looks: glyph, description, and a body if it is large or blocks anything."""
    row = row or RenderableRow(glyph="?")
    parts: list[Any] = [component(Renderable, row)]
    if text:
        parts.append(Described(text))
    if blocks or blocks_sight or row.x_size * row.y_size > 1:
        parts.append(Body(row.x_size, row.y_size, blocks, blocks_sight, opens, fixed))
    return parts


def _proc(row: WeaponRow, place: Place) -> list[Proc]:
    """Make what a weapon may do besides its damage."""
    if row.proc_effects is None and row.proc_chance is None:
        return []
    if row.proc_effects is None or row.proc_chance is None:
        missing = "proc_chance" if row.proc_chance is None else "proc_effects"
        place.under(missing).fault("is missing", "proc_effects and proc_chance go together")
        return []
    use = read_use(row.proc_effects, "proc", place.under("proc_effects"))
    return [Proc(use, row.proc_chance, row.proc_target == "self")]


def _consumable_use(row: ItemRow, place: Place) -> Use:
    """Read what using an item does; its attributes become a status named after it."""
    assert row.consumable
    use = read_use(row.consumable.effects, "item", place.under("consumable", "effects"))
    if row.attributes:
        granted = GrantAttributes(row.name, *astuple(row.attributes))
        return Use(use.delivery, (*use.effects, granted), use.burst, use.trail)
    return use


def _item_state(row: ItemRow) -> ItemState:
    """Return the initial state: a full set of charges, and the curse of a cursed item."""
    charges = row.consumable.charges if row.consumable else 0
    return ItemState(charges, row.magic is not None and row.magic.cursed)


def compile_prop(row: PropRow, place: Place) -> Entry:
    """Compile a prop; a trap whose use consumes it works only once."""
    parts = looks(
        row.renderable,
        text=row.text,
        blocks=row.blocks_tile,
        blocks_sight=row.blocks_visibility,
        opens=row.door_open is not None,
        fixed=row.blocks_tile and row.door_open is None,
    )
    if row.plural:
        parts.append(Plural())
    parts.extend(each for each in (row.light, row.glow, row.sign) if each is not None)
    if row.entry_trigger:
        parts.append(_trigger(row.entry_trigger.effects, place.under("entry_trigger", "effects")))
    if row.in_wall:
        parts.append(Walled())
    if row.bargain:
        at = place.under("bargain")
        parts.append(compile_bargain(row.bargain, row.name, at, blocks=row.blocks_tile))
    return Entry(tuple(parts), PropState(row.door_open, row.hidden))


def _trigger(raw: Effects, place: Place) -> Trigger:
    """Read what happens to whoever steps on it."""
    use = read_use(raw, "trigger", place)
    if use.delivery.aimed:
        place.fault("is aimed", "nobody aims a trap: leave the range out")
    return Trigger(use, once=ends_with_use(raw))
