"""Events: records in the trace that change no state. The log, the screen and the forecast read them."""

from roguelike.components.looks import Flash
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.core.records import State, field
from roguelike.world.game import Cause, Game


class Event(State):
    """Base of the changes that change no state."""

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
    """Something flew along a path: one thing from `start`, or a line without one that is drawn all at once."""

    path: tuple[Point, ...] = ()
    flash: Flash | None = None
    start: Point | None = None


class Unleashed(Event):
    """A spell, item, trap or proc went off: what it is, from where, along which path, over which tiles, how loudly.

    `flies_on`: it is the rest of a flight that was told already, on from somebody whom it killed.
    """

    source: int = 0
    path: tuple[Point, ...] = ()
    points: tuple[Point, ...] = ()
    silent: bool = False
    flies_on: bool = False


class Sounded(Event):
    """Something made a noise at a tile, heard as many steps away as it carries; nothing else follows."""

    point: Point = (0, 0)
    steps: int = 0


class Fed(Event):
    """Somebody, `entity`, ate something, and is well fed again."""

    entity: int = 0


class Departed(Event):
    """Somebody left the level. The engine moves them to `depth`: to its stairs unless there is a `point`.

    `gate` is (x, y, depth): where a portal leads back to that opens at their arrival.
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
    """A sentence for the log. With `heard` it is told even if the player sees nobody of whom it speaks."""

    message: Message = field(default_factory=lambda: Message(""))
    heard: bool = False


class LevelGained(Event):
    """Somebody gained a level; the numbers themselves are other changes."""

    entity: int = 0
    level: int = 0


class OfferTaken(Event):
    """Somebody chose one of the offers of a new level; what it gives are other changes."""

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
    """Somebody took back their last turn: the engine brings back the state before it, and takes `mana` of it."""

    entity: int = 0
    mana: int = 0
