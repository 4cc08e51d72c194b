"""The clipboard of the desktop, as SDL knows it once a window is open: tcod offers it under no public name."""

from typing import Final

from tcod.cffi import ffi, lib

MOST_PASTED: Final = 10_000
"""Characters that are taken from the clipboard: it may hold a whole book."""


def pasted() -> str:
    """Return the text of the clipboard, "" if it has none."""
    found = lib.SDL_GetClipboardText()
    try:
        return bytes(ffi.string(found)).decode("utf-8", "replace")[:MOST_PASTED]
    finally:
        lib.SDL_free(found)


def copy(text: str) -> bool:
    """Put a text on the clipboard; return whether it is there."""
    return bool(lib.SDL_SetClipboardText(text.encode()))
