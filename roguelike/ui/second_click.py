"""Marks the second press of a double click, which must not act on what the first has brought under the mouse."""

from roguelike.core.records import replace
from roguelike.ui.inputs import Input, Mouse

DOUBLE_CLICK_SECONDS = 0.3
"""Longest time between the two presses of a double click: nobody sees what the first has changed and aims in less."""
JITTER_CELLS = 1
"""How many cells a hand may move the mouse between the two presses."""


class SecondClick:
    """Remembers the last press, for as long as another one may belong to it."""

    def __init__(self) -> None:
        self._last: Mouse | None = None
        self._when = 0.0

    def marked(self, event: Input, now: float) -> Input:
        """Return an input at a time in seconds; a press that belongs to the last one is marked as `again`."""
        if not isinstance(event, Mouse) or event.kind != "press":
            return event
        last, self._last = self._last, event
        when, self._when = self._when, now
        is_again = (
            last is not None
            and now - when < DOUBLE_CLICK_SECONDS
            and event.button == last.button
            and abs(event.x - last.x) <= JITTER_CELLS
            and abs(event.y - last.y) <= JITTER_CELLS
        )
        return replace(event, again=True) if is_again else event
