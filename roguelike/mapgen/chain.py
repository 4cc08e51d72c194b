"""Chains: a level is made by a sequence of steps, each of which does one thing to the blueprint.

Ground and population are two parts with separate random streams, so that a change of the spawn table never moves a
wall. Some steps choose among others at random, so that a level is not dug and filled the same way in every game.
"""

import re
from functools import cache
from typing import NamedTuple, Protocol

from roguelike.components.looks import Theme
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.world.spawn_table import SpawnTable


class UnfitError(Exception):
    """A step cannot work on this blueprint; generation starts over."""


class Step(Protocol):
    """A builder: shapes the ground."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Change the blueprint; UnfitError when that is impossible."""


class Population(Protocol):
    """A spawner: puts things on finished ground."""

    def populate(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Add spawns to the blueprint."""


def caption(step: Step | Population) -> str:
    """Return a step's name for the viewer: `WaveFunctionCollapse` becomes "wave function collapse"."""
    return f"{_words(type(step).__name__)} {getattr(step, 'name', '')}".rstrip()


@cache
def _words(name: str) -> str:
    """Split a class name into words in lower case."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


class Chain(NamedTuple):
    """A kind of level: its name, its theme, how it is dug and how it is filled."""

    name: str
    theme: Theme
    ground: tuple[Step, ...]
    life: tuple[Population, ...]
    lit: bool = True
    beyond: tuple[int, Theme] | None = None
    """The percentage of the map's width that has the first theme, and the theme east of it."""

    def dig(self, plan: Blueprint, rng: Stream) -> None:
        """Run every step on the ground; ValueError when none of them sets a start."""
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
        """Run every step of the population on the finished ground."""
        for step in self.life:
            plan.doing = caption(step)
            step.populate(plan, rng, table)
            plan.snapshot()


class OneOf(Record):
    """Run one of several ways of digging, all equally likely."""

    ways: tuple[tuple[Step, ...], ...]

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Draw a way and run its steps."""
        for step in rng.choice(self.ways):
            step.build(plan, rng)


class OneLife(Record):
    """Run one of several ways of filling, all equally likely."""

    ways: tuple[Population, ...]

    def populate(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Draw a way and run it."""
        rng.choice(self.ways).populate(plan, rng, table)
