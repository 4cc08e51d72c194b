"""Finds the cell of the ground table that each tile of a level is drawn with, as one number per tile.

What does not change while the player only moves is cached: how walls join, what is known, the grain.
"""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from roguelike.core.geometry import Point
from roguelike.engine.views.records import MapView, Tile
from roguelike.ui.kept import Kept
from roguelike.ui.look.ground_table import (
    CODES,
    LANTERN,
    LANTERN_STEPS,
    NEAREST,
    NOISE,
    RING_TILES,
    STAINED,
    TABLE,
    regions,
)
from roguelike.ui.look.themes import theme_named
from roguelike.ui.look.walls import join

Numbers = NDArray[np.uint16]
Mask = NDArray[np.bool_]
CORE = 7
"""Tiles from the player beyond which a lit level gets no dimmer."""
STATE = CODES * NOISE
"""What each state adds to a number."""
WET = np.isin(np.arange(256), (Tile.SHALLOW_WATER, Tile.DEEP_WATER))
"""Whether ground of each number moves by itself, such as water or lava."""


def numbers(
    view: MapView, rows: slice = slice(None), columns: slice = slice(None), tick: int = 0
) -> Numbers:
    """Return the table index of every tile of a level, or of some of its rows and columns, [y, x].

    If `tick` is not 0, water in view has flowed that far.
    """
    ground, unseen = _ground(view)
    # The whole level first: numpy takes half the time for rows that are contiguous in memory.
    whole: Numbers = np.where(view.visible.T, _by_light(view) + ground, unseen)
    if view.stains:
        whole.reshape(-1)[_stained(view.stains, whole.shape[1])] += np.uint16(STAINED)
    found = whole[rows, columns]
    if tick:
        _flow(found, WET.take(view.tiles.T[rows, columns]) & view.visible.T[rows, columns], tick)
    return found


@lru_cache(maxsize=4)
def _stained(stains: frozenset[Point], columns: int) -> NDArray[np.intp]:
    """Return the indices of stained tiles in a level, row by row; they change only when somebody is wounded."""
    return np.array([y * columns + x for x, y in stains])


@cache
def noise(height: int, width: int) -> Numbers:
    """Return the noise of every tile, [y, x], ready to be added to its number. The same on every level."""
    y, x = np.indices((height, width), dtype=np.uint32)
    mixed = (x * np.uint32(73856093)) ^ (
        y * np.uint32(19349663)
    )  # Teschner et al. 2003, spatial hashing
    mixed = (mixed ^ (mixed >> np.uint32(15))) * np.uint32(0x2C1B3C6D)
    grains: Numbers = ((mixed >> np.uint32(17)) % NOISE * CODES).astype(np.uint16)
    return grains


# Light


def _by_light(view: MapView) -> Numbers:
    """Return what each tile in view adds to its number, [y, x], by how strongly the player's light reaches it."""
    height, width = shape = view.tiles.T.shape
    if view.own_light is not None:
        reach = view.own_light.reach_tiles
        around, outside = _lantern_steps(reach), LANTERN + LANTERN_STEPS - 1
    elif view.evenly_lit or theme_named(regions(view.theme)[0][1]).daylight:
        return _daylight(shape)
    else:
        reach, around, outside = CORE, _rings(), NEAREST + len(RING_TILES)
    lit = np.full(shape, outside * STATE, np.uint16)
    x, y = view.player
    left, top = max(x - reach, 0), max(y - reach, 0)
    right, bottom = min(x + reach + 1, width), min(y + reach + 1, height)
    lit[top:bottom, left:right] = around[
        top - y + reach : bottom - y + reach, left - x + reach : right - x + reach
    ]
    return lit


@cache
def _daylight(shape: tuple[int, int]) -> Numbers:
    """Return the brightest state for every tile."""
    return np.full(shape, NEAREST * STATE, np.uint16)


@cache
def _rings() -> Numbers:
    """Return what a tile in view of a lit level adds to its number, by its offset from the player."""
    steps = np.arange(-CORE, CORE + 1)
    far = np.hypot(steps[:, None], steps[None, :])
    ring = np.searchsorted(np.array(RING_TILES), far, side="left")
    return ((NEAREST + ring) * STATE).astype(np.uint16)


@cache
def _lantern_steps(reach: int) -> Numbers:
    """Return what a tile in view of a dark level adds to its number, by its offset from the player."""
    steps = np.arange(-reach, reach + 1)
    far = np.hypot(steps[:, None], steps[None, :])
    step = np.minimum(far * (LANTERN_STEPS - 1) // (reach + 1), LANTERN_STEPS - 1)
    found: Numbers = ((LANTERN + step) * STATE).astype(np.uint16)
    return found


# What is kept


GROUND = Kept[tuple[Numbers, Numbers]]()
"""What does not change while the player only moves, for the level drawn last.

Compared by value: comparing two arrays of 4,000 bytes takes a microsecond, and joining the walls fifty.
"""


def _ground(view: MapView) -> tuple[Numbers, Numbers]:
    """Return the numbers of all tiles, [y, x], without light, and those of tiles out of view."""
    tiles, known = view.tiles.T, view.explored.T
    key = (tiles.shape, view.theme, tiles.tobytes(), known.tobytes())

    def make() -> tuple[Numbers, Numbers]:
        """Join the walls."""
        ground = _joined(*key)
        return ground, ground + known * np.uint16(STATE)

    return GROUND.of(key, make)


def _joined(shape: tuple[int, int], theme: str, tiles: bytes, known: bytes) -> Numbers:
    """Return the numbers given by each tile's ground, its neighbours and its grain, [y, x]."""
    ground = np.frombuffer(tiles, np.uint8).reshape(shape)
    seen = np.frombuffer(known, np.bool_).reshape(shape)
    found = ground.astype(np.uint16)
    places = regions(theme)
    if any(theme_named(name).joined for _, name in places):
        join(found, ground == Tile.WALL, seen)
    borders = [column for column, _ in places[1:]]
    for number, ((column, name), end) in enumerate(zip(places, (*borders, None), strict=True)):
        part = (slice(None), slice(column, end))
        if not theme_named(name).joined:
            found[part] = ground[part]
        found[part] += np.uint16(TABLE * number)
    found += noise(*shape)
    return found


def _flow(found: Numbers, wet: Mask, tick: int) -> None:
    """Move the grain of wet tiles in view, a quarter of them at each tick."""
    y, x = np.nonzero(wet)
    grain = found[y, x] // CODES % NOISE
    moved = (grain + (x + y + tick) // NOISE) % NOISE
    found[y, x] += ((moved.astype(np.int64) - grain) * CODES).astype(np.uint16)
