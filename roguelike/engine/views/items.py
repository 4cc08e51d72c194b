"""The views of items and spells, and the lines of an item's page, with the numbers that apply to this character now."""

from collections.abc import Iterable, Mapping

import esper

from roguelike.actions import arranging, item_use, melee, senses, spell_use
from roguelike.components import growth, items, magic, vitals
from roguelike.components.looks import Described, LightSource, Renderable
from roguelike.core.geometry import Point
from roguelike.core.grammar import body_part, counted
from roguelike.core.records import State, replace, words_of
from roguelike.core.rng import PERCENT
from roguelike.effects import becoming, unleash
from roguelike.effects.runes import LaySpell, laid_by
from roguelike.engine.views.records import ItemView, SpellView, WeaponView
from roguelike.engine.views.use_text import called, explanations, rune_words, use_parts, use_text
from roguelike.world import ecs, figures, inventory, perception, space
from roguelike.world.derived_stats import MIGHT, stats_of
from roguelike.world.game import Game
from roguelike.world.spells import Held, dormant_held, ready_held


def details(game: Game, item: int, kind: items.Item, *, known: bool) -> list[str]:
    """List the lines of an item's detail page."""
    lines = []
    described = esper.try_component(item, Described)
    if not known:
        lines.append(f"You do not know what this is. {_trial(item, kind)} it would tell.")
    elif described is not None and described.text:
        lines.append(described.text)
    weapon = esper.try_component(item, items.Weapon)
    wearable = esper.try_component(item, items.Wearable)
    if weapon is not None:
        lines.extend(_weapon_lines(game, weapon, known=known))
    if wearable is not None:
        lines.append(
            f"Worn on the {body_part(wearable.slot)}."
            + (f" Armor {wearable.armor_class:g}." if known and wearable.armor_class else "")
        )
    if wearable is not None and (reach := _light(item)):
        lines.append(f"Worn, it sheds light {counted(reach, 'tile')} far.")
    if known:
        lines.extend(_magic_lines(game, item))
    if known and kind.initiative_penalty:
        lines.append(_slowing(kind.initiative_penalty, "Wielded" if weapon else "Worn"))
    lines.append(
        f"Weighs {kind.weight_lbs:g} lb." + (f" Worth {kind.base_value:g} gold." if known else "")
    )
    lines.extend(_comparison(game, item, kind, known=known))
    return lines


def _slowing(penalty: float, when: str) -> str:
    """Say how gear slows its wearer; magic may make it take back some of what the other gear does."""
    if penalty < 0:
        return f"{when}, it makes up for {-penalty:g} of what your other gear slows you by."
    return f"{when}, it slows you by {penalty:g}."


def _trial(item: int, kind: items.Item) -> str:
    """Return how to find out what an item is."""
    if esper.has_component(item, items.Weapon):
        return "Wielding"
    return "Wearing" if kind.slot else "Using"


def _comparison(game: Game, item: int, kind: items.Item, *, known: bool) -> list[str]:
    """List what wearing an item would change, compared with what is worn in its slot, or with bare hands.

    Where there is neither, the item's own numbers are enough; nothing worn is compared with anything.
    """
    pack = esper.try_component(game.player, items.Pack) or items.Pack()
    if not known or not kind.slot or item in pack.worn.values():
        return []
    other = pack.worn.get(inventory.slot_for(pack, kind.slot), 0)
    if not perception.is_known(game, other) if other else kind.slot != "Melee":
        return []

    def gain(part: type[object], name: str) -> float:
        """Return how much more of a figure this item has."""
        return _figure(item, part, name) - _figure(other, part, name)

    lit = max(_light(each) for each in (game.player, *pack.worn.values()) if each != other)
    armed = esper.has_component(item, items.Weapon) and (other or kind.slot == "Melee")
    changes = [
        ("armor", gain(items.Wearable, "armor_class")),
        ("mean damage", _mean_damage(item) - _mean_damage(other) if armed else 0.0),
        ("to hit", gain(items.Weapon, "hit_bonus")),
        ("slowing", gain(items.Item, "initiative_penalty") if other else 0.0),
        *((name, gain(items.AttributeBonus, name)) for name in vitals.ATTRIBUTES),
        ("light", max(lit, _light(item)) - max(lit, _light(other))),
    ]
    words = [f"{name} {change:+g}" for name, change in changes if abs(change) > 1e-9]
    place = (
        f"Instead of the {perception.shown_name(game, other)}" if other else "Instead of bare hands"
    )
    return [f"{place}: {', '.join(words) or 'no change in numbers'}."]


def _figure(item: int, part: type[object], name: str) -> float:
    """Return a figure of a part of an item or bearer; 0 for what has no such part, and for 0, no item."""
    found = esper.try_component(item, part) if item else None
    return getattr(found, name) if found is not None else 0


def _light(item: int) -> int:
    """Return how far an item or bearer sheds light, in tiles."""
    return int(_figure(item, LightSource, "reach_tiles"))


def _mean_damage(item: int) -> float:
    """Return the mean damage of an item; that of bare hands for 0, no item."""
    weapon = esper.try_component(item, items.Weapon) if item else None
    return weapon.base_damage.mean if weapon else melee.FIST.base_damage.mean


def _weapon_lines(game: Game, weapon: items.Weapon, *, known: bool) -> list[str]:
    """List a weapon's numbers with this character's bonuses."""
    numbers = stats_of(game.player)
    skills = esper.try_component(game.player, vitals.Skills) or vitals.Skills()
    hit = numbers.bonuses[vitals.ATTRIBUTES.index(weapon.attribute)] + skills.melee
    sort = "A melee weapon"
    if weapon.reach_tiles is not None:
        sort = f"A missile weapon, range {weapon.reach_tiles}"
    if not known:
        return [f"{sort}, used with {weapon.attribute}."]
    damage = damage_in_hand(game, weapon)
    return [
        f"{sort}, {weapon.base_damage}, used with {weapon.attribute}.",
        f"In your hands: {hit + weapon.hit_bonus:+d} to hit, {damage} damage.",
    ]


def damage_in_hand(game: Game, weapon: items.Weapon) -> str:
    """Return the least and most damage of a hit with this character's bonuses: "1-8"."""
    dice = weapon.base_damage.plus(added_damage(game))
    return f"{max(0, dice.least)}-{dice.most}"


def added_damage(game: Game) -> int:
    """Return what this character adds to the dice of every weapon, from might and Melee."""
    skills = esper.try_component(game.player, vitals.Skills) or vitals.Skills()
    return stats_of(game.player).bonuses[MIGHT] + skills.melee


def _magic_lines(game: Game, item: int) -> list[str]:
    """List what an identified item's magic does."""
    lines = []
    if (rune := esper.try_component(item, magic.Rune)) is not None:
        does = rune_words(rune).removeprefix(rune.word)
        lines.append(f"Inscribed, it makes a spell “{rune.word}”{does}.")
    if (use := esper.try_component(item, magic.Use)) is not None:
        lines += [f"Used: {use_text(use, game.content)}.", *explanations(game, use)]
    charges = esper.try_component(item, items.Charges)
    if charges is not None and charges.most > 1:
        lines.append(f"Charges: {charges.left} of {charges.most}.")
    if (proc := esper.try_component(item, magic.Proc)) is not None:
        whom = "its wielder" if proc.on_self else "whom it hits"
        lines.append(
            f"{PERCENT * proc.chance:g}% of hits: {use_text(proc.use, game.content)}, on {whom}."
        )
    if (bonus := esper.try_component(item, items.AttributeBonus)) is not None:
        added = [
            f"{name} {plus:+d}" for name in vitals.ATTRIBUTES if (plus := getattr(bonus, name))
        ]
        lines.append(f"Worn: {', '.join(added)}.")
    lines.extend(_blessing_lines(game, item))
    its_magic = esper.try_component(item, items.Magic)
    if its_magic is not None and its_magic.cursed:
        lines.append("Cursed: once on, it will not come off.")
    return lines


def _blessing_lines(game: Game, item: int) -> list[str]:
    """List what wearing an item does besides armor and attributes."""
    words: list[str] = []
    if (blessing := esper.try_component(item, items.Blessing)) is not None:
        words.extend(words_of(blessing))
        words.extend(f"never {called(game.content.statuses[name])}" for name in blessing.proof)
    shares = esper.try_component(item, items.Resistances)
    words.extend(
        f"you take {100 * share:g}% of {element} damage"
        for element, share in (shares.shares if shares else ())
    )
    return [f"Worn: {', '.join(words)}."] if words else []


def spell_views(game: Game) -> tuple[SpellView, ...]:
    """List the player's ready spells in hotkey order."""
    mastery, pools = spell_use.mastery_of(game.player), ecs.get(game.player, vitals.Pools)
    hindered = senses.hindrance(game.player, "cast")
    ready = ready_now(game, pools)
    affordable = [spell_use.affords(pools, spell) for spell, _ in ready.held]
    told_of = mastery, hindered, affordable
    if ready.told_of != told_of:
        ready.told_of = told_of
        ready.views = tuple(
            spell_view(game, *held, mastery, place, affordable=can, hindered=hindered)
            for place, (held, can) in enumerate(zip(ready.held, affordable, strict=True), 1)
        )
    return ready.views


class Ready(State):
    """The player's ready spells as they cast them, and the last views of them with what those depend on."""

    held: list[Held]
    views: tuple[SpellView, ...] = ()
    told_of: object = None


def ready_now(game: Game, pools: vitals.Pools) -> Ready:
    """Return the player's ready spells, composed again when what they know, inscribed or chose has changed."""
    row = ecs.row(game.player)
    known, talents = row.get(magic.KnownSpells), row.get(growth.Talents)
    if known is None:
        return Ready([])
    spells = [ecs.row(each) for each in known.spells]
    made_of = (
        tuple(known.spells),
        known.ready,
        [each[magic.Inscription].runes if magic.Inscription in each else None for each in spells],
        talents and talents.taken,
        row.get(magic.Abilities),
        pools.max_mana,
    )
    kept = game.caches.get(Ready, made_of)
    if kept is None:
        kept = game.caches.keep(made_of, Ready(ready_held(game, game.player)))
    return kept


def dormant_views(game: Game) -> tuple[SpellView, ...]:
    """List the spells that the player knows but does not have ready; they have no hotkeys."""
    mastery = spell_use.mastery_of(game.player)
    return tuple(
        spell_view(game, spell, runes, mastery) for spell, runes in dormant_held(game, game.player)
    )


def spell_view(
    game: Game,
    spell: magic.SpellTemplate,
    runes: tuple[str, ...],
    mastery: Mapping[str, float],
    hotkey: int = 0,
    *,
    affordable: bool = True,
    hindered: str = "",
) -> SpellView:
    """Return the view of a spell as a caster with this mastery casts it, with some runes on it."""
    delivery = spell.use.delivery
    return SpellView(
        spell.name,
        spell.mana_cost,
        affordable,
        delivery.aimed,
        delivery.range or 0,
        delivery.radius,
        hotkey,
        tuple(_does(game, spell.use, spell_use.power_with(spell, mastery))),
        spell.text,
        spell.title,
        spell.hp_cost,
        runes,
        "" if delivery.silent else hindered,
    )


def _does(game: Game, use: magic.Use, power: Mapping[str, float]) -> list[str]:
    """List what a spell does, and what waits where it lays another, its formulas evaluated for a power."""
    effects = tuple(unleash.empowered(each, power) for each in use.effects)
    told = use_parts(replace(use, effects=effects), game.content)
    for each in effects:
        if isinstance(each, LaySpell) and (waits := _does(game, laid_by(game, each), power)):
            told += [f"there: {waits[0]}", *waits[1:]]
    return told


def pack_views(game: Game) -> tuple[ItemView, ...]:
    """List what the player wears, then carries, in stable order; identical items are one entry with a count."""
    pack = esper.try_component(game.player, items.Pack) or items.Pack()
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
    """List (first item, count) of the items carried and not worn, grouped by kind, in the order of the pack."""
    return stacked((esper.try_component(game.player, items.Pack) or items.Pack()).items)


def stacked(things: Iterable[int]) -> list[tuple[int, int]]:
    """List (first item, count) of some items, grouped by kind, in the order of the first of each."""
    return [(kind[0], len(kind)) for kind in inventory.alike(things)]


def consumable_hotkeys(game: Game) -> dict[int, int]:
    """Map the first item of each stack of usable items to its hotkey, 1 to 9, if it has one."""
    return {things[0]: key for key, things in _stacks_by_key(game)}


class Carried(State):
    """What the side panel shows of the player's worn and carried items, without the lines of the detail page."""

    weapons: tuple[WeaponView, ...]
    worn: tuple[ItemView, ...]
    consumables: tuple[ItemView, ...]
    """Items with hotkeys, in the order of the keys."""


def carried(game: Game) -> Carried:
    """Return the side panel's views of the player's items, rebuilt when anything about them has changed."""
    pack = esper.try_component(game.player, items.Pack) or items.Pack()
    made_of = _state_of(game, pack), added_damage(game)
    kept = game.caches.get(Carried, made_of)
    if kept is None:
        worn = tuple(
            item_view(game, each, worn=True, detailed=False) for each in pack.worn.values()
        )
        consumables = tuple(
            item_view(game, things[0], hotkey=key, count=len(things), detailed=False)
            for key, things in _stacks_by_key(game)
        )
        kept = game.caches.keep(made_of, Carried(weapons(game), worn, consumables))
    return kept


def _state_of(game: Game, pack: items.Pack) -> object:
    """Return everything that views of the player's items depend on: where each is, its state, and what is known."""
    things = (*pack.worn.values(), *pack.items)
    rows = [ecs.row(each) for each in things]
    return (
        things,
        tuple(pack.worn),
        tuple(pack.keys),
        frozenset(game.identified),
        [tuple(row.values()) for row in rows],
        # These two change in place; no other component that a view reads does.
        [row[items.Charges].left for row in rows if items.Charges in row],
        [row[items.Curse].lifted for row in rows if items.Curse in row],
    )


def _stacks_by_key(game: Game) -> list[tuple[int, list[int]]]:
    """List (hotkey, the items of a stack) of the usable items, in the order of the keys."""
    pack = esper.try_component(game.player, items.Pack) or items.Pack()
    stacks = inventory.usable_stacks(pack.items)
    keys = inventory.settled(pack.keys, list(stacks))
    return [(key, stacks[kind]) for key, kind in enumerate(keys, 1) if kind in stacks]


def item_view(
    game: Game,
    item: int,
    *,
    worn: bool = False,
    hotkey: int = 0,
    count: int = 1,
    detailed: bool = True,
) -> ItemView:
    """Return the view of an item as far as the player knows it; `role` is the class of identified magic."""
    parts = ecs.row(item)
    looks = parts.get(Renderable) or Renderable()
    kind = parts.get(items.Item) or items.Item()
    use = parts.get(magic.Use)
    known = perception.is_known(game, item)
    name = perception.shown_name(game, item)
    its_magic: items.Magic | None = parts.get(items.Magic) if known else None
    return ItemView(
        item,
        f"{name} ×{count}" if count > 1 else name,
        looks.glyph,
        looks.fg,
        "item" if its_magic is None else "cursed" if its_magic.cursed else its_magic.magic_class,
        kind.slot or "",
        worn,
        use is not None or magic.Rune in parts,
        use is not None
        and (use.delivery if known else item_use.apparent_delivery(game, item)).aimed,
        hotkey,
        tuple(details(game, item, kind, known=known)) if detailed else (),
        kind.weight_lbs * count,
        count,
        known,
        magic.Rune in parts,
    )


def items_underfoot(game: Game) -> tuple[ItemView, ...]:
    """List the items on the player's tile, with how many others are lost by taking each."""
    here: Point | None = space.point_of(game.player)
    lying = game.level.occupants(here) if here is not None else ()
    things = [e for e in lying if esper.try_component(e, items.Item) is not None]
    return tuple(replace(item_view(game, e), forgone=becoming.forgone_by(game, e)) for e in things)


def weapons(game: Game) -> tuple[WeaponView, ...]:
    """Return the weapons in hand, or bare hands, and a missile weapon that is only carried."""
    pack = esper.try_component(game.player, items.Pack) or items.Pack()
    worn = [(item, esper.try_component(item, items.Weapon)) for item in pack.worn.values()]
    views = [
        WeaponView(
            item,
            perception.shown_name(game, item),
            damage_in_hand(game, weapon) if perception.is_known(game, item) else "?",
            weapon.reach_tiles,
        )
        for item, weapon in worn
        if weapon is not None
    ]
    views = views or [WeaponView(0, "bare hands", damage_in_hand(game, melee.FIST))]
    shoots = any(view.reach_tiles is not None for view in views)
    bow = None if shoots else next(filter(_is_missile_weapon, pack.items), None)
    if bow is not None:
        views.append(WeaponView(bow, perception.shown_name(game, bow)))
    return tuple(views)


def _is_missile_weapon(item: int) -> bool:
    """Return whether an item shoots."""
    weapon = esper.try_component(item, items.Weapon)
    return weapon is not None and weapon.reach_tiles is not None


def places(game: Game) -> int:
    """Return how many spells the player can keep ready."""
    return figures.places_of(game, game.player)


def why_not_attuned(game: Game) -> str:
    """Return why the player cannot change now which spells are ready; "" if they can."""
    return arranging.why_not_attune(game, game.player)
