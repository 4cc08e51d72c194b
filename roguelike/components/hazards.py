"""Fire, gas and webs on the ground, and what elements do to it."""

from roguelike.core.effect import Effect
from roguelike.core.records import Record, State


class HazardTemplate(Record):
    """What a fire or cloud does to whoever is in it, each turn. Template.

    `spread` is the percent chance a turn that it touches each of the four tiles beside it with its element; `drifts`
    lets it wander as it thins. It neither starts nor spreads on ground that `quenches` it.
    """

    name: str
    turns: int
    effects: tuple[Effect, ...] = ()
    element: str = ""
    spread: float = 0.0
    drifts: bool = False
    quenches: tuple[int, ...] = ()


class Hazard(State):
    """A fire or cloud on a tile: turns left, and who is to blame. State."""

    turns: int
    source: int = 0
    origin: str = ""


class Strength(State):
    """What the formulas of a rune are worked out with: the power of the cast that laid it. State."""

    power: float = 1.0
    level: float = 1.0


class Reaction(Record):
    """What an element does to one kind of ground, hazard or thing: a row of the reaction table.

    One of `ground` (a kind of tile), `hazard` and `prop` says what reacts; `becomes` is another ground, `starts` a
    hazard, `ends` takes the hazard or prop away, `conducts` carries the effect to all connected tiles of that ground.
    """

    element: str
    ground: int | None = None
    hazard: str = ""
    prop: str = ""
    becomes: int | None = None
    starts: str = ""
    ends: bool = False
    conducts: bool = False
    text: str = ""
