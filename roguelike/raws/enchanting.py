"""Enchanted items: from every item with a template, "Dagger -1" to "Dagger +5" and "Venomous Dagger +2".

They differ from their base in a few facts, so their components are the base's with those replaced; dice are values, so
no text of theirs can be wrong. There are many more of them than rows, and a game meets few: so they are only listed,
and each is made when first needed.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from roguelike.components.items import Item, Magic, MagicClass, Weapon, Wearable
from roguelike.components.looks import Described
from roguelike.components.magic import Proc
from roguelike.core.records import Record, Template, replace
from roguelike.raws.entries import Entry
from roguelike.raws.starting_state import with_curse

if TYPE_CHECKING:  # its models need pydantic, and a cached catalog needs neither
    from roguelike.raws.models.things import ItemRow

CLASSES: dict[int, MagicClass] = {
    -1: "common",
    1: "common",
    2: "rare",
    3: "rare",
    4: "rare",
    5: "legendary",
}
CURSE = -1
USUAL_WEIGHT = 10
"""The weight of a trait that is as likely as those of the source game."""


class Trait(Record):
    """A weapon trait, such as Venomous, with the proc that it gives a weapon."""

    name: str
    proc: Proc
    text: str = ""
    weight: int = USUAL_WEIGHT
    min_depth: int = 0


class Enchanted(Record):
    """One generated item: how it is made, its name while unidentified, and its place in the spawn table."""

    name: str
    base: str
    bonus: int
    naming: str
    weight: int
    min_depth: int
    trait: str = ""


def value_of(base: float, bonus: int) -> float:
    """Return the gold value of an enchanted item: base + 50 * (bonus + 1) (source game, 3.5)."""
    return base + 50 * (bonus + 1)


def weight_of(bonus: int) -> int:
    """Return the spawn weight of an enchanted item: 10 - |bonus| (source game, 3.5)."""
    return 10 - abs(bonus)


def depth_of(bonus: int) -> int:
    """Return the least depth of an enchanted item: 1 + |3 * (bonus - 1)| (source game, 3.5)."""
    return 1 + abs(3 * (bonus - 1))


def enchanted(row: "ItemRow", traits: Iterable[Trait]) -> Iterator[Enchanted]:
    """Yield every variant that an item's template asks for."""
    template = row.template_magic
    if template is None:
        return
    curses = [CURSE] if template.include_cursed else []
    for bonus in [*curses, *range(template.bonus_min, template.bonus_max + 1)]:
        name, naming = f"{row.name} {bonus:+d}", template.unidentified_name
        yield Enchanted(name, row.name, bonus, naming, weight_of(bonus), depth_of(bonus))
        for trait in traits if row.weapon and bonus > 0 else ():
            # Slightly rarer, and from one depth deeper.
            weight = max(1, round((weight_of(bonus) - 1) * trait.weight / USUAL_WEIGHT))
            depth = max(depth_of(bonus) + 1, trait.min_depth)
            yield Enchanted(
                f"{trait.name} {name}", row.name, bonus, naming, weight, depth, trait.name
            )


def entry_of(made: Enchanted, base: Entry, traits: Iterable[Trait]) -> Entry:
    """Make a variant's components from those of its base. Raises KeyError if its trait is not among `traits`."""
    magic = Magic(made.naming, CLASSES[made.bonus], cursed=made.bonus < 0)
    parts = (_better(part, made.bonus) for part in base.templates if not isinstance(part, Magic))
    fresh = with_curse(base.fresh) if made.bonus < 0 else base.fresh
    if not made.trait:
        return Entry((*parts, magic), fresh)
    trait = {each.name: each for each in traits}[made.trait]
    rest = (_traited(part, trait) for part in (*parts, magic) if not isinstance(part, Proc))
    return Entry((*rest, trait.proc), fresh)


def _better(part: Template, bonus: int) -> Template:
    """Return one component of an item as its enchanted variant has it."""
    match part:
        case Item():
            # Shops do not sell magic: enchanted items have to be found.
            return replace(
                part,
                initiative_penalty=part.initiative_penalty - bonus,
                base_value=value_of(part.base_value, bonus),
                vendor_category=None,
            )
        case Weapon():
            return replace(
                part,
                base_damage=part.base_damage.plus(bonus),
                hit_bonus=part.hit_bonus + bonus,
            )
        case Wearable():
            return replace(part, armor_class=part.armor_class + bonus)
        case _:
            return part


def _traited(part: Template, trait: Trait) -> Template:
    """Return one component of an enchanted weapon as its traited variant has it, which is worth twice as much."""
    match part:
        case Item():
            return replace(part, base_value=part.base_value * 2)
        case Described():
            return Described(f"{part.text} {trait.text}".strip())
        case _:
            return part
