"""What fits the display: which letters a window begins with, and how large it is at first."""

from tcod.cffi import ffi, lib

from roguelike.ui.backends.loop import WANTED_COLUMNS, WANTED_ROWS
from roguelike.ui.screen import MIN_COLUMNS, MIN_ROWS

WHOLE_LEVEL = (120, 56)
"""Cells in which a level is seen whole, with a panel beside it and a few rows of log."""
LEAST = (MIN_COLUMNS, MIN_ROWS)
"""Cells without which the game cannot be played."""
WANTED = (WANTED_COLUMNS, WANTED_ROWS)
"""Cells for which letters that nobody chose get smaller."""
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
    """Return the largest letters of which a whole level with its panels fits the main display, or else 80x50 cells."""
    from roguelike.ui.look.font import SCALES

    for cells in (WHOLE_LEVEL, WANTED):
        for scale in reversed(SCALES):
            if fits_display(scale, cells):
                return scale
    return SCALES[0]


def first_size(scale: str) -> tuple[int, int]:
    """Return the width and height in pixels of the window at first: as much as is of use and the display has."""
    return size_on_display(scale, MOST_OF_USE if _display_room() is not None else WANTED)


def size_on_display(scale: str, cells: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height in pixels of so many cells, or of those for which the display has room.

    A window beyond the display's edges would hide its own, so letters that are too large for it get smaller; only
    where the smallest are too large does the window reach beyond.
    """
    from roguelike.ui.look.font import SCALES

    wide, high = _pixels(scale, cells)
    room = _display_room() or (wide, high)
    least_wide, least_high = _pixels(SCALES[0], LEAST)
    return max(least_wide, min(wide, room[0])), max(least_high, min(high, room[1]))
