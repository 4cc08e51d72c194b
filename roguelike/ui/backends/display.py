"""What fits the display: which letters a window begins with, and how large it is at first."""

from tcod.cffi import ffi, lib

from roguelike.ui.backends.loop import WANTED_COLUMNS, WANTED_ROWS
from roguelike.ui.screen import MIN_COLUMNS, MIN_ROWS

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
    """Return the width and height in pixels of some columns and rows at a scale."""
    from roguelike.ui.look.font import tile_size

    tile_width, tile_height = tile_size(scale)
    return tile_width * cells[0], tile_height * cells[1]


def fits_display(scale: str, cells: tuple[int, int] = (WANTED_COLUMNS, WANTED_ROWS)) -> bool:
    """Return whether a window of some columns and rows at a scale fits the main display."""
    room = _display_room()
    width, height = _pixels(scale, cells)
    return room is None or (width <= room[0] and height <= room[1])


def scale_for_display() -> str:
    """Return the largest letters of which a whole level with its panels fits the main display, or else 80x50 cells."""
    from roguelike.ui.look.font import SCALES

    for cells in (WHOLE_LEVEL, (WANTED_COLUMNS, WANTED_ROWS)):
        for scale in reversed(SCALES):
            if fits_display(scale, cells):
                return scale
    return SCALES[0]


def first_size(scale: str) -> tuple[int, int]:
    """Return the width and height in pixels of the window at first: as much as is of use and the display has.

    A window beyond the display's edges would hide its own: what has no room for 80x50 of the letters gets smaller
    ones, and of the smallest fewer cells.
    """
    from roguelike.ui.look.font import SCALES

    room = _display_room()
    if room is None:
        return _pixels(scale, (WANTED_COLUMNS, WANTED_ROWS))
    wide, high = _pixels(scale, MOST_OF_USE)
    least_wide, least_high = _pixels(SCALES[0], (MIN_COLUMNS, MIN_ROWS))
    return max(least_wide, min(wide, room[0])), max(least_high, min(high, room[1]))
