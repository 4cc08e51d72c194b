"""Bargains: what a fixture offers at a price, what lies there of which only one may be taken, and what it costs."""

from typing import Annotated, Literal

from roguelike.components.magic import Use
from roguelike.core.records import Meta, Record, State, Template
from roguelike.core.scalars import Gold, Name, Tally

Cost = Annotated[int, Meta(ge=0, le=1_000)]
PRICED = ("hp", "mana", "max_hp", "max_mana", "melee", "defense", "magic")
"""What a price takes for good or for now beside gold and things, as fields of a Price."""
Raised = Literal[
    "max_hp", "max_mana", "melee", "defense", "magic", "might", "fitness", "quickness", "intelligence"
]  # fmt: skip
"""What an effect may raise for good."""


class Price(Record):
    """What a deal takes from who agrees to it."""

    gold: Annotated[Gold, Meta(description="pieces of gold")] = 0.0
    hp: Annotated[Cost, Meta(description="hit points, as a wound")] = 0
    mana: Annotated[Cost, Meta(description="mana, for now")] = 0
    max_hp: Annotated[Cost, Meta(description="most hit points, for good")] = 0
    max_mana: Annotated[Cost, Meta(description="most mana, for good")] = 0
    melee: Annotated[Cost, Meta(description="levels of the Melee skill, for good")] = 0
    defense: Annotated[Cost, Meta(description="levels of the Defense skill, for good")] = 0
    magic: Annotated[Cost, Meta(description="levels of the Magic skill, for good")] = 0
    item: Annotated[Name | None, Meta(description="a thing of this kind, used up")] = None


class Deal(Record):
    """One thing that a fixture offers: what it takes, what it does, and what the fixture is afterwards.

    `told` is what the log says of it, and `becomes` a prop of the raws; without it the offer stays.
    """

    name: str
    text: str
    told: str
    price: Price
    use: Use
    becomes: str | None = None


class Bargain(Template):
    """What a fixture offers to who walks up to it. `asks` is False where there is nothing to think over: a lock."""

    deals: tuple[Deal, ...]
    text: str = ""
    asks: bool = True
    forgone: str | None = None


class Walled(Template):
    """A fixture that looks like the wall that it is set into, until it is found."""


class Terms(State):
    """On what terms a thing lies there: one of a `group`, the others of which are lost with it, or for `gold`. State.

    A group is a number that is its own on each level; 0 is none.
    """

    group: Tally = 0
    gold: Annotated[Gold, Meta(description="what it costs to take it")] = 0.0
