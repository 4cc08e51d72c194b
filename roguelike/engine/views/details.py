"""The lines of an item's detail page, as far as the player knows it, with this character's numbers."""

import esper

from roguelike.actions.melee import FIST
from roguelike.components.combat import Resistances, Weapon, Wearable
from roguelike.components.items import AttributeBonus, Blessing, Charges, Item, Magic, Pack
from roguelike.components.looks import Described, LightSource
from roguelike.components.magic import Proc, Use
from roguelike.components.runes import Rune
from roguelike.components.vitals import ATTRIBUTES, Skills
from roguelike.core.grammar import body_part, counted
from roguelike.core.rng import PERCENT
from roguelike.core.traits import words_of
from roguelike.engine.views.use_text import called, explanations, rune_words, use_text
from roguelike.world.derived_stats import MIGHT, stats_of
from roguelike.world.game import Game
from roguelike.world.inventory import slot_for
from roguelike.world.names import is_known, shown_name


def details(game: Game, item: int, kind: Item, *, known: bool) -> list[str]:
    """List the lines of an item's detail page."""
    lines = []
    described = esper.try_component(item, Described)
    if not known:
        lines.append(f"You do not know what this is. {_trial(item, kind)} it would tell.")
    elif described is not None and described.text:
        lines.append(described.text)
    weapon, wearable = esper.try_component(item, Weapon), esper.try_component(item, Wearable)
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
        f"Weighs {pounds(kind.weight_lbs)}."
        + (f" Worth {kind.base_value:g} gold." if known else "")
    )
    lines.extend(_comparison(game, item, kind, known=known))
    return lines


def _slowing(penalty: float, when: str) -> str:
    """Say how gear slows its wearer; magic may make it take back some of what the other gear does."""
    if penalty < 0:
        return f"{when}, it makes up for {-penalty:g} of what your other gear slows you by."
    return f"{when}, it slows you by {penalty:g}."


def _trial(item: int, kind: Item) -> str:
    """Return how to find out what an item is."""
    if esper.has_component(item, Weapon):
        return "Wielding"
    return "Wearing" if kind.slot else "Using"


def pounds(weight: float) -> str:
    """Format a weight in pounds: "1 lb", "2.5 lb"."""
    return f"{weight:g} lb"


def _comparison(game: Game, item: int, kind: Item, *, known: bool) -> list[str]:
    """List what wearing an item would change, compared with what is worn in its slot, or with bare hands.

    Where there is neither, the item's own numbers are enough; nothing worn is compared with anything.
    """
    pack = esper.try_component(game.player, Pack) or Pack()
    if not known or not kind.slot or item in pack.worn.values():
        return []
    other = pack.worn.get(slot_for(pack, kind.slot), 0)
    if not is_known(game, other) if other else kind.slot != "Melee":
        return []
    there = (esper.try_component(other, Item) if other else None) or Item()
    lit = max(_light(each) for each in (game.player, *pack.worn.values()) if each != other)
    armed = esper.has_component(item, Weapon) and (other or kind.slot == "Melee")
    changes = [
        ("armor", _armor(item) - _armor(other)),
        ("mean damage", _mean_damage(item) - _mean_damage(other) if armed else 0.0),
        ("to hit", _to_hit(item) - _to_hit(other)),
        ("slowing", kind.initiative_penalty - there.initiative_penalty if other else 0.0),
        *((name, _bonus(item, name) - _bonus(other, name)) for name in ATTRIBUTES),
        ("light", max(lit, _light(item)) - max(lit, _light(other))),
    ]
    words = [f"{name} {change:+g}" for name, change in changes if abs(change) > 1e-9]
    place = f"Instead of the {shown_name(game, other)}" if other else "Instead of bare hands"
    return [f"{place}: {', '.join(words) or 'no change in numbers'}."]


def _armor(item: int) -> float:
    """Return the armor class of an item; 0 for 0, no item."""
    wearable = esper.try_component(item, Wearable) if item else None
    return wearable.armor_class if wearable else 0.0


def _bonus(item: int, attribute: str) -> int:
    """Return what wearing an item adds to an attribute; 0 for 0, no item."""
    bonus = esper.try_component(item, AttributeBonus) if item else None
    return getattr(bonus, attribute) if bonus else 0


def _light(item: int) -> int:
    """Return how far an item or bearer sheds light, in tiles; 0 for what is dark, and for 0, no item."""
    light = esper.try_component(item, LightSource) if item else None
    return light.reach_tiles if light else 0


def _mean_damage(item: int) -> float:
    """Return the mean damage of an item; that of bare hands for 0, no item."""
    weapon = esper.try_component(item, Weapon) if item else None
    return weapon.base_damage.mean if weapon else FIST.base_damage.mean


def _to_hit(item: int) -> int:
    """Return the bonus to hit of an item; 0 for 0, no item."""
    weapon = esper.try_component(item, Weapon) if item else None
    return weapon.hit_bonus if weapon else 0


def _weapon_lines(game: Game, weapon: Weapon, *, known: bool) -> list[str]:
    """List a weapon's numbers with this character's bonuses."""
    numbers, skills = stats_of(game.player), esper.try_component(game.player, Skills) or Skills()
    hit = numbers.bonuses[ATTRIBUTES.index(weapon.attribute)] + skills.melee
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


def damage_in_hand(game: Game, weapon: Weapon) -> str:
    """Return the least and most damage of a hit with this character's bonuses: "1-8"."""
    dice = weapon.base_damage.plus(added_damage(game))
    return f"{max(0, dice.least)}-{dice.most}"


def added_damage(game: Game) -> int:
    """Return what this character adds to the dice of every weapon, from might and Melee."""
    skills = esper.try_component(game.player, Skills) or Skills()
    return stats_of(game.player).bonuses[MIGHT] + skills.melee


def _magic_lines(game: Game, item: int) -> list[str]:
    """List what an identified item's magic does."""
    lines = []
    if (rune := esper.try_component(item, Rune)) is not None:
        does = rune_words(rune).removeprefix(rune.word)
        lines.append(f"Inscribed, it makes a spell “{rune.word}”{does}.")
    if (use := esper.try_component(item, Use)) is not None:
        lines += [f"Used: {use_text(use, game.content)}.", *explanations(game, use)]
    charges = esper.try_component(item, Charges)
    if charges is not None and charges.most > 1:
        lines.append(f"Charges: {charges.left} of {charges.most}.")
    if (proc := esper.try_component(item, Proc)) is not None:
        whom = "its wielder" if proc.on_self else "whom it hits"
        lines.append(
            f"{PERCENT * proc.chance:g}% of hits: {use_text(proc.use, game.content)}, on {whom}."
        )
    if (bonus := esper.try_component(item, AttributeBonus)) is not None:
        added = [f"{name} {plus:+d}" for name in ATTRIBUTES if (plus := getattr(bonus, name))]
        lines.append(f"Worn: {', '.join(added)}.")
    lines.extend(_blessing_lines(game, item))
    magic = esper.try_component(item, Magic)
    if magic is not None and magic.cursed:
        lines.append("Cursed: once on, it will not come off.")
    return lines


def _blessing_lines(game: Game, item: int) -> list[str]:
    """List what wearing an item does besides armor and attributes."""
    words: list[str] = []
    if (blessing := esper.try_component(item, Blessing)) is not None:
        words.extend(words_of(blessing))
        words.extend(f"never {called(game.content.status(name))}" for name in blessing.proof)
    shares = esper.try_component(item, Resistances)
    words.extend(
        f"you take {100 * share:g}% of {element} damage"
        for element, share in (shares.shares if shares else ())
    )
    return [f"Worn: {', '.join(words)}."] if words else []
