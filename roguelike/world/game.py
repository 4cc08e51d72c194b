"""One game: everything that a save holds, plus the queue and trace of the turn in progress."""

from collections import deque
from typing import Annotated, Any, Literal, Protocol

from roguelike.components.actors import Kind
from roguelike.components.magic import Recipe, Spares, SpellTemplate
from roguelike.core.effect import Effect
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.core.records import Record, State, field
from roguelike.core.rng import Chance, Stream
from roguelike.core.scalars import Few, Line, Tally
from roguelike.world import ecs
from roguelike.world.caches import Caches
from roguelike.world.content import Content
from roguelike.world.level import Level
from roguelike.world.turn_queue import TurnQueue

NOBODY = 0
"""No entity has this id: the dungeon itself."""


CauseKind = Literal[
    "", "alarm", "arrange", "bargain", "carry", "death", "deduction", "disarm", "door", "hazard", "hunger",
    "item", "level", "melee", "missile", "move", "noise", "proc", "quenched", "rest", "sight", "spell", "status",
    "story", "swap", "talk", "theft", "trade", "trap", "wears off", "wizard",
]  # fmt: skip
"""The kinds of causes; "" for those whose kind nothing reads."""


class Cause(Record):
    """Why something happens: what did it, who began it (NOBODY for the dungeon), and what that came from."""

    what: str
    by: int = NOBODY
    kind: CauseKind = ""
    parent: "Cause | None" = None
    links: int = 0

    def then(self, what: str, kind: CauseKind = "", *, by: int | None = None) -> "Cause":
        """Return a cause that follows from this one; the blame stays where it is, unless it falls to `by`."""
        return Cause(what, self.by if by is None else by, kind, self, self.links + 1)

    def first(self) -> "Cause":
        """Return the cause with which it all began."""
        return self if self.parent is None else self.parent.first()

    def chain(self) -> tuple[str, ...]:
        """Name the causes from this one back to the first."""
        return (self.what,) if self.parent is None else (self.what, *self.parent.chain())


class Single(State):
    """The targets of an effect: one entity, wherever it is by then."""

    entity: int


class Several(State):
    """The targets of an effect: several entities, each of them once."""

    entities: tuple[int, ...]


class Spot(State):
    """Targets: one tile of the current level."""

    point: Point


class Area(State):
    """Targets: some tiles of the current level, and which of the creatures on them are spared."""

    points: tuple[Point, ...]
    spares: Spares = "nobody"


Targets = Single | Several | Spot | Area


class Entry(State):
    """One effect waiting in the queue."""

    effect: Effect
    targets: Targets
    source: int
    cause: Cause


class Change(Protocol):
    """A change of the game's state that can be undone."""

    cause: Cause

    def apply(self, game: "Game") -> None:
        """Write the change into the world."""

    def undo(self, game: "Game") -> None:
        """Take the change back; only ever called in the reverse order of `apply`."""


class Tallies(State):
    """Counts of a run, for its end and its score."""

    damage_taken: Tally = 0
    damage_dealt: Tally = 0
    kills: Tally = 0
    spells_cast: Tally = 0
    deepest: Tally = 1


class Lore(State):
    """What the player has learned of a kind of creature by meeting it: its dead, and what it was seen to cast."""

    killed: Tally = 0
    spells: Annotated[list[Line], Few] = field(default_factory=list)


class Game(State, eq=False):
    """The state of one game. `now` counts ticks of initiative, `turn` the player's turns."""

    seed: str
    content: Content
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
    """Factions of which the player has seen somebody. No rule reads it."""
    lore: dict[str, Lore] = field(default_factory=dict)
    """What the player has learned of each kind of creature, by its name. No rule reads it."""
    hidden_names: dict[str, str] = field(default_factory=dict)
    log: list[Message] = field(default_factory=list)
    tallies: Tallies = field(default_factory=Tallies)
    wizard: bool = False
    caches: Caches = field(default_factory=Caches)
    standing: dict[str, int] = field(default_factory=dict)
    epitaph: str = ""
    yesterday: bytes = b""
    """The state before the player's last turn, as `engine.saves.snapshot` writes it, if they know how to go back."""
    spells: dict[str, int] = field(default_factory=dict)
    """The entity of every spell by its name: the one that all share who know it as the book has it."""
    composed: dict[Recipe, SpellTemplate] = field(default_factory=dict)
    """Spells as runes have rewritten them, worked out once; no state."""
    pretences: int = 0
    """How many things are pretended, one within another, to foresee something: each is taken back. One that a fault of
    ours kept from being taken back stays counted, and so does a change that one broke off: the game is no longer what
    it was, and the session plays no further."""

    @classmethod
    def fresh(cls, seed: str, content: Content) -> "Game":
        """Start a world for a seed with nothing in it but the spells."""
        game = cls(seed, content, Stream(seed, "play"))
        game.spawn_spells()
        return game

    def spawn_spells(self) -> None:
        """Create an entity for each spell of the content that has none, for a new game, or one loaded with other data.

        Ids of spells are negative. So the number of spells decides no other id, and a command that was recorded before
        the data gained a spell still means the same thing.
        """
        free = min(self.spells.values(), default=NOBODY)
        rows: dict[int, dict[type[Any], Any]] = {}
        for name, template in self.content.spells.items():
            if name not in self.spells:
                free -= 1
                self.spells[name] = free
                rows[free] = {Kind: Kind("spells", name), SpellTemplate: template}
        ecs.create_all(rows)

    def spell(self, name: str) -> SpellTemplate:
        """Return a spell as the book has it; KeyError when there is none. This game's world must be the current one.

        What it is in somebody's hands, `world.spells.spell_of` knows.
        """
        return ecs.get(self.spells[name], SpellTemplate)

    def enter(self) -> None:
        """Make this game's world the current one."""
        ecs.enter(self.world)

    @property
    def level(self) -> Level:
        """The level that the player is on."""
        return self.levels[self.depth]

    def change(self, change: Change) -> None:
        """Apply a change and note it in the trace."""
        try:
            change.apply(self)
        except BaseException:
            self.pretences += 1  # half done, perhaps, and in no list of what is to be undone
            raise
        self.trace.append(change)

    def push(self, effect: Effect, targets: Targets, source: int, cause: Cause) -> None:
        """Put an effect at the end of the queue."""
        self.queue.append(Entry(effect, targets, source, cause))

    def stream(self, name: str) -> Stream:
        """Return the stream of a name made from the seed, from its beginning: for maps and population."""
        return Stream(self.seed, name)
