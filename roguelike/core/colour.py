"""Colours as (red, green, blue), 0..255 each, and the `#RRGGBB` that raws use."""

import re

Colour = tuple[int, int, int]
_HEX = re.compile(r"^#[0-9A-Fa-f]{6}\Z")

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
VARIANTS = ("default", "deuteranopia", "protanopia", "tritanopia", "high contrast", "greyscale")
"""What all colours can be adapted to: kinds of colour vision, bright rooms, devices without colours."""


def parse_colour(text: str) -> Colour:
    """Parse `#RRGGBB`; raises ValueError saying what is accepted."""
    if not _HEX.match(text):
        raise ValueError(f"{text!r} is not a colour: write #RRGGBB, for example #FFA500")
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Blend from a (share 0) to b (share 1)."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )
