"""What fits the display: the window's initial letter size and window size."""

from tcod.cffi import ffi, lib

from roguelike.devices.loop import WANTED_COLUMNS, WANTED_ROWS
from roguelike.ui.screen import MIN_COLUMNS, MIN_ROWS

WHOLE_LEVEL = (120, 56)
"""Columns and rows that show a whole level, with a panel next to it and a few rows of log."""
LEAST = (MIN_COLUMNS, MIN_ROWS)
"""The least columns and rows with which the game can be played."""
WANTED = (WANTED_COLUMNS, WANTED_ROWS)
"""Columns and rows that the window should have; letters that the player did not choose shrink for them."""
MOST_OF_USE = (160, 62)
"""Columns and rows that show a whole level between two panels; a larger window shows nothing more."""
_DECORATION = (16, 48)
"""Pixels kept free for the desktop's window borders and title."""


def _display_room() -> tuple[int, int] | None:
    """Return the pixels that a window can fill on the main display; None if unknown."""
    bounds = ffi.new("SDL_Rect*")
    if not lib.SDL_GetDisplayUsableBounds(lib.SDL_GetPrimaryDisplay(), bounds):
        return None
    return int(bounds.w) - _DECORATION[0], int(bounds.h) - _DECORATION[1]


def _pixels(scale: str, cells: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height in pixels of some columns and rows at a scale."""
    from roguelike.ui.look.font import tile_size

    tile_width, tile_height = tile_size(scale)
    return tile_width * cells[0], tile_height * cells[1]


def fits_display(scale: str, cells: tuple[int, int]) -> bool:
    """Return whether a window of some columns and rows at a scale fits the main display."""
    room = _display_room()
    width, height = _pixels(scale, cells)
    return room is None or (width <= room[0] and height <= room[1])


def scale_for_display() -> str:
    """Return the largest scale at which a whole level and its panels fit the main display, or else 80x50 cells."""
    from roguelike.ui.look.font import SCALES

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
    from roguelike.ui.look.font import SCALES

    wide, high = _pixels(scale, cells)
    room = _display_room() or (wide, high)
    least_wide, least_high = _pixels(SCALES[0], LEAST)
    return max(least_wide, min(wide, room[0])), max(least_high, min(high, room[1]))
