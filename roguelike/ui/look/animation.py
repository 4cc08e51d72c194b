"""Animation of a turn's events over the map: flights, bursts and hits.

The one decision: an animation is a finished timetable. It is made from the turn's events at once and only read
afterwards, so it can be skipped at any moment, and the game, long since past it, never waits.
"""

from collections.abc import Iterator, Sequence
from math import hypot

from roguelike.core.colour import BLACK, WHITE, Colour, mix
from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.engine.screen_events import WOUND, Burst, Flight, ScreenEvent, Struck

STAGGER_MS = 45
"""Bursts that follow one another begin this much apart, instead of one after the other."""
RIPPLE_MS = 16
"""A burst spreads from its middle, so much later for each tile."""
TAIL_TILES = 3
"""Tiles of light behind something that flies."""
LONGEST_MS = 1200
"""A turn in which more happens than this is played faster."""
HIT_MS, HIT_MORE_MS = 110, 260
"""How long a hit lights up whom it hits, and how much longer one that takes all their hit points."""
FAINTEST_HIT = 0.25
"""How strongly even a miss lights up whom it misses."""
SHAKING_SHARE, SHAKE_MS = 0.15, 45
"""The share of the player's hit points from which a hit shakes the view, and how long it stays on one side."""


class Particle(Record):
    """A glyph to be drawn over a tile, "" for what is there, and how strong the light is that it throws around it."""

    point: Point
    glyph: str
    fg: Colour
    strength: float


class Spark(Record):
    """A tile that lights up for a while: one row of the timetable, in milliseconds."""

    begin: float
    end: float
    point: Point
    glyph: str
    fg: Colour
    strength: float = 1.0
    shakes: bool = False


class Animation:
    """The timetable being played; nothing when there is none."""

    def __init__(self) -> None:
        self._sparks: tuple[Spark, ...] = ()
        self._now = 0.0
        self._end = 0.0
        self._pace = 1.0

    @property
    def active(self) -> bool:
        """Whether something is still to be seen."""
        return self._now < self._end

    def start(self, events: Sequence[ScreenEvent], factor: float) -> None:
        """Play a turn's events, each taking `factor` times as long as written; 0 plays nothing.

        What is being played is cut short.
        """
        self.skip()
        if factor <= 0 or not events:
            return
        self._sparks = tuple(sparks(events))
        self._end = max((spark.end for spark in self._sparks), default=0.0)
        self._now = 0.0
        self._pace = max(self._end / LONGEST_MS, 1.0) / factor

    def skip(self) -> None:
        """End the animation: nothing more is shown of it."""
        self._sparks, self._now, self._end = (), 0.0, 0.0

    def update(self, seconds: float) -> bool:
        """Let time pass; returns whether the picture changed."""
        if not self.active:
            return False
        self._now += seconds * 1000 * self._pace
        if self._now >= self._end:
            self.skip()
        return True

    def particles(self) -> Iterator[Particle]:
        """Yield what lights up now; of two on one tile the later one comes last."""
        for spark in self._sparks:
            if spark.begin <= self._now < spark.end:
                age = (self._now - spark.begin) / (spark.end - spark.begin)
                yield Particle(
                    spark.point,
                    spark.glyph,
                    mix(mix(spark.fg, WHITE, 0.5 * (1 - age)), BLACK, 0.5 * age),
                    spark.strength * (1 - 0.7 * age),
                )

    @property
    def shake(self) -> int:
        """How many cells the view is off its place now, for whoever likes to be shaken: 1, -1 or 0."""
        for spark in self._sparks:
            if spark.shakes and spark.begin <= self._now < spark.end:
                return 1 if int((self._now - spark.begin) / SHAKE_MS) % 2 == 0 else -1
        return 0


def sparks(events: Sequence[ScreenEvent]) -> Iterator[Spark]:
    """Draw up the timetable: a flight must land before what follows it, bursts overlap."""
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
    """All tiles of whoever was hit, longer and more strongly the more it took."""
    strength = FAINTEST_HIT + (1 - FAINTEST_HIT) * hit.share**0.5
    end = begin + HIT_MS + HIT_MORE_MS * hit.share
    shakes = hit.is_player and hit.fg == WOUND and hit.share >= SHAKING_SHARE
    for point in hit.points:
        yield Spark(begin, end, point, "", hit.fg, strength, shakes)


def _flight(flight: Flight, begin: float) -> Iterator[Spark]:
    """A head that moves on, and its glow behind it."""
    for place, point in enumerate(flight.path):
        start = begin + place * flight.milliseconds
        glow = mix(flight.fg, BLACK, 0.35)
        yield Spark(
            start + flight.milliseconds, start + TAIL_TILES * flight.milliseconds, point, "·", glow
        )
        yield Spark(start, start + flight.milliseconds, point, flight.glyph, flight.fg)


def _burst(burst: Burst, begin: float) -> Iterator[Spark]:
    """Every tile once, from the middle outward."""
    count = len(burst.points)
    middle = sum(x for x, _ in burst.points) / count, sum(y for _, y in burst.points) / count
    for point in burst.points:
        start = begin + RIPPLE_MS * hypot(point[0] - middle[0], point[1] - middle[1])
        yield Spark(start, start + burst.milliseconds, point, burst.glyph, burst.fg)
