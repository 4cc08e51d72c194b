"""Statuses: entities of their own, each bound to the creature it afflicts."""

from dataclasses import dataclass, field
from typing import Literal

from roguelike.core.colour import WHITE, Colour

Stacking = Literal["replace", "extend", "add", "strongest"]
Tick = Literal["", "damage", "healing", "mana"]


@dataclass(frozen=True, slots=True)
class StatusTemplate:
    """What a status of this name does. Template of status entities.

    `tick` happens once a turn with the status' strength as its amount; `slows` adds the strength to the initiative
    penalty; `staggers` turns actions into random steps; `forbids` names what cannot be done: "move", "cast", "act".
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
    forbids: tuple[str, ...] = ()
    begins: str = ""
    ends: str = ""
    good: bool = False


@dataclass(slots=True)
class StatusEffect:
    """A status on a creature: how strong, and who is to blame. State."""

    target: int
    name: str
    strength: float = 0.0
    bonuses: tuple[int, int, int, int] = (0, 0, 0, 0)
    source: int = 0
    origin: str = ""


@dataclass(slots=True)
class Duration:
    """Turns of the player that it still lasts. State."""

    turns: int


@dataclass(slots=True)
class Statuses:
    """The status entities on a creature, oldest first. State."""

    entities: list[int] = field(default_factory=list)
