"""The game in a window of its own, by tcod and SDL.

The one decision: the console follows the window. A bigger window shows more cells, never blurred ones, and a window too
small for 80x24 cells gets smaller letters; so does one too small for 80x50, unless the player chose the letters. It
opens in a size that fits the display.

A frame is two textures, one over the other: the map, composed elsewhere (`ui.stage.canvas`), and the text with holes
where the map is seen. All sizes are counted in the display's own pixels, however dense they are.
"""

import logging
import os
from collections.abc import Iterable
from typing import Final, Self

import tcod.event
import tcod.render
import tcod.sdl.render
import tcod.sdl.sys
import tcod.sdl.video
import tcod.tileset
from tcod.cffi import ffi, lib
from tcod.console import Console

from roguelike.devices.headless import too_small_notice
from roguelike.devices.loop import WANTED_COLUMNS, WANTED_ROWS, BackendError
from roguelike.devices.window_input import (
    KeyTranslator,
    MouseTranslator,
    Spot,
    lacking_keys,
    shifted_digits,
)
from roguelike.devices.window_layers import Layers
from roguelike.toolkit.inputs import (
    MOST_PASTED,
    Closed,
    Input,
    Key,
    KeyboardChanged,
    Pasted,
    Resized,
    coalesce,
)
from roguelike.toolkit.screen import MIN_COLUMNS, MIN_ROWS, Frame

PASTE: Final = ("ctrl+v", "shift+insert", "super+v")
_REMEDY: Final = "Without a display, play in the terminal: roguelike --terminal"
WHOLE_LEVEL = (120, 57)
"""Columns and rows that show a whole level, with a panel next to it and a few rows of log."""
LEAST = (MIN_COLUMNS, MIN_ROWS)
"""The least columns and rows with which the game can be played."""
WANTED = (WANTED_COLUMNS, WANTED_ROWS)
"""Columns and rows that the window should have; letters that the player did not choose shrink for them."""
MOST_OF_USE = (192, 66)
"""Columns and rows that a window opens with where there is room; tiles grow with it."""
_DECORATION = (16, 48)
"""Pixels kept free for the desktop's window borders and title."""


_FLAGS = int(lib.SDL_WINDOW_RESIZABLE) | int(lib.SDL_WINDOW_HIGH_PIXEL_DENSITY)
_LOST = frozenset(
    map(
        int,
        (
            lib.SDL_EVENT_RENDER_TARGETS_RESET,
            lib.SDL_EVENT_RENDER_DEVICE_RESET,
            lib.SDL_EVENT_RENDER_DEVICE_LOST,
        ),
    )
)
"""Events after which what was given to the graphics device must be given again."""


class WindowError(BackendError):
    """No window can be opened; the message says why (also in `reason`) and what to do instead."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{reason} {_REMEDY}")
        self.reason = reason


class Window:
    """A resizable window. Use as a context manager or call close()."""

    has_shades: Final = True
    has_colours: Final = True
    can_flicker: Final = True
    has_sound: Final = True

    def __init__(self, scale: str | None = None) -> None:
        """Open the window with letters of `scale` (see font.SCALES), or else the largest that show a whole level.

        The window is as large as the screens can use, if the display allows. If not even small letters show a whole
        level, they are the largest with which 80x50 cells fit. Letters that the player chose need room for 80x24 only.

        Raises:
            WindowError: there is no display, or the window cannot be made.
        """
        from roguelike.toolkit.font import SCALES, load_tileset

        logging.getLogger("tcod.sdl").setLevel(logging.ERROR)  # else SDL greets on standard error
        os.environ.pop("TCOD_RENDERER", None)  # would draw into the terminal, and wrongly
        try:
            tcod.sdl.sys.init(tcod.sdl.sys.Subsystem.VIDEO)
            self.scale = self._shown_scale = scale or scale_for_display()
            self._least = LEAST if scale else WANTED
            tileset = load_tileset(self.scale)
            width, height = first_size(self.scale)
            density = _density()
            self._window = tcod.sdl.video.new_window(
                round(width / density), round(height / density), title="Blue Mana", flags=_FLAGS
            )
            smallest = _pixels(SCALES[0], LEAST)
            self._window.min_size = round(smallest[0] / density), round(smallest[1] / density)
            self._layers = Layers(self._window, tileset)
        except (RuntimeError, OSError) as error:
            raise WindowError(f"No window can be opened: {_reason(error)}.") from error
        self._window.start_text_input(autocorrect=False)
        self._keys = KeyTranslator()
        self.lacking_keys, self.shifted_digits = lacking_keys(), shifted_digits()
        self._mouse = MouseTranslator(self._spot)
        self._fullscreen = self._is_closed = False
        self._last: Frame | None = None
        self._size = self._fit()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the window and free its resources; a second call does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        self._layers.close()
        lib.SDL_HideWindow(self._window.p)
        # Destroyed now: a pointer that is freed later may be that of the next window by then.
        ffi.release(self._window.p)
        tcod.sdl.sys.quit(tcod.sdl.sys.Subsystem.VIDEO)

    # Showing

    def new_console(self) -> Console:
        """Return an empty console as big as the window, at least 80x24."""
        return Console(*self._size, order="F")

    def present(self, frame: Frame) -> None:
        """Show a frame, which draws its own cursor; borders stay black if it does not fill the window."""
        self._last = frame
        if self._is_small:
            (width, height), (across, down) = self._layers.size, self._layers.cell
            frame = Frame(too_small_notice("window", width // across, height // down))
        self._layers.present(frame)

    @property
    def _is_small(self) -> bool:
        """Whether not even 80x24 of the smallest letters fit, as some desktops allow."""
        (width, height), (across, down) = self._layers.size, self._layers.cell
        return width < across * MIN_COLUMNS or height < down * MIN_ROWS

    @property
    def cell_pixels(self) -> tuple[int, int]:
        """The pixels of a console cell, across and down."""
        return self._layers.cell

    @property
    def fullscreen(self) -> bool:
        """Whether the window fills the screen."""
        return self._fullscreen

    @fullscreen.setter
    def fullscreen(self, on: bool) -> None:
        self._fullscreen = on
        self._window.fullscreen = on

    def set_scale(self, scale: str | None) -> bool:
        """Change the size of the letters; None lets the window choose. The window grows if it must.

        A Resized input follows if the number of cells changes. Returns False, and changes nothing, if the display is
        too small.
        """
        if scale is not None and not fits_display(scale, LEAST):
            return False
        self.scale = scale or scale_for_display()
        self._least = LEAST if scale else WANTED
        wide, high = size_on_display(self.scale, WANTED)
        width, height = self._layers.size
        if not self._fullscreen and (width < wide or height < high):
            self.resize(max(width, wide), max(height, high))
        return True

    def resize(self, width: int, height: int) -> None:
        """Make the window so many of the display's own pixels wide and high; Resized follows."""
        density = self._layers.size[0] / self._window.size[0]
        self._window.size = round(width / density), round(height / density)

    def zoom(self, steps: int) -> bool:
        """Switch to the next larger (+1) or smaller (-1) letters; return whether there are any that fit."""
        from roguelike.toolkit.font import SCALES

        index = SCALES.index(self._shown_scale) + steps
        return 0 <= index < len(SCALES) and self.set_scale(SCALES[index])

    def _fit(self) -> tuple[int, int]:
        """Choose the largest letters, up to the wanted ones, of which enough fit; return columns and rows."""
        from roguelike.toolkit.font import SCALES, load_tileset

        width, height = self._layers.size
        for scale in reversed(SCALES[: SCALES.index(self.scale) + 1]):
            if scale != self._shown_scale:
                self._layers.write_with(load_tileset(scale))
                self._shown_scale = scale
            across, down = self._layers.cell
            if width >= across * self._least[0] and height >= down * self._least[1]:
                break
        columns, rows = width // across, height // down
        return max(columns, MIN_COLUMNS), max(rows, MIN_ROWS)

    def copy(self, text: str) -> bool:
        """Copy a text to the desktop's clipboard; return whether that worked."""
        return copy(text)

    # Listening

    def poll(self, timeout: float) -> list[Input]:
        """Wait at most `timeout` seconds and return what the player did, one Input for each action."""
        was_small, pixels = self._is_small, self._layers.size
        inputs = self.translate(tcod.event.wait(timeout))
        scale, size = self._shown_scale, self._fit()
        if self._is_small:
            inputs = [Closed() for event in inputs if event in (Key("q"), Closed())]
        if scale != self._shown_scale or (
            was_small != self._is_small or (was_small and pixels != self._layers.size)
        ):
            self._repaint()
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
            case tcod.event.Quit():
                return [Closed()]
            case tcod.event.WindowEvent():
                self._on_window(event)
                return []
            case tcod.event.Undefined() if event.sdl_event.type == lib.SDL_EVENT_KEYMAP_CHANGED:
                self.lacking_keys, self.shifted_digits = lacking_keys(), shifted_digits()
                return [KeyboardChanged()]
            case tcod.event.Undefined() if int(event.sdl_event.type) in _LOST:
                self._layers.renew(self._window)
                self._repaint()
                return []
            case tcod.event.Undefined() if event.sdl_event.type == lib.SDL_EVENT_PINCH_UPDATE:
                return [*self._mouse.pinch(event.sdl_event.pinch.scale)]
        keys = self._keys.translate(event)
        return [
            *(
                Pasted(pasted()) if isinstance(key, Key) and key.name in PASTE else key
                for key in keys
            ),
            *self._mouse.translate(event),
        ]

    def _on_window(self, event: tcod.event.WindowEvent) -> None:
        """Follow fullscreen changes from outside, and repaint what the desktop uncovered."""
        if event.type in ("EnterFullscreen", "LeaveFullscreen"):
            self._fullscreen = event.type == "EnterFullscreen"
        elif event.type in ("WindowExposed", "WindowRestored"):
            self._repaint()

    def _repaint(self) -> None:
        """Show what was shown last, again."""
        self._layers.forget()
        if self._last is not None:
            self.present(self._last)

    def _spot(self, position: tcod.event.Point[float]) -> Spot | None:
        """Return what is at a position of the window; None outside the console."""
        if self._last is None:
            return None
        x, y = self._layers.cell_at(position, self._last)
        if 0 <= x < self._last.console.width and 0 <= y < self._last.console.height:
            stage = self._last.stage
            shown = stage.tile_at(x, y) if stage is not None else None
            return Spot(int(x), int(y), (x % 1, y % 1), shown)
        return None


def _reason(error: Exception) -> str:
    """Return the last line of a libtcod error, which is the part that says why."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__


def pasted() -> str:
    """Return the text of the clipboard, "" if it has none."""
    found = lib.SDL_GetClipboardText()
    try:
        return bytes(ffi.string(found)).decode("utf-8", "replace")[:MOST_PASTED]
    finally:
        lib.SDL_free(found)


def copy(text: str) -> bool:
    """Copy a text to the clipboard; return whether that worked."""
    return bool(lib.SDL_SetClipboardText(text.encode()))


def _display_room() -> tuple[int, int] | None:
    """Return the pixels that a window can fill on the main display; None if unknown."""
    bounds = ffi.new("SDL_Rect*")
    if not lib.SDL_GetDisplayUsableBounds(lib.SDL_GetPrimaryDisplay(), bounds):
        return None
    density = _density()
    wide, high = int(bounds.w) - _DECORATION[0], int(bounds.h) - _DECORATION[1]
    return int(wide * density), int(high * density)


def _density() -> float:
    """Return how many of its own pixels the main display has in each of those that windows are measured in."""
    mode = lib.SDL_GetDesktopDisplayMode(lib.SDL_GetPrimaryDisplay())
    return float(mode.pixel_density) or 1.0 if mode else 1.0


def _pixels(scale: str, cells: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height in pixels of some columns and rows at a scale."""
    from roguelike.toolkit.font import tile_size

    tile_width, tile_height = tile_size(scale)
    return tile_width * cells[0], tile_height * cells[1]


def fits_display(scale: str, cells: tuple[int, int]) -> bool:
    """Return whether a window of some columns and rows at a scale fits the main display."""
    room = _display_room()
    width, height = _pixels(scale, cells)
    return room is None or (width <= room[0] and height <= room[1])


def scale_for_display() -> str:
    """Return the largest scale at which a whole level and its panels fit the main display, or else 80x50 cells."""
    from roguelike.toolkit.font import SCALES

    for cells in (WHOLE_LEVEL, WANTED):
        for scale in reversed(SCALES):
            if fits_display(scale, cells):
                return scale
    return SCALES[0]


def first_size(scale: str) -> tuple[int, int]:
    """Return the window's initial width and height in pixels: as large as useful and as the display allows."""
    return size_on_display(scale, MOST_OF_USE if _display_room() is not None else WANTED)


def size_on_display(scale: str, cells: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height in pixels of some columns and rows, limited by the display.

    A window larger than the display would hide its own edges, so letters that are too large for it shrink; only if the
    smallest are too large does the window extend beyond the display.
    """
    from roguelike.toolkit.font import SCALES

    wide, high = _pixels(scale, cells)
    room = _display_room() or (wide, high)
    least_wide, least_high = _pixels(SCALES[0], LEAST)
    return max(least_wide, min(wide, room[0])), max(least_high, min(high, room[1]))
