"""The main loop: waits for input, lets time pass for animations, and draws when something changed.

The wall clock is read here and nowhere else. Between inputs the program sleeps in the backend.
"""

from collections.abc import Callable
from time import monotonic
from typing import Protocol

from tcod.console import Console

from roguelike.ui.inputs import Input, Resized
from roguelike.ui.look.flicker import TICK_SECONDS
from roguelike.ui.second_click import SecondClick
from roguelike.ui.stack import ScreenStack

FRAME_SECONDS = 1 / 60
IDLE_SECONDS = 0.25
"""The longest sleep; signals are noticed between sleeps."""

WANTED_COLUMNS, WANTED_ROWS = 80, 50
"""Cells that the window should hold: its letters are the largest with which it does."""


class BackendError(RuntimeError):
    """No window or terminal is available; the message tells the player why and what to do."""


class Backend(Protocol):
    """A device that shows a console and reports what the player does."""

    @property
    def lacking_keys(self) -> frozenset[str]:
        """The names of keys that this device never sends."""

    @property
    def can_flicker(self) -> bool:
        """Whether frames may follow one another endlessly, as flickering lights need."""

    @property
    def has_shades(self) -> bool:
        """Whether similar ground colours can be told apart."""

    @property
    def has_sound(self) -> bool:
        """Whether sounds can be played."""

    def new_console(self) -> Console:
        """Return an empty console, order "F", of the size to draw at: at least 80x24."""

    def present(self, console: Console, caret: tuple[int, int] | None = None) -> None:
        """Show the console to the player; `caret` is the cell where they act, for a cursor if there is one."""

    def poll(self, timeout: float) -> list[Input]:
        """Wait at most `timeout` seconds for inputs and return all there are."""


def _rest(stack: ScreenStack) -> float:
    """Return the maximum seconds to wait for input before time must pass on the screens."""
    if stack.animating:
        return FRAME_SECONDS
    return TICK_SECONDS if stack.flickering else IDLE_SECONDS


def run(
    stack: ScreenStack,
    backend: Backend,
    intercept: Callable[[Input], bool] | None = None,
    *,
    after_frame: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = monotonic,
) -> None:
    """Run the screens until none is open.

    `intercept` sees every input first and returns True if it handled the input itself (fullscreen, font size).
    `after_frame` does work that can wait until the player sees the result of an input. It runs after each frame and
    returns whether another frame is needed. `clock` returns seconds since some fixed moment.
    """
    console = backend.new_console()
    stale = True
    clicks = SecondClick()
    before = clock()
    while stack.running:
        if stale:
            stack.draw(console)
            backend.present(console, stack.caret)
            stale = after_frame()
        rest = _rest(stack)
        inputs = backend.poll(0.0 if stale else rest)
        now = clock()
        # Time passes before the inputs are handled: an animation that a key starts must not begin in its middle.
        stale = stack.update(min(now - before, IDLE_SECONDS)) or stale
        before = now
        for event in inputs:
            if isinstance(event, Resized):
                console = backend.new_console()
                stale = True
            if intercept is not None and intercept(event):
                stale = True
            elif stack.running:
                stale = stack.handle(clicks.marked(event, now)) or stale
