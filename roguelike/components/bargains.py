"""Bargains: what a fixture offers at what price, and groups of items of which only one may be taken."""

from typing import Annotated, Literal

from roguelike.components import magic
from roguelike.core.records import Meta, Record, Refers, State, Template, field
from roguelike.core.scalars import Gold, Name, Said, Tally

Cost = Annotated[int, Meta(ge=0, le=1_000)]
PRICED = ("hp", "mana", "max_hp", "max_mana", "melee", "defense", "magic")
"""What a price can take besides gold and items, for good or not, as fields of a Price."""
Raised = Literal[
    "max_hp", "max_mana", "melee", "defense", "magic", "might", "fitness", "quickness", "intelligence"
]  # fmt: skip
"""What an effect may raise permanently."""


class Price(Record):
    """What a deal takes from whoever agrees to it."""

    gold: Annotated[Gold, Meta(description="pieces of gold")] = 0.0
    hp: Annotated[Cost, Meta(description="hit points, lost as by a wound")] = 0
    mana: Annotated[Cost, Meta(description="mana, which comes back with rest")] = 0
    max_hp: Annotated[Cost, Meta(description="maximum hit points, lost for good")] = 0
    max_mana: Annotated[Cost, Meta(description="maximum mana, lost for good")] = 0
    melee: Annotated[Cost, Meta(description="points of the Melee skill, lost for good")] = 0
    defense: Annotated[Cost, Meta(description="points of the Defense skill, lost for good")] = 0
    magic: Annotated[Cost, Meta(description="points of the Magic skill, lost for good")] = 0
    item: Annotated[
        Name | None,
        Refers("items", brings=False),
        Meta(description="an item of this kind, used up"),
    ] = None


class Circumstances(Record):
    """What must be so for a word to be said or a deal to be offered; nothing at all is always so."""

    done: Annotated[
        tuple[Name, ...],
        Refers("deeds"),
        Meta(description="deeds that the player must all have done"),
    ] = ()
    undone: Annotated[
        tuple[Name, ...],
        Refers("deeds"),
        Meta(description="deeds of which the player must have done none"),
    ] = ()
    near: Annotated[
        Name | None,
        Refers("props", brings=False),
        Meta(description="a prop that must stand within 8 tiles of the speaker"),
    ] = None
    people_of: Annotated[
        Name | None,
        Refers("mobs", brings=False),
        Meta(
            description="a creature whose faction must think of the player as `at_least` and `at_most` say"
        ),
    ] = None
    at_least: Annotated[int, Meta(ge=-100, le=100, description="standing with its faction")] = -100
    at_most: Annotated[int, Meta(ge=-100, le=100, description="standing with its faction")] = 100


class Greeting(Record):
    """What somebody says first, in some circumstances."""

    text: Said
    when: Annotated[Circumstances, Meta(description="when it is said")] = field(
        default_factory=Circumstances
    )


class Deal(Record):
    """One thing that a fixture or a person offers: what it takes, what it does, and what a fixture is afterwards.

    `told` is what the log says of it, and `becomes` a prop of the raws; without it the offer stays. What is remembered
    as a `deed` is offered only until that is done.
    """

    name: str
    text: str
    told: str
    price: Price
    use: magic.Use
    becomes: str | None = None
    deed: str = ""
    when: Circumstances = field(default_factory=Circumstances)


class Bargain(Template):
    """What a fixture or a person offers to whoever walks up to it. `asks` is False where there is no choice: a lock.

    Of the `greetings` the last whose circumstances hold is said, of none the `text`.
    """

    deals: tuple[Deal, ...]
    text: str = ""
    asks: bool = True
    forgone: str | None = None
    greetings: tuple[Greeting, ...] = ()


class Walled(Template):
    """A fixture that looks like the wall that it is set into, until it is found."""


class Terms(State):
    """On what terms a thing lies there: one of a `group`, the others of which are lost with it, or for `gold`. State.

    A group is a number that is its own on each level; 0 is none.
    """

    group: Tally = 0
    gold: Tally = 0
