"""Recognises the second click of a double click, which must not act on what the first has brought under the mouse."""

from roguelike.ui.inputs import Mouse

DOUBLE_CLICK_SECONDS = 0.3
"""Longest time between the two clicks of a double click: nobody sees what the first has changed and aims in less."""
JITTER_CELLS = 1
"""How many cells a hand may move the mouse between the two clicks."""


class SecondClick:
    """Remembers the last click, for as long as another one may belong to it."""

    def __init__(self) -> None:
        self._first: Mouse | None = None
        self._age = 0.0

    def note(self, click: Mouse) -> None:
        """Remember a click as the possible first of two."""
        self._first, self._age = click, 0.0

    def pass_time(self, seconds: float) -> None:
        """Add to the time since the remembered click."""
        self._age += seconds

    def belongs(self, click: Mouse) -> bool:
        """Tell whether a click and the remembered one make a double click."""
        first = self._first
        return (
            first is not None
            and self._age < DOUBLE_CLICK_SECONDS
            and click.button == first.button
            and abs(click.x - first.x) <= JITTER_CELLS
            and abs(click.y - first.y) <= JITTER_CELLS
        )
