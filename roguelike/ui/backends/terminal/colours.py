"""Colours in the words of a terminal: 24 bits, the 256 of xterm, the 16 of every terminal, or none at all.

A colour is a word: red in its lowest byte, green above it, then blue. Each mode has one function for letters and one
for the ground, which return the parameters of an SGR sequence (ECMA-48); without colours, what is bright is bold, what
is dim is faint, as all is that is only remembered, and what stands on a bright ground is reversed, so bars, cursors and
chosen rows are still seen.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

Colours = Literal["truecolour", "256", "16", "none"]
Shade = Callable[[int], str]

LEVELS = (0, 95, 135, 175, 215, 255)
"""The steps of xterm's 6x6x6 colour cube."""
SIXTEEN = (
    (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 110, 0), (30, 60, 200), (170, 0, 170), (0, 170, 170), (170, 170, 170),
    (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85), (100, 130, 255), (255, 85, 255), (85, 255, 255),
    (255, 255, 255),
)  # fmt: skip
"""The sixteen as most terminals show them, in the order of their numbers."""
DARK_GREY = 8
"""The number of the one grey between black and light grey."""
DARK_GROUNDS = (1, 4, 5, DARK_GREY)
"""The numbers of red, blue, magenta and dark grey, on which white is read; on the other colours black is."""
DARK_INKS = (0, 1, 4)
"""The numbers of black, red and blue, which are read on the colours that are no dark ground.

Yellow is anything from brown to bright from one terminal to the next, and white is not read on all of these.
"""
CONTRAST = 40
"""By how much (of 255) a letter of sixteen colours must be brighter or darker than its ground to be read."""
BRIGHT, FAINT, REVERSED = 150, 119, 56
"""How bright (0 to 255) a letter is bold, below which it is faint, and when a ground is reversed, without colours."""
REVERSE, USUAL = "7", "22"
"""The pens of what is reversed, and of letters that are neither bold nor faint."""
GROUND = 52
"""How bright a ground is not black in sixteen colours: the empty part of a bar is, and is not reversed without."""
SEEN = 24
"""How bright a letter must be not to be black."""


def shades(colours: Colours) -> tuple[Shade, Shade]:
    """Return what writes the colour of letters, and that of the ground."""
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
    """Write a letter's colour in 24 bits."""
    return "38;2;{};{};{}".format(*_parts(word))


@lru_cache(maxsize=65536)
def _true_back(word: int) -> str:
    """Write the ground's colour in 24 bits."""
    return "48;2;{};{};{}".format(*_parts(word))


@lru_cache(maxsize=65536)
def _cube_fore(word: int) -> str:
    """Write a letter's colour as one of 256."""
    return f"38;5;{nearest_256(word)}"


@lru_cache(maxsize=65536)
def _cube_back(word: int) -> str:
    """Write the ground's colour as one of 256."""
    return f"48;5;{nearest_256(word)}"


@lru_cache(maxsize=65536)
def _sixteen_fore(word: int) -> str:
    """Write a letter's colour as one of sixteen."""
    number = _nearest_16(word)
    if number == 0 and brightness(word) > SEEN:
        number = DARK_GREY  # what is dark, but there, must not vanish
    return f"{30 + number if number < 8 else 82 + number}"


@lru_cache(maxsize=65536)
def _sixteen_back(word: int) -> str:
    """Write the ground's colour as one of the eight that every terminal has behind letters, or dark grey."""
    number = _nearest_16(word)
    if brightness(word) < GROUND:
        return "40"
    # Grey bars would else be black ones; where a terminal has no dark grey ground, it shows black.
    if number == DARK_GREY:
        return "100"
    return f"{40 + (0 if number % 8 == 7 and brightness(word) < BRIGHT else number % 8)}"


@lru_cache(maxsize=256)
def readable(fore: str, back: str) -> str:
    """Return a letter's colour of sixteen, or black or white where the ground is of the same hue or as bright.

    On ground that may be bright only dark letters keep their colours.
    """
    ink, ground = _number(fore, 30), _number(back, 40)
    if ground and ground not in DARK_GROUNDS and ink not in DARK_INKS:
        return "30"
    apart = abs(brightness(_word(SIXTEEN[ink])) - brightness(_word(SIXTEEN[ground])))
    if ground == 0 or (ink % 8 != ground % 8 and apart >= CONTRAST):
        return fore
    return "97" if ground in DARK_GROUNDS else "30"


def _number(parameter: str, first: int) -> int:
    """Return the number of the colour that a parameter of SGR names, of those that begin at 30 or 40."""
    number = int(parameter) - first
    return number if number < 8 else number - 52


def _word(colour: tuple[int, int, int]) -> int:
    """Return a colour as a word."""
    red, green, blue = colour
    return red | green << 8 | blue << 16


@lru_cache(maxsize=65536)
def _plain_fore(word: int) -> str:
    """Make bright letters bold, and dim ones faint; black ones are those of empty cells."""
    bright = brightness(word)
    if bright >= BRIGHT:
        return "22;1"
    return "22;2" if SEEN < bright < FAINT else USUAL


@lru_cache(maxsize=65536)
def _plain_back(word: int) -> str:
    """Reverse what stands on bright ground."""
    return REVERSE if brightness(word) >= REVERSED else "27"


def brightness(word: int) -> int:
    """Return how bright a colour is to the eye, 0 to 255."""
    red, green, blue = _parts(word)
    return (2 * red + 5 * green + blue) // 8


def _nearest_16(word: int) -> int:
    """Return the number of the nearest of the sixteen colours."""
    wanted = _parts(word)
    return min(range(16), key=lambda number: _apart(SIXTEEN[number], wanted))


def nearest_256(word: int) -> int:
    """Return the nearest colour of xterm's cube or of its 24 greys."""
    wanted = _parts(word)
    steps = [min(range(6), key=lambda step: abs(LEVELS[step] - value)) for value in wanted]
    cube = tuple(LEVELS[step] for step in steps)
    grey_step = min(range(24), key=lambda step: abs(8 + 10 * step - sum(wanted) // 3))
    grey = (8 + 10 * grey_step,) * 3
    if _apart(grey, wanted) < _apart(cube, wanted):
        return 232 + grey_step
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]


def _apart(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """Return the squared distance of two colours."""
    return sum((one - other) ** 2 for one, other in zip(a, b, strict=True))
