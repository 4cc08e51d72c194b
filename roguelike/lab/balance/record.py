"""The record of one game: plain figures that survive writing and reading a file unchanged.

Everything is counted by name, so that a new spell, monster or bot needs no change here.
"""

from typing import Annotated, Literal, TypeVar

from roguelike.core.records import Meta, State, field

Count = Annotated[int, Meta(ge=0)]
Depth = Annotated[int, Meta(ge=1, le=1_000)]
Counts = dict[str, Count]
Share = Annotated[float, Meta(ge=0, le=1)]
End = Literal["alive", "dead", "won", "broken"]


class Bout(State):
    """One fight: the depth where it began, how many hunted the player, and shares of the player's pools.

    `begun` and `mana` are those at its beginning, `lowest` is the lowest share of hit points in it.
    """

    depth: Depth
    foes: Count
    begun: Share
    mana: Share
    lowest: Share


class GameRecord(State):
    """One game of one bot. `end` is "alive" when the turn limit ended it.

    By depth: `turns_at` is the turns spent there, `level_at` the experience level on first arrival, `food_at` the food
    found there, `lowest_at` the lowest share of hit points, `moments_at` the moments of danger, `rest_at` the turns of
    rest. `mana_on` is the mana spent on each spell, `left` the
    usable items found and never used. `offered` counts whatever was to be chosen (offers, deals, one of several,
    origins), `chosen` what was taken of it. `finds` and `uses` count by sort of item what `found` and `used` count by
    name. `hunger` counts turns by state.
    """

    bot: str
    seed: str
    origin: str = ""
    turns: Count = 0
    deepest: Depth = 1
    level: Count = 1
    kills: Count = 0
    gold: Annotated[float, Meta(ge=0)] = 0.0
    score: Count = 0
    end: End = "alive"
    epitaph: str = ""
    killer: str = ""
    died_at: Count = 0
    state_hash: str = ""
    failure: str = ""
    turns_at: dict[Depth, Count] = field(default_factory=dict)
    level_at: dict[Depth, Count] = field(default_factory=dict)
    food_at: dict[Depth, Count] = field(default_factory=dict)
    lowest_at: dict[Depth, Share] = field(default_factory=dict)
    moments_at: dict[Depth, Count] = field(default_factory=dict)
    rest_at: dict[Depth, Count] = field(default_factory=dict)
    fights: list[Bout] = field(default_factory=list)
    dealt: Counts = field(default_factory=dict)
    taken: Counts = field(default_factory=dict)
    cast: Counts = field(default_factory=dict)
    found: Counts = field(default_factory=dict)
    used: Counts = field(default_factory=dict)
    finds: Counts = field(default_factory=dict)
    uses: Counts = field(default_factory=dict)
    hunger: Counts = field(default_factory=dict)
    mana_on: Counts = field(default_factory=dict)
    chosen: Counts = field(default_factory=dict)
    offered: Counts = field(default_factory=dict)
    left: Counts = field(default_factory=dict)


K = TypeVar("K", str, int)


def count(tally: dict[K, int], name: K, amount: int = 1) -> None:
    """Add an amount to a tally by name or depth."""
    tally[name] = tally.get(name, 0) + amount
