"""The game's signs in plain ASCII, for terminals and locales that have nothing else.

A character not listed here loses its accent or becomes "?". Each takes one cell, as the original does. A letter that
creatures use is the sign of nothing else: a tree that looks like a troll would hide one.
"""

import unicodedata
from functools import cache

SIGNS = {
    **dict.fromkeys("│║╎", "|"),
    **dict.fromkeys("─═", "-"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╒╔╗╚╝╠╣╤╥╦╨╩╫╬", "+"),
    **dict.fromkeys("▀▓■▬", "#"),
    "▒": "^",  # fire, which must not look like rock
    "°": "^",  # acid and oil, which must not look like water
    **dict.fromkeys("·˙∙", "."),
    **dict.fromkeys("○●Θφ", "0"),
    **dict.fromkeys("♣Ψ", "Y"),
    **dict.fromkeys("∽░", "~"),
    **dict.fromkeys("≈≋", "}"),  # what bears nobody, as in other games of this kind
    **dict.fromkeys("“”", '"'),
    **dict.fromkeys("‘’", "'"),
    "█": "=", "♠": "F", "▄": "J",
    "–": "-", "×": "x", "…": "_", "☻": "&", "¶": "{", "†": "+", "‼": "!", "≡": "=", "≤": "<", "⌂": "^", "⌐": "]",
    "⌠": "[", "⌡": "]", "╌": "'", "∩": "n", "δ": "6", "Γ": "7", "Ω": "I", "π": "n", "ƒ": "f",
    "ⁿ": "n", "₧": "P", "€": "E", "ß": ",", "²": "2", "»": ">", "▲": "^", "►": ">", "▼": "v", "◄": "<",
    "∪": "u", "☺": "&", "‖": "|",
    "□": "=", "◊": "*", "§": "*", "¡": "!",
    "◆": "*", "◇": "o", "☼": "*", "♥": "v", "¤": "*", "•": "+", "♦": "*", "♪": "$", "✓": "x", "✦": "*", "⇧": "S",
    "←": "<", "↑": "^", "→": ">", "↓": "v", "↖": "\\", "↗": "/", "↘": "\\", "↙": "/",
}  # fmt: skip


@cache
def ascii_glyph(code: int) -> tuple[str, bool]:
    """Return the ASCII sign for a character's code, and True because its width is certain."""
    if code in (0, 32):
        return " ", True
    character = chr(code) if code < 0x110000 else "?"
    if " " < character <= "~":
        return character, True
    bare = SIGNS.get(character) or unicodedata.normalize("NFKD", character)[:1]
    return (bare if " " <= bare <= "~" else "?"), True
