"""A screen: draws itself, takes the player's inputs and says which screen comes next.

The one decision: a screen never opens or closes another. It returns a small record, a *transition*, which the stack
carries out; so a test can ask a screen what it would do without a stack. A key or click that changes nothing is
answered in words (`answer`), and a page is closed by the key that opened it: the stack sees to both.
"""

from functools import lru_cache
from typing import ClassVar, NamedTuple, Protocol

from tcod.console import Console

from roguelike.core.records import State
from roguelike.toolkit.inputs import Input

MIN_COLUMNS, MIN_ROWS = 80, 24
"""The smallest console on which screens must draw."""
AS_CELLS = (1, 1)
"""The pixels of a console cell on a device that shows nothing finer."""
TICK_SECONDS = 0.125
"""Seconds between changes in the look of fire and water."""


class Stay(State):
    """Stay on this screen; `redraw` is false if nothing visible changed: a key or click then means nothing here."""

    redraw: bool = True


class Push(State):
    """Open a screen above this one."""

    screen: "Screen"


class Pop(State):
    """Close this screen; the one below gets `result` unless it is None."""

    result: object = None


class Replace(State):
    """Close this screen and open another in its place."""

    screen: "Screen"


class Clear(State):
    """Close every screen and open this one alone."""

    screen: "Screen"


class Quit(State):
    """Close every screen, which ends the program."""


Transition = Stay | Push | Pop | Replace | Clear | Quit


class Backdrop(Protocol):
    """What is seen in the place that a screen leaves clear on the console; devices know how to show it."""

    dims: int
    """How many screens above darken it."""

    def tile_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return what is at a place on the console, in cells and shares of them; the mouse may be told apart by it."""


class Frame(NamedTuple):
    """What a device shows: text in cells, what is seen in their clear place, and the cell where the player acts."""

    console: Console
    stage: Backdrop | None = None
    caret: tuple[int, int] | None = None


@lru_cache(maxsize=2)
def unseen(columns: int, rows: int) -> Console:
    """Return a console that is never shown, to find out what stands where by drawing."""
    return Console(columns, rows, order="F")


class Screen:
    """Base class of all screens; override what you need.

    `opaque` screens hide what lies below. Others are drawn over it, and it is dimmed first if `dims` is set.
    """

    name: str = "Screen"
    """What tests and crash files call it: its class, unless it says otherwise."""
    opaque: ClassVar[bool] = True
    dims: ClassVar[bool] = True
    answer: str = ""
    """What it has to say to the last key or click, wherever it draws that; the next one clears it."""
    openers: frozenset[str] = frozenset()
    """The keys that opened it."""
    takes_text: ClassVar[bool] = False
    """Whether it has a field for text, and so a use for what is pasted."""

    def __init_subclass__(cls) -> None:
        """Give the screen the name of its class, unless it says another itself."""
        super().__init_subclass__()
        cls.name = cls.__dict__.get("name", cls.__name__)

    @property
    def animating(self) -> bool:
        """Whether something moves by itself, so that update() must be called about 60 times a second."""
        return False

    @property
    def flickering(self) -> bool:
        """Whether fires flicker on it, so that update() must be called a few times a second."""
        return False

    def lay_out(self, columns: int, rows: int) -> None:
        """Work out where things are on a console of this size, if answering an input depends on it.

        Called before an input if anything may have changed since the last frame.
        """

    def draw(self, console: Console) -> Backdrop | None:
        """Draw onto the whole console, which is at least 80x24; the stack has cleared it.

        Return what is seen in its clear cells (`rows.HOLE`), if it has any.
        """
        return None

    def caret(self) -> tuple[int, int] | None:
        """Return the cell, as last drawn, where the player acts, for the terminal's cursor; None if there is none.

        Screen readers and magnifiers follow the cursor.
        """
        return None

    def on_input(self, event: Input) -> Transition:
        """Handle one input and return what happens next."""
        return Stay(redraw=False)

    def on_result(self, result: object) -> Transition:
        """Handle the result of the screen above when it closes."""
        return Stay()

    def say(self, words: str) -> Transition:
        """Answer a key or click in words."""
        self.answer = words
        return Stay()

    def opened_by(self, keys: frozenset[str]) -> None:
        """Note keys that opened it."""
        self.openers |= keys

    def shut(self) -> Transition:
        """Close if that is what a key does which opened it; only pages do."""
        return Stay(redraw=False)

    def on_close(self) -> None:
        """Save what must not be lost: the program is being closed from outside."""

    def update(self, seconds: float) -> "bool | Transition":
        """Let time pass; return whether a redraw is needed, or a transition. Called for the top screen only."""
        return False
