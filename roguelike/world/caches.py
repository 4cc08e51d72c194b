"""Answers derived from a game's state, each kept until what it depends on changes.

Each kind of answer is a class of its own, stored with the revision at which it was computed: any value that differs
once the answer might. The reader names the revision; the code that changes the state raises it, and need not know which
answers depend on it:

  population, sleep   here; raised by changes, by `space` and by burial
  Level.version       the ground and the doors
  Level.hazards_seen  what burns and what waits to be trodden on

A rehearsal works with its own caches and then puts the former ones back, which are valid again. So a change that is
undone raises revisions like any other, and nothing is recomputed because of it. The rehearsal's caches start with the
answers that follow from their revision alone (`Derived`); any other might be written to in a turn that never comes.
"""

from typing import Any, TypeVar

from roguelike.core.records import State, field

V = TypeVar("V")


class Derived(State, eq=False):
    """An answer that follows from its revision alone, whenever it is asked for: rehearsals use the real game's."""


class Caches(State, eq=False):
    """The cached answers by class, and the revisions that belong to no level."""

    population: int = 0
    """Raised when a creature or thing comes, goes, dies, is buried or may have changed sides."""
    sleep: int = 0
    """Raised when a sleeper comes, goes, is moved, falls asleep or wakes."""
    kept: dict[type[Any], tuple[object, Any]] = field(default_factory=dict)

    def get(self, kind: type[V], revision: object) -> V | None:
        """Return the answer of a class if it was computed at this revision, else None."""
        found = self.kept.get(kind)
        return found[1] if found is not None and found[0] == revision else None

    def take(self, kind: type[V], revision: object) -> V | None:
        """Return what `get` would, and forget it: for an answer that is used up."""
        found = self.get(kind, revision)
        if found is not None:
            del self.kept[kind]
        return found

    def for_rehearsal(self) -> "Caches":
        """Return caches at the same revisions that hold only the `Derived` answers."""
        kept = {kind: each for kind, each in self.kept.items() if issubclass(kind, Derived)}
        return Caches(self.population, self.sleep, kept)

    def last(self, kind: type[V]) -> V | None:
        """Return the latest answer of a class even if it is outdated: parts of it may still be valid."""
        found = self.kept.get(kind)
        return None if found is None else found[1]

    def keep(self, revision: object, answer: V) -> V:
        """Store an answer in place of the previous one of its class; return it."""
        self.kept[type(answer)] = (revision, answer)
        return answer
