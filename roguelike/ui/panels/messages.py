"""The last messages, newest at the bottom: those of this turn bright, older ones dimmer with age.

Lines are built from the newest message upward, so a log of ten thousand costs no more than one of ten.
"""

from collections.abc import Sequence
from functools import lru_cache

from roguelike.core.colour import BLACK, mix
from roguelike.core.grammar import Message, Segment
from roguelike.ui.look.palette import Palette, palette
from roguelike.ui.panels.rows import Line
from roguelike.ui.widgets import wrap_segments

AGES = (0.0, 0.2, 0.34)
"""How much darker: told now, the last time something was told, before."""


class LogPanel:
    """Keeps the rows until something more is told: on many turns nothing is."""

    def __init__(self) -> None:
        self._key: object = None
        self._last: Message | None = None
        self._lines: list[Line] = []

    def lines(
        self, log: Sequence[Message], notice: str, size: tuple[int, int], colours: Palette
    ) -> list[Line]:
        """Return the rows of a log that grows at its end and may lose its beginning; see `log_lines`."""
        last = log[-1] if log else None
        key = (len(log), notice, size, colours.variant)
        # The very message: a full log keeps its length, and the same may be told twice in a turn.
        if key != self._key or last is not self._last:
            self._key, self._last = key, last
            self._lines = log_lines(log, notice, *size, colours)
        return self._lines


def log_lines(
    log: Sequence[Message], notice: str, width: int, height: int, colours: Palette
) -> list[Line]:
    """Return `height` rows; the notice, which is no part of the log, stands below the newest message."""
    lines: list[Line] = []
    if notice:
        lines = list(reversed(_wrapped(((f"» {notice}", "warn"),), 1, width, 0, colours.variant)))
    age, turn = 0, None
    index = len(log) - 1
    while index >= 0 and len(lines) < height:
        message, times = log[index], 1
        while index > 0 and _same(log[index - 1], message):
            index, times = index - 1, times + 1
        if turn is not None and message.turn != turn:
            age = min(age + 1, len(AGES) - 1)
        turn = message.turn
        lines += reversed(_wrapped(message.segments, times, width, age, colours.variant))
        index -= 1
    del lines[height:]
    lines += [Line()] * (height - len(lines))
    return lines[::-1]


def _same(a: Message, b: Message) -> bool:
    """Return whether two messages say the same."""
    return a.template == b.template and a.text == b.text


@lru_cache(maxsize=512)
def _wrapped(
    runs: tuple[Segment, ...], times: int, width: int, age: int, variant: str
) -> tuple[Line, ...]:
    """Return a message's rows; what runs on is indented."""
    colours = palette(variant)
    words = colours.segments(runs)
    if times > 1:
        words.append((f" ×{times}", colours.key))
    faded = [(text, mix(colour, BLACK, AGES[age])) for text, colour in words]
    first, *rest = wrap_segments(faded, width - 2)
    return tuple(
        Line((((" " if row else ""), BLACK), *line)) for row, line in enumerate([first, *rest])
    )
