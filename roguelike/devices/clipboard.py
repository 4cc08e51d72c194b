"""The desktop's clipboard, through SDL once a window is open; tcod has no public name for it."""

from typing import Final

from tcod.cffi import ffi, lib

MOST_PASTED: Final = 10_000
"""Maximum number of characters taken from the clipboard, which may hold a whole book."""


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
