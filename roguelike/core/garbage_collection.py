"""Tuning of Python's garbage collector.

The data and the modules stay to the end, and a turn makes thousands of small records that hold no cycles. Left to
itself the collector would look through all of it again and again, now and then for longer than a frame may take.
"""

import gc

YOUNG_OBJECTS = 10_000
"""New objects (net) after which the collector looks at the youngest generation."""


def tune_collector() -> None:
    """Exempt all objects that exist now from collection, and collect the others less often."""
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 10, 10)
