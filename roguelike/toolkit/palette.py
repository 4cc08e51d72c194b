"""The colours of the screen by their meaning, and variants for other kinds of colour vision.

The one decision: only the default colours are chosen by hand. Every variant is one 3x3 matrix and one brightness curve,
applied alike to the names below and to every colour of the map, then adjusted until text reads well on black. Pairs
that must never be confused (good and bad, friend and foe) are set by hand if a matrix cannot separate them.

Colour blindness: what an eye cannot see is computed (Viénot, Brettel and Mollon 1999; tritanopia by Machado, Oliveira
and Fernandes 2009), and the lost difference is moved into channels that it can see ("daltonizing", Fidaner, Lin and
Ozguven 2005). All computations use stored values, without gamma: accurate enough for legibility, and fast.
"""

from functools import cache, lru_cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from roguelike.core.colour import BLACK, VARIANTS, WHITE, Colour, mix
from roguelike.core.records import Record, field_names

READABLE_CONTRAST = 4.5
"""WCAG 2.1 level AA, for text on its background."""


class Palette(Record):
    """Named colours. Names ending in `_back` are backgrounds on which `text` reads well; all others read on black."""

    variant: str = "default"
    # Words
    text: Colour = (222, 222, 222)
    dim: Colour = (136, 136, 144)
    title: Colour = (255, 224, 130)
    heading: Colour = (140, 190, 255)
    key: Colour = (255, 210, 90)
    disabled: Colour = (122, 122, 128)
    frame: Colour = (128, 134, 160)
    good: Colour = (110, 220, 110)
    bad: Colour = (255, 96, 96)
    warn: Colour = (255, 176, 64)
    info: Colour = (120, 200, 255)
    # The subjects of log messages
    creature: Colour = (255, 240, 120)
    item: Colour = (110, 230, 230)
    spell: Colour = (150, 170, 255)
    number: Colour = (255, 140, 120)
    damage: Colour = (255, 110, 90)
    heal: Colour = (120, 230, 150)
    status: Colour = (230, 150, 255)
    level_up: Colour = (255, 130, 255)
    # The player's figures
    health: Colour = (240, 90, 90)
    mana: Colour = (110, 150, 255)
    xp: Colour = (230, 200, 80)
    gold: Colour = (255, 215, 0)
    hunger: Colour = (240, 170, 90)
    # Who is who
    player: Colour = (255, 255, 255)
    friend: Colour = (110, 220, 150)
    foe: Colour = (255, 100, 90)
    # Aiming, as letters and marks
    aim_ok: Colour = (90, 220, 255)
    aim_bad: Colour = (255, 100, 100)
    aim_path: Colour = (250, 220, 120)
    blast: Colour = (255, 170, 60)
    # Backgrounds
    selected_back: Colour = (36, 54, 138)
    hover_back: Colour = (36, 38, 58)
    bar_back: Colour = (54, 54, 60)
    health_back: Colour = (146, 28, 32)
    mana_back: Colour = (32, 54, 138)
    xp_back: Colour = (124, 84, 6)
    aim_range_back: Colour = (12, 24, 52)
    aim_path_back: Colour = (84, 70, 20)
    aim_ok_back: Colour = (10, 92, 104)
    aim_bad_back: Colour = (140, 28, 40)
    blast_back: Colour = (112, 56, 8)

    def role(self, role: str) -> Colour:
        """Return the colour of a log segment's role; plain text for "" and for unknown roles."""
        return _roles(self).get(role, self.text)

    def segments(
        self, runs: "tuple[tuple[str, str], ...] | list[tuple[str, str]]"
    ) -> list[tuple[str, Colour]]:
        """Turn the log's runs of (text, role) into runs of (text, colour)."""
        roles = _roles(self)
        return [(text, roles.get(role, self.text)) for text, role in runs]

    def transform(self, colour: Colour) -> Colour:
        """Return a colour of the map in this palette."""
        return _transform_one(self.variant, colour)

    def transform_array(self, colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return an array of colours, shape (..., 3), in this palette. 0.1 ms for an 80x50 map."""
        if self.variant == "default":
            return colours
        return _transform_array(self.variant, colours)

    def transform_lights(self, lights: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return lights, shape (..., 3), ready to be added to this palette's colours: a matrix is linear."""
        if self.variant in {"default", "high contrast"}:
            return lights
        return lights @ _matrix(self.variant).T

    def transform_grounds(self, colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return an array of map backgrounds in this palette; in high contrast they stay as dark as they are."""
        return colours if self.variant == "high contrast" else self.transform_array(colours)


_DEFAULT = Palette()

_OVERRIDES: dict[str, dict[str, Colour]] = {
    # Blue against orange is the pair that all kinds of red-green colour blindness can tell apart (Okabe and Ito 2008).
    "deuteranopia": {
        "good": (110, 190, 255), "bad": (255, 150, 40), "heal": (120, 190, 255), "damage": (255, 160, 50),
        "friend": (110, 180, 255), "foe": (255, 150, 40), "aim_ok": (90, 200, 255), "aim_bad": (255, 140, 20),
        "health": (255, 140, 40), "aim_ok_back": (0, 70, 130), "aim_bad_back": (125, 60, 0), "mana_back": (40, 58, 138),
        "selected_back": (36, 54, 138), "health_back": (150, 70, 0), "xp_back": (112, 104, 0),
    },
    # With tritanopia, blue against red-orange looks like teal against red: keep the reds, make good colours teal.
    "tritanopia": {
        "good": (0, 205, 190), "bad": (255, 110, 110), "friend": (0, 205, 190), "foe": (255, 110, 110),
        "aim_ok": (0, 215, 215), "aim_bad": (255, 110, 110), "heal": (0, 205, 190), "gold": (255, 190, 190),
        "health": (255, 90, 100), "mana": (0, 190, 200), "aim_ok_back": (0, 84, 90),
        "bar_back": (54, 54, 60), "health_back": (132, 40, 36), "mana_back": (10, 80, 140), "xp_back": (110, 70, 6),
        "selected_back": (0, 104, 116),
    },
    # Without hue only brightness counts: good and own things are bright, bad ones mid grey (and have a sign).
    "greyscale": {
        "good": (235, 235, 235), "bad": (150, 150, 150), "friend": (235, 235, 235), "foe": (150, 150, 150),
        "aim_ok": (245, 245, 245), "aim_bad": (145, 145, 145), "heal": (235, 235, 235), "damage": (150, 150, 150),
        "health": (235, 235, 235), "mana": (160, 160, 160), "aim_ok_back": (96, 96, 96), "aim_bad_back": (44, 44, 44),
        "bar_back": (24, 24, 24), "health_back": (92, 92, 92), "mana_back": (76, 76, 76), "xp_back": (84, 84, 84),
        "selected_back": (84, 84, 84),
    },
    # Empty parts stay dark, so that they differ from full ones where there are no colours either.
    "high contrast": {"bar_back": (54, 54, 60)},
}  # fmt: skip
_OVERRIDES["protanopia"] = _OVERRIDES["deuteranopia"]

SEEN: dict[str, NDArray[np.float32]] = {
    name: np.array(rows, np.float32)
    for name, rows in {
        "protanopia": ((0.1124, 0.8876, 0.0), (0.1124, 0.8876, 0.0), (0.0040, -0.0040, 1.0)),
        "deuteranopia": ((0.2928, 0.7072, 0.0), (0.2928, 0.7072, 0.0), (-0.0223, 0.0223, 1.0)),
        "tritanopia": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
    }.items()
}  # fmt: skip
"""What each kind of eye sees of (red, green, blue)."""

_SHIFT: dict[str, NDArray[np.float32]] = {
    name: np.array(rows, np.float32)
    for name, rows in {
        "protanopia": ((0, 0, 0), (0.7, 1, 0), (0.7, 0, 1)),
        "deuteranopia": ((1, 0.7, 0), (0, 0, 0), (0, 0.7, 1)),
        "tritanopia": ((1, 0, 0.7), (0, 1, 0.7), (0, 0, 0)),
    }.items()
}
"""Where the differences that an eye cannot see are moved."""

_LUMINANCE = (0.2126, 0.7152, 0.0722)
_BRIGHTNESS = (0.25, 0.625, 0.125)


@cache
def palette(variant: str = "default") -> Palette:
    """Return a palette of VARIANTS. Raises ValueError, which lists them, for any other."""
    if variant not in VARIANTS:
        raise ValueError(f"no palette {variant!r}: choose one of {', '.join(VARIANTS)}")
    if variant == "default":
        return _DEFAULT
    colours: dict[str, Any] = {"variant": variant}
    overrides = _OVERRIDES.get(variant, {})
    text = _legible(_transform_one(variant, _DEFAULT.text), variant)
    for name in COLOUR_NAMES:
        colour = overrides.get(name) or _transform_one(variant, getattr(_DEFAULT, name))
        is_back = name.endswith("_back")
        colours[name] = _darkened(colour, text) if is_back else _legible(colour, variant)
    return Palette(**colours)


COLOUR_NAMES: tuple[str, ...] = tuple(name for name in field_names(Palette) if name != "variant")


MAGIC_ROLES = {"common": "good", "rare": "spell", "legendary": "level_up", "cursed": "bad"}
"""Classes of magic, and the palette name of the colour for items of each."""


@cache
def _roles(colours: Palette) -> dict[str, Colour]:
    """Return a palette's colours by name; log roles are such names."""
    named = {name: getattr(colours, name) for name in COLOUR_NAMES}
    return named | {role: named[name] for role, name in MAGIC_ROLES.items()}


def luminance(colour: Colour) -> float:
    """Return the relative luminance, 0.0 to 1.0 (WCAG 2.1)."""
    channels = [
        value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4
        for value in colour
    ]
    return sum(weight * channel for weight, channel in zip(_LUMINANCE, channels, strict=True))


def contrast(a: Colour, b: Colour) -> float:
    """Return the contrast ratio, 1.0 to 21.0 (WCAG 2.1)."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def lifted(
    inks: NDArray[np.uint8],
    grounds: NDArray[np.uint8],
    wanted: NDArray[np.float32],
    halvings: int = 6,
) -> NDArray[np.uint8]:
    """Return inks of shape (..., 3), each mixed with as much white as it needs to stand out from its ground.

    `wanted` contrasts broadcast to (...). By bisection: 6 halvings find the share to a 64th of white.
    """
    needed = wanted * (_luminances(grounds) + 0.05) - 0.05
    faint = _luminances(inks) < needed
    if not faint.any():
        return inks
    dark, needed = inks[faint], needed[faint]
    least, most = np.zeros(len(dark), np.float32), np.ones(len(dark), np.float32)
    for _ in range(halvings):
        share = ((least + most) / 2).astype(np.float32)
        enough = _luminances(_whitened(dark, share)) >= needed
        most, least = np.where(enough, share, most), np.where(enough, least, share)
    found = inks.copy()
    found[faint] = _whitened(dark, most.astype(np.float32))
    return found


F = TypeVar("F", np.float32, np.float64)


def darkened_to(grounds: NDArray[F], most: float) -> NDArray[F]:
    """Return grounds of shape (..., 3), none brighter than a grey of `most`, 0 to 255; hues are kept.

    Brightness is the root of the weighted sum of squared stored values, close enough to WCAG's luminance for a ground.
    """
    shine = np.sqrt(np.square(grounds) @ np.array(_LUMINANCE, grounds.dtype))
    share = np.minimum(most / np.maximum(shine, 1), 1)
    found: NDArray[F] = grounds * share.astype(grounds.dtype)[..., None]
    return found


def brightened(
    inks: NDArray[np.float64], least: NDArray[np.float64], most: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return inks of shape (..., 3), as bright as bounds that broadcast to (...) require, 0 to 255.

    Brightness is what terminals without colours use: red, green and blue weighted 2, 5 and 1. The hue is kept as far as
    possible, and white is added beyond that.
    """
    bright = np.maximum(inks @ _BRIGHTNESS, 1.0)
    shown = (inks * (np.clip(bright, least, most) / bright)[..., None]).clip(0, 255)
    bright = shown @ _BRIGHTNESS
    share = ((least - bright) / np.maximum(255 - bright, 1.0)).clip(0, 1)
    whitened: NDArray[np.float64] = shown + (255 - shown) * share[..., None]
    return whitened


def _whitened(inks: NDArray[np.uint8], share: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Mix colours with a share of white."""
    mixed: NDArray[np.uint8] = (inks + (255 - inks) * share[..., None]).astype(np.uint8)
    return mixed


def _luminances(colours: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the relative luminance of every colour."""
    red, green, blue = _linear()
    found: NDArray[np.float32] = (
        red[colours[..., 0]] + green[colours[..., 1]] + blue[colours[..., 2]]
    )
    return found


@cache
def _linear() -> NDArray[np.float32]:
    """Return what every level of each channel adds to the luminance, [channel, level] (WCAG 2.1)."""
    levels = np.arange(256) / 255
    light = np.where(levels <= 10 / 255, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)
    return np.outer(_LUMINANCE, light).astype(np.float32)


def _legible(colour: Colour, variant: str) -> Colour:
    """Lighten a colour until it reads on black; further in high contrast (WCAG level AAA)."""
    wanted = 7.0 if variant == "high contrast" else READABLE_CONTRAST
    while contrast(colour, BLACK) < wanted:
        colour = mix(colour, WHITE, 0.08)
    return colour


def _darkened(back: Colour, text: Colour) -> Colour:
    """Darken a background until text reads on it."""
    while contrast(back, text) < READABLE_CONTRAST:
        back = mix(back, BLACK, 0.08)
    return back


@cache
def _matrix(variant: str) -> NDArray[np.float32]:
    """Return the linear part of a variant."""
    identity = np.eye(3, dtype=np.float32)
    if variant in SEEN:
        return identity + _SHIFT[variant] @ (identity - SEEN[variant])
    if variant == "greyscale":
        return np.array([_LUMINANCE] * 3, np.float32)
    return identity


@cache
def _curve(variant: str) -> NDArray[np.uint8]:
    """Return the brightness curve: high contrast raises the darker half and keeps black."""
    levels = np.arange(256, dtype=np.float32) / 255
    exponent = 0.6 if variant == "high contrast" else 1.0
    return np.asarray(np.round(levels**exponent * 255), np.uint8)


def _transform_array(variant: str, colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Apply a variant to colours of shape (..., 3)."""
    mixed = colours.astype(np.float32) @ _matrix(variant).T
    curved: NDArray[np.uint8] = _curve(variant)[np.clip(np.rint(mixed), 0, 255).astype(np.uint8)]
    return curved


@lru_cache(maxsize=65536)
def _transform_one(variant: str, colour: Colour) -> Colour:
    """Apply a variant to one colour."""
    if variant == "default":
        return colour
    return _as_colour(_transform_array(variant, np.array(colour, np.uint8)))


def _as_colour(values: NDArray[Any]) -> Colour:
    """Return an array of three values as a colour."""
    red, green, blue = (max(0, min(255, int(value))) for value in np.rint(values))
    return red, green, blue
