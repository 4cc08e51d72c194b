"""Wrapping and cutting text; a cut is always marked.

The one decision: coloured text is a sequence of (text, colour) runs, and wrapping considers words across runs, so a
colour may change in the middle of a word. What does not fit ends in "…".
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from tcod.console import Console

from roguelike.core.colour import WHITE, Colour

Segment = tuple[str, Colour]
"""A run of text in one colour."""

ELLIPSIS = "…"
_PIECES = re.compile(r"\n|[^\S\n]+|[^\s]+")


def clip(text: str, width: int) -> str:
    """Cut to `width` cells, between words if that keeps half of them; a cut text ends in an ellipsis."""
    if len(text) <= width:
        return text
    return text[: _cut(text, width)].rstrip() + ELLIPSIS if width > 0 else ""


def _cut(text: str, width: int) -> int:
    """Return how many letters of a text that is too long are kept before the ellipsis."""
    room = width - 1
    gap = text.rfind(" ", 0, room + 1)
    return gap if gap * 2 >= width else room


@lru_cache(maxsize=1024)
def wrap(text: str, width: int) -> tuple[str, ...]:
    """Break at blanks into lines of at most `width` cells; longer words are broken."""
    lines = wrap_segments([(text, (0, 0, 0))], width)
    return tuple("".join(part for part, _ in line) for line in lines)


def wrap_segments(segments: Sequence[Segment], width: int) -> list[list[Segment]]:
    """Break coloured text into lines of at most `width` cells. An empty text gives one empty line."""
    lines: list[list[Segment]] = [[]]
    room = width = max(width, 1)
    gap: list[Segment] = []
    for word in _words(segments):
        if word[0][0] == "\n":
            lines.append([])
            room, gap = width, []
        elif word[0][0].isspace():
            gap = [*gap, *word]
        else:
            length, blank = length_of(word), length_of(gap)
            if blank + length > room:
                if lines[-1]:
                    lines.append([])
                    room = width
                gap, blank = [], 0
            lines[-1] += gap
            room, gap = room - blank, []
            if length <= room:
                lines[-1] += word
                room -= length
                continue
            for piece in _break_up(word, room, width):
                if length_of(piece) > room:
                    lines.append([])
                    room = width
                lines[-1] += piece
                room -= length_of(piece)
    return [_joined(line) for line in lines]


def _words(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Split runs into words, gaps and line ends; a word may have several colours."""
    words: list[list[Segment]] = []
    in_word = False
    for text, colour in segments:
        for piece in _PIECES.findall(text):
            is_word = not piece[0].isspace()
            if is_word and in_word:
                words[-1].append((piece, colour))
            else:
                words.append([(piece, colour)])
            in_word = is_word
    return words


def _break_up(word: list[Segment], room: int, width: int) -> list[list[Segment]]:
    """Cut a word longer than a whole line into pieces: the first fits `room`, the rest `width`."""
    if length_of(word) <= width:
        return [word]
    pieces: list[list[Segment]] = [[]]
    left = room if room > 0 else width
    for text, colour in word:
        rest = text
        while len(rest) > left:
            pieces[-1].append((rest[:left], colour))
            rest, left = rest[left:], width
            pieces.append([])
        pieces[-1].append((rest, colour))
        left -= len(rest)
    return [piece for piece in pieces if length_of(piece)]


def length_of(segments: Sequence[Segment]) -> int:
    """Return how many cells a run of segments takes."""
    cells = 0
    for (
        text,
        _,
    ) in segments:  # asked for every word of every text: a generator would be a call for each
        cells += len(text)
    return cells


def _joined(line: Sequence[Segment]) -> list[Segment]:
    """Join neighbours of the same colour: each run costs one call of print."""
    joined: list[Segment] = []
    for text, colour in line:
        if joined and joined[-1][1] == colour:
            joined[-1] = (joined[-1][0] + text, colour)
        else:
            joined.append((text, colour))
    return joined


def clip_segments(segments: Sequence[Segment], width: int) -> list[Segment]:
    """Cut coloured text to `width` cells, as `clip` does; a cut text ends in an ellipsis."""
    if length_of(segments) <= width:
        return list(segments)
    kept: list[Segment] = []
    room = _cut("".join(text for text, _ in segments), width)
    for text, colour in segments:
        if len(text) >= room:
            kept.append((text[: max(room, 0)].rstrip() + ELLIPSIS, colour))
            break
        kept.append((text, colour))
        room -= len(text)
    return kept if width > 0 else []


def packed(
    things: Sequence[Sequence[Segment]], width: int, comma: Segment = (", ", WHITE)
) -> list[list[Segment]]:
    """Join things with commas, each whole in its row; one that is too long for a row is cut."""
    rows: list[list[Segment]] = []
    gap = len(comma[0])
    for thing in things:
        words = clip_segments(thing, width)
        if rows and length_of(rows[-1]) + gap + length_of(words) < width:
            rows[-1] += [comma, *words]
            continue
        if rows and length_of(rows[-1]) < width:
            rows[-1].append((comma[0].rstrip(), comma[1]))
        rows.append(words)
    return rows


def print_segments(
    console: Console, x: int, y: int, segments: Sequence[Segment], width: int | None = None
) -> int:
    """Print coloured text on one row, clipped at `width` or the console's edge; return the next free x."""
    room = console.width - x if width is None else min(width, console.width - x)
    for text, colour in clip_segments(segments, room):
        console.print(x, y, text, fg=colour)
        x += len(text)
    return x


@lru_cache(maxsize=1024)
def _wrapped(segments: tuple[Segment, ...], width: int) -> tuple[list[Segment], ...]:
    """Wrap text, cached because it is drawn again in every frame."""
    return tuple(wrap_segments(segments, width))


def print_wrapped(
    console: Console,
    x: int,
    y: int,
    segments: Sequence[Segment],
    width: int,
    height: int | None = None,
) -> int:
    """Print coloured text in a column; return how many rows it took.

    If `height` rows are not enough, the last one ends in an ellipsis.
    """
    lines = _wrapped(tuple(segments), width)
    shown = list(lines) if height is None else list(lines[: max(height, 0)])
    if shown and len(shown) < len(lines):
        last = [*shown[-1], (" " + ELLIPSIS, shown[-1][-1][1] if shown[-1] else segments[0][1])]
        shown[-1] = clip_segments(last, width)
    for row, line in enumerate(shown):
        print_segments(console, x, y + row, line, width)
    return len(shown)
