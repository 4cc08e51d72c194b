"""Items and spells in words: what they do, with the numbers that hold for this character now."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice

import esper

from roguelike.actions.spell_use import power_of
from roguelike.components.combat import Weapon
from roguelike.components.items import Charges, Curse, Item, Magic, Pack
from roguelike.components.looks import Renderable
from roguelike.components.magic import KnownSpells, SpellTemplate, Use
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.effects.unleash import empowered
from roguelike.engine.viewing.details import details
from roguelike.engine.viewing.wording import use_text
from roguelike.engine.views import ItemView, SpellView
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import is_known, shown_name, true_name
from roguelike.world.space import point_of

MOST_HOTKEYS = 9


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
    return SpellView(
        spell.name,
        spell.mana_cost,
        mana >= spell.mana_cost,
        delivery.aimed,
        delivery.range or 0,
        delivery.radius,
        hotkey,
        _summary(spell, power_of(spell, caster)),
        spell.text,
    )


_summaries: dict[str, tuple[SpellTemplate, Mapping[str, float], str]] = {}
"""The last summary of each spell: every frame asks, and power changes with a level or a ring."""


def _summary(spell: SpellTemplate, power: Mapping[str, float]) -> str:
    """Say what a spell does with so much power behind it."""
    kept = _summaries.get(spell.name)
    if kept is None or kept[0] is not spell or kept[1] != power:
        effects = tuple(empowered(each, power) for each in spell.use.effects)
        text = use_text(replace(spell.use, effects=effects))
        kept = _summaries[spell.name] = spell, power, text
    return kept[2]


def pack_views(game: Game) -> tuple[ItemView, ...]:
    """List what the player wears, then carries, in stable order; like things are one entry with a count."""
    pack = esper.try_component(game.player, Pack) or Pack()
    worn = [item_view(game, item, worn=True) for item in pack.worn.values()]
    hotkeys = consumable_hotkeys(game)
    return (
        *worn,
        *(
            item_view(game, item, hotkey=hotkeys.get(item, 0), count=count)
            for item, count in stacks(game)
        ),
    )


def stacks(game: Game) -> list[tuple[int, int]]:
    """List (first item, how many) of the loose things carried, like with like, in the order of the pack."""
    return stacked(game, (esper.try_component(game.player, Pack) or Pack()).items)


def stacked(game: Game, things: Iterable[int]) -> list[tuple[int, int]]:
    """List (first item, how many) of some things, like with like, in the order of their first."""
    found: dict[tuple[object, ...], list[int]] = {}
    for item in things:
        charges = esper.try_component(item, Charges)
        curse = esper.try_component(item, Curse)
        alike = (
            true_name(item),
            is_known(game, item),
            charges.left if charges else 0,
            curse.lifted if curse else False,
        )
        found.setdefault(alike, []).append(item)
    return [(items[0], len(items)) for items in found.values()]


def consumable_hotkeys(game: Game) -> dict[int, int]:
    """Number the first nine stacks of usable things, in the order of the pack."""
    usable = (item for item, _ in stacks(game) if Use in ecs.row(item))
    return {item: place for place, item in enumerate(islice(usable, MOST_HOTKEYS), 1)}


def consumable_views(game: Game) -> tuple[ItemView, ...]:
    """List what the hotkeys use, without the lines of the detail page."""
    usable = (pair for pair in stacks(game) if Use in ecs.row(pair[0]))
    return tuple(
        item_view(game, item, hotkey=key, count=count, detailed=False)
        for key, (item, count) in enumerate(islice(usable, MOST_HOTKEYS), 1)
    )


def item_view(
    game: Game,
    item: int,
    *,
    worn: bool = False,
    hotkey: int = 0,
    count: int = 1,
    detailed: bool = True,
) -> ItemView:
    """Describe an item as far as the player knows it."""
    parts = ecs.row(item)
    looks = parts.get(Renderable) or Renderable()
    kind = parts.get(Item) or Item()
    use = parts.get(Use)
    known = is_known(game, item)
    name = shown_name(game, item)
    return ItemView(
        item,
        f"{name} ×{count}" if count > 1 else name,
        looks.glyph,
        looks.fg,
        _role(item, known=known),
        kind.slot or "",
        worn,
        use is not None,
        use is not None and use.delivery.aimed,
        hotkey,
        tuple(details(game, item, kind, known=known)) if detailed else (),
        kind.weight_lbs * count,
        count,
        known,
    )


def _role(item: int, *, known: bool) -> str:
    """Choose the colour of a name: by class of magic, red once known to be cursed."""
    magic = esper.try_component(item, Magic)
    if magic is None or not known:
        return "item"
    return "cursed" if magic.cursed else magic.magic_class


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
