"""What one game came to: plain figures that go into a file and come back the same.

Everything is counted by name, so that a new spell, monster or bot needs no change here.
"""

from dataclasses import dataclass, field
from typing import Literal

End = Literal["alive", "dead", "won", "broken"]


@dataclass(slots=True)
class Record:
    """One game of one bot. `end` is "alive" when the cap of turns ended it.

    `turns_at` and `level_at` tell by depth how long it stayed and with which level of experience it first came;
    `food_at` how much food it found there. `finds` and `uses` count by sort of item what `found` and `used` count by
    name. `hunger` counts turns by state.
    """

    bot: str
    seed: str
    turns: int = 0
    deepest: int = 1
    level: int = 1
    kills: int = 0
    gold: float = 0.0
    end: End = "alive"
    epitaph: str = ""
    killer: str = ""
    died_at: int = 0
    state_hash: str = ""
    failure: str = ""
    turns_at: dict[int, int] = field(default_factory=dict)
    level_at: dict[int, int] = field(default_factory=dict)
    food_at: dict[int, int] = field(default_factory=dict)
    dealt: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    cast: dict[str, int] = field(default_factory=dict)
    found: dict[str, int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    finds: dict[str, int] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=dict)
    hunger: dict[str, int] = field(default_factory=dict)


def count(tally: dict[str, int], name: str, amount: int = 1) -> None:
    """Add to a tally by name."""
    tally[name] = tally.get(name, 0) + amount
