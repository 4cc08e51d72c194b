"""Keyboards without Latin letters: commands go by where a key is, text fields get what it types.

The one decision: a letter of another script has one place on the layouts that most people type it with, so a table
tells it where the device does not. It is short: Cyrillic (Russian, with what Ukrainian and Belarusian keyboards have
besides) and Greek; a window, and terminals that report it, know the place of every key themselves.
"""

import unicodedata
from typing import Final

from roguelike.toolkit.inputs import SHIFTED

_PLACES: Final[dict[str, str]] = dict(
    (
        *zip("ёйцукенгшщзхъ", "`qwertyuiop[]", strict=True),
        *zip("фывапролджэ", "asdfghjkl;'", strict=True),
        *zip("ячсмитьбю", "zxcvbnm,.", strict=True),
        *zip("іїєґў", "s]'\\o", strict=True),
        *zip("ςερτυθιοπ", "wertyuiop", strict=True),
        *zip("ασδφγηξκλ", "asdfghjkl", strict=True),
        *zip("ζχψωβνμ", "zxcvbnm", strict=True),
    )
)
"""The key of a US keyboard in the place of each letter."""
_NOT_ON_CYRILLIC: Final = frozenset("@#$^&|")
"""Characters that no key of a Russian keyboard types, and none in whose place a table finds them."""


def by_place(character: str, place: str = "") -> str:
    """Return what a US keyboard types where another script's letter is, with shift for a capital.

    `place` is that key, if the device tells it. Returns "" for everything that Latin keyboards type, and if no table
    tells.
    """
    if character.isascii() or not character.isalpha() or _is_latin(character):
        return ""
    found = place or _PLACES.get(character.lower(), "")
    if character == character.lower():
        return found
    return SHIFTED.get(found, found.upper())


def _is_latin(character: str) -> bool:
    """Tell whether a letter belongs to the Latin script, as "ö" does."""
    return unicodedata.name(character, "").startswith("LATIN")


def lacking_with(character: str) -> frozenset[str] | None:
    """Return what a keyboard that types this letter lacks; None if the character is no letter and tells nothing."""
    if not character.isalpha():
        return None
    return _NOT_ON_CYRILLIC if "\u0400" <= character < "\u0530" else frozenset()
