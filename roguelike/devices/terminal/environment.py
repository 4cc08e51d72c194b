"""What the environment says about a terminal: its colours, whether it has more than ASCII, and which keys it lacks.

Colours as terminals write them: 24 bits, xterm's 256, the basic 16, or none at all.

A colour is a word: red in its lowest byte, green above it, then blue. Each mode has one function for foregrounds and
one for backgrounds, which return the parameters of an SGR sequence (ECMA-48). Without colours, bright letters are bold,
dim ones (such as everything only remembered) are faint, and letters on a bright background are reversed, so that bars,
cursors and selected rows stay visible.
"""

import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from roguelike.toolkit.keymap import NOT_IN_ANY_TERMINAL, NOT_IN_MOST_TERMINALS

Colours = Literal["truecolour", "256", "16", "none"]
Shade = Callable[[int], str]

LEVELS = (0, 95, 135, 175, 215, 255)
"""The levels of xterm's 6x6x6 colour cube."""
SIXTEEN = (
    (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 110, 0), (30, 60, 200), (170, 0, 170), (0, 170, 170), (170, 170, 170),
    (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85), (100, 130, 255), (255, 85, 255), (85, 255, 255),
    (255, 255, 255),
)  # fmt: skip
"""The sixteen colours as most terminals show them, in the order of their numbers."""
DARK_GREY = 8
"""The number of the one grey between black and light grey."""
GREYS = (0, 7, DARK_GREY, 15)
DARK_GROUNDS = (1, 4, 5, DARK_GREY)
"""The numbers of red, blue, magenta and dark grey, on which white is readable; on the other colours black is."""
DARK_INKS = (0, 1, 4)
"""The numbers of black, red and blue, which are readable on all backgrounds that are not in DARK_GROUNDS.

Yellow varies from brown to bright between terminals, and white is not readable on all of these backgrounds.
"""
CONTRAST = 40
"""The least difference in brightness (of 255) between a letter and its background to be readable in sixteen colours."""
BRIGHT, FAINT, REVERSED = 150, 119, 56
"""Without colours: brightness (0 to 255) of bold letters, below which they are faint, and of reversed grounds."""
REVERSE, USUAL = "7", "22"
"""SGR parameters for reversed cells, and for letters that are neither bold nor faint."""
FAINT_GREY = "2;37"
"""SGR parameters for faint letters of light grey."""
_DARK_GREY_INK = "90"
GROUND = 52
"""In sixteen colours a darker ground becomes black. The empty part of a bar is brighter, but below REVERSED."""
SEEN = 24
"""Brightness above which a letter must not become black."""
RED, YELLOW = 1, 3
"""The numbers of the dark red and the dark yellow; the bright ones are eight higher."""
ORANGE = 0.4
"""Share of green, between blue and red, from which a colour is orange: a hue of 24 degrees."""


def shades(colours: Colours) -> tuple[Shade, Shade]:
    """Return the functions that write foreground and background colours."""
    return {
        "truecolour": (_true_fore, _true_back),
        "256": (_cube_fore, _cube_back),
        "16": (_sixteen_fore, _sixteen_back),
        "none": (_plain_fore, _plain_back),
    }[colours]


def _parts(word: int) -> tuple[int, int, int]:
    """Return red, green and blue."""
    return word & 255, word >> 8 & 255, word >> 16 & 255


@lru_cache(maxsize=65536)
def _true_fore(word: int) -> str:
    """Write a foreground colour in 24 bits."""
    return "38;2;{};{};{}".format(*_parts(word))


@lru_cache(maxsize=65536)
def _true_back(word: int) -> str:
    """Write a background colour in 24 bits."""
    return "48;2;{};{};{}".format(*_parts(word))


@lru_cache(maxsize=65536)
def _cube_fore(word: int) -> str:
    """Write a foreground colour as one of 256."""
    return f"38;5;{nearest_256(word)}"


@lru_cache(maxsize=65536)
def _cube_back(word: int) -> str:
    """Write a background colour as one of 256."""
    return f"48;5;{nearest_256(word)}"


@lru_cache(maxsize=65536)
def _sixteen_fore(word: int) -> str:
    """Write a foreground colour as one of sixteen: dark grey only if it is as dark."""
    number = _nearest_16(word)
    if number == DARK_GREY:
        number = min(number, _nearest_16(word, DARK_GREY), key=lambda each: _unlike(word, each))
    if number == 0 and brightness(word) > SEEN:
        number = DARK_GREY  # a letter that is dark but visible must not vanish
    return f"{30 + number if number < 8 else 82 + number}"


@lru_cache(maxsize=65536)
def _sixteen_back(word: int) -> str:
    """Write a background colour as one of the eight that every terminal has, or as dark grey."""
    number = _nearest_16(word)
    if brightness(word) < GROUND:
        return "40"
    # Otherwise grey bars would be black; a terminal without a dark grey background shows black.
    if number == DARK_GREY:
        return "100"
    return f"{40 + (0 if number % 8 == 7 and brightness(word) < BRIGHT else number % 8)}"


@lru_cache(maxsize=256)
def readable(fore: str, back: str) -> str:
    """Return a letter's colour, or black or white if the background has the same hue or similar brightness.

    On backgrounds that may be bright only dark letters keep their colours. Dark grey letters become faint light grey
    ones: some themes give dark grey the colour of the background, and terminals without faint letters show them bright.
    """
    found = _apart_from(fore, back)
    return FAINT_GREY if found == _DARK_GREY_INK else found


def _apart_from(fore: str, back: str) -> str:
    """Return a letter's colour, or black or white if it could not be told from the background."""
    ink, ground = _number(fore, 30), _number(back, 40)
    if ground and ground not in DARK_GROUNDS and ink not in DARK_INKS:
        return "30"
    apart = abs(brightness(_word(SIXTEEN[ink])) - brightness(_word(SIXTEEN[ground])))
    if ground == 0 or (ink % 8 != ground % 8 and apart >= CONTRAST):
        return fore
    return "97" if ground in DARK_GROUNDS else "30"


def _number(parameter: str, first: int) -> int:
    """Return the colour number of an SGR parameter from the range that begins at 30 or 40."""
    number = int(parameter) - first
    return number if number < 8 else number - 52


def _word(colour: tuple[int, int, int]) -> int:
    """Return a colour as a word."""
    red, green, blue = colour
    return red | green << 8 | blue << 16


@lru_cache(maxsize=65536)
def _plain_fore(word: int) -> str:
    """Make bright letters bold and dim ones faint; black ones belong to empty cells."""
    bright = brightness(word)
    if bright >= BRIGHT:
        return "22;1"
    return "22;2" if SEEN < bright < FAINT else USUAL


@lru_cache(maxsize=65536)
def _plain_back(word: int) -> str:
    """Reverse letters on a bright background."""
    return REVERSE if brightness(word) >= REVERSED else "27"


def brightness(word: int) -> int:
    """Return the perceived brightness of a colour, 0 to 255."""
    red, green, blue = _parts(word)
    return (2 * red + 5 * green + blue) // 8


def _unlike(word: int, number: int) -> int:
    """Return how much one of the sixteen colours differs from a colour in brightness."""
    return abs(brightness(_word(SIXTEEN[number])) - brightness(word))


def _nearest_16(word: int, but: int | None = None) -> int:
    """Return the number of the nearest of the sixteen colours, or of the two yellows for an orange near red.

    Red means harm, and a wall whose light flickers would otherwise change between red and yellow. A grey stays grey.
    """
    red, green, blue = wanted = _parts(word)
    is_grey = max(wanted) == min(wanted)
    numbers = [each for each in (GREYS if is_grey else range(16)) if each != but]
    nearest = min(numbers, key=lambda number: _apart(SIXTEEN[number], wanted))
    if nearest % 8 != RED or green - blue <= ORANGE * (red - blue):
        return nearest
    return min(YELLOW, YELLOW + 8, key=lambda number: _apart(SIXTEEN[number], wanted))


def nearest_256(word: int) -> int:
    """Return the nearest colour of xterm's cube or of its 24 greys."""
    wanted = _parts(word)
    steps = [min(range(6), key=lambda step: abs(LEVELS[step] - value)) for value in wanted]
    cube = tuple(LEVELS[step] for step in steps)
    grey_step = min(range(24), key=lambda step: abs(8 + 10 * step - sum(wanted) // 3))
    grey = (8 + 10 * grey_step,) * 3
    if _apart(grey, wanted) + _paler(grey, wanted) < _apart(cube, wanted) + _paler(cube, wanted):
        return 232 + grey_step
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]


def _paler(found: tuple[int, ...], wanted: tuple[int, ...]) -> int:
    """Return the square of how much paler a colour is than the wanted one: greys tell grass from water by nothing."""
    return max(0, max(wanted) - min(wanted) - (max(found) - min(found))) ** 2


def _apart(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """Return the squared distance of two colours."""
    return sum((one - other) ** 2 for one, other in zip(a, b, strict=True))


REPORT_ALL_KEYS: Final = ("xterm-kitty", "xterm-ghostty", "foot", "foot-extra", "alacritty")
"""Terminals that support the kitty keyboard protocol, which reports ctrl with a digit."""
STARTED_WITH: Final = Path("/proc/self/environ")
"""Where Linux keeps a process's initial environment."""
SIXTEEN_COLOURS: Final = ("linux", "xterm-16color", "rxvt", "ansi", "cygwin")
"""Terminals of which nothing is known except that they have sixteen colours."""


def colours_of(environment: Mapping[str, str]) -> Colours:
    """Choose the colour mode: 24 bits, unless the terminal is known to have fewer or the player wants none."""
    if environment.get("NO_COLOR"):  # https://no-color.org
        return "none"
    if environment.get("COLORTERM") in ("truecolor", "24bit"):
        return "truecolour"
    term = environment.get("TERM", "")
    if term in SIXTEEN_COLOURS:
        return "16"
    is_old_screen = term.startswith("screen") and "TMUX" not in environment
    if environment.get("TERM_PROGRAM") == "Apple_Terminal" or is_old_screen:
        return "256"
    return "none" if term.startswith("vt") else "truecolour"


def is_ascii_only(environment: Mapping[str, str]) -> bool:
    """Tell whether the locale has no UTF-8: the first of these variables that is set counts (POSIX)."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    return bool(locale) and "utf" not in locale.lower()


def as_started(environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return the environment with the LC_CTYPE that the program was started with, if the system still knows it.

    In the C locale Python sets LC_CTYPE to UTF-8 for itself (PEP 538), which does not mean that the terminal has it.
    """
    try:
        entries = STARTED_WITH.read_bytes().split(b"\0")
    except OSError:
        return environment
    given = next((each for each in entries if each.startswith(b"LC_CTYPE=")), b"=")
    return {**environment, "LC_CTYPE": os.fsdecode(given.partition(b"=")[2])}


def lacking_keys_of(environment: Mapping[str, str]) -> frozenset[str]:
    """Return the keys that this terminal cannot be relied on to send."""
    is_told = environment.get("TERM") in REPORT_ALL_KEYS
    return NOT_IN_ANY_TERMINAL | (frozenset() if is_told else NOT_IN_MOST_TERMINALS)
