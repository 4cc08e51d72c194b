"""Answers worked out from a game's state, kept until what they rest on has changed: the one mechanism for all of them.

Each answer is a class of its own, kept with the revision at which it was worked out: any value that differs once the
answer might. Whoever asks names the revision; whoever changes what it rests on raises it, and knows no answer:

    population, sleep   here; raised by changes, by `space` and by burial
    Level.version       the ground and the doors
    Level.hazards_seen  what burns and what waits to be trodden on

A rehearsal works with caches of its own and puts the former back: what was true before is true again then. So a change
that is taken back raises revisions like any other, and nothing is counted again for it. It begins with what is on the
level, which every turn asks for and nobody writes to; any other answer might be written to in a turn that never comes.
"""

from typing import Any, TypeVar

from roguelike.core.records import State, field

V = TypeVar("V")


class Caches(State, eq=False):
    """The answers kept, by class, and the revisions that belong to no level."""

    population: int = 0
    """Raised when somebody or something came, went, died, was buried or may have changed sides."""
    sleep: int = 0
    """Raised when a sleeper came, went, was moved, fell asleep or woke."""
    kept: dict[type[Any], tuple[object, Any]] = field(default_factory=dict)

    def get(self, kind: type[V], revision: object) -> V | None:
        """Return the answer of a class if it was worked out at this revision, else None."""
        found = self.kept.get(kind)
        return found[1] if found is not None and found[0] == revision else None

    def with_only(self, kind: type[Any]) -> "Caches":
        """Return caches at the same revisions that begin with the answer of one class alone, if it was kept."""
        kept = self.kept.get(kind)
        return Caches(self.population, self.sleep, {} if kept is None else {kind: kept})

    def last(self, kind: type[V]) -> V | None:
        """Return the latest answer of a class, true or not: parts of it may still hold."""
        found = self.kept.get(kind)
        return None if found is None else found[1]

    def keep(self, revision: object, answer: V) -> V:
        """Keep an answer in place of the former of its class; returns it."""
        self.kept[type(answer)] = (revision, answer)
        return answer
