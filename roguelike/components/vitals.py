"""Life, mana, gifts and growth."""

from typing import Annotated, Literal

from roguelike.core.records import Meta, State
from roguelike.core.scalars import Amount, Signed, Tally, Trained

ATTRIBUTES = ("might", "fitness", "quickness", "intelligence")


class Pools(State):
    """Hit points, mana, experience and gold; `unsteady` are the turns until its poise is whole again. State."""

    hp: Tally
    max_hp: Tally
    mana: Tally
    max_mana: Tally
    level: Annotated[int, Meta(ge=1, le=1_000)] = 1
    xp: Tally = 0
    gold: Amount = 0.0
    god_mode: bool = False
    unsteady: Tally = 0


class Attributes(State):
    """Base values, before gear and statuses. State."""

    might: Trained = 11
    fitness: Trained = 11
    quickness: Trained = 11
    intelligence: Trained = 11


class Skills(State):
    """What one has trained in, as bonuses of rolls. State."""

    melee: Trained = 1
    defense: Trained = 1
    magic: Trained = 1


HungerState = Literal["Well Fed", "Normal", "Hungry", "Starving"]


class HungerClock(State):
    """How long until the next pang, in own turns. State."""

    state: HungerState = "Well Fed"
    turns: Signed = 20
