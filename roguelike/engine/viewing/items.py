"""Items and spells in words: what they do, with the numbers that hold for this character now."""

from dataclasses import replace

import esper

from roguelike.actions.spell_use import power_of
from roguelike.components.combat import Resistances, Weapon, Wearable
from roguelike.components.items import AttributeBonus, Blessing, Charges, Item, Magic, Pack
from roguelike.components.looks import Described, Renderable
from roguelike.components.magic import KnownSpells, Proc, SpellTemplate, Use
from roguelike.components.vitals import ATTRIBUTES, Pools, Skills
from roguelike.core.geometry import Point
from roguelike.effects.unleash import empowered
from roguelike.engine.viewing.wording import use_text
from roguelike.engine.views import ItemView, SpellView
from roguelike.world.figures import figures
from roguelike.world.game import Game
from roguelike.world.names import is_known, shown_name
from roguelike.world.space import point_of


def spell_views(game: Game) -> tuple[SpellView, ...]:
    """List the player's spells in the order of their hotkeys."""
    known = esper.try_component(game.player, KnownSpells)
    mana = esper.component_for_entity(game.player, Pools).mana
    return tuple(
        _spell_view(game.content.spell(name), game.player, mana, place)
        for place, name in enumerate(known.names if known else (), 1)
    )


def _spell_view(spell: SpellTemplate, caster: int, mana: int, hotkey: int) -> SpellView:
    """Describe one spell."""
    delivery = spell.use.delivery
    power = power_of(spell, caster)
    use = replace(spell.use, effects=tuple(empowered(each, power) for each in spell.use.effects))
    return SpellView(
        spell.name,
        spell.mana_cost,
        mana >= spell.mana_cost,
        delivery.aimed,
        delivery.range or 0,
        delivery.radius,
        hotkey,
        use_text(use),
        spell.text,
    )


def pack_views(game: Game) -> tuple[ItemView, ...]:
    """List what the player wears, then carries, each in its own stable order."""
    pack = esper.try_component(game.player, Pack) or Pack()
    worn = [item_view(game, item, worn=True) for item in pack.worn.values()]
    hotkeys = consumable_hotkeys(game)
    return (*worn, *(item_view(game, item, hotkey=hotkeys.get(item, 0)) for item in pack.items))


def consumable_hotkeys(game: Game) -> dict[int, int]:
    """Number the first nine usable things of the pack, in its order."""
    pack = esper.try_component(game.player, Pack) or Pack()
    usable = [item for item in pack.items if esper.try_component(item, Use) is not None]
    return {item: place for place, item in enumerate(usable[:9], 1)}


def item_view(game: Game, item: int, *, worn: bool = False, hotkey: int = 0) -> ItemView:
    """Describe an item as far as the player knows it."""
    looks = esper.try_component(item, Renderable) or Renderable()
    kind = esper.try_component(item, Item) or Item()
    use = esper.try_component(item, Use)
    known = is_known(game, item)
    return ItemView(
        item,
        shown_name(game, item),
        looks.glyph,
        looks.fg,
        _role(item, known=known),
        kind.slot or "",
        worn,
        use is not None,
        use is not None and use.delivery.aimed,
        hotkey,
        tuple(_details(game, item, kind, known=known)),
        kind.weight_lbs,
    )


def _role(item: int, *, known: bool) -> str:
    """Choose the colour of a name: by class of magic, red once known to be cursed."""
    magic = esper.try_component(item, Magic)
    if magic is None or not known:
        return "item"
    return "cursed" if magic.cursed else magic.magic_class


def _details(game: Game, item: int, kind: Item, *, known: bool) -> list[str]:
    """Write the lines of the detail page."""
    lines = []
    described = esper.try_component(item, Described)
    if not known:
        lines.append("You do not know what this is. Using it would tell.")
    elif described is not None and described.text:
        lines.append(described.text)
    weapon, wearable = esper.try_component(item, Weapon), esper.try_component(item, Wearable)
    if weapon is not None:
        lines.extend(_weapon_lines(game, weapon, known=known))
    if wearable is not None:
        lines.append(
            f"Worn on: {wearable.slot}." + (f" Armour {wearable.armor_class:g}." if known else "")
        )
    if known:
        lines.extend(_magic_lines(item))
    if known and kind.initiative_penalty:
        lines.append(f"Slows by {kind.initiative_penalty:g}.")
    lines.append(
        f"Weighs {kind.weight_lbs:g} lbs." + (f" Worth {kind.base_value:g} gold." if known else "")
    )
    return lines


def _weapon_lines(game: Game, weapon: Weapon, *, known: bool) -> list[str]:
    """Give a weapon's numbers in this character's hands."""
    numbers, skills = figures(game.player), esper.try_component(game.player, Skills) or Skills()
    plus = numbers.bonuses[0] + skills.melee
    hit = numbers.bonuses[ATTRIBUTES.index(weapon.attribute)] + skills.melee
    reach = "melee" if weapon.reach is None else f"range {weapon.reach}"
    if not known:
        return [f"A {reach} weapon, used with {weapon.attribute}."]
    dice = weapon.dice.plus(plus)
    return [
        f"A {reach} weapon, {weapon.dice}, used with {weapon.attribute}.",
        f"In your hands: {hit + weapon.hit_bonus:+d} to hit, {max(0, dice.least)}-{dice.most} damage.",
    ]


def _magic_lines(item: int) -> list[str]:
    """Say what a known item's magic does."""
    lines = []
    if (use := esper.try_component(item, Use)) is not None:
        lines.append(f"Used: {use_text(use)}.")
    charges = esper.try_component(item, Charges)
    if charges is not None and charges.most > 1:
        lines.append(f"Charges: {charges.left} of {charges.most}.")
    if (proc := esper.try_component(item, Proc)) is not None:
        whom = "its wielder" if proc.on_self else "whom it hits"
        lines.append(f"{proc.chance:g}% of hits: {use_text(proc.use)}, on {whom}.")
    if (bonus := esper.try_component(item, AttributeBonus)) is not None:
        added = [f"{name} {plus:+d}" for name in ATTRIBUTES if (plus := getattr(bonus, name))]
        lines.append(f"Worn: {', '.join(added)}.")
    lines.extend(_blessing_lines(item))
    magic = esper.try_component(item, Magic)
    if magic is not None and magic.cursed:
        lines.append("Cursed: once on, it will not come off.")
    return lines


def _blessing_lines(item: int) -> list[str]:
    """Say what wearing a thing does beside armour and attributes."""
    words = []
    if (blessing := esper.try_component(item, Blessing)) is not None:
        if blessing.health_turns:
            words.append(f"a hit point back every {blessing.health_turns} turns")
        if blessing.mana_turns:
            words.append(f"a point of mana back every {blessing.mana_turns} turns")
        if blessing.magic:
            words.append(f"magic {blessing.magic:+d}")
        if blessing.keen:
            words.append("finds the hidden and sees the unseen")
        words.extend(f"proof against: {status.lower()}" for status in blessing.proof)
    shares = esper.try_component(item, Resistances)
    words.extend(
        f"{100 * share:g}% of {element} damage"
        for element, share in (shares.shares if shares else ())
    )
    return [f"Worn: {', '.join(words)}."] if words else []


def items_underfoot(game: Game) -> tuple[ItemView, ...]:
    """List the items where the player stands."""
    here: Point | None = point_of(game.player)
    lying = game.level.occupants(here) if here is not None else ()
    return tuple(item_view(game, e) for e in lying if esper.try_component(e, Item) is not None)


def wielded_text(game: Game) -> str:
    """Name the weapons in hand with their dice."""
    pack = esper.try_component(game.player, Pack) or Pack()
    parts = []
    for item in pack.worn.values():
        weapon = esper.try_component(item, Weapon)
        if weapon is not None:
            reach = "" if weapon.reach is None else f", range {weapon.reach}"
            dice = str(weapon.dice) if is_known(game, item) else "?"
            parts.append(f"{shown_name(game, item)} ({dice}{reach})")
    return "; ".join(parts) or "bare hands (1d4)"
