"""The terminal device: raw mode, alternate screen, mouse and size, and above all restoring everything.

Three decisions. The terminal is restored by whichever comes first of the context manager, atexit and a repeated
SIGTERM, and restoring twice does no harm. Signals only leave a note: the first one that ends the game asks it to close,
so that it can save, and only poll, which copes with a lost terminal, touches the terminal itself. What we write goes
through an opening of the terminal of our own that never blocks: one that stops reading must not keep us from ending.

Of the kitty protocol we ask for what tells keys apart and where they are, not for every key as a sequence: after a line
that broke, Return and letters must still be typed into the shell.
"""

import atexit
import contextlib
import errno
import os
import select
import signal
import sys
from collections.abc import Callable, Mapping
from time import monotonic
from types import FrameType, MappingProxyType
from typing import Any, Final, Self

from tcod.console import Console

from roguelike.devices.headless import as_cells, too_small_notice
from roguelike.devices.layouts import lacking_with
from roguelike.devices.loop import BackendError
from roguelike.devices.terminal.decoder import Decoder
from roguelike.devices.terminal.environment import (
    Colours,
    as_started,
    colours_of,
    is_ascii_only,
    lacking_keys_of,
)
from roguelike.devices.terminal.painter import Painter
from roguelike.toolkit.inputs import Closed, Input, Key, KeyboardChanged, Mouse, Resized, coalesce
from roguelike.toolkit.screen import AS_CELLS, MIN_COLUMNS, MIN_ROWS, Frame

if sys.platform != "win32":
    import termios
    import tty

ESCAPE_SECONDS: Final = 0.04
"""How long a lone ESC waits for the rest of a sequence; slow lines split them."""
PATIENCE_SECONDS: Final = 1.0
"""A second request to end counts as impatience only after this long."""

PASTE_SECONDS: Final = 1.0
"""How long a pasted text may pause before it counts as ended: its end may have been lost."""
STALLED_SECONDS: Final = 0.5
"""How long a terminal that stopped reading may keep us from ending."""
MOST_AT_ONCE: Final = 64
"""Bytes written at once to a terminal of which we have no opening of our own: few, since it may block."""

_MODES: Final = (
    "\x1b[?1049h"  # alternate screen
    "\x1b[?25l\x1b[?7l"  # no cursor, no wrapping: the last cell may be written
    "\x1b[?1003h\x1b[?1006h"  # every mouse motion, in SGR form
    "\x1b[?2004h"  # what is pasted comes in brackets
    "\x1b[>4;2m"  # ctrl+1 and friends: xterm's modifyOtherKeys
    "\x1b="  # the keypad sends its own codes
)
_PUSHED: Final = "\x1b[22;2t\x1b[>5u"  # the window's title, kitty's protocol for the keys
_KEPT: Final = "\x1b[=5u"  # the protocol alone, set without a push
_TITLE: Final = "\x1b]2;Blue Mana\x07"
_LEAVE: Final = (
    "\x1b[?2026l\x1b>\x1b[<u\x1b[>4m\x1b[?2004l\x1b[?1003l\x1b[?1006l\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"
    "\x1b[23;2t"
)


class TerminalError(BackendError):
    """There is no terminal to play in; the message says why and what to do."""


class Terminal:
    """A real terminal as a backend. Use as a context manager: the terminal is ours only inside it."""

    can_flicker: Final = False
    has_sound: Final = False
    shifted_digits: Final = MappingProxyType[str, str]({})
    cell_pixels: Final = AS_CELLS

    def __init__(
        self,
        environment: Mapping[str, str] | None = None,
        *,
        colours: Colours | None = None,
        is_ascii: bool = False,
    ) -> None:
        """Examine the terminal without changing anything. Whatever is not given follows from the environment.

        Raises:
            TerminalError: input or output is not a terminal, or this platform has none that we can drive.
        """
        if sys.platform == "win32":
            raise TerminalError(
                "The terminal version needs Linux, macOS or WSL. Play in the window."
            )
        if not (sys.__stdin__ and sys.__stdout__ and os.isatty(0) and os.isatty(1)):
            raise TerminalError("Input or output is not a terminal: start the game from one.")
        known = as_started(os.environ) if environment is None else environment
        if known.get("TERM", "") in ("", "dumb"):
            raise TerminalError("This terminal cannot place text (TERM is dumb or not set).")
        shown = colours or colours_of(known)
        self.has_shades, self.has_colours = shown in ("truecolour", "256"), shown != "none"
        self._painter = Painter(shown, is_ascii=is_ascii or is_ascii_only(known))
        self._lacking = self.lacking_keys = lacking_keys_of(known)
        self._decoder, self._read_at = Decoder(), 0.0
        self._size = self._ask_size()
        self._saved_mode: list[Any] | None = None
        self._has_pushed = False
        self._out = -1
        self._handlers: dict[int, Any] = {}
        self._wake: tuple[int, int] = (-1, -1)
        self._closing, self._asked = False, 0.0
        self._was_stopped = self._was_continued = False
        self._mouse_at = (-1, -1)

    # Taking and giving back

    def __enter__(self) -> Self:
        self._wake = os.pipe()
        os.set_blocking(self._wake[1], False)
        with contextlib.suppress(OSError):  # it may belong to somebody else, as after su
            self._out = os.open(os.ttyname(1), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        for number, handler in (
            (signal.SIGTERM, self._on_terminate),
            (signal.SIGHUP, self._on_terminate),
            (signal.SIGINT, self._on_terminate),
            (signal.SIGTSTP, self._on_stop),
            (signal.SIGWINCH, self._on_resize),
            (signal.SIGCONT, self._on_continue),
        ):
            self._handle(number, handler)
        atexit.register(self.restore)
        self._take()
        return self

    def __exit__(self, *_: object) -> None:
        self.restore()
        atexit.unregister(self.restore)
        for number, handler in self._handlers.items():
            # A closed window hangs up more than once: that must not cut short the remaining work.
            is_late = self._closing and handler is signal.SIG_DFL
            signal.signal(number, signal.SIG_IGN if is_late else handler)
        self._handlers.clear()
        for end in (*self._wake, self._out):
            if end >= 0:
                os.close(end)
        self._wake, self._out = (-1, -1), -1

    def _handle(self, number: int, handler: Callable[[int, FrameType | None], None]) -> None:
        """Install a signal handler and remember the old one. Does nothing in other threads than the main one."""
        with contextlib.suppress(ValueError):
            self._handlers[number] = signal.signal(number, handler)

    def _take(self) -> None:
        """Switch to raw mode and our screen. What is pushed is pushed once until it is popped."""
        if self._saved_mode is None:
            with contextlib.suppress(termios.error, OSError):
                self._saved_mode = termios.tcgetattr(0)
        if self._make_raw():
            self._painter.forget()
            stacks, self._has_pushed = _KEPT if self._has_pushed else _PUSHED, True
            self._send((_MODES + stacks + _TITLE).encode())

    def _make_raw(self) -> bool:
        """Switch to raw mode; return whether the terminal is ours. A lost terminal closes the game."""
        while not self._closing:
            try:
                tty.setraw(0, termios.TCSADRAIN)
            except termios.error as fault:
                # In the background the system stops us here, and interrupts the call when we continue.
                self._closing = self._closing or fault.args[0] != errno.EINTR
            else:
                return True
        return False

    def restore(self) -> None:
        """Restore the terminal as it was found. Does nothing if it is not ours."""
        if self._saved_mode is None:
            return
        mode, self._saved_mode = self._saved_mode, None
        if self._has_pushed:
            self._has_pushed = False
            self._send(_LEAVE.encode())
        if self._is_foreground():
            with contextlib.suppress(termios.error, OSError):  # the terminal may be gone
                termios.tcflush(0, termios.TCIFLUSH)
                termios.tcsetattr(0, termios.TCSANOW, mode)

    @staticmethod
    def _is_foreground() -> bool:
        """Tell whether we are in the foreground; in the background the shell has set its own terminal modes."""
        try:
            return os.tcgetpgrp(0) == os.getpgrp()
        except OSError:
            return True  # it is not the terminal that controls our jobs

    def suspend(self, group: int = 0) -> None:
        """Stop the program until the shell continues it (ctrl+z).

        By default all of its group stops, so that a launcher such as `uv run` stops with us. Nothing stops without a
        shell to wake it.
        """
        self.restore()
        self._was_stopped = False
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(group, signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._on_stop)
        self._was_continued = False
        self._take()
        self._size = (0, 0)  # looks like a resize, so that everything is drawn again

    # Signals: they only leave a note and wake the poll

    def _on_terminate(self, number: int, _frame: FrameType | None) -> None:
        """Ask the game to close; if asked again after a while, leave at once.

        Two signals at once are not impatience: `timeout` ends a program and then its group, a closed window hangs up on
        both the shell and us, and service managers send SIGHUP after SIGTERM.
        """
        now = monotonic()
        if number != signal.SIGHUP and self._closing and now - self._asked > PATIENCE_SECONDS:
            self.restore()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        if not self._closing:
            self._closing, self._asked = True, now
        self._nudge()

    def _on_stop(self, _number: int, _frame: FrameType | None) -> None:
        """Note that somebody wants us to stop: poll then gives the terminal back and stops."""
        self._was_stopped = True
        self._nudge()

    def _on_resize(self, _number: int, _frame: FrameType | None) -> None:
        """Wake the poll, which checks the size."""
        self._nudge()

    def _on_continue(self, _number: int, _frame: FrameType | None) -> None:
        """Note that another program stopped and continued us: poll then takes the terminal again."""
        self._was_continued = True
        self._nudge()

    def _retake(self) -> None:
        """Take the terminal again after a stop that we did not start; another program may have changed it."""
        self._was_continued = False
        if self._saved_mode is not None:
            self._take()
            self._size = (0, 0)

    def _nudge(self) -> None:
        """Wake the select() in poll, so that it returns at once."""
        with contextlib.suppress(OSError):
            os.write(self._wake[1], b"!")

    # Showing

    def new_console(self) -> Console:
        """Return an empty console of the terminal's size, at least 80x24."""
        columns, rows = self._size
        return Console(max(columns, MIN_COLUMNS), max(rows, MIN_ROWS), order="F")

    def present(self, frame: Frame) -> None:
        """Show a frame with the cursor on its caret, or say that the terminal is too small for it."""
        if self._is_small:
            frame = Frame(too_small_notice("terminal", *self._size))
        self._send(self._painter.paint(as_cells(frame), frame.caret))

    @property
    def _is_small(self) -> bool:
        """Whether the terminal is smaller than 80x24 cells."""
        return self._size[0] < MIN_COLUMNS or self._size[1] < MIN_ROWS

    def _send(self, data: bytes) -> None:
        """Write all bytes; a lost terminal closes the game instead of crashing it.

        One that does not read is waited for, but not for long once we are to end.
        """
        out, most = (1, MOST_AT_ONCE) if self._out < 0 else (self._out, len(data))
        since = monotonic()
        while data:
            try:
                if not self._is_writable(out):
                    if self._closing and monotonic() - max(since, self._asked) > STALLED_SECONDS:
                        return
                    continue
                data = data[os.write(out, data[:most]) :]
                since = monotonic()
            except BlockingIOError:
                continue
            except OSError:
                self._closing = True
                return

    def _is_writable(self, out: int) -> bool:
        """Wait for a moment, or until a signal comes, whether the terminal takes more; return whether it does."""
        woken, ready, _ = select.select([self._wake[0]], [out], [], STALLED_SECONDS)
        if woken:
            os.read(self._wake[0], 64)
        return bool(ready)

    # Listening

    def poll(self, timeout: float) -> list[Input]:
        """Wait at most `timeout` seconds and return what the player did."""
        inputs: list[Input] = []
        if not self._closing:
            inputs = self._screened(self._read(timeout))
        if self._was_stopped:
            self.suspend(os.getpid())
        if self._was_continued:
            self._retake()
        size = self._ask_size()
        if size != self._size:
            self._size = size
            self._painter.forget()
            inputs.append(Resized(max(size[0], MIN_COLUMNS), max(size[1], MIN_ROWS)))
        if self._closing:
            inputs.append(Closed())
        return coalesce(inputs)

    def _read(self, timeout: float) -> list[Input]:
        """Read and decode what has arrived, giving a lone Escape time to be completed."""
        inputs: list[Input] = []
        until = monotonic() + timeout
        while not self._closing:
            ready, _, _ = select.select([0, self._wake[0]], [], [], max(until - monotonic(), 0))
            if self._wake[0] in ready:
                os.read(self._wake[0], 64)
            if 0 in ready:
                inputs += self._take_bytes()
            if self._decoder.in_paste and monotonic() > self._read_at + PASTE_SECONDS:
                inputs += self._decoder.flush()
            if not self._decoder.pending:
                return inputs
            if not ready and monotonic() >= until:
                return inputs + self._decoder.flush()
            until = monotonic() + ESCAPE_SECONDS
        return inputs

    def _take_bytes(self) -> list[Input]:
        """Read and decode the available bytes; the end of the input closes the game."""
        try:
            data = os.read(0, 4096)
        except OSError:
            data = b""
        self._closing, self._read_at = self._closing or not data, monotonic()
        return self._decoder.feed(data)

    def _screened(self, inputs: list[Input]) -> list[Input]:
        """Handle the keys that belong to the terminal, and drop everything else while it is too small."""
        kept: list[Input] = []
        for event in inputs:
            if event == Key("ctrl+c") or (self._is_small and event == Key("q")):
                self._closing = True
            elif event == Key("ctrl+z"):
                self.suspend()
            elif not self._is_small and not self._is_idle_move(event):
                if isinstance(event, Key) and self._shows_layout(event):
                    kept.append(KeyboardChanged())
                kept.append(event)
        return kept

    def _shows_layout(self, key: Key) -> bool:
        """Learn from a letter which signs the keyboard lacks; return whether that is new."""
        lacking = lacking_with(key.typed) if len(key.typed) == 1 else None
        before = self.lacking_keys
        if lacking is not None:
            self.lacking_keys = self._lacking | lacking
        return self.lacking_keys != before

    def _is_idle_move(self, event: Input) -> bool:
        """Tell whether the mouse "moved" within the same cell."""
        if not isinstance(event, Mouse) or event.kind != "move":
            return False
        was, self._mouse_at = self._mouse_at, (event.x, event.y)
        return was == self._mouse_at

    def _ask_size(self) -> tuple[int, int]:
        """Return the terminal's columns and rows; the old ones if it does not say."""
        try:
            columns, rows = os.get_terminal_size(1)
        except OSError:
            return self._size
        return columns or MIN_COLUMNS, rows or MIN_ROWS
