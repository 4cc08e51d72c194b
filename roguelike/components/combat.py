"""What hurts, and what protects."""

from typing import Literal

from roguelike.core.dice import Dice
from roguelike.core.records import Record

Attribute = Literal["might", "fitness", "quickness", "intelligence"]


class NaturalAttack(Record):
    """One bite or claw."""

    name: str
    dice: Dice
    hit_bonus: int = 0


class NaturalDefence(Record):
    """Armour class and attacks that it was born with. Template."""

    armor_class: int | None = None
    attacks: tuple[NaturalAttack, ...] = ()


class Weapon(Record):
    """Dice and bonuses of a weapon; `reach` None means melee. Template."""

    dice: Dice
    attribute: Attribute = "might"
    hit_bonus: int = 0
    reach: int | None = None


class Wearable(Record):
    """Where it is worn and how it protects. Template."""

    slot: str
    armor_class: float = 0.0


class Resistances(Record):
    """Element -> share of damage taken (0 immune, 0.5 half, 1.5 weak). Template."""

    shares: tuple[tuple[str, float], ...] = ()
