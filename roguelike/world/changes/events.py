"""What the world does not feel: for the log, the screen and the forecast alone."""

from roguelike.components.looks import Flash
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.core.records import State, field
from roguelike.world.game import Cause, Game


class Event(State):
    """A change that the world does not feel: for the log and the screen alone."""

    cause: Cause

    def apply(self, game: Game) -> None:
        """Nothing to do."""

    def undo(self, game: Game) -> None:
        """Nothing to undo."""


class Flashed(Event):
    """Glyphs lit up on some tiles."""

    points: tuple[Point, ...] = ()
    flash: Flash | None = None


class Flew(Event):
    """Something travelled along a line."""

    path: tuple[Point, ...] = ()
    flash: Flash | None = None
    as_projectile: bool = False


class Unleashed(Event):
    """A spell, item, trap or proc went off: what it is, from where, along which path, over which tiles."""

    source: int = 0
    path: tuple[Point, ...] = ()
    points: tuple[Point, ...] = ()


class Fed(Event):
    """Somebody ate their fill."""

    entity: int = 0


class Departed(Event):
    """Somebody left the level: the engine brings them to the other, by its stairs unless a `point` is named.

    `gate` is where a portal shall lead back to that is to stand where they arrive.
    """

    entity: int = 0
    depth: int = 0
    point: Point | None = None
    gate: tuple[int, int, int] | None = None


class Missed(Event):
    """A blow or shot went wide; `fumbled` on a natural 1."""

    attacker: int = 0
    target: int = 0
    fumbled: bool = False


class Struck(Event):
    """A blow or shot went home, for a damage effect that follows."""

    attacker: int = 0
    target: int = 0
    means: str = ""


class Absorbed(Event):
    """A blow went home, but shields took all of it."""

    target: int = 0


class Told(Event):
    """A sentence for the player; `heard` without being seen when no entity of it need be in view."""

    message: Message = field(default_factory=lambda: Message(""))
    heard: bool = False


class LevelGained(Event):
    """Somebody rose a level; the numbers changed by changes of their own."""

    entity: int = 0
    level: int = 0
    attribute: str = ""


class Fizzled(Event):
    """An effect found nothing to do; the reason is what a refusal tells."""

    target: int = 0
    reason: str = ""


class Rolled(Event):
    """StatsCache behind an attack, for whoever asks why."""

    text: str = ""
