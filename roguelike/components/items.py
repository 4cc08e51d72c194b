"""Things that are carried: their weight, value and use, and the packs and stocks that hold them.

What hurts, and what protects.
"""

from typing import Annotated, Literal

from roguelike.core.formula import Dice
from roguelike.core.records import (
    Meta,
    Record,
    Refers,
    State,
    Template,
    Trait,
    Written,
    field,
    union,
)
from roguelike.core.scalars import (
    Bonus,
    Few,
    Gold,
    Id,
    Line,
    Name,
    Names,
    Shares,
    Tally,
    Text,
    Turns,
)

MagicClass = Literal["common", "rare", "legendary"]


class Item(Template):
    """Weight in pounds, value in gold, and how much it slows its bearer."""

    weight_lbs: Annotated[float, Meta(ge=0, le=10_000, description="weight in pounds")] = 0.0
    base_value: Annotated[Gold, Meta(description="pieces of gold that it is worth")] = 0.0
    initiative_penalty: Annotated[
        float,
        Meta(ge=-100, le=100, description="ticks added between the turns of whoever wears it"),
    ] = 0.0
    vendor_category: Annotated[
        Name | None, Meta(description="the category of vendors who trade in it")
    ] = None
    material: Annotated[
        Text, Meta(description="what armor is made of, if reactions depend on it: metal")
    ] = ""
    shatters: Annotated[
        bool,
        Meta(
            description="breaks when thrown, and affects everybody on and beside the tile where it lands"
        ),
    ] = False
    slot: str | None = None


class Relic(Template):
    """What the story is about: no portal bears it, something hunts its bearer, bringing it home wins."""


class Magic(Template):
    """A magic item: unknown until used."""

    naming: Annotated[
        Name, Meta(description='"potion", "scroll", or what it is called until it is known')
    ]
    magic_class: Annotated[MagicClass, Meta(description="how rare it is")] = "common"
    cursed: Annotated[bool, Meta(description="cannot be taken off while the curse holds")] = False


class AttributeBonus(Template):
    """What wearing (or drinking) it adds to attributes."""

    might: Annotated[Bonus, Meta(description="added to might")] = 0
    fitness: Annotated[Bonus, Meta(description="added to fitness")] = 0
    quickness: Annotated[Bonus, Meta(description="added to quickness")] = 0
    intelligence: Annotated[Bonus, Meta(description="added to intelligence")] = 0


class Blessing(Template):
    """What wearing it does beside armor and attributes."""

    health_turns: Annotated[
        int,
        Meta(ge=0, le=10_000, description="turns for each hit point that it restores; 0: none"),
        Trait("a hit point back every {} turns"),
    ] = 0
    mana_turns: Annotated[
        int,
        Meta(ge=0, le=10_000, description="turns for each point of mana that it restores; 0: none"),
        Trait("a point of mana back every {} turns"),
    ] = 0
    magic: Annotated[
        Bonus,
        Meta(description="adds to the Magic skill that gives spells their power"),
        Trait("magic {:+d}", sum),
    ] = 0
    keen: Annotated[
        bool,
        Meta(description="finds hidden things and sees the unseen"),
        Trait("finds the hidden and sees the unseen", any),
    ] = False
    proof: Annotated[
        Names,
        Refers("statuses"),
        Meta(description="statuses that its wearer is immune to"),
        Trait(by=union),
    ] = ()
    poise: Annotated[
        int, Meta(ge=0, le=20, description="added to its wearer's poise"), Trait("poise {:+d}", sum)
    ] = 0


class Recharging(Template):
    """Regains a charge by itself, once in `turns` turns."""

    turns: int


class Charges(State):
    """Uses left, and turns gone by toward the next one. State."""

    left: Tally
    most: Tally = 1
    progress: Tally = 0


class Curse(State):
    """A curse on one item: of a cursed kind until it is lifted. State."""

    lifted: bool = False


class Supply(Template):
    """What a vendor gets in, of the categories of its trade."""

    staples: Annotated[
        Names, Refers("items"), Meta(description="kinds that every delivery brings")
    ] = ()
    others: Annotated[
        Dice | None, Meta(description="how many other kinds a delivery brings; left out: all")
    ] = None
    pieces: Annotated[Dice, Meta(description="how many of each kind")] = Dice(1, 3)
    turns: Annotated[Turns, Meta(description="turns from one delivery to the next")] = 500


class Stock(State):
    """How many of each kind a vendor has sold since a delivery, by its number. State."""

    delivery: Tally = 0
    sold: Annotated[dict[Line, Tally], Few] = field(default_factory=dict)


class Pack(State):
    """What a creature carries: loose things in the order of its pack, worn ones by slot. State.

    `keys` are the kinds of things that the player's number keys use, "" where one is free (`world.inventory`).
    """

    items: Annotated[list[Id], Few] = field(default_factory=list)
    worn: Annotated[dict[Line, Id], Few] = field(default_factory=dict)
    keys: Annotated[list[Line], Few] = field(default_factory=list)


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
