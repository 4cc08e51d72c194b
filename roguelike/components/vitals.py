"""Life, mana, gifts and growth."""

from typing import Literal

from roguelike.core.records import State

ATTRIBUTES = ("might", "fitness", "quickness", "intelligence")


class Pools(State):
    """Hit points, mana, experience and gold; `unsteady` are the turns until its poise is whole again. State."""

    hp: int
    max_hp: int
    mana: int
    max_mana: int
    level: int = 1
    xp: int = 0
    gold: float = 0.0
    god_mode: bool = False
    unsteady: int = 0


class Attributes(State):
    """Base values, before gear and statuses. State."""

    might: int = 11
    fitness: int = 11
    quickness: int = 11
    intelligence: int = 11


class Skills(State):
    """Trained skills. State."""

    melee: int = 1
    defense: int = 1
    magic: int = 1


HungerState = Literal["Well Fed", "Normal", "Hungry", "Starving"]


class HungerClock(State):
    """How long until the next pang, in own turns. State."""

    state: HungerState = "Well Fed"
    turns: int = 20
