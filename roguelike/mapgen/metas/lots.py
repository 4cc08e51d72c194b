"""Random choices between steps, so that a level is not dug and filled the same way in every game."""

from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import Population, SpawnTable, Step


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
