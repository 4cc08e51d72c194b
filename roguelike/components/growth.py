"""How the player grows with levels: what the data offers, what was chosen, what mastery of a school gives."""

from typing import Annotated, Literal

from roguelike.components import items, magic
from roguelike.core.records import Meta, Record, Refers, State, field, field_names
from roguelike.core.scalars import Level, Line, Name, Said, Text, Weight, Why

Skill = Literal["Melee", "Defense", "Magic"]
Group = Literal["school", "attribute", "pool", "socket", "technique", "upgrade"]
"""Kinds of offers: no level offers two of one kind, as long as there are three kinds to offer."""
MOST_OFFERS, MOST_CHOICES = 5, 10_000
"""The most offers of a level, and the most choices, that a save may hold."""
Grant = Literal["", "own hazards"]
"""What mastery gives besides rewritten spells: fires and clouds of the school's element spare their caster."""

Figure = Literal[
    "wanderer turns",
    "quiet",
    "rest mana",
    "hero level",
    "damage a mana",
    "experience",
    "kill",
    "mending",
    "hero hp",
    "hero mana",
    "hero melee",
    "hero defense",
    "hero magic",
    "creature level",
    "creature hp",
    "creature mana",
    "creature melee",
    "creature defense",
    "creature magic",
]
"""Figures that the data computes from level by a formula; `world.figures` lists their variables."""


class Curve(Record):
    """How a figure of heroes or creatures follows from their level."""

    name: Annotated[Figure, Meta(description="which figure")]
    formula: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=120,
            description="a formula of level; pools may use the bonus of fitness or intelligence",
        ),
    ]
    why: Why = ""


class Growth(Record):
    """What levels give the player, and what changing one's mind costs."""

    socket_levels: Annotated[
        tuple[Level, ...],
        Meta(min_length=1, description="levels at which every spell gains a socket for a rune"),
    ] = (1, 6, 11)
    erasing_mana: Annotated[
        int, Meta(ge=0, le=100, description="maximum mana given up to take a rune off a spell")
    ] = 1
    places: Annotated[
        int, Meta(ge=1, le=100, description="spells that can be attuned at level 1")
    ] = 4
    place_levels: Annotated[
        tuple[Level, ...], Meta(description="levels at which one more spell can be attuned")
    ] = (2, 4, 6, 8, 10, 12)
    """Four at first, since nobody knows more before the second level. Those who come to the last doors know some 19."""
    offers: Annotated[
        int,
        Meta(
            ge=1,
            le=MOST_OFFERS,
            description="how many offers there are to choose from at each level",
        ),
    ] = 3


class Offer(Record):
    """Something that a new level may give, for whoever chooses it."""

    name: Name
    group: Annotated[Group, Meta(description="what sort of offer it is")]
    text: Text = ""
    why: Why = ""
    weight: Annotated[
        Weight, Meta(description="how likely it is, relative to the weights of all other offers")
    ] = 10
    min_level: Annotated[Level, Meta(description="the first level that may offer it")] = 2
    most: Annotated[
        int, Meta(ge=1, le=100, description="how often it can be chosen in one game")
    ] = 100
    attributes: Annotated[
        items.AttributeBonus, Meta(description="added to attributes for good")
    ] = field(default_factory=items.AttributeBonus)
    skills: Annotated[dict[Skill, int], Meta(description="added to skills for good")] = field(
        default_factory=dict
    )
    max_hp: Annotated[
        int, Meta(ge=0, le=1_000, description="added to maximum hit points, and to hit points now")
    ] = 0
    max_mana: Annotated[
        int, Meta(ge=0, le=1_000, description="added to maximum mana, and to mana now")
    ] = 0
    sockets: Annotated[
        int, Meta(ge=0, le=5, description="further runes that every spell can hold")
    ] = 0
    places: Annotated[int, Meta(ge=0, le=5, description="further spells that can be attuned")] = 0
    teaches: Annotated[
        Name | None, Refers("spells"), Meta(description="a spell that it teaches")
    ] = None
    school: Annotated[
        Name | None, Refers("schools"), Meta(description="the school that it is of")
    ] = None
    study: Annotated[
        int, Meta(ge=0, le=6, description="how many spells of its school it counts as, for mastery")
    ] = 0

    @property
    def gives(self) -> bool:
        """Whether the offer gives anything: one that only takes is not valid."""
        attributes = (getattr(self.attributes, name) for name in field_names(items.AttributeBonus))
        return bool(
            any(points > 0 for points in (*attributes, *self.skills.values()))
            or self.max_hp
            or self.max_mana
            or self.sockets
            or self.places
            or self.teaches
            or self.study
        )


class Upgrade(Offer, kw_only=True):
    """An offer that changes one spell for good, for whoever knows it; it is written with the spell."""

    spell: Name
    change: magic.Rune
    """What it makes of the spell; it takes no socket."""


class MasteryStep(Record):
    """What knowing `spells` spells of a school gives; it rewrites every spell of the school that has what it needs."""

    spells: Annotated[int, Meta(ge=1, le=20, description="how many spells of the school it takes")]
    does: Annotated[Said, Meta(description="what it gives, in words for the player")]
    needs: Annotated[tuple[magic.Need, ...], Meta(description="what a spell must have for it")] = ()
    grants: Annotated[Grant, Meta(description="what it gives besides rewriting spells")] = ""
    rewrites: tuple[magic.AnyRewriting, ...] = ()


class School(Record):
    """A school of magic, and what its mastery gives, step by step."""

    name: Name
    text: Text = ""
    steps: tuple[MasteryStep, ...] = ()


class Choice(Record):
    """A level whose choice waits: the names of what it offers."""

    level: Annotated[int, Meta(ge=1, le=1_000)]
    offers: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=MOST_OFFERS)]


class Talents(State):
    """The offers that were chosen, by name in order, and the choices that wait. State; only the player has any."""

    taken: Annotated[tuple[Line, ...], Meta(max_length=MOST_CHOICES)] = ()
    waiting: Annotated[tuple[Choice, ...], Meta(max_length=MOST_CHOICES)] = ()
