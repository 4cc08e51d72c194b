"""Who acts next: a heap of (due tick, entity) whose stale entries are skipped when they come up.

`Initiative.due` is authoritative; the heap is an index of it that a save need not contain. A change of `due` only notes
the entity, so that a forecast can make and undo a thousand of them without filling the heap.
"""

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

import esper

from roguelike.components.actors import Initiative
from roguelike.core.records import State, field
from roguelike.world import ecs
from roguelike.world.ecs import Row


class TurnQueue(State):
    """The turn order of the current level."""

    heap: list[tuple[int, int]] = field(default_factory=list)
    noted: set[int] = field(default_factory=set)

    def note(self, entity: int) -> None:
        """Note that an entity's due tick changed, perhaps only in a forecast."""
        self.noted.add(entity)

    def schedule(self, due: int, entity: int) -> None:
        """Add an entity whose due tick has just been set for good."""
        heappush(self.heap, (due, entity))

    def rebuild(self, entities: list[int]) -> None:
        """Start over with these actors: on arriving at a level and after loading."""
        self.noted.clear()
        self.heap = [(ecs.get(e, Initiative).due, e) for e in entities]
        heapify(self.heap)

    def drop(self, entity: int) -> None:
        """Discard an entity's note (its heap entries go stale by themselves when it dies)."""
        self.noted.discard(entity)

    def coming(self) -> Iterator[tuple[int, int, Row]]:
        """Pop and yield each entry in turn as (due tick, entity, its components): lowest tick first, then lowest id."""
        heap, rows = self.heap, ecs.rows()
        while True:
            if self.noted:
                for entity in self.noted:
                    if initiative := esper.try_component(entity, Initiative):
                        heappush(heap, (initiative.due, entity))
                self.noted.clear()
            if not heap:
                return
            coming = due, entity = heappop(heap)
            row = rows.get(entity)
            initiative = row.get(Initiative) if row is not None else None
            if row is None or initiative is None or initiative.due != due:
                continue
            if heap and heap[0] == coming:
                continue  # entered twice at the same tick: the last copy counts
            yield due, entity, row
