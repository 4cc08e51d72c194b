"""What the garbage collector should know of this program.

The data and the modules stay to the end, and a turn makes thousands of small records that hold no cycles. Left to
itself the collector would look through all of it again and again, now and then for longer than a frame may take.
"""

import gc

YOUNG = 10_000
"""New records that are left alone before the collector looks for cycles among them."""


def tune_collector() -> None:
    """Exempt all that is loaded by now from collection, and collect the rest less often."""
    gc.freeze()
    gc.set_threshold(YOUNG, 10, 10)
