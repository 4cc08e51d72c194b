"""How light moves: by a tick count alone, so that it uses no random numbers and a test can set it.

Tick 0 is still, for pictures, terminals and players who switched it off.
"""

from functools import lru_cache
from math import sin

from roguelike.core.colour import BLACK, Colour, mix

TICK_SECONDS = 0.125
"""Seconds between changes in the look of fire and water."""
FLAMES = "░▒▓"
"""Glyphs that shade their cell: fires that fill a tile."""
MOST_TICKS = 65_536
"""After this many ticks the count starts again at 1."""
LEVELS = 8
"""Number of shades between the dimmest and the brightest, so that few new cells have to be made."""


class Shimmer:
    """Counts the ticks of fire and water from the time that passes; its owner says whether they may move."""

    def __init__(self) -> None:
        self.tick = 0
        self._waited = 0.0

    def update(self, seconds: float, *, moves: bool) -> bool:
        """Let time pass; return whether the tick has changed. If nothing may move, the tick becomes 0 at once."""
        if not moves:
            was, self.tick = self.tick, 0
            return was != 0
        self._waited += seconds
        if self._waited < TICK_SECONDS:
            return False
        ticks, self._waited = divmod(self._waited, TICK_SECONDS)
        self.tick = (self.tick + int(ticks)) % MOST_TICKS or 1
        return True


def swing(source: int, tick: int, *, slow: bool = False) -> float:
    """Return -1.0 to 1.0 for a source at a tick: noise, or a slow wave; 0.0 at tick 0."""
    if not tick:
        return 0.0
    if slow:
        return sin(tick * 0.35 + source * 1.7)
    mixed = (source * 73856093 ^ tick * 19349663) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return ((mixed >> 12) & 1023) / 511.5 - 1


def flame(
    glyph: str, fg: Colour, bg: Colour, light: Colour, source: int, tick: int
) -> tuple[Colour, Colour]:
    """Return the glyph and ground colours of a burning thing with a light, at a tick."""
    level = round((swing(source, tick) + 1) / 2 * LEVELS)
    return _flame(glyph in FLAMES, fg, bg, light, level)


@lru_cache(maxsize=4096)
def _flame(
    fills: bool,  # noqa: FBT001 - a key of the cache
    fg: Colour,
    bg: Colour,
    light: Colour,
    level: int,
) -> tuple[Colour, Colour]:
    """Return the colours of a burning thing, from ember (0) to flame (LEVELS)."""
    heat = level / LEVELS
    if not fills:
        return mix(mix(fg, ember(light), 0.3), mix(fg, hot(light), 0.5), heat), bg
    ink = mix(mix(fg, ember(light), 0.55), hot(light), heat)
    return ink, mix(mix(fg, BLACK, 0.8), mix(fg, ember(light), 0.5), heat)


def ember(light: Colour) -> Colour:
    """Return the colour of a dying fire: deeper and darker."""
    red, green, blue = (round(200 * (value / 255) ** 2.5) for value in light)
    return red, green, blue


def hot(light: Colour) -> Colour:
    """Return the colour of a fire at its hottest: paler."""
    red, green, blue = (round(255 * (value / 255) ** 0.4) for value in light)
    return red, green, blue
