"""The main loop: waits for input, lets time pass for animations, and draws when something changed.

The wall clock is read here and nowhere else. Between inputs the program sleeps in the backend.
"""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Protocol

from tcod.console import Console

from roguelike.toolkit.inputs import Input, Resized, SecondClick
from roguelike.toolkit.screen import TICK_SECONDS, Frame
from roguelike.toolkit.stack import ScreenStack

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
    def shifted_digits(self) -> Mapping[str, str]:
        """What shift types with each digit on the keyboard's layout, by the key's name; {} if that is unknown."""

    @property
    def can_flicker(self) -> bool:
        """Whether frames may follow one another endlessly, as flickering lights need."""

    @property
    def has_shades(self) -> bool:
        """Whether similar ground colours can be told apart."""

    @property
    def has_colours(self) -> bool:
        """Whether there are any colours."""

    @property
    def has_sound(self) -> bool:
        """Whether sounds can be played."""

    def new_console(self) -> Console:
        """Return an empty console, order "F", of the size to draw at: at least 80x24."""

    @property
    def cell_pixels(self) -> tuple[int, int]:
        """The pixels of a console cell, across and down; (1, 1) where a cell is all there is."""

    def present(self, frame: Frame) -> None:
        """Show a frame to the player, with the cursor, if there is one, on its caret."""

    def poll(self, timeout: float) -> list[Input]:
        """Wait at most `timeout` seconds for inputs and return all there are."""


class Loop:
    """The one way from inputs to screens and from screens to frames: window, terminal, tests and campaigns run it.

    Inputs may come many at a time, and no frame need be drawn between two of them.
    """

    def __init__(
        self,
        stack: ScreenStack,
        backend: Backend,
        intercept: Callable[[Input], Input | None] = lambda event: event,
        *,
        after_frame: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Prepare to run the screens; nothing is drawn yet.

        `intercept` sees every input first and returns what it means to the screens; None if it handled the input
        itself (fullscreen, font size).
        `after_frame` does work that can wait until the player sees the result of an input. It runs after each frame
        and returns whether another frame is needed. `clock` returns seconds since some fixed moment.
        """
        self._stack, self._backend = stack, backend
        self._intercept, self._after_frame, self._clock = intercept, after_frame, clock
        self._console = backend.new_console()
        self._clicks = SecondClick()
        self._before = clock()
        self.is_stale = True
        """Whether what is shown is no longer what the screens would draw."""

    @property
    def running(self) -> bool:
        """Whether any screen is open."""
        return self._stack.running

    def run(self) -> None:
        """Run the screens until none is open."""
        while self.running:
            self.show()
            self.take()

    def go_on(self) -> None:
        """Go on after a pause: the time since the last poll does not pass on the screens."""
        self._before = self._clock()

    def show(self) -> None:
        """Draw and present a frame if something changed, then do what waited for it."""
        if self.is_stale and self.running:
            stage = self._stack.draw(self._console)
            self._backend.present(Frame(self._console, stage, self._stack.caret))
            self.is_stale = self._after_frame()

    def take(self) -> None:
        """Wait for inputs, let the time that has passed pass on the screens, and hand them whatever has come.

        What comes after the input that ended the program means nothing any more.
        """
        inputs = self._backend.poll(0.0 if self.is_stale else _rest(self._stack))
        now = self._clock()
        # Time passes before the inputs are handled: an animation that a key starts must not begin in its middle.
        passed, self._before = min(now - self._before, IDLE_SECONDS), now
        self.is_stale = self._stack.update(passed) or self.is_stale
        for event in inputs:
            if not self.running:
                return
            if isinstance(event, Resized):
                self._console = self._backend.new_console()
                self.is_stale = True
            meant = self._intercept(event)
            if meant is None:
                self.is_stale = True
            else:
                self.is_stale = self._stack.handle(self._clicks.marked(meant, now)) or self.is_stale


def _rest(stack: ScreenStack) -> float:
    """Return the maximum seconds to wait for input before time must pass on the screens."""
    if stack.animating:
        return FRAME_SECONDS
    return TICK_SECONDS if stack.flickering else IDLE_SECONDS
