"""Fire, gas and webs on the ground, and what elements do to it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from roguelike.core.effect import Effect
from roguelike.core.records import Meta, Record, Refers, State, Template
from roguelike.core.scalars import Amount, Ground, Id, Line, Name, Tally, Text, Turns, Why


class HazardTemplate(Template):
    """A fire or a cloud: what it does each turn to whoever is in it."""

    name: Name
    turns: Annotated[Turns, Meta(description="turns that it lasts")] = 5
    effects: tuple[Effect, ...] = ()
    element: Annotated[
        Name | None,
        Refers("elements", if_any=True),
        Meta(description="its element, which resistances and reactions go by"),
    ] = None
    spread_percent: Annotated[
        float,
        Meta(
            ge=0,
            le=100,
            description="chance to spread to each of the four neighbouring tiles, in percent a turn",
        ),
    ] = 0.0
    drifts: Annotated[
        bool, Meta(description="spreads to a neighbouring tile now and then as it thins out")
    ] = False
    windblown: Annotated[bool, Meta(description="wind drives it along")] = False
    catches: Annotated[
        bool, Meta(description="whoever is driven or drawn into it is moved no farther")
    ] = False
    quenches: Annotated[
        tuple[Ground, ...], Meta(description="kinds of ground on which it cannot start")
    ] = ()


class Hazard(State):
    """A fire or cloud on a tile: turns left, and who is to blame. State."""

    turns: Tally
    source: Id = 0
    origin: Line = ""


class Strength(State):
    """What the formulas of a rune are worked out with: the power of the cast that laid it. State."""

    power: Amount = 1.0
    level: Amount = 1.0


class Reaction(Record):
    """What an element does to a ground, hazard, prop, status, material or creature: a row of the reaction table.

    Of a status, its bearer reacts when the element takes hit points; of a material, whoever wears it.
    """

    name: Name
    element: Annotated[
        Name, Refers("elements", if_any=True), Meta(description="the element that sets it off")
    ]
    ground: Annotated[Ground | None, Meta(description="the kind of ground that reacts")] = None
    hazard: Annotated[
        Name | None, Refers("hazards", brings=False), Meta(description="the hazard that reacts")
    ] = None
    prop: Annotated[
        Name | None, Refers("props", brings=False), Meta(description="the prop that reacts")
    ] = None
    status: Annotated[
        Name | None,
        Refers("statuses", brings=False),
        Meta(description="the status whose bearer reacts"),
    ] = None
    material: Annotated[
        Name | None,
        Refers("materials"),
        Meta(description="the material whose wearer reacts, as items call it"),
    ] = None
    mob: Annotated[
        Name | None, Refers("mobs", brings=False), Meta(description="the creature that reacts")
    ] = None
    becomes: Annotated[Ground | None, Meta(description="the ground that it turns into")] = None
    starts: Annotated[
        Name | None, Refers("hazards"), Meta(description="the hazard that starts there")
    ] = None
    ends: Annotated[bool, Meta(description="takes the hazard, prop or status away")] = False
    conducts: Annotated[
        bool,
        Meta(
            description="carries the effect on to all connected tiles of that ground, "
            "or to all bearers beside one another"
        ),
    ] = False
    leaps_tiles: Annotated[
        int, Meta(ge=1, le=5, description="how far apart bearers may be for it to be carried on")
    ] = 1
    splash_share: Annotated[
        float,
        Meta(
            ge=0,
            le=5,
            description="share of what struck whoever reacts that everybody beside them loses too",
        ),
    ] = 0.0
    begins: Annotated[
        Name | None,
        Refers("statuses"),
        Meta(description="the status that begins on whoever reacts"),
    ] = None
    strength: Annotated[
        float, Meta(ge=-1_000, le=1_000, description="how strong that status is")
    ] = 0.0
    damage_share: Annotated[
        float, Meta(ge=0, le=10, description="multiplies the damage to whoever reacts")
    ] = 1.0
    least_damage: Annotated[
        int, Meta(ge=0, le=1_000, description="damage below which there is no reaction")
    ] = 0
    text: Annotated[Text, Meta(description="what the log says of it")] = ""
    why: Why = ""


Placed = tuple[int, Reaction]
"""A row with its index in the table: of several that apply, the first acts first."""


class Responses(Record, eq=False):
    """The rows by which creatures react to one element that hurts them, in order, and who may react at all."""

    rows: Sequence[Reaction]
    conducting: Sequence[Reaction]
    mobs: frozenset[str]
    materials: frozenset[str]
    grounds: frozenset[int]
    """The kinds of ground that give a status named by a row."""


def responses_by(rows: Sequence[Reaction], grounds: Iterable[int]) -> Responses:
    """Index the rows of one element; `grounds` are the kinds that give a status named by a row."""
    return Responses(
        rows,
        [row for row in rows if row.conducts],
        frozenset(row.mob for row in rows if row.mob is not None),
        frozenset(row.material for row in rows if row.material is not None),
        frozenset(grounds),
    )


class Reactions(Record, eq=False):
    """All rows of one element, found by what reacts: a kind of ground, or the name of a hazard or prop."""

    grounds: Mapping[int, Sequence[Placed]]
    things: Mapping[str, Sequence[Placed]]
    conducting: frozenset[int]
    """The kinds of ground that conduct the element; such a row does nothing else."""
    moves_props: bool


def reactions_of(rows: Iterable[Reaction]) -> Reactions:
    """Index the rows of one element."""
    grounds: dict[int, list[Placed]] = {}
    things: dict[str, list[Placed]] = {}
    conducting: set[int] = set()
    moves_props = False
    for place, row in enumerate(rows):
        moves_props |= bool(row.prop)
        if row.conducts:
            conducting.update(() if row.ground is None else (row.ground,))
        elif row.ground is not None:
            grounds.setdefault(row.ground, []).append((place, row))
        elif (name := row.hazard or row.prop) is not None:
            things.setdefault(name, []).append((place, row))
    return Reactions(grounds, things, frozenset(conducting), moves_props)
