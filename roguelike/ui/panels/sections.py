"""Fitting a panel's sections into the rows there are, by rank, from terse to roomy.

The one decision: nothing is dropped in silence. A section that is cut ends in "… 3 more" with the key that shows them
all; when even a row for each is too much, the least important are counted together in one row.
"""

from collections.abc import Callable, Sequence

from roguelike.core.colour import WHITE, mix
from roguelike.core.records import State
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import EMPTY, Line

GLEAM = 0.2
"""How much lighter a bar is under the mouse."""

Hint = Callable[[str], str]
"""Gives the key of a command, as a person reads it."""


class Section(State):
    """Rows that belong together.

    `lines` is the form to be shown where there is room, `terse` are shorter ones, each shorter than the one before.
    Of the shortest, `keep` rows are shown before any section gets more. Sections of a lower `rank` get their rows
    first. `more` is the command that shows all of it, for a click and for the key named where rows are left out.
    """

    lines: list[Line]
    heading: str = ""
    keep: int = 1
    rank: int = 0
    more: str = ""
    terse: tuple[list[Line], ...] = ()
    name: str = ""
    """What it is called where it is counted and not shown; its heading unless said."""
    spaced: bool = True
    """Whether a blank row stands before it where there is room; without, it stands where it always stands."""

    @property
    def forms(self) -> tuple[list[Line], ...]:
        """Every form, the tersest first."""
        return (*reversed(self.terse), self.lines)


class _Fitted(State):
    """A section while it is fitted: the form taken, and how many of its rows are shown."""

    section: Section
    form: int = 0
    shown: int = 0
    folded: bool = False

    @property
    def lines(self) -> list[Line]:
        """The rows of its form."""
        return self.section.forms[self.form]

    @property
    def rows(self) -> int:
        """Rows that it takes, heading and count included."""
        return self.rows_for(self.form, self.shown)

    def rows_for(self, form: int, shown: int) -> int:
        """Count the rows of a form of which so many are shown."""
        heading = 1 if self.section.heading else 0
        return heading + shown + (shown < len(self.section.forms[form]))


def fit(
    sections: Sequence[Section], width: int, height: int, colours: Palette, hint: Hint = str
) -> list[Line]:
    """Return at most `height` rows for `width` columns: all sections that have rows, in their order."""
    fitted = [_Fitted(section) for section in sections if section.lines]
    for each in fitted:
        each.shown = min(len(each.lines), max(each.section.keep, 1))
    by_rank = sorted(fitted, key=lambda each: each.section.rank)
    left = height - sum(each.rows for each in fitted)
    if left < 0:
        left = _fold(by_rank, height)
    for each in by_rank:
        left = _lengthen(each, left)
    for each in by_rank:
        left = _loosen(each, left)
    return _shown(fitted, left, width, colours, hint)[: max(height, 0)]


def _fold(by_rank: list[_Fitted], height: int) -> int:
    """Fold the least important sections into one row until the others fit; return the rows left."""
    for each in reversed(by_rank):
        each.folded = True
        left = height - 1 - sum(other.rows for other in by_rank if not other.folded)
        if left >= 0:
            return left
    return 0


def _lengthen(each: _Fitted, left: int) -> int:
    """Show as many more rows of the tersest form as there is room for; return the rows left."""
    if each.folded:
        return left
    room, most = each.rows + left, len(each.lines)
    # The row that counts is not needed once all are shown.
    each.shown = next(
        (n for n in range(most, each.shown, -1) if each.rows_for(each.form, n) <= room), each.shown
    )
    return room - each.rows


def _loosen(each: _Fitted, left: int) -> int:
    """Take the roomiest form that fits whole; return the rows left."""
    if each.folded or each.shown < len(each.lines):
        return left
    room = each.rows + left
    for form in range(len(each.section.forms) - 1, each.form, -1):
        whole = len(each.section.forms[form])
        if each.rows_for(form, whole) <= room:
            each.form, each.shown = form, whole
            break
    return room - each.rows


def _shown(
    fitted: Sequence[_Fitted], left: int, width: int, colours: Palette, hint: Hint
) -> list[Line]:
    """Write the sections down, blank rows between them while there are any left."""
    rows: list[Line] = []
    for each in fitted:
        if each.folded:
            continue
        if rows and left > 0 and each.section.spaced:
            rows.append(EMPTY)
            left -= 1
        section = each.section
        rows += [heading(section.heading, width, colours)] if section.heading else []
        rows += each.lines[: each.shown]
        if each.shown < len(each.lines):
            rows.append(_count("", len(each.lines) - each.shown, section.more, colours, hint))
    folded = [each for each in fitted if each.folded]
    if folded:
        names = ", ".join(each.section.name or each.section.heading for each in folded)
        count = sum(len(each.section.forms[0]) for each in folded)
        row = _count(f"{names} ", count, "panel", colours, hint)
        if (
            sum(len(text) for text, _ in (*row.left, *row.right)) >= width
        ):  # the count is what matters
            row = _count(f"{len(folded)} parts ", count, "panel", colours, hint)
        rows.append(row)
    return rows


def _count(names: str, count: int, command: str, colours: Palette, hint: Hint) -> Line:
    """Return the row that says how much is not shown, and with which key it is."""
    key = hint(command) if command and hint is not str else ""
    left = ((names, colours.heading), (f"… {count} more", colours.dim))
    right = ((f"{key} ", colours.key),) if key else ()
    return Line(left, right, value=command or None)


def unfolded(sections: Sequence[Section], width: int, colours: Palette) -> list[Line]:
    """Return every row of every section in its roomiest form, however many that are."""
    return fit(sections, width, sum(len(each.lines) + 2 for each in sections), colours)


def heading(text: str, width: int, colours: Palette) -> Line:
    """Return a heading with a rule after it."""
    rule = "─" * max(width - len(text) - 1, 0)
    return Line(((f"{text} ", colours.heading), (rule, faint(colours))))


def faint(colours: Palette) -> tuple[int, int, int]:
    """Return the colour of rules: a quarter of a frame's."""
    red, green, blue = colours.frame
    return red * 3 // 8, green * 3 // 8, blue // 2


def lit(line: Line, colours: Palette) -> Line:
    """Return a row as the mouse over it lights it up."""
    return line._replace(back=colours.hover_back, fill=mix(line.fill, WHITE, GLEAM))
