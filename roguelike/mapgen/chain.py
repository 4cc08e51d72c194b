"""Chains: a level is a sentence of steps, each of which does one thing to the blueprint.

Ground and population are two parts with a random stream each, so that a change of the spawn table never moves a wall.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, Protocol

from roguelike.components.looks import Theme
from roguelike.components.places import Group, Region
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Section


class SpawnTable(Protocol):
    """What appears at which depth; the raws implement it."""

    def roll(self, kind: Section, depth: int, rng: Stream, /) -> str | None:
        """Roll for the name of one thing; None when nothing of this kind turns up at this depth."""

    def region(self, depth: int, /) -> Region:
        """Return the region that a depth belongs to."""

    def groups(self, depth: int, /) -> Sequence[Group]:
        """Return the groups of creatures that live at a depth."""


class UnfitError(Exception):
    """Raised by a step that cannot work on this blueprint; generation starts over."""


class Step(Protocol):
    """A builder: shapes the ground."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Change the blueprint; UnfitError when it cannot be done."""


class Population(Protocol):
    """A spawner: puts things on finished ground."""

    def populate(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Add spawns to the blueprint."""


def caption(step: Step | Population) -> str:
    """Name a step for whoever watches: `WaveFunctionCollapse` is "wave function collapse"."""
    return f"{_words(type(step).__name__)} {getattr(step, 'name', '')}".rstrip()


@cache
def _words(name: str) -> str:
    """Return the words of which a name is made, in small letters."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


class Chain(NamedTuple):
    """A kind of level: its name, what it is made of, how it is dug and how it is filled."""

    name: str
    theme: Theme
    ground: tuple[Step, ...]
    life: tuple[Population, ...]
    lit: bool = True
    beyond: tuple[int, Theme] | None = None
    """A second theme, and how many percent of the map's width lie west of it."""

    def dig(self, plan: Blueprint, rng: Stream) -> None:
        """Take every step on the ground; ValueError when none of them sets a start."""
        plan.name, plan.theme, plan.lit = self.name, self.theme, self.lit
        if self.beyond is not None:
            percent, theme = self.beyond
            plan.beyond = (plan.width * percent // 100, theme)
        for step in self.ground:
            plan.doing = caption(step)
            step.build(plan, rng)
            plan.snapshot()
        if plan.start is None:
            steps = ", ".join(map(caption, self.ground)) or "none"
            raise ValueError(f"{self.name}: no step of this chain sets a start (steps: {steps})")

    def fill(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Put everything on the finished ground."""
        for step in self.life:
            plan.doing = caption(step)
            step.populate(plan, rng, table)
            plan.snapshot()
