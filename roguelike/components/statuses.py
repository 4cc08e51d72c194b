"""Statuses: entities of their own, each bound to the creature that has it."""

from math import prod
from typing import Annotated, Literal

from roguelike.core.colour import WHITE, Colour
from roguelike.core.records import Meta, Refers, State, Template, Trait, field, union
from roguelike.core.scalars import (
    Few,
    Glyph,
    Ground,
    Id,
    Line,
    Name,
    Names,
    Shares,
    Tally,
    Text,
    Trained,
    Turns,
    Why,
)

Stacking = Literal["replace", "extend", "add", "strongest"]
Tick = Literal["", "damage", "healing", "mana"]
Forbidden = Literal["act", "move", "melee", "cast", "see", "mend"]
TICKS: dict[Tick, str] = {
    "damage": "loses {} health a turn",
    "healing": "regains {} health a turn",
    "mana": "regains {} mana a turn",
}
FORBIDDEN: dict[Forbidden, str] = {
    "act": "act",
    "move": "walk",
    "melee": "strike",
    "cast": "cast",
    "see": "see beyond its neighbors",
    "mend": "mend",
}
"""The words for each, after "cannot"."""


class StatusTemplate(Template):
    """What a status of this name does, and how it reads."""

    name: Name
    label: Annotated[Text, Meta(description="what the side panel calls it")] = ""
    letter: Annotated[
        Glyph, Meta(description="a letter for it: packs may have one, and no screen shows it now")
    ] = "?"
    colour: Annotated[Colour, Meta(description="colour of its letter")] = WHITE
    stacking: Annotated[
        Stacking, Meta(description="what happens when it begins again on somebody who has it")
    ] = "replace"
    cancels: Annotated[
        Names, Refers("statuses"), Meta(description="statuses that it ends as it begins")
    ] = ()
    tick: Annotated[
        Tick, Meta(description="what happens once a turn, with its strength as the amount")
    ] = ""
    element: Annotated[
        Text, Refers("elements", if_any=True), Meta(description="the element of its damage")
    ] = ""
    slows: Annotated[bool, Meta(description="its strength adds to the initiative penalty")] = False
    absorbs: Annotated[
        bool,
        Meta(description="absorbs damage for its bearer, as much as its strength"),
        Trait(by=any),
    ] = False
    damage_share: Annotated[
        float, Meta(ge=0, le=10, description="multiplies damage taken"), Trait(by=prod)
    ] = 1.0
    resistances: Shares = ()
    armor_class: Annotated[
        int,
        Meta(ge=-100, le=100, description="added to its bearer's armor class"),
        Trait("armor {:+d}", sum),
    ] = 0
    serves: Annotated[
        bool,
        Meta(description="its bearer fights for whoever caused it"),
        Trait("fights for whoever brought it about, and brings no experience"),
    ] = False
    flags: Annotated[
        Names,
        Refers("status_flags"),
        Meta(description="what else it does to its bearer: flags, each of which a rule reads"),
        Trait(by=union, flags="status_flags"),
    ] = ()
    poise: Annotated[
        int, Meta(ge=0, le=20, description="added to its bearer's poise"), Trait("poise {:+d}", sum)
    ] = 0
    ended_by: Annotated[
        Names,
        Refers("elements", besides=("damage",), if_any=True),
        Meta(description='elements that end it, or "damage"'),
        Trait(by=union),
    ] = ()
    quenches: Annotated[
        tuple[Ground, ...], Meta(description="kinds of ground on which it does not last")
    ] = ()
    begins_on: Annotated[
        tuple[Ground, ...],
        Meta(description="kinds of ground that lay it on whoever comes there, and keep it on them"),
    ] = ()
    forbids: Annotated[
        tuple[Forbidden, ...], Meta(description="what its bearer cannot do"), Trait(by=union)
    ] = ()
    warning: Annotated[Text, Meta(description="what the log says two turns before its end")] = ""
    why: Why = ""
    begins: Annotated[Text, Meta(description="what the log says: {1} [is|are] confused.")] = ""
    ends: Annotated[Text, Meta(description="what the log says when it ends")] = ""
    good: Annotated[bool, Meta(description="its bearer is glad of it")] = False
    slight: Annotated[
        bool, Meta(description="neither good nor bad by itself: it needs something to react with")
    ] = False
    controls: Annotated[
        bool, Meta(description="takes turns from its bearer: poise shrugs it off")
    ] = False
    braces_turns: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="turns after its end in which no status with such turns begins",
        ),
    ] = 0
    turns: Annotated[
        Turns, Meta(description="turns that it lasts, unless its cause says otherwise")
    ] = 5

    @property
    def is_bad(self) -> bool:
        """Whether its bearer would rather be without it: it is neither good nor slight."""
        return not (self.good or self.slight)


class StatusEffect(State):
    """A status on a creature: how strong, and who is to blame. State."""

    target: Id
    name: Line
    strength: Annotated[float, Meta(ge=-10_000, le=10_000)] = 0.0
    bonuses: tuple[Trained, Trained, Trained, Trained] = (0, 0, 0, 0)
    source: Id = 0
    origin: Line = ""


class Duration(State):
    """Turns of the player that it still lasts. State."""

    turns: Tally


class Statuses(State):
    """The status entities on a creature, oldest first. State."""

    entities: Annotated[list[Id], Few] = field(default_factory=list)
