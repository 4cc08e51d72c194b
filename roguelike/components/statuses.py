"""Statuses: entities of their own, each bound to the creature it afflicts."""

from typing import Literal

from roguelike.core.colour import WHITE, Colour
from roguelike.core.records import Record, State, field

Stacking = Literal["replace", "extend", "add", "strongest"]
Tick = Literal["", "damage", "healing", "mana"]
Forbidden = Literal["act", "move", "melee", "cast", "see"]


class StatusTemplate(Record):
    """What a status of this name does. Template of status entities.

    `tick` happens once a turn with the status' strength as its amount; `slows` adds the strength to the initiative
    penalty; `staggers` turns actions into random steps; `absorbs` takes damage in its bearer's place, as much as it is
    strong; `unseen` hides from all who are not adjacent; `flees` makes its bearer run; `damage_share` multiplies damage
    taken; `ended_by` names elements, or "damage", that end it, `quenches` the ground on which it does not last;
    `forbids` names what cannot be done. Who `serves` is on the side of whoever laid the status on it; one that
    `dismisses` takes its bearer along when it ends, as it came.
    """

    name: str
    label: str = ""
    letter: str = "?"
    colour: Colour = WHITE
    stacking: Stacking = "replace"
    cancels: tuple[str, ...] = ()
    tick: Tick = ""
    element: str = ""
    slows: bool = False
    staggers: bool = False
    absorbs: bool = False
    unseen: bool = False
    flees: bool = False
    damage_share: float = 1.0
    armor_class: int = 0
    resistances: tuple[tuple[str, float], ...] = ()
    serves: bool = False
    dismisses: bool = False
    ended_by: tuple[str, ...] = ()
    quenches: tuple[int, ...] = ()
    forbids: tuple[Forbidden, ...] = ()
    warning: str = ""
    begins: str = ""
    ends: str = ""
    good: bool = False


class StatusEffect(State):
    """A status on a creature: how strong, and who is to blame. State."""

    target: int
    name: str
    strength: float = 0.0
    bonuses: tuple[int, int, int, int] = (0, 0, 0, 0)
    source: int = 0
    origin: str = ""


class Duration(State):
    """Turns of the player that it still lasts. State."""

    turns: int


class Statuses(State):
    """The status entities on a creature, oldest first. State."""

    entities: list[int] = field(default_factory=list)
