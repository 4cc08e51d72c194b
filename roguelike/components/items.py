"""Things that are carried."""

from typing import Literal

from roguelike.core.records import Record, State, field

MagicClass = Literal["common", "rare", "legendary"]


class Item(Record):
    """Weight in pounds, value in gold, and how much it slows its bearer. Template."""

    weight_lbs: float = 0.0
    base_value: float = 0.0
    initiative_penalty: float = 0.0
    vendor_category: str | None = None
    slot: str | None = None


class Relic(Record):
    """What the story is about: no portal bears it, something hunts its bearer, bringing it home wins. Template."""


class Magic(Record):
    """A magic item's class and what it is called before it is known. Template."""

    magic_class: MagicClass
    naming: str
    cursed: bool = False


class AttributeBonus(Record):
    """What wearing (or drinking) it adds to attributes. Template."""

    might: int = 0
    fitness: int = 0
    quickness: int = 0
    intelligence: int = 0


class Blessing(Record):
    """What wearing it does beside armour and attributes. Template.

    `health_turns` and `mana_turns`: a point comes back every so many turns, none at 0. `magic` adds to the Magic skill
    of spells; `keen` eyes find what is hidden and see the unseen; statuses that it is `proof` against take no hold.
    """

    health_turns: int = 0
    mana_turns: int = 0
    magic: int = 0
    keen: bool = False
    proof: tuple[str, ...] = ()


class Recharging(Record):
    """Regains a charge every so many turns. Template."""

    turns: int


class Charges(State):
    """Uses left, and turns gone by toward the next one. State."""

    left: int
    most: int = 1
    progress: int = 0


class Curse(State):
    """A curse on one item: of a cursed kind until it is lifted. State."""

    lifted: bool = False


class Supply(Record):
    """What a vendor gets in, every so many turns. Template.

    Always the staples, and so many of the other kinds of its trade (None is all); so many `pieces` of each. Both are
    dice.
    """

    staples: tuple[str, ...] = ()
    others: str | None = None
    pieces: str = "1d3"
    turns: int = 500


class Stock(State):
    """How many of each kind a vendor has sold since a delivery, by its number. State."""

    delivery: int = 0
    sold: dict[str, int] = field(default_factory=dict)


class Pack(State):
    """What a creature carries: loose things in the order of its pack, worn ones by slot. State."""

    items: list[int] = field(default_factory=list)
    worn: dict[str, int] = field(default_factory=dict)
