"""Tuning of Python's garbage collector.

The data and the modules stay until the end, and a turn makes thousands of small records without cycles. By default the
collector would scan all of them again and again, at times for longer than a frame may take.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG_OBJECTS = 10_000
"""Net number of new objects after which the collector scans the youngest generation."""


def tune_collector() -> None:
    """Exempt all objects that exist now from collection, and collect the others less often."""
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 10, 10)


@contextmanager
def uncollected() -> Iterator[None]:
    """Disable the collector while the block makes thousands of objects that stay."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
