"""Uses: what a potion, spell, trap or proc does, already parsed from the raws.

Runes: items that rewrite one part of the spell that they are inscribed on.

A rewriting names a part of a spell by a path of two words, "delivery.radius" or "effects.amount": a field of the
spell's delivery, or of every effect that has such a field. The key of one kind of effect may replace "effects".
"""

from typing import Annotated, Literal

from roguelike.components.looks import Flash
from roguelike.core.colour import Colour
from roguelike.core.effect import Effect
from roguelike.core.formula import Formula
from roguelike.core.records import Meta, Record, Refers, State, Template, field
from roguelike.core.scalars import (
    MOST,
    Few,
    Id,
    Line,
    Name,
    Radius,
    Said,
    Share,
    Tally,
    Text,
    Tiles,
)

Occasion = Literal["enemy near", "hurt ally", "self hurt", "self ailing"]
ProcTarget = Literal["target", "self"]
Moment = Literal["strikes", "is wounded", "is worn down"]
Spares = Literal["nobody", "self", "friends"]
UNAIMED = ("self", "sight", "nearest")
"""Shapes of delivery that find their own targets; all others need a tile."""
MOST_RUNES = 20
"""More than the sockets of any spell."""


class Delivery(Record):
    """How a use reaches its targets. Without a range it needs no aim: it is centred on its user."""

    shape: Annotated[
        str, Meta(max_length=400, description="how it travels: self, point, bolt, beam, cone ...")
    ] = "self"
    range: Annotated[Tiles | None, Meta(description="how far it can be aimed, in tiles")] = None
    radius: Annotated[
        Radius, Meta(description="how far the blast reaches from its centre, in tiles")
    ] = 0
    spares: Annotated[Spares, Meta(description="who is not affected")] = "nobody"
    consumes_user: Annotated[bool, Meta(description="its user vanishes afterwards")] = False
    count: Annotated[int, Meta(ge=0, le=50, description="how many a chain may strike")] = 0
    forks: Annotated[
        int, Meta(ge=0, le=5, description="how many further enemies it strikes, the nearest first")
    ] = 0
    goes_on: Annotated[
        bool,
        Meta(
            description="what it kills does not stop it: it flies on to the next creature in line"
        ),
    ] = False
    silent: Annotated[
        bool, Meta(description="makes no noise, and needs no voice: a silenced caster can cast it")
    ] = False

    @property
    def aimed(self) -> bool:
        """Whether the user has to choose a target."""
        return self.range is not None and self.shape not in UNAIMED

    @property
    def on_user(self) -> bool:
        """Whether it always acts on its user; a range then only says how near enemies must be for its use."""
        return self.shape == "self" and self.range is not None


class Use(Template):
    """What happens when something is used: delivery, looks, effects."""

    delivery: Delivery = field(default_factory=Delivery)
    effects: tuple[Effect, ...] = ()
    burst: Flash | None = None
    trail: Flash | None = None


class SpellTemplate(Template, kw_only=True):
    """One spell of the book: of every spell there is one entity in each game's world.

    `words` are put before the name of one that runes have rewritten, `hp_cost` is what it costs beside its mana, and
    `mana_share` the share of all its caster's mana that it costs beside: in a caster's hands it is part of `mana_cost`.
    `called` is the thing that it is, where its name is none that a sentence could have.
    """

    name: Name
    text: Text = ""
    mana_cost: Annotated[int, Meta(ge=0, le=1_000, description="mana that a cast costs")]
    mana_share: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="share of its caster's maximum mana that a cast costs in addition",
        ),
    ] = 0.0
    power: Formula | None = None
    school: Annotated[
        Text, Refers("schools", if_any=True), Meta(description="its school of magic")
    ] = ""
    called: Annotated[
        Text,
        Meta(
            description="the thing that it is, where its name is none that a sentence could have: Poison Cloud"
        ),
    ] = ""
    use: Use = field(default_factory=Use)
    hp_cost: int = 0
    words: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The spell's name with the words of its runes: "wide Web"."""
        return " ".join((*self.words, self.called or self.name))


class Recipe(Record):
    """What a spell in somebody's hands is made of: the spell, its upgrades, the runes on it, its school's mastery."""

    spell: Line
    runes: Annotated[tuple[Line, ...], Meta(max_length=MOST_RUNES)] = ()
    steps: Annotated[int, Meta(ge=0, le=20)] = 0
    upgrades: Annotated[tuple[Line, ...], Meta(max_length=MOST_RUNES)] = ()
    """The offers of new levels by which its caster changed it, by name in order."""


class Inscription(State):
    """The runes on a spell, by name, in the order in which they were inscribed. State.

    Who inscribes a spell has from then on an entity of their own for it, so that nobody else's is changed.
    """

    runes: Annotated[tuple[Line, ...], Meta(max_length=MOST_RUNES)] = ()


class Laid(State):
    """The spell that a rune on the ground holds until somebody treads on it. State."""

    recipe: Recipe


class KnownSpells(State):
    """The spells that a creature knows, as entities, in the order of their hotkeys. State.

    The first `ready` of them are attuned and can be cast; None where all are, as with creatures.
    """

    spells: Annotated[list[Id], Few] = field(default_factory=list)
    ready: Tally | None = None


class Ability(Record):
    """A spell that a creature casts of its nature, in a band of range."""

    spell: Annotated[Name, Refers("spells"), Meta(description="which spell")]
    chance: Annotated[
        Share, Meta(description="likelihood at each opportunity: 0.2 is twenty in a hundred")
    ]
    range_tiles: Annotated[
        float,
        Meta(
            ge=0, le=40, description="distance of the farthest enemy that it is cast at, in tiles"
        ),
    ] = 1.0
    min_range_tiles: Annotated[
        float,
        Meta(ge=0, le=40, description="distance of the nearest enemy that it is cast at, in tiles"),
    ] = 0.0
    when: Annotated[
        Occasion,
        Meta(
            description="when it is cast: an enemy is near, a friend is hurt, it is hurt itself, or has a bad status"
        ),
    ] = "enemy near"
    below_share: Annotated[
        Share,
        Meta(description="share of its hit points from which on it is cast: 0.5 from half on down"),
    ] = 1.0
    runes: Annotated[
        tuple[Name, ...], Refers("runes", brings=False), Meta(description="runes inscribed on it")
    ] = ()


class Abilities(Template):
    """Spells cast by nature, and spells cast by dying."""

    cast: tuple[Ability, ...] = ()
    on_death: tuple[Ability, ...] = ()


class Trick(Record, kw_only=True):
    """What a creature does besides its turns, at some moment."""

    name: Annotated[Name, Meta(description="what it is called where it hurts somebody")]
    when: Annotated[
        Moment,
        Meta(
            description="when it happens: its blow lands, somebody wounds it, or, as a phase, it is worn to a share"
        ),
    ]
    at: Annotated[
        Annotated[float, Meta(gt=0, lt=1)] | None,
        Meta(description="the share of its hit points at which a phase begins: 0.5 is half"),
    ] = None
    chance: Annotated[Share, Meta(description="likelihood each time: 0.25 is a quarter")] = 1.0
    does: Annotated[Said, Meta(description="what it does, in a few words on the creature's card")]
    text: Annotated[Text, Meta(description="what the log says: {1} divide[s] in two.")] = ""
    on_self: Annotated[bool, Meta(description="it is about itself, not about the other")] = False
    within_tiles: Annotated[
        Tiles, Meta(description="how near the other must be to be answered, in tiles")
    ] = 40
    use: Use = field(default_factory=Use)


class Tricks(Template):
    """What a creature does besides its turns."""

    tricks: tuple[Trick, ...] = ()


class Proc(Template):
    """What a weapon may do beside its damage; `chance` is a share of its hits."""

    use: Use
    chance: float
    on_self: bool = False


class Trigger(Template):
    """What happens to whoever steps on it."""

    use: Use
    once: bool = False


PART = r"^[a-z_]+\.[a-z_]+$"
"""The pattern of a path to a part of a spell: two words with a dot between them."""
Path = Annotated[
    str,
    Meta(
        max_length=60,
        pattern=PART,
        description='a part of a spell: "delivery.radius", "effects.amount", "knockback.toward"',
    ),
]
Need = Literal[
    "aim", "area", "one", "creatures", "caster", "reach", "ground", "bolt", "touch", "harm"
]
"""What a rune may need of a spell; `world.rewriting` has the tests, and the messages for spells that fail them."""


class Rewriting(Record, tag_field="kind", omit_defaults=True):
    """Base of the operations by which a rune rewrites a spell."""


class Scale(Rewriting, tag="scale"):
    """Multiplies a number, an amount or dice of a spell, and adds to it; what is 0 or left out stays so."""

    what: Path
    by: Annotated[float, Meta(gt=0, le=100, description="what it is multiplied by")] = 1.0
    plus: Annotated[int, Meta(ge=-100, le=100, description="what is added after that")] = 0


class Assign(Rewriting, tag="set"):
    """Sets a part of a spell to a value: a shape, whom it spares, an element."""

    what: Path
    to: Annotated[
        bool | Annotated[int, Meta(ge=-MOST, le=MOST)] | str, Meta(description="the new value")
    ]


class Add(Rewriting, tag="add"):
    """Adds effects after those of the spell."""

    effects: tuple[Effect, ...] = ()


class Become(Rewriting, tag="become"):
    """Makes another effect of every effect of one kind: harm at once becomes harm that lasts.

    `carries` fills fields of the new effect from those of the old one, of which `share` is kept.
    """

    effect: Annotated[Name, Meta(description="the kind of effect that becomes another")]
    becomes: Effect | None = None
    carries: Annotated[
        dict[str, str],
        Meta(
            description="fields of the new effect, each with the field of the old one that it is taken from"
        ),
    ] = field(default_factory=dict)
    share: Annotated[
        float, Meta(gt=0, le=100, description="the share of each amount that is carried over")
    ] = 1.0


class Wrap(Rewriting, tag="wrap"):
    """Puts other effects in the place of all; one with a field `recipe` is told what it takes the place of."""

    effects: tuple[Effect, ...] = ()


class Bleed(Rewriting, tag="bleed"):
    """Has the spell paid in hit points instead of mana."""

    hp_a_mana: Annotated[
        float, Meta(gt=0, le=100, description="hit points for each point of mana, rounded up")
    ] = 1.0


class Paint(Rewriting, tag="paint"):
    """Gives what is to be seen of the spell another colour."""

    fg: Annotated[Colour, Meta(description="the new colour")]


AnyRewriting = Scale | Assign | Add | Become | Wrap | Bleed | Paint
REWRITINGS: dict[str, type[Rewriting]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (Scale, Assign, Add, Become, Wrap, Bleed, Paint)
}
"""Every rewriting by its name in the data."""


class Rune(Template):
    """What inscribing a thing does to a spell, and what that makes of its price."""

    word: Annotated[Name, Meta(description='stands before the name of the spell: "wide" Web')]
    does: Annotated[Said, Meta(description="what it does, in words for the player")]
    unfit: Annotated[
        Said, Meta(description='why a spell has nothing for it: "Zap" ... "has no blast"')
    ]
    needs: Annotated[tuple[Need, ...], Meta(description="what a spell must have for it")] = ()
    mana_share: Annotated[
        float, Meta(gt=0, le=10, description="what the price is multiplied by, rounded up")
    ] = 1.0
    mana_plus: Annotated[
        int, Meta(ge=-9, le=100, description="mana that is added to the price afterwards")
    ] = 0
    rewrites: tuple[AnyRewriting, ...] = ()
