"""Life, mana, gifts and growth."""

from typing import Literal

from roguelike.core.records import dataclass

ATTRIBUTES = ("might", "fitness", "quickness", "intelligence")


@dataclass(slots=True)
class Pools:
    """Hit points, mana, experience and gold. State."""

    hp: int
    max_hp: int
    mana: int
    max_mana: int
    level: int = 1
    xp: int = 0
    gold: float = 0.0
    god_mode: bool = False


@dataclass(slots=True)
class Attributes:
    """Base values, before gear and statuses. State."""

    might: int = 11
    fitness: int = 11
    quickness: int = 11
    intelligence: int = 11


@dataclass(slots=True)
class Skills:
    """Trained skills. State."""

    melee: int = 1
    defense: int = 1
    magic: int = 1


HungerState = Literal["Well Fed", "Normal", "Hungry", "Starving"]


@dataclass(slots=True)
class HungerClock:
    """How long until the next pang, in own turns. State."""

    state: HungerState = "Well Fed"
    turns: int = 20
