"""The game in a window of its own, by tcod and SDL.

Two decisions. The console follows the window: a bigger window shows more cells, never blurred ones, and a window too
small for 80x50 cells gets smaller letters, or fewer cells where there are none. And each press is one input, although
SDL reports most presses twice: letters, digits and named keys are taken from KeyDown, symbols from TextInput (only
the layout knows where "?" is), and what TextInput adds to a KeyDown already taken is kept as the key's text.
"""

import logging
import os
from collections.abc import Iterable
from typing import Final, Self

import tcod.context
import tcod.event
import tcod.sdl.sys
import tcod.tileset
from tcod.cffi import ffi, lib
from tcod.console import Console
from tcod.event import KeySym, Modifier, Scancode

from roguelike.ui.backends.loop import WANTED_COLUMNS, WANTED_ROWS, BackendError
from roguelike.ui.inputs import Button, Closed, Input, Key, Mouse, Resized, coalesce, compose
from roguelike.ui.screen import MIN_COLUMNS, MIN_ROWS

_NAMED: Final[dict[int, str]] = {
    KeySym.RETURN: "enter",
    KeySym.KP_ENTER: "enter",
    KeySym.ESCAPE: "escape",
    KeySym.TAB: "tab",
    KeySym.SPACE: "space",
    KeySym.BACKSPACE: "backspace",
    KeySym.DELETE: "delete",
    KeySym.INSERT: "insert",
    KeySym.HOME: "home",
    KeySym.END: "end",
    KeySym.PAGEUP: "page_up",
    KeySym.PAGEDOWN: "page_down",
    KeySym.UP: "up",
    KeySym.DOWN: "down",
    KeySym.LEFT: "left",
    KeySym.RIGHT: "right",
    KeySym.KP_0: "kp_0",
    **{KeySym.KP_1 + digit - 1: f"kp_{digit}" for digit in range(1, 10)},
    **{KeySym.F1 + number - 1: f"f{number}" for number in range(1, 13)},
}
_BUTTONS: Final[dict[int, Button]] = {1: "left", 2: "middle", 3: "right"}


_REMEDY: Final = "Without a display, play in the terminal: roguelike --terminal"


class WindowError(BackendError):
    """No window can be opened; the message says why, which is also its `reason`, and what to do instead."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{reason} {_REMEDY}")
        self.reason = reason


class KeyTranslator:
    """Turns SDL's two reports of a key press into one Key."""

    def __init__(self) -> None:
        self._awaits_text: Key | None = None

    def key_down(self, event: tcod.event.KeyDown) -> Key | None:
        """Translate a press; None for modifiers alone and for presses that TextInput will tell of."""
        self._awaits_text = None
        mod = event.mod
        if mod & Modifier.MODE or (mod & Modifier.LCTRL and mod & Modifier.RALT):
            return None  # AltGr, as X11 and as Windows report it, only ever types
        base = _base_name(event, command=bool(mod & (Modifier.CTRL | Modifier.ALT)))
        if not base:
            return None
        ctrl, alt, shift = (
            bool(mod & bit) for bit in (Modifier.CTRL, Modifier.ALT, Modifier.SHIFT)
        )
        self._awaits_text = Key(compose(base, ctrl=ctrl, alt=alt, shift=shift))
        return self._awaits_text

    def text_input(self, text: str) -> list[Key]:
        """Translate typed text: nothing new when the press was already taken."""
        key, self._awaits_text = self._awaits_text, None
        if key is not None:
            if not key.name.startswith(("ctrl+", "alt+")):
                key.text = text
            return []
        return [Key("space" if c == " " else c, c) for c in text if c.isprintable()]


def _base_name(event: tcod.event.KeyDown, *, command: bool) -> str:
    """Name a key without its modifiers; empty when it has none that commands could use."""
    sym = int(event.sym)
    if sym in _NAMED:
        return _NAMED[sym]
    character = chr(sym) if 32 < sym < 127 else ""
    if character.isalnum() or (character and command):
        return character
    is_foreign = sym == KeySym.UNKNOWN or 127 < sym < KeySym.EXTENDED_MASK
    if is_foreign and Scancode.A <= event.scancode <= Scancode.Z:
        # A keyboard without Latin letters: commands go by where the key is, text fields by what it types.
        return chr(ord("a") + event.scancode - Scancode.A)
    return ""


class Window:
    """A resizable window. Use as a context manager or call close()."""

    can_flicker: Final = True
    has_sound: Final = True
    """Whether a frame costs nothing but a moment, so that fires may flicker."""

    def __init__(self, title: str = "Blue Mana", scale: str | None = None) -> None:
        """Open it with letters of `scale` (see font.SCALES), else the largest that leave room for a whole level.

        It is as large as the screens have use for, where the display allows. Where not even small letters show a whole
        level, they are the largest of which 80x50 fit.

        Raises:
            WindowError: there is no display, or the window cannot be made.
        """
        from roguelike.ui.look.font import load_tileset

        logging.getLogger("tcod.sdl").setLevel(logging.ERROR)  # else SDL greets on standard error
        os.environ.pop("TCOD_RENDERER", None)  # would draw into the terminal, and wrongly
        try:
            tcod.sdl.sys.init(tcod.sdl.sys.Subsystem.VIDEO)
            self.scale = self._shown_scale = scale or _scale_for_display()
            tileset = load_tileset(self.scale)
            size = _first_size(self.scale)
            # Waiting for the display's beat would only keep each answer to a key back for up to a sixtieth of a
            # second: nothing is presented unless it changed, and the loop sets the pace of animations.
            self._context = tcod.context.new(
                width=size[0],
                height=size[1],
                tileset=tileset,
                title=title,
                vsync=False,
                argv=[],
            )
        except (RuntimeError, OSError) as error:
            raise WindowError(f"No window can be opened: {_reason(error)}.") from error
        window = self._context.sdl_window
        if window is None:
            raise WindowError("The graphics driver gives no window.")
        self._tile = tileset.tile_width, tileset.tile_height
        self._window = window
        window.start_text_input(autocorrect=False)
        self._keys = KeyTranslator()
        self._mouse_at = (-1, -1)
        self._fullscreen = False
        self._last: Console | None = None
        self._size = self._fit()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the window and give its resources back; a second call does nothing."""
        self._context.close()
        tcod.sdl.sys.quit(tcod.sdl.sys.Subsystem.VIDEO)

    # Showing

    def new_console(self) -> Console:
        """Return an empty console as big as the window, at least 80x24."""
        return Console(*self._size, order="F")

    def present(self, console: Console, caret: tuple[int, int] | None = None) -> None:
        """Show a console, which draws its own cursor; borders stay black where it does not fill the window."""
        self._last = console
        self._context.present(console, keep_aspect=True, integer_scaling=True)

    @property
    def fullscreen(self) -> bool:
        """Whether the window fills the screen."""
        return self._fullscreen

    @fullscreen.setter
    def fullscreen(self, on: bool) -> None:
        self._fullscreen = on
        self._window.fullscreen = on

    def set_scale(self, scale: str) -> bool:
        """Change the size of the letters; the window grows if it must. Returns False when the display is too small.

        A Resized input follows when the number of cells changes.
        """
        from roguelike.ui.look.font import tile_size

        if not _fits_display(scale):
            return False
        self.scale = scale
        tile_width, tile_height = tile_size(scale)
        wide, high = tile_width * WANTED_COLUMNS, tile_height * WANTED_ROWS
        width, height = self._window.size
        if not self._fullscreen and (width < wide or height < high):
            self._window.size = max(width, wide), max(height, high)
        return True

    def zoom(self, steps: int) -> bool:
        """Take the next larger (+1) or smaller (-1) letters; returns whether there are any that fit."""
        from roguelike.ui.look.font import SCALES

        index = SCALES.index(self.scale) + steps
        return 0 <= index < len(SCALES) and self.set_scale(SCALES[index])

    def _fit(self) -> tuple[int, int]:
        """Choose the largest letters, up to the player's, of which 80x50 fit; returns columns and rows."""
        from roguelike.ui.look.font import SCALES, load_tileset

        width, height = self._window.size
        for scale in reversed(SCALES[: SCALES.index(self.scale) + 1]):
            if scale != self._shown_scale:
                tileset = load_tileset(scale)
                self._context.change_tileset(tileset)
                self._shown_scale = scale
                self._tile = tileset.tile_width, tileset.tile_height
            if width >= self._tile[0] * WANTED_COLUMNS and height >= self._tile[1] * WANTED_ROWS:
                break
        columns, rows = width // self._tile[0], height // self._tile[1]
        return max(columns, MIN_COLUMNS), max(rows, MIN_ROWS)

    # Listening

    def poll(self, timeout: float) -> list[Input]:
        """Wait at most `timeout` seconds and return what the player did, one Input for each deed."""
        inputs = self.translate(tcod.event.wait(timeout))
        scale, size = self._shown_scale, self._fit()
        if scale != self._shown_scale and self._last is not None:
            self.present(self._last)
        if size != self._size:
            self._size = size
            inputs.append(Resized(*size))
        return inputs

    def translate(self, events: Iterable[tcod.event.Event]) -> list[Input]:
        """Turn SDL's events into inputs; mouse events outside the console are dropped."""
        return coalesce([found for event in events for found in self._translate(event)])

    def _translate(self, event: tcod.event.Event) -> list[Input]:
        """Turn one event into inputs."""
        match event:
            case tcod.event.KeyDown():
                key = self._keys.key_down(event)
                return [] if key is None else [key]
            case tcod.event.TextInput(text=text):
                return list(self._keys.text_input(text))
            case tcod.event.Quit():
                return [Closed()]
            case tcod.event.WindowEvent():
                self._on_window(event)
                return []
        return self._translate_mouse(event)

    def _translate_mouse(self, event: tcod.event.Event) -> list[Input]:
        """Turn one mouse event into inputs."""
        match event:
            case tcod.event.MouseMotion(position=position):
                cell = self._cell(position)
                if cell is None or cell == self._mouse_at:
                    return []
                self._mouse_at = cell
                return [Mouse("move", *cell)]
            case tcod.event.MouseButtonDown(position=position, button=button):
                cell = self._cell(position)
                known = _BUTTONS.get(int(button), "")
                return [Mouse("press", *cell, button=known)] if cell is not None and known else []
            case tcod.event.MouseWheel(position=position, y=steps):
                cell = self._cell(position)
                return [Mouse("wheel", *cell, steps=steps)] if cell is not None and steps else []
        return []

    def _on_window(self, event: tcod.event.WindowEvent) -> None:
        """Follow fullscreen changes from outside, and repaint what the desktop uncovered."""
        if event.type in ("EnterFullscreen", "LeaveFullscreen"):
            self._fullscreen = event.type == "EnterFullscreen"
        elif event.type in ("WindowExposed", "WindowRestored") and self._last is not None:
            self.present(self._last)

    def _cell(self, position: tcod.event.Point[float]) -> tuple[int, int] | None:
        """Return the console cell at a pixel of the window; None outside the console."""
        if self._last is None:
            return None
        x, y = self._context.pixel_to_tile(position[0], position[1])
        if 0 <= x < self._last.width and 0 <= y < self._last.height:
            return int(x), int(y)
        return None


WHOLE_LEVEL = (120, 60)
"""Cells in which a level is seen whole, with a panel beside it and some rows of log."""
MOST_OF_USE = (160, 62)
"""Cells with which a level is seen whole between two panels: a larger window shows nothing more."""
_DECORATION = (16, 48)
"""Pixels kept free for the desktop's window borders and title."""


def _display_room() -> tuple[int, int] | None:
    """Return the pixels that a window can fill on the main display; None when nobody knows."""
    bounds = ffi.new("SDL_Rect*")
    if not lib.SDL_GetDisplayUsableBounds(lib.SDL_GetPrimaryDisplay(), bounds):
        return None
    return int(bounds.w) - _DECORATION[0], int(bounds.h) - _DECORATION[1]


def _pixels(scale: str, cells: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height of so many columns and rows of a scale."""
    from roguelike.ui.look.font import tile_size

    tile_width, tile_height = tile_size(scale)
    return tile_width * cells[0], tile_height * cells[1]


def _fits_display(scale: str, cells: tuple[int, int] = (WANTED_COLUMNS, WANTED_ROWS)) -> bool:
    """Tell whether a window of so many cells of a scale fits the main display."""
    room = _display_room()
    width, height = _pixels(scale, cells)
    return room is None or (width <= room[0] and height <= room[1])


def _scale_for_display() -> str:
    """Return the largest letters of which a whole level with its panels fits the main display, or else 80x50 cells."""
    from roguelike.ui.look.font import SCALES

    for cells in (WHOLE_LEVEL, (WANTED_COLUMNS, WANTED_ROWS)):
        for scale in reversed(SCALES):
            if _fits_display(scale, cells):
                return scale
    return SCALES[0]


def _first_size(scale: str) -> tuple[int, int]:
    """Return the width and height in pixels of the window at first: as much as is of use and the display has."""
    wide, high = _pixels(scale, MOST_OF_USE)
    least_wide, least_high = _pixels(scale, (WANTED_COLUMNS, WANTED_ROWS))
    room = _display_room()
    if room is None or not _fits_display(scale):
        return least_wide, least_high
    return min(wide, room[0]), min(high, room[1])


def _reason(error: Exception) -> str:
    """Return the last line of a libtcod error, which is the part that says why."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
