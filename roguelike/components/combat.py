"""What hurts, and what protects."""

from typing import Annotated, Literal

from roguelike.core.dice import Dice
from roguelike.core.records import Meta, Record, Template
from roguelike.core.scalars import Bonus, Name, Shares, Written

Attribute = Literal["might", "fitness", "quickness", "intelligence"]
Slot = Literal["Shield", "Head", "Torso", "Legs", "Feet", "Hands", "Ring", "Amulet"]


class NaturalAttack(Record):
    """One of the attacks that a creature has by nature: a bite, a claw."""

    name: Annotated[Name, Meta(description="its name in the log")]
    damage: Annotated[Dice, Meta(description="hit points that it takes")]
    hit_bonus: Annotated[Bonus, Meta(description="added to the roll to hit")] = 0
    verb: Annotated[Name, Meta(description='what the log says you do with it: "bite"')] = "hit"


class NaturalDefence(Template):
    """Armor class and attacks that it was born with."""

    armor_class: Annotated[
        Annotated[int, Meta(ge=0, le=100)] | None,
        Meta(description="armor class of its hide; left out: 10"),
    ] = None
    attacks: Annotated[
        tuple[NaturalAttack, ...], Meta(description="bites and claws, one chosen at each blow")
    ] = ()


class Weapon(Template):
    """Dice and bonuses of a weapon; `reach_tiles` None means melee."""

    base_damage: Annotated[Dice, Meta(description="hit points that a hit takes")]
    attribute: Annotated[
        Attribute, Meta(description="the attribute that aims it"), Written("weapon attribute")
    ] = "might"
    hit_bonus: Annotated[Bonus, Meta(description="added to the roll to hit")] = 0
    reach_tiles: Annotated[
        int | None, Meta(description='"melee", or how far it shoots in tiles'), Written("reach")
    ] = None
    verb: Annotated[
        Name | None,
        Meta(description='what the log says you do with it: "slash"; left out: hit or shoot'),
    ] = None


class Wearable(Template):
    """Where it is worn and how it protects."""

    slot: Annotated[Slot, Meta(description="where it is worn")]
    armor_class: Annotated[
        float, Meta(ge=-100, le=100, description="added to its wearer's armor class")
    ] = 0.0


class Resistances(Template):
    """Element -> share of damage taken (0 immune, 0.5 half, 1.5 weak)."""

    shares: Shares = ()
