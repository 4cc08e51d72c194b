"""Fits a panel's sections into the available rows, by rank, from terse to roomy.

The one decision: nothing is dropped silently. A section that is cut ends in "… 3 more" with the key that shows them
all; if even a row for each is too much, the least important are counted together in one row.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from roguelike.core.colour import WHITE, mix
from roguelike.core.records import State, field
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import EMPTY, Line

GLEAM = 0.2
"""How much lighter a bar is under the mouse."""

FOLDS_ABOVE = 8
"""Rank above which sections are folded if another lacks rows that it wants; those below it get their rows first."""

Hint = Callable[[str], str]
"""Returns the key of a command, in readable form."""


class Section(State):
    """Rows that belong together.

    `lines` is the form shown if there is room, `terse` are shorter ones, each shorter than the one before. Of the
    shortest, `keep` rows are shown before any section gets more. Sections of a lower `rank` get their rows first, and a
    roomier form only after all have the tersest. `more` is the command that shows all of it, for a click and for the
    key named where rows are left out.
    """

    lines: list[Line] = field(default_factory=list)
    heading: str = ""
    columns: str = ""
    """The names of its columns, at the right of the heading."""
    keep: int = 1
    wanted: int = 0
    rank: int = 0
    more: str = ""
    terse: tuple[list[Line], ...] = ()
    name: str = ""
    """Its name in a row that counts it without showing it; the heading by default."""
    spaced: bool = True
    """Whether a blank row may stand before it; without, its position does not depend on the room."""

    @property
    def shape(self) -> "Shape":
        """What fitting depends on: how many rows each form has, not their content."""
        heights = (*(len(form) for form in reversed(self.terse)), len(self.lines))
        return Shape(heights, self.keep, self.rank, bool(self.heading), self.wanted)

    def rows(self, form: int) -> list[Line]:
        """Return the rows of a form, counted from the tersest."""
        return self.lines if form == len(self.terse) else self.terse[-1 - form]


class Shape(NamedTuple):
    """A section without its text."""

    heights: tuple[int, ...]
    """Rows of every form, the tersest first."""
    keep: int
    rank: int
    is_headed: bool
    wanted: int = 0


class _Fitted(State):
    """A section being fitted: the form chosen, and how many of its rows are shown."""

    shape: Shape
    form: int = 0
    shown: int = 0
    folded: bool = False

    @property
    def rows(self) -> int:
        """Rows that it takes, including heading and count."""
        return self.rows_for(self.form, self.shown)

    def rows_for(self, form: int, shown: int) -> int:
        """Return how many rows a form takes if `shown` of its rows are shown."""
        return self.shape.is_headed + shown + (shown < self.shape.heights[form])

    @property
    def lacks(self) -> int:
        """Rows that it still lacks."""
        return max(min(self.shape.wanted, self.shape.heights[0]) - self.shown, 0)


def fit(
    sections: Sequence[Section], width: int, height: int, colours: Palette, hint: Hint = str
) -> list[Line]:
    """Return at most `height` rows for `width` columns: all sections that have rows, in their order."""
    filled = [section for section in sections if section.lines]
    fitted, left = _fitted(tuple(section.shape for section in filled), height)
    pairs = list(zip(filled, fitted, strict=True))
    return _shown(pairs, left, width, colours, hint)[: max(height, 0)]


@lru_cache(maxsize=256)
def _fitted(shapes: tuple[Shape, ...], height: int) -> tuple[tuple[_Fitted, ...], int]:
    """Fit sections into some rows; return them and the rows left. Cached: most turns change words but no shape."""
    best = _fitted_folding(shapes, height, 0)
    for folded in range(1, 1 + sum(shape.rank > FOLDS_ABOVE for shape in shapes)):
        if not _lack(best):
            break
        other = _fitted_folding(shapes, height, folded)
        if _lack(other) < _lack(best):
            best = other
    return best


def _lack(fitted: tuple[tuple[_Fitted, ...], int]) -> int:
    """Return how many rows are wanted but missing."""
    return sum(each.lacks for each in fitted[0])


def _fitted_folding(
    shapes: tuple[Shape, ...], height: int, least: int
) -> tuple[tuple[_Fitted, ...], int]:
    """Fit sections into some rows, with at least `least` of them folded; return them and the rows left."""
    fitted = [_Fitted(shape) for shape in shapes]
    for each in fitted:
        each.shown = min(each.shape.heights[0], max(each.shape.keep, 1))
    by_rank = sorted(fitted, key=lambda each: each.shape.rank)
    left = height - sum(each.rows for each in fitted)
    if left < 0 or least:
        left = _fold(by_rank, height, least)
    first = [each for each in by_rank if each.shape.rank < FOLDS_ABOVE]
    for step, several in (
        (_lengthen, first),
        (_grant, by_rank),
        (_lengthen, by_rank),
        (_loosen, by_rank),
    ):
        for each in several:
            left = step(each, left)
    return tuple(fitted), left


def _fold(by_rank: list[_Fitted], height: int, least: int) -> int:
    """Fold at least `least` of the least important sections into one row until the rest fit; return the rows left."""
    for number, each in enumerate(reversed(by_rank), 1):
        each.folded = True
        left = height - 1 - sum(other.rows for other in by_rank if not other.folded)
        if left >= 0 and number >= least:
            return left
    return 0


def _lengthen(each: _Fitted, left: int) -> int:
    """Show as many more rows of the current form as fit; return the rows left."""
    if each.folded:
        return left
    room, most = each.rows + left, each.shape.heights[each.form]
    # The row with the count is not needed once all are shown.
    each.shown = next(
        (n for n in range(most, each.shown, -1) if each.rows_for(each.form, n) <= room), each.shown
    )
    return room - each.rows


def _grant(each: _Fitted, left: int) -> int:
    """Show the wanted rows of the tersest form, if all of them fit; return the rows left."""
    wanted = max(min(each.shape.wanted, each.shape.heights[0]), each.shown)
    more = each.rows_for(each.form, wanted) - each.rows
    if each.folded or more > left:
        return left
    each.shown = wanted
    return left - more


def _loosen(each: _Fitted, left: int) -> int:
    """Take the roomiest form that fits whole; return the rows left."""
    heights = each.shape.heights
    if each.folded or each.shown < heights[each.form]:
        return left
    room = each.rows + left
    for form in range(len(heights) - 1, each.form, -1):
        if each.rows_for(form, heights[form]) <= room:
            each.form, each.shown = form, heights[form]
            break
    return room - each.rows


def _shown(
    pairs: Sequence[tuple[Section, _Fitted]], left: int, width: int, colours: Palette, hint: Hint
) -> list[Line]:
    """Return the rows of the sections, with blank rows between them while any are left."""
    rows: list[Line] = []
    for section, each in pairs:
        if each.folded:
            continue
        if rows and left > 0 and section.spaced:
            rows.append(EMPTY)
            left -= 1
        if section.heading:
            rows.append(heading(section.heading, width, colours, section.columns))
        lines = section.rows(each.form)
        rows += lines[: each.shown]
        if each.shown < len(lines):
            rows.append(_count("", len(lines) - each.shown, section.more, colours, hint))
    folded = [section for section, each in pairs if each.folded]
    if folded:
        rows.append(_folded_row(folded, width, colours, hint))
    return rows


def _folded_row(folded: Sequence[Section], width: int, colours: Palette, hint: Hint) -> Line:
    """Return the row that counts what is folded, with as many names as fit next to the count."""
    names = [section.name or section.heading for section in folded]
    count = sum(len(section.rows(0)) for section in folded)
    for shown in range(len(names), 0, -1):
        words = ", ".join(names[:shown]) + (" " if shown == len(names) else ", ")
        row = _count(words, count, "panel", colours, hint)
        if row.length < width:
            return row
    return _count("", count, "panel", colours, hint)


def _count(names: str, count: int, command: str, colours: Palette, hint: Hint) -> Line:
    """Return the row that says how much is not shown, and which key shows it."""
    key = hint(command) if command and hint is not str else ""
    left = ((names, colours.heading), (f"… {count} more", colours.dim))
    right = ((f"{key} ", colours.key),) if key else ()
    return Line(left, right, value=command or None)


def unfolded(sections: Sequence[Section], width: int, colours: Palette) -> list[Line]:
    """Return every row of every section in its roomiest form, however many there are."""
    return fit(sections, width, sum(len(each.lines) + 2 for each in sections), colours)


@lru_cache(maxsize=256)
def heading(text: str, width: int, colours: Palette, columns: str = "") -> Line:
    """Return a heading followed by a line, and the names of columns at its end."""
    rule = "─" * max(width - len(text) - 1 - len(columns), 0)
    return Line(((f"{text} ", colours.heading), (rule, faint(colours)), (columns, colours.dim)))


def faint(colours: Palette) -> tuple[int, int, int]:
    """Return the colour of rules, darker than a frame's."""
    red, green, blue = colours.frame
    return red * 3 // 8, green * 3 // 8, blue // 2


def lit(line: Line, colours: Palette) -> Line:
    """Return a row as it looks under the mouse."""
    return line._replace(back=colours.hover_back, fill=mix(line.fill, WHITE, GLEAM))
