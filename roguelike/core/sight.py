"""The one line of sight and fire. Who sees is seen, and what is seen is hit.

Two tiles see each other if the straight line between their middles is open: at each step it passes over a tile, or
exactly between two, of which one must be open. `geometry.ray` gives these tiles; every path that something flies along
is made of them.

    a....       At its first step and its third the line from a to b passes between two tiles. One of them is a wall,
    .#.#.       the other is open: a and b see each other, though both of Bresenham's lines, from a to b and from b to
    ....b       a, cross one of the walls.

tcod's symmetric field of view agrees, but for lines that pass between tiles more than once: those are looked along one
by one. It also leaves out tiles at exactly its radius; we ask for one tile more and keep those within the Euclidean
radius, so that a range of 8 means 8 in every straight line.
"""

from collections.abc import Collection, Iterable
from functools import cache

import numpy as np
import tcod.constants
import tcod.map
from numpy.typing import NDArray

from roguelike.core import paths
from roguelike.core.geometry import Point, disc, offsets

Mask = NDArray[np.bool_]
Steps = tuple[tuple[Point, Point], ...]
"""The steps of a line: the tile that each passes over, twice, or the two that it passes exactly between."""


def steps_across(a: Point, b: Point) -> Steps:
    """Return the steps of the line from a to b, without the ends."""
    (x, y), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    there, back = offsets(dx, dy), offsets(-dx, -dy)
    # As `ray` gives them; the lines of a wide view are looked along by the dozen.
    pairs = zip(there[1:-1], back[-2:0:-1], strict=True)
    return tuple([((x + i, y + j), (x + dx + k, y + dy + m)) for (i, j), (k, m) in pairs])


@cache
def _disc_mask(radius: int) -> Mask:
    """Return the mask of tiles within `radius` of the middle of a window that extends radius + 1 tiles each way."""
    reach = np.arange(-radius - 1, radius + 2)
    mask: Mask = reach[:, None] ** 2 + reach[None, :] ** 2 <= radius * radius
    return mask


def field_of_view(transparent: Mask, origin: Point, radius: int) -> Mask:
    """Return the tiles seen from origin within `radius` tiles (Euclidean), including the walls that bound the view.

    Those are all walls beside open tiles that are seen: by lines alone, far walls along a street would show gaps.
    """
    width, height = transparent.shape
    x, y = origin
    left, top = max(0, x - radius - 1), max(0, y - radius - 1)
    right, bottom = min(width, x + radius + 2), min(height, y + radius + 2)
    window = tcod.map.compute_fov(
        transparent[left:right, top:bottom],
        (x - left, y - top),
        radius=radius + 1,
        algorithm=tcod.constants.FOV_SYMMETRIC_SHADOWCAST,
    )
    crop_x, crop_y = left - (x - radius - 1), top - (y - radius - 1)
    near = _disc_mask(radius)[crop_x : crop_x + right - left, crop_y : crop_y + bottom - top]
    seen = np.zeros(transparent.shape, dtype=np.bool_, order="F")
    seen[left:right, top:bottom] = window & near
    _look_between(transparent, seen, origin, radius)
    part = seen[left:right, top:bottom]
    clear = transparent[left:right, top:bottom]
    part |= widened(part & clear) & near & ~clear
    return seen


def widened(mask: Mask) -> Mask:
    """Return a mask with all tiles beside it."""
    rows = mask.copy()
    rows[1:] |= mask[:-1]
    rows[:-1] |= mask[1:]
    found = rows.copy()
    found[:, 1:] |= rows[:, :-1]
    found[:, :-1] |= rows[:, 1:]
    return found


def _look_between(transparent: Mask, seen: Mask, origin: Point, radius: int) -> None:
    """Add the open tiles whose lines from the origin pass between tiles more than once, and are open all the same."""
    (x, y), width = origin, transparent.shape[0]
    if radius > FEW_TILES:
        _look_far_between(transparent, seen, origin, radius)
        return
    here, beyond = x + y * width, bytes(radius * width + radius)
    # Reading a byte takes a third of the time of reading an array element.
    clear, known = transparent.tobytes(order="F") + beyond, seen.tobytes(order="F") + beyond
    for (dx, dy), there, steps in _split_lines(radius, width):
        if known[here + there] or not clear[here + there] or not 0 <= x + dx < width:
            continue
        for one, other in steps:
            if not (clear[here + one] or clear[here + other]):
                break
        else:
            seen[x + dx, y + dy] = True


FEW_TILES = 14
"""The greatest radius for which lines are looked along one by one."""


def _look_far_between(transparent: Mask, seen: Mask, origin: Point, radius: int) -> None:
    """Do the same for the many lines of a wide view, all of them at once."""
    (x, y), (width, height) = origin, transparent.shape
    ends, at, firsts, lengths, one, other = _split_steps(radius, width)
    clear, known, here = transparent.ravel(order="F"), seen.ravel(order="F"), x + y * width
    left, top = ends[:, 0] + x, ends[:, 1] + y
    inside = ((left >= 0) & (left < width) & (top >= 0) & (top < height)).nonzero()[0]
    places = at[inside] + here
    wanted = inside[clear[places] & ~known[places]]
    if not len(wanted):
        return
    # The steps of the lines that are wanted, one line after another: each is a run of the steps of all.
    counts = lengths[wanted]
    begins = counts.cumsum() - counts
    steps = np.repeat(firsts[wanted] - begins, counts) + np.arange(counts.sum())
    open_steps = clear[one[steps] + here] | clear[other[steps] + here]
    found = wanted[np.logical_and.reduceat(open_steps, begins)]
    seen[left[found], top[found]] = True


@cache
def _split_steps(radius: int, width: int) -> tuple[NDArray[np.intp], ...]:
    """Return the lines of `_split_lines`: their ends, where those are, and which of the steps are theirs.

    That is the number of the first and how many there are; then where the two tiles of each step are. A line of n steps
    that leads m tiles aside passes between two tiles as often as the greatest common divisor of n and m says, if n
    divided by it is even.
    """
    ends = np.argwhere(_disc_mask(radius)) - (radius + 1)
    longer, shorter = np.abs(ends).max(axis=1), np.abs(ends).min(axis=1)
    common = np.gcd(longer, shorter)
    is_split = (common > 1) & (longer // np.maximum(common, 1) % 2 == 0)
    ends, longer, shorter = ends[is_split], longer[is_split], shorter[is_split]
    lengths = longer - 1
    firsts = lengths.cumsum() - lengths
    numbers = np.repeat(np.arange(len(ends)), lengths)
    steps = np.arange(len(numbers)) - firsts[numbers] + 1
    twice, whole = 2 * steps * shorter[numbers], longer[numbers]
    is_wide = (np.abs(ends[:, 0]) == longer)[numbers, None]
    signs, row = np.sign(ends)[numbers], np.array((1, width))
    one, other = (
        (signs * np.where(is_wide, np.stack(pair, axis=1), np.stack(pair[::-1], axis=1))) @ row
        for pair in (
            (steps, (twice + whole - 1) // (2 * whole)),
            (steps, (twice + whole) // (2 * whole)),
        )
    )
    return ends, ends @ row, firsts, lengths, one, other


@cache
def _split_lines(
    radius: int, width: int
) -> tuple[tuple[Point, int, tuple[tuple[int, int], ...]], ...]:
    """Return the tiles within `radius` of (0, 0) whose lines pass between two tiles more than once.

    Of each also where it is, and where the tiles of its steps are, in a map of this width, row after row.
    """
    found = []
    for x, y in disc(radius):
        steps = steps_across((0, 0), (x, y))
        if _is_split(steps):
            places = tuple((a + b * width, c + d * width) for (a, b), (c, d) in steps)
            found.append(((x, y), x + y * width, places))
    return tuple(found)


def _is_split(steps: Steps) -> bool:
    """Return whether a line passes between two tiles more than once: else one of Bresenham's two is open if it is."""
    return sum(one != other for one, other in steps) > 1


def within(shape: tuple[int, ...], origin: Point, radius: int) -> Mask:
    """Return the tiles of a map within `radius` tiles of origin (Euclidean), whether or not walls are between."""
    width, height = shape
    x, y = origin
    left, top = max(0, x - radius - 1), max(0, y - radius - 1)
    right, bottom = min(width, x + radius + 2), min(height, y + radius + 2)
    crop_x, crop_y = left - (x - radius - 1), top - (y - radius - 1)
    found = np.zeros((width, height), dtype=np.bool_, order="F")
    found[left:right, top:bottom] = _disc_mask(radius)[
        crop_x : crop_x + right - left, crop_y : crop_y + bottom - top
    ]
    return found


def select(
    mask: Mask, yes: NDArray[np.uint8], no: NDArray[np.uint8] | np.uint8
) -> NDArray[np.uint8]:
    """Return a new array with one number where a mask is true and another elsewhere, tile by tile.

    Choosing the bits by arithmetic takes a fifth of the time of numpy's masked assignment.
    """
    found: NDArray[np.uint8] = no ^ ((no ^ yes) & np.negative(mask.view(np.uint8)))
    return found


def any_of(mask: Mask) -> bool:
    """Return whether a mask is true anywhere: counting takes a third of the time of `any`."""
    return bool(np.count_nonzero(mask))


def points(mask: Mask) -> list[Point]:
    """List the true tiles of a mask, sorted by x, then y."""
    # Searching one row of bytes takes a quarter of the time of searching a two-dimensional array, and dividing Python
    # integers is ten times as fast as dividing numpy's.
    found = np.frombuffer(mask.tobytes(), np.bool_).nonzero()[0]
    height = mask.shape[1]
    return [divmod(place, height) for place in found.tolist()]


MANY, FEW = 64, 4
"""Of more tiles than that it is asked whether those in a mask, if there are so many times fewer of them, are any."""


def among(mask: Mask, candidates: Collection[Point]) -> list[Point]:
    """List those of the given tiles that are in the mask: few tiles have anything on them, and many are seen."""
    if len(candidates) > MANY and FEW * np.count_nonzero(mask) < len(candidates):
        return [point for point in points(mask) if point in candidates]
    # Reading a byte takes a third of the time of reading an array element.
    marked, columns = mask.tobytes(order="F"), mask.shape[0]
    return [(x, y) for x, y in candidates if marked[y * columns + x]]


def clear_line(opaque: paths.Bits, width: int, a: Point, b: Point) -> bool:
    """Return whether nothing opaque lies across the line between two tiles; whatever they are themselves.

    The map is a set of bits, so that a whole line is tested at once; crowds test thousands of lines a turn.
    """
    (ax, ay), (bx, by) = a, b
    window = opaque >> (min(bx, ax)) + (min(by, ay)) * width
    there, back, steps = _between(bx - ax, by - ay, width)
    if not (window & there and window & back):
        return True
    return bool(steps) and all(window & step != step for step in steps)


def not_clear(opaque: paths.Bits, width: int, a: Point, ends: Iterable[Point]) -> list[Point]:
    """List those of some tiles to which the line from another is not clear."""
    (x, y), found = a, []
    for end in ends:
        dx, dy = end[0] - x, end[1] - y
        window = opaque >> x + min(0, dx) + (y + min(0, dy)) * width
        # Nearly all are clear: a call for each would double the time.
        if window & _between(dx, dy, width)[0] and not clear_line(opaque, width, a, end):
            found.append(end)
    return found


@cache
def _between(dx: int, dy: int, width: int) -> tuple[paths.Bits, paths.Bits, tuple[paths.Bits, ...]]:
    """Return the line from (0, 0) to (dx, dy), its ends left out, as bits from their top left tile.

    That is the first tiles of its steps, the second ones, and, if it is split, both of each step.
    """
    corner = min(0, dx) + min(0, dy) * width
    steps = steps_across((0, 0), (dx, dy))
    bits = [(1 << x + y * width - corner, 1 << a + b * width - corner) for (x, y), (a, b) in steps]
    both = tuple(one | other for one, other in bits) if _is_split(steps) else ()
    return sum(one for one, _ in bits), sum(other for _, other in bits), both
