"""Writes a film as an asciicast: what a terminal was sent, and when.

The first line is a header; every other line is an event: [seconds, "o", text]. Any asciinema player plays it.
The format, in its version 2: https://docs.asciinema.org/manual/asciicast/v2/
"""

import json
from collections.abc import Iterable, Iterator

from roguelike.devices.terminal.colours import Colours
from roguelike.devices.terminal.painter import HIDE_CURSOR, Painter
from roguelike.runs.films.filming import Cut, Frame

VERSION = 2


def cast_lines(
    film: Iterable[Frame], cut: Cut, title: str, colours: Colours = "truecolour", *, is_ascii: bool
) -> Iterator[bytes]:
    """Yield the lines of the file; `colours` and `is_ascii` are those of the terminal."""
    header = {
        "version": VERSION,
        "width": cut.columns,
        "height": cut.rows,
        "title": title,
        "env": {"TERM": "xterm-256color"},
    }
    yield _line(header)
    painter, begun = Painter(colours, is_ascii=is_ascii), HIDE_CURSOR
    for frame in film:
        text = begun + painter.paint(frame.console).decode()
        begun = ""
        yield _line([round(frame.seconds, 3), "o", text])


def _line(value: object) -> bytes:
    """Return a line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
