"""Caves: ground without rooms, grown by one of four ways.

By cellular automata: noise, smoothed until it looks like rock eroded by water. The rule is the source's: a tile becomes
wall when more than four of its eight neighbours are walls, or none is; the second half puts pillars into wide halls.
Fifteen passes over a whole map take about 0.2 ms as array sums. Along the map's edge the rule never settles: rows of
tiles turn from wall to floor and back. Those end as floor.

By drunkard's walks: diggers wander at random until enough is floor (Cogmind, Chris Allen's walkers). Diggers walk in
parties. A party walks all its steps at once as arrays, so that half a map is dug in a millisecond; one party more or
less than needed is not noticeable.

By diffusion-limited aggregation: grains wander until they meet dug ground, and dig there. Grown one grain at a time a
map takes a tenth of a second. Here a swarm of grains takes each step together: those that meet floor dig and start
again elsewhere. Two grains of a swarm do not see each other in the step in which they dig, which is too rare to matter
(Witten and Sander 1981 describe the single grain).

By cells around random points: every tile belongs to the nearest point, with walls where cells meet at a slant. A tile
is floor when fewer than two of its orthogonal neighbours belong to other cells, so that straight borders are open and
slanting ones are walls. The distance metric determines the style: round, diamond or square cells.
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from roguelike.core.records import Record, State, field
from roguelike.core.rng import Stream
from roguelike.mapgen import noise
from roguelike.mapgen.blueprint import Blueprint, Mask
from roguelike.mapgen.brush import (
    MARGIN_TILES,
    STEPS,
    Places,
    Symmetry,
    paint,
    scattered,
    stamp,
    walks,
)
from roguelike.mapgen.reach import count_around

DIGGERS_AT_ONCE = 8
"""How many diggers start together."""
LEEWAY_TILES = 6
"""Grains stay within this distance of the box around the floor."""
GRAINS_AT_ONCE = 24
"""How many grains are shot at the middle at the same time."""
ROUNDS = 32
"""How many steps are rolled at once."""
Grains = NDArray[np.intp]
"""Positions of grains as indexes of a raveled map: x * height + y."""
Metric = Literal["euclid", "manhattan", "chebyshev"]


class CellularCaves(Record):
    """Start with `floor_percent` of floor and smooth it `passes` times (source: 45 and 15)."""

    floor_percent: float = 45
    passes: int = 15

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Fill the map with noise, smooth it, and dig what is not wall."""
        wall = ~noise.chosen(rng, self.floor_percent, plan.width, plan.height)
        for _ in range(self.passes):
            wall = smoothed(wall)
            if plan.history is not None:
                plan.tiles[plan.interior.slices] = ~wall[plan.interior.slices]
                plan.snapshot()
        plan.dig_mask(~(wall & smoothed(wall)))


def smoothed(wall: Mask) -> Mask:
    """Apply one pass of the automaton; everything outside the map is wall."""
    around = count_around(wall, beyond=True)
    result: Mask = (around > 4) | (around == 0)
    result[[0, -1], :] = result[:, [0, -1]] = np.True_
    return result


class DrunkardsWalk(Record):
    """Send diggers from the middle or from anywhere, for `lifetime` steps each, until a share of the map is floor."""

    begin: Literal["middle", "anywhere"]
    lifetime: int
    floor_share: float
    brush: int = 1
    symmetry: Symmetry = Symmetry.NONE

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Send parties of diggers until the share of floor is reached."""
        floor = np.zeros((plan.width, plan.height), dtype=np.bool_)
        wanted = self.floor_share * floor.size
        starts = np.array([plan.middle])
        # A walk reaches as far as the square root of its steps, so a lifetime scaled by area keeps its shape.
        steps = max(self.lifetime, plan.scaled(self.lifetime))
        while floor.sum() < wanted:
            ways = walks(rng, starts, steps, floor.shape)
            paint(floor, ways, self.brush, self.symmetry)
            if plan.history is not None:
                plan.dig_mask(floor)
                plan.snapshot()
            starts = self._party(rng, plan)
        plan.dig_mask(floor)

    def _party(self, rng: Stream, plan: Blueprint) -> Places:
        """Return the starts of the next diggers."""
        if self.begin == "anywhere":
            return scattered(rng, DIGGERS_AT_ONCE, (plan.width, plan.height))
        return np.full((DIGGERS_AT_ONCE, 2), plan.middle)


# The five kinds of the source, with its numbers.
OPEN_AREA = DrunkardsWalk("middle", 400, 0.5)
OPEN_HALLS = DrunkardsWalk("anywhere", 400, 0.5)
WINDING_PASSAGES = DrunkardsWalk("anywhere", 100, 0.4)
FAT_PASSAGES = DrunkardsWalk("anywhere", 100, 0.4, brush=2)
FEARFUL_SYMMETRY = DrunkardsWalk("anywhere", 100, 0.4, symmetry=Symmetry.BOTH)


class Aggregation(Record):
    """Grow floor from the middle, by one of three ways of wandering, until a share of the map is dug."""

    way: Literal["inwards", "outwards", "straight"]
    brush: int = 1
    symmetry: Symmetry = Symmetry.NONE
    floor_share: float = 0.25
    tiles_per_grain: int = 6
    """A denser swarm is faster and grows a plain blob; a sparser one grows finer branches."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig where grains settle until the share of floor is reached."""
        floor = np.zeros((plan.width, plan.height), dtype=np.bool_)
        middle = np.array([plan.middle])
        paint(floor, np.concatenate((middle, middle + STEPS)))
        wanted = self.floor_share * floor.size
        grow = {"inwards": inwards, "outwards": outwards, "straight": straight}[self.way]
        for dug in grow(floor, rng, self.tiles_per_grain):
            self._stroke(floor, dug)
            if plan.history is not None:
                plan.dig_mask(floor)
                plan.snapshot()
            if np.count_nonzero(floor) >= wanted:
                break
        plan.dig_mask(floor)

    def _stroke(self, floor: Mask, dug: Grains) -> None:
        """Dig under the brush; grains keep a margin, so that a plain stroke need not check the edge."""
        height = floor.shape[1]
        if self.symmetry:
            paint(floor, np.stack(np.divmod(dug, height), axis=1), self.brush, self.symmetry)
            return
        flat = floor.ravel()
        for dx, dy in stamp(self.brush):
            flat[dug + (dx * height + dy)] = True


def paces(rng: Stream, height: int, count: int) -> Grains:
    """Roll the next steps of `count` grains, shape (ROUNDS, count)."""
    steps = STEPS[:, 0] * height + STEPS[:, 1]
    rolled: Grains = steps[noise.words(rng, ROUNDS, count) & 3]
    return rolled


def surroundings(floor: Mask) -> Mask:
    """Return a raveled mask of the box around the floor, LEEWAY_TILES larger, within the map's margin.

    Grains stay in it: from farther away they would come back at random places anyway.
    """
    box = np.zeros_like(floor)
    columns, rows = (np.flatnonzero(floor.any(axis=axis)) for axis in (1, 0))
    spans = (
        slice(
            max(MARGIN_TILES, filled[0] - LEEWAY_TILES),
            min(size - MARGIN_TILES, filled[-1] + LEEWAY_TILES + 1),
        )
        for size, filled in zip(floor.shape, (columns, rows), strict=True)
    )
    box[tuple(spans)] = True
    return box.ravel()


def anywhere(tiles: Grains, rng: Stream, count: int) -> Grains:
    """Return `count` of the tiles at random, with repetition."""
    picked: Grains = tiles[noise.below(rng, len(tiles), count)]
    return picked


class Spare(State):
    """Starting positions of the next grains, drawn in bulk."""

    tiles: Grains
    rng: Stream
    drawn: Grains = field(default_factory=lambda: np.empty(0, dtype=np.intp))

    def take(self, count: int) -> Grains:
        """Return the starting positions of the next `count` grains."""
        if len(self.drawn) < count:
            self.drawn = anywhere(self.tiles, self.rng, max(64, count))
        taken, self.drawn = self.drawn[:count], self.drawn[count:]
        return taken


def inwards(floor: Mask, rng: Stream, thinness: int) -> Iterator[Grains]:
    """Yield the positions of grains from outside just before they met floor."""
    flat = floor.ravel()
    at = np.empty(0, dtype=np.intp)
    while True:
        free = surroundings(floor)
        outside = np.flatnonzero(free & ~flat)
        swarm = max(8, len(outside) // thinness)
        at = np.concatenate((at, anywhere(outside, rng, max(0, swarm - len(at)))))
        spare = Spare(outside, rng)
        for pace in paces(rng, floor.shape[1], len(at)):
            after = at + pace
            met = flat[after]
            dug = at[met]
            at = np.where(free[after], after, at)
            if len(dug):
                at[met] = spare.take(len(dug))
                yield dug


def outwards(floor: Mask, rng: Stream, thinness: int) -> Iterator[Grains]:
    """Yield the positions where grains from the middle first met wall."""
    flat, free = floor.ravel(), surroundings(np.ones_like(floor))
    width, height = floor.shape
    middle = width // 2 * height + height // 2
    swarm = floor.size // thinness
    at = np.full(swarm, middle)
    while True:
        for pace in paces(rng, height, swarm):
            after = at + pace
            at = np.where(free[after], after, at)
            met = ~flat[at]
            dug = at[met]
            if len(dug):
                at[met] = middle
                yield dug


def straight(floor: Mask, rng: Stream, thinness: int) -> Iterator[Grains]:
    """Yield the positions of grains that fly straight to the middle, just before they met floor."""
    width, height = floor.shape
    middle = np.array((width // 2, height // 2))
    part = np.linspace(0, 1, max(width, height) + 1)[None, :, None]
    while True:
        starts = scattered(rng, GRAINS_AT_ONCE, floor.shape)
        ways = np.rint(starts[:, None, :] + (middle - starts)[:, None, :] * part).astype(np.intp)
        met = floor[ways[..., 0], ways[..., 1]].argmax(axis=1)
        outside = met > 0
        before = ways[outside, met[outside] - 1]
        yield before[:, 0] * height + before[:, 1]


# The five kinds of the source, with its numbers.
WALK_INWARDS = Aggregation("inwards")
WALK_OUTWARDS = Aggregation("outwards", brush=2)
CENTRAL_ATTRACTOR = Aggregation("straight", brush=2)
INSECTOID = Aggregation("straight", brush=2, symmetry=Symmetry.ACROSS)
HEAVY_EROSION = Aggregation("inwards", brush=2, floor_share=0.35, tiles_per_grain=10)


class VoronoiCells(Record):
    """Make this many cells on a map of 80x50 (source: 64)."""

    metric: Metric = "euclid"
    cells: int = 64

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig every tile that no slanting border of cells crosses."""
        count = max(2, plan.scaled(self.cells))
        points = np.stack(
            (noise.below(rng, plan.width, count), noise.below(rng, plan.height, count)), axis=1
        )
        owner = owners(points, plan.width, plan.height, self.metric)
        foreign = np.zeros(owner.shape, dtype=np.uint8)
        for axis in (0, 1):
            differs = np.diff(owner, axis=axis) != 0
            ahead, behind = [slice(None)] * 2, [slice(None)] * 2
            ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
            foreign[tuple(ahead)] += differs
            foreign[tuple(behind)] += differs
        plan.dig_mask(foreign < 2)


def owners(points: NDArray[np.int64], width: int, height: int, metric: Metric) -> NDArray[np.int16]:
    """Return the index of the nearest point for each tile; the first of equally near ones.

    Points are compared one after another with the best so far, in a small type: that is faster than one array of all
    distances, which does not fit in a processor's cache.
    """
    x = np.arange(width, dtype=np.int16)[:, None]
    y = np.arange(height, dtype=np.int16)[None, :]
    nearest = np.full((width, height), np.iinfo(np.int32).max, dtype=np.int32)
    owner = np.zeros((width, height), dtype=np.int16)
    for number, (px, py) in enumerate(points.tolist()):
        apart = measure(abs(x - px), abs(y - py), metric)
        closer = apart < nearest
        np.copyto(nearest, apart, where=closer)
        owner[closer] = number
    return owner


def measure(
    across: NDArray[np.int16], down: NDArray[np.int16], metric: Metric
) -> NDArray[np.int32]:
    """Return distances in the chosen metric (squared for Euclid)."""
    match metric:
        case "euclid":
            return across.astype(np.int32) ** 2 + down.astype(np.int32) ** 2
        case "manhattan":
            return across.astype(np.int32) + down
        case "chebyshev":
            return np.maximum(across, down).astype(np.int32)
