"""Events: records in the trace that change no state. The log, the screen and the forecast read them."""

from roguelike.components.looks import Flash
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.core.records import Brief, field
from roguelike.world.game import Cause, Game


class Event(Brief):
    """Base of the records that change no state."""

    cause: Cause

    def apply(self, game: Game) -> None:
        """Do nothing: an event has no state."""

    def undo(self, game: Game) -> None:
        """Do nothing: there is nothing to undo."""


class Flashed(Event):
    """A glyph was drawn on some tiles."""

    points: tuple[Point, ...] = ()
    flash: Flash | None = None


class Flew(Event):
    """Something flew along a path: a single thing from `start`, or without a start a line drawn all at once."""

    path: tuple[Point, ...] = ()
    flash: Flash | None = None
    start: Point | None = None


class Unleashed(Event):
    """A spell, item, trap or proc went off: its source, its path, the tiles that it covers, and whether it was silent.

    `flies_on`: this is the rest of a flight that was reported already, continuing past a creature that it killed.
    """

    source: int = 0
    path: tuple[Point, ...] = ()
    points: tuple[Point, ...] = ()
    silent: bool = False
    flies_on: bool = False


class Sounded(Event):
    """Something made a noise at a tile that carries `steps` steps; nothing else follows."""

    point: Point = (0, 0)
    steps: int = 0


class Fed(Event):
    """`entity` ate something and is well fed again."""

    entity: int = 0


class Departed(Event):
    """An entity left the level. The engine moves it to `depth`: to the stairs there unless `point` is given.

    `gate` is (x, y, depth): the place to which a portal leads back, which opens on arrival.
    """

    entity: int = 0
    depth: int = 0
    point: Point | None = None
    gate: tuple[int, int, int] | None = None


class Missed(Event):
    """An attack missed; `fumbled` on a natural 1."""

    attacker: int = 0
    target: int = 0
    fumbled: bool = False


class Struck(Event):
    """An attack hit; a damage effect follows."""

    attacker: int = 0
    target: int = 0
    means: str = ""


class Absorbed(Event):
    """Shields absorbed all the damage of an effect."""

    target: int = 0


class Told(Event):
    """A sentence for the log. With `heard` it is logged even if the player sees nobody that it mentions."""

    message: Message = field(default_factory=lambda: Message(""))
    heard: bool = False


class LevelGained(Event):
    """A creature gained a level; the numbers are changed by other changes."""

    entity: int = 0
    level: int = 0


class OfferTaken(Event):
    """One of the offers of a new level was chosen; what it gives is changed by other changes."""

    entity: int = 0
    offer: str = ""


class Fizzled(Event):
    """An effect did nothing. If the whole use did nothing, it is refused with this reason."""

    target: int = 0
    reason: str = ""


class Rolled(Event):
    """The numbers of a roll, shown when the player asks for details."""

    text: str = ""


class TookBack(Event):
    """The last turn was taken back: the engine restores the state before it, and takes `mana` from it."""

    entity: int = 0
    mana: int = 0
