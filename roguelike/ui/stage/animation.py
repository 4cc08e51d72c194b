"""Animation of a turn's events over the map: projectiles, bursts and hits. What moves there by itself: fire and water.

The one decision: an animation is a finished timetable, made at once from the turn's events and only read afterwards. So
it can be skipped at any moment, and the game, which has already moved on, never waits for it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot

import numpy as np

from roguelike.core.colour import BLACK, WHITE, Colour, mix
from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.engine.play.screen_events import WOUND, Burst, Flight, ScreenEvent, Struck
from roguelike.engine.views.records import MapView, Tile
from roguelike.toolkit.screen import TICK_SECONDS

STAGGER_MS = 45
"""Successive bursts begin this much apart, instead of one after the other."""
RIPPLE_MS = 16
"""A burst spreads from its middle, delayed by this for each tile."""
TAIL_TILES = 3
"""Tiles of light behind a projectile."""
LONGEST_MS = 1200
"""A turn whose animation would take longer is played faster."""
HIT_MS, HIT_MORE_MS = 110, 260
"""How long a hit lights up its victim, and the additional time for one that takes all hit points."""
FAINTEST_HIT = 0.25
"""The least brightness of a hit, used even for a miss."""
NUMBER_MS, RISE_TILES = 420, 0.75
"""How long the number of a hit is shown, and how far it rises meanwhile."""
SWAY_TILES, SWAYS = 0.12, 4
"""How far a hit moves its victim aside, and how often to and fro."""
FALL_MS = 380
"""How long somebody who dies is seen to fade."""
SHAKING_SHARE, SHAKE_MS = 0.15, 45
"""The share of the player's hit points from which a hit shakes the view, and how long it stays on one side."""

MOST_TICKS = 65_536
"""After this many ticks of what moves by itself the count starts again at 1."""
WET = np.isin(np.arange(256), (Tile.SHALLOW_WATER, Tile.DEEP_WATER))
"""Whether ground of each number moves by itself, such as water or lava."""


class Particle(Record):
    """A glyph drawn over a tile ("" keeps the tile's own), and how strongly it lights its surroundings.

    What only pictures show: a `text` that rises by shares of a tile, by how much of it the tile sways, and the glyph of
    somebody who is no longer there.
    """

    point: Point
    glyph: str
    fg: Colour
    strength: float
    text: str = ""
    lift: float = 0.0
    sway: float = 0.0
    fallen: str = ""


class Spark(Record):
    """A tile that lights up for a while: one row of the timetable, in milliseconds."""

    begin: float
    end: float
    point: Point
    glyph: str
    fg: Colour
    strength: float = 1.0
    shakes: bool = False
    text: str = ""
    sways: bool = False
    fallen: str = ""


class Animation:
    """Plays a timetable, if there is one."""

    def __init__(self) -> None:
        self._sparks: tuple[Spark, ...] = ()
        self._now = 0.0
        self._end = 0.0
        self._pace = 1.0

    @property
    def active(self) -> bool:
        """Whether there is still something to show."""
        return self._now < self._end

    def start(self, events: Sequence[ScreenEvent], factor: float) -> None:
        """Play a turn's events, each taking `factor` times its normal time; 0 plays nothing.

        Any animation in progress is cut short.
        """
        self.skip()
        if factor <= 0 or not events:
            return
        self._sparks = tuple(sparks(events))
        self._end = max((spark.end for spark in self._sparks), default=0.0)
        self._now = 0.0
        self._pace = max(self._end / LONGEST_MS, 1.0) / factor

    def skip(self) -> None:
        """End the animation at once."""
        self._sparks, self._now, self._end = (), 0.0, 0.0

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the picture changed."""
        if not self.active:
            return False
        self._now += seconds * 1000 * self._pace
        if self._now >= self._end:
            self.skip()
        return True

    def particles(self) -> Iterator[Particle]:
        """Yield what is lit now; of two on one tile the later one comes last."""
        for spark in self._sparks:
            if spark.begin <= self._now < spark.end:
                age = (self._now - spark.begin) / (spark.end - spark.begin)
                yield Particle(
                    spark.point,
                    spark.glyph,
                    mix(mix(spark.fg, WHITE, 0.5 * (1 - age)), BLACK, 0.5 * age),
                    spark.strength * (1 - 0.7 * age),
                    spark.text,
                    # In steps, so that few pictures are different.
                    round(RISE_TILES * age * 8) / 8 if spark.text else 0.0,
                    SWAY_TILES * (1 - age) * (-1) ** int(age * SWAYS) if spark.sways else 0.0,
                    spark.fallen,
                )

    @property
    def shake(self) -> int:
        """The current offset of a shaken view in cells: 1, -1 or 0."""
        for spark in self._sparks:
            if spark.shakes and spark.begin <= self._now < spark.end:
                return 1 if int((self._now - spark.begin) / SHAKE_MS) % 2 == 0 else -1
        return 0


def sparks(events: Sequence[ScreenEvent]) -> Iterator[Spark]:
    """Yield the timetable: a projectile must land before the next event begins, bursts overlap."""
    begin, landed = 0.0, 0.0
    for event in events:
        match event:
            case Flight():
                begin = max(begin, landed)
                yield from _flight(event, begin)
                begin += len(event.path) * event.milliseconds
                landed = begin
            case Burst():
                yield from _burst(event, begin)
                landed = max(landed, begin + event.milliseconds / 2)
                begin += STAGGER_MS
            case Struck():
                yield from _hit(event, begin)


def _hit(hit: Struck, begin: float) -> Iterator[Spark]:
    """Yield all tiles of the victim, lit longer and more strongly the more the hit took."""
    strength = FAINTEST_HIT + (1 - FAINTEST_HIT) * hit.share**0.5
    end = begin + HIT_MS + HIT_MORE_MS * hit.share
    shakes = hit.is_player and hit.fg == WOUND and hit.share >= SHAKING_SHARE
    sways = hit.amount < 0 and hit.fell is None
    for point in hit.points:
        yield Spark(begin, end, point, "", hit.fg, strength, shakes, sways=sways)
        if hit.fell is not None:
            glyph, colour = hit.fell
            yield Spark(begin, begin + FALL_MS, point, "", colour, 0.6, fallen=glyph)
    if hit.amount and hit.points:
        text = f"+{hit.amount}" if hit.amount > 0 else f"{-hit.amount}"
        yield Spark(begin, begin + NUMBER_MS, hit.points[0], "", hit.fg, 0.2, text=text)


def _flight(flight: Flight, begin: float) -> Iterator[Spark]:
    """Yield the moving head of a projectile and the glow behind it."""
    for place, point in enumerate(flight.path):
        start = begin + place * flight.milliseconds
        glow = mix(flight.fg, BLACK, 0.35)
        yield Spark(
            start + flight.milliseconds, start + TAIL_TILES * flight.milliseconds, point, "·", glow
        )
        yield Spark(start, start + flight.milliseconds, point, flight.glyph, flight.fg)


def _burst(burst: Burst, begin: float) -> Iterator[Spark]:
    """Yield every tile once, from the middle outward."""
    count = len(burst.points)
    middle = sum(x for x, _ in burst.points) / count, sum(y for _, y in burst.points) / count
    for point in burst.points:
        start = begin + RIPPLE_MS * hypot(point[0] - middle[0], point[1] - middle[1])
        yield Spark(start, start + burst.milliseconds, point, burst.glyph, burst.fg)


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


@lru_cache(maxsize=32)
def regions(theme: str) -> tuple[tuple[int, str], ...]:
    """Parse a level's theme: the first column of each kind of place from west to east, and its name.

    `limestone|40|dwarven` is limestone up to column 39 and dwarven from 40 on; a plain name is the whole level.
    """
    first, *more = theme.split("|")
    pairs = zip(more[::2], more[1::2], strict=False)
    return ((0, first), *((int(column), name) for column, name in pairs if column.isdecimal()))


def restless(view: MapView) -> bool:
    """Return whether anything that may be in view burns, glows or flows."""
    here = {name for _, name in regions(view.theme)}
    if any(lamp.light.flicker for lamp in view.lamps) or any(g.theme in here for g in view.glowing):
        return True
    return bool(WET[view.tiles[view.visible]].any())
