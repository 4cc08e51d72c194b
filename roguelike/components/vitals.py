"""Hit points, mana, level, attributes, skills and hunger."""

from typing import Annotated, Literal

from roguelike.core.records import Meta, State
from roguelike.core.scalars import Amount, Signed, Tally, Trained

ATTRIBUTES = ("might", "fitness", "quickness", "intelligence")


class Pools(State):
    """Hit points, mana, experience and gold. State."""

    hp: Tally
    max_hp: Tally
    mana: Tally
    max_mana: Tally
    level: Annotated[int, Meta(ge=1, le=1_000)] = 1
    xp: Tally = 0
    gold: Amount = 0.0
    god_mode: bool = False
    unsteady: Tally = 0
    """Turns until its poise is whole again."""
    braced_until: Tally = 0
    """The turn from which on it can be kept from acting again."""


class Attributes(State):
    """Base values, before gear and statuses. State."""

    might: Trained = 11
    fitness: Trained = 11
    quickness: Trained = 11
    intelligence: Trained = 11


class Skills(State):
    """Skills, as bonuses to rolls. State."""

    melee: Trained = 1
    defense: Trained = 1
    magic: Trained = 1


HungerState = Literal["Well Fed", "Normal", "Hungry", "Starving"]


class HungerClock(State):
    """How hungry somebody is, and own turns until they are hungrier. State."""

    state: HungerState = "Well Fed"
    turns: Signed = 300
