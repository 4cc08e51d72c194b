"""One game: all that a save holds, the data that it is played with, and the queue and trace of the turn in progress.

Who acts next is a heap of (due tick, entity) whose stale entries are skipped when they come up. `Initiative.due` is
authoritative; the heap is an index of it that a save need not contain. A change of `due` only notes the entity, so that
a forecast can make and undo a thousand of them without filling the heap.

Answers derived from a game's state are kept until what they depend on changes. Each kind of answer is a class of its
own, stored with the revision at which it was computed: any value that differs once the answer might. The reader names
the revision; the code that changes the state raises it, and need not know which answers depend on it:

  population, sleep   here; raised by changes, by `space` and by burial
  Level.version       the ground and the doors
  Level.hazards_seen  what burns and what waits to be trodden on

A rehearsal works with its own caches and then puts the former ones back, which are valid again. So a change that is
undone raises revisions like any other, and nothing is recomputed because of it. The rehearsal's caches start with the
answers that follow from their revision alone (`Derived`); any other might be written to in a turn that never comes.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Annotated, Any, Literal, Protocol, TypeVar, cast, final

import esper

from roguelike.components import actors, magic
from roguelike.core.effect import Effect
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.core.records import Brief, Record, State, field, replace
from roguelike.core.rng import Chance, Stream
from roguelike.core.scalars import Few, Line, Tally
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from roguelike.world.level import Level

T = TypeVar("T")


def template_of(content: Catalog, kind: actors.Kind, part: type[T]) -> T | None:
    """Return a component shared by all of a kind; None if the kind has none, KeyError if there is no such kind."""
    found: T | None = _template(content, kind, cast(Any, part))
    return found


@lru_cache(maxsize=1024)
def _template(content: Catalog, kind: actors.Kind, part: Any) -> Any:
    """Return a component shared by all of a kind in some data; cached, because it is read again and again."""
    of_all = content.templates(kind.section, kind.name)
    return next((each for each in of_all if isinstance(each, part)), None)


def nature_of(content: Catalog, name: str) -> actors.Nature:
    """Return what a kind of creature is like; KeyError if there is no such kind."""
    found = template_of(content, actors.Kind("mobs", name), actors.Nature)
    assert found is not None  # the raws give one to every creature
    return found


V = TypeVar("V")


class Derived(State, eq=False):
    """An answer that follows from its revision alone, whenever it is asked for: rehearsals use the real game's."""


class Caches(State, eq=False):
    """The cached answers by class, and the revisions that belong to no level."""

    population: int = 0
    """Raised when a creature or thing comes, goes, dies, is buried or may have changed sides."""
    things: int = 0
    """How often that was for a thing, which is on no side."""
    sleep: int = 0
    """Raised when a sleeper comes, goes, is moved, falls asleep or wakes."""
    moment: int = 0
    """Raised when the player has done something, or something was arranged from outside: until then nothing changes."""
    kept: dict[type[Any], tuple[object, Any]] = field(default_factory=dict)
    letters: Mapping[int, str] = field(default_factory=dict)
    """By which the player's map tells namesakes apart, by id; empty if it has no room for letters."""

    @property
    def company(self) -> int:
        """Differs whenever a creature came, went, died, was buried or may have changed sides."""
        return self.population - self.things

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
        return replace(self, kept=kept)

    def emptied(self) -> "Caches":
        """Return caches of this moment that hold no answer."""
        return Caches(moment=self.moment, letters=self.letters)

    def last(self, kind: type[V]) -> V | None:
        """Return the latest answer of a class even if it is outdated: parts of it may still be valid."""
        found = self.kept.get(kind)
        return None if found is None else found[1]

    def keep(self, revision: object, answer: V) -> V:
        """Store an answer in place of the previous one of its class; return it."""
        self.kept[type(answer)] = (revision, answer)
        return answer


NOBODY = 0
"""An id that no entity has; as the originator of a cause it stands for the dungeon itself."""


CauseKind = Literal[
    "", "alarm", "arrange", "bargain", "carry", "death", "deduction", "disarm", "door", "hazard", "hunger",
    "item", "level", "melee", "missile", "move", "noise", "proc", "quenched", "rest", "sight", "spell", "status",
    "story", "swap", "talk", "theft", "trade", "trap", "trick", "wears off", "wind", "wizard",
]  # fmt: skip
"""The kinds of causes; "" where no code reads the kind."""


class Cause(Record):
    """Why something happens: what did it, who started it (NOBODY for the dungeon), and the cause that it follows."""

    what: str
    by: int = NOBODY
    kind: CauseKind = ""
    parent: "Cause | None" = None
    links: int = 0

    def then(self, what: str, kind: CauseKind = "", *, by: int | None = None) -> "Cause":
        """Return a cause that follows from this one; the blame stays with the same creature unless `by` is given."""
        return Cause(what, self.by if by is None else by, kind, self, self.links + 1)

    def first(self) -> "Cause":
        """Return the first cause of the chain."""
        return self if self.parent is None else self.parent.first()

    def chain(self) -> tuple[str, ...]:
        """Name the causes from this one back to the first."""
        return (self.what,) if self.parent is None else (self.what, *self.parent.chain())


@final
class Single(Brief):
    """Targets of an effect: one entity, wherever it is when the effect applies."""

    entity: int


@final
class Several(Brief):
    """Targets of an effect: several entities, each listed once."""

    entities: tuple[int, ...]


@final
class Spot(Brief):
    """Targets of an effect: one tile of the current level."""

    point: Point


@final
class Area(Brief):
    """Targets of an effect: some tiles of the current level; `spares` says which creatures on them are unaffected."""

    points: tuple[Point, ...]
    spares: magic.Spares = "nobody"
    is_cut: bool = False
    """Whether there would be more tiles, on which nobody is known to be, if ground never seen were open."""


Targets = Single | Several | Spot | Area


class Entry(Brief):
    """One effect waiting in the queue; `way` is the line by which it came, its source's tile first, if it flew."""

    effect: Effect
    targets: Targets
    source: int
    cause: Cause
    way: tuple[Point, ...] = ()


class Change(Protocol):
    """A change of the game's state that can be undone."""

    cause: Cause

    def apply(self, game: "Game") -> None:
        """Write the change into the world."""

    def undo(self, game: "Game") -> None:
        """Undo the change; only called in the reverse order of `apply`."""


class Tallies(State):
    """Counts over a whole run, for its end and its score."""

    damage_taken: Tally = 0
    damage_dealt: Tally = 0
    kills: Tally = 0
    spells_cast: Tally = 0
    deepest: Tally = 1


class Lore(State):
    """What the player has learned about a kind of creature: how many were killed, which spells it was seen to cast."""

    killed: Tally = 0
    spells: Annotated[list[Line], Few] = field(default_factory=list)


class TurnQueue(State):
    """The turn order of the current level."""

    heap: list[tuple[int, int]] = field(default_factory=list)
    noted: set[int] = field(default_factory=set)

    def note(self, entity: int) -> None:
        """Note that an entity's due tick changed, perhaps only in a forecast."""
        self.noted.add(entity)

    def rebuild(self, entities: list[int]) -> None:
        """Start over with these actors: on arriving at a level and after loading."""
        self.noted.clear()
        self.heap = [(ecs.get(e, actors.Initiative).due, e) for e in entities]
        heapify(self.heap)

    def drop(self, entity: int) -> None:
        """Discard an entity's note (its heap entries go stale by themselves when it dies)."""
        self.noted.discard(entity)

    def enter_noted(self) -> None:
        """Enter those whose due tick changed."""
        for entity in self.noted:
            if initiative := esper.try_component(entity, actors.Initiative):
                heappush(self.heap, (initiative.due, entity))
        self.noted.clear()

    def coming(self) -> Iterator[tuple[int, int, ecs.Row]]:
        """Pop and yield each entry in turn as (due tick, entity, its components): lowest tick first, then lowest id."""
        heap, rows = self.heap, ecs.rows()
        while True:
            if self.noted:
                self.enter_noted()
            if not heap:
                return
            coming = due, entity = heappop(heap)
            row = rows.get(entity, ecs.NOTHING)
            initiative = row.get(actors.Initiative)
            if initiative is None or initiative.due != due:
                continue
            if heap and heap[0] == coming:
                continue  # entered twice at the same tick: the last copy counts
            yield due, entity, row


class Game(State, eq=False):
    """The state of one game. `now` counts ticks of initiative, `turn` the player's turns."""

    seed: str
    content: Catalog
    rng: Chance
    world: str = field(default_factory=ecs.new_world)
    player: int = NOBODY
    depth: int = 1
    now: int = 0
    turn: int = 0
    levels: dict[int, Level] = field(default_factory=dict)
    turn_queue: TurnQueue = field(default_factory=TurnQueue)
    queue: deque[Entry] = field(default_factory=deque)
    trace: list[Change] = field(default_factory=list)
    dead: set[int] = field(default_factory=set)
    identified: set[str] = field(default_factory=set)
    encountered: set[str] = field(default_factory=set)
    met: set[str] = field(default_factory=set)
    """Factions of which the player has seen a member. No rule reads it."""
    lore: dict[str, Lore] = field(default_factory=dict)
    """What the player has learned about each kind of creature, by its name. No rule reads it."""
    absent: dict[int, int] = field(default_factory=dict)
    """The enemies out of sight that the player has reason to expect, each with the turn in which it was last seen or
    felt. No rule reads it."""
    letters: dict[int, str] = field(default_factory=dict)
    """Those by which the player tells namesakes in view apart, by id. No rule reads it."""
    hidden_names: dict[str, str] = field(default_factory=dict)
    log: list[Message] = field(default_factory=list)
    tallies: Tallies = field(default_factory=Tallies)
    wizard: bool = False
    caches: Caches = field(default_factory=Caches)
    standing: dict[str, int] = field(default_factory=dict)
    epitaph: str = ""
    yesterday: bytes = b""
    """The state before the player's last turn, as `engine.state.snapshot` writes it, if they know how to go back."""
    spells: dict[str, int] = field(default_factory=dict)
    """The shared entity of every spell by name, used by all who know the spell in its basic form."""
    composed: dict[magic.Recipe, magic.SpellTemplate] = field(default_factory=dict)
    """A cache of spells as rewritten by runes; not part of the state."""
    dice_at: int = NOBODY
    """Where dice fall in the world's turn: at a tile, or at the bearer of a status. Only what is foreseen asks."""
    pretences: int = 0
    """How many levels of pretence are in force: temporary changes made to foresee something, which are undone
    afterwards.

    A pretence that a bug kept from being undone stays counted, and so does a change that failed halfway: the state is
    no longer reliable, and the session stops playing.
    """

    @classmethod
    def fresh(cls, seed: str, content: Catalog) -> "Game":
        """Start a game for a seed with an empty world that holds only the spells."""
        game = cls(seed, content, Stream(seed, "play"))
        game.spawn_spells()
        return game

    def roll_at(self, place: int) -> None:
        """Let dice fall at a place from now on."""
        self.dice_at = place

    def spawn_spells(self) -> None:
        """Create an entity for each spell of the content that has none, in a new game or one loaded with other data.

        Ids of spells are negative, so the number of spells does not affect any other id, and a command recorded before
        the data gained a spell still means the same thing.
        """
        free = min(self.spells.values(), default=NOBODY)
        rows: dict[int, dict[type[Any], Any]] = {}
        for name, template in self.content.spells.items():
            if name not in self.spells:
                free -= 1
                self.spells[name] = free
                rows[free] = {
                    actors.Kind: actors.Kind("spells", name),
                    magic.SpellTemplate: template,
                }
        ecs.create_all(rows)

    def spell(self, name: str) -> magic.SpellTemplate:
        """Return a spell in its basic form; KeyError when there is none. This game's world must be the current one.

        `world.spells.spell_of` returns the spell as a particular creature casts it.
        """
        return ecs.get(self.spells[name], magic.SpellTemplate)

    def enter(self) -> None:
        """Make this game's world the current one."""
        ecs.enter(self.world)

    @property
    def level(self) -> Level:
        """The level that the player is on."""
        return self.levels[self.depth]

    def change(self, change: Change) -> None:
        """Apply a change and record it in the trace."""
        try:
            change.apply(self)
        except BaseException:
            self.pretences += 1  # perhaps half done, and in no list of changes to undo
            raise
        self.trace.append(change)

    def push(
        self,
        effect: Effect,
        targets: Targets,
        source: int,
        cause: Cause,
        way: tuple[Point, ...] = (),
    ) -> None:
        """Append an effect to the queue."""
        self.queue.append(Entry(effect, targets, source, cause, way))

    def stream(self, name: str) -> Stream:
        """Return the named stream of this seed from its beginning: for maps and population."""
        return Stream(self.seed, name)
