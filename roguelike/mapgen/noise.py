"""Random numbers in bulk, for steps that roll once per tile.

A stream rolls one number at a time, about 0.1 us each; a cave rolls for 4,000 tiles. So one number of the stream seeds
a Mersenne Twister whose bits are read out as one array. It is Python's own generator, whose bits are guaranteed to stay
the same from version to version, unlike those of numpy's.
"""

from math import prod
from random import Random

import numpy as np
from numpy.typing import NDArray

from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Mask

Words = NDArray[np.uint16]
LITTLE: np.dtype[np.uint16] = np.dtype("<u2")
"""The byte order is fixed, so that all machines draw the same numbers."""
FULL = 1 << 16
"""Words are 0 .. FULL - 1, equally likely."""


def words(rng: Stream, *shape: int) -> Words:
    """Return an array of random 16-bit numbers."""
    count = prod(shape)
    bits = Random(rng.numpy_seed()).getrandbits(16 * count)
    return np.frombuffer(bits.to_bytes(2 * count, "little"), dtype=LITTLE).reshape(shape)


def below(rng: Stream, limit: int, *shape: int) -> NDArray[np.int64]:
    """Return an array of integers of 0 .. limit - 1 (limit at most 65,536)."""
    return words(rng, *shape).astype(np.int64) * limit >> 16


def chosen(rng: Stream, percent: float, width: int, height: int) -> Mask:
    """Select each tile of a map with this probability."""
    return words(rng, width, height) < percent * FULL / 100
