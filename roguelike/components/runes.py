"""Runes: items that rewrite one part of the spell that they are inscribed on.

A rewriting names a part of a spell by a path of two words, "delivery.radius" or "effects.amount": a field of the
spell's delivery, or of every effect that has such a field. The key of one kind of effect may replace "effects".
"""

from typing import Annotated, Literal

from roguelike.core.colour import Colour
from roguelike.core.effect import Effect
from roguelike.core.records import Meta, Record, Template, field
from roguelike.core.scalars import MOST, Name, Said

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
        int, Meta(ge=0, le=100, description="mana that is added to the price afterwards")
    ] = 0
    rewrites: tuple[AnyRewriting, ...] = ()
