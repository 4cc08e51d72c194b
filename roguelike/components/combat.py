"""What hurts, and what protects."""

from typing import Literal

from roguelike.core.dice import Dice
from roguelike.core.records import dataclass

Attribute = Literal["might", "fitness", "quickness", "intelligence"]


@dataclass(frozen=True, slots=True)
class NaturalAttack:
    """One bite or claw."""

    name: str
    dice: Dice
    hit_bonus: int = 0


@dataclass(frozen=True, slots=True)
class NaturalDefence:
    """Armour class and attacks that it was born with. Template."""

    armor_class: int | None = None
    attacks: tuple[NaturalAttack, ...] = ()


@dataclass(frozen=True, slots=True)
class Weapon:
    """Dice and bonuses of a weapon; `reach` None means melee. Template."""

    dice: Dice
    attribute: Attribute = "might"
    hit_bonus: int = 0
    reach: int | None = None


@dataclass(frozen=True, slots=True)
class Wearable:
    """Where it is worn and how it protects. Template."""

    slot: str
    armor_class: float = 0.0


@dataclass(frozen=True, slots=True)
class Resistances:
    """Element -> share of damage taken (0 immune, 0.5 half, 1.5 weak). Template."""

    shares: tuple[tuple[str, float], ...] = ()
