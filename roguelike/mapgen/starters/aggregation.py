"""Diffusion-limited aggregation: grains wander until they meet dug ground, and dig there.

Grown one grain at a time a map takes a tenth of a second. Here a swarm of grains takes each step together: those that
meet floor dig and start again elsewhere. Two grains of a swarm do not see each other in the step in which they dig,
which is too rare to matter (Witten and Sander 1981 describe the single grain).
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from roguelike.core.records import Record, State, field
from roguelike.core.rng import Stream
from roguelike.mapgen import noise
from roguelike.mapgen.blueprint import Blueprint, Mask
from roguelike.mapgen.brush import MARGIN_TILES, STEPS, Symmetry, paint, scattered, stamp

LEEWAY_TILES = 6
"""Grains stay within this distance of the box around the floor."""
GRAINS_AT_ONCE = 24
"""How many grains are shot at the middle at the same time."""
ROUNDS = 32
"""How many steps are rolled at once."""


Grains = NDArray[np.intp]
"""Positions of grains as indexes of a raveled map: x * height + y."""


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
        middle = np.array([(plan.width // 2, plan.height // 2)])
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
