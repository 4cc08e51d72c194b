"""Fitting a panel's sections into the rows there are: blank rows go first, then rows of what matters least.

What does not fit is counted ("… 3 more"), never dropped in silence.
"""

from collections.abc import Sequence

from roguelike.core.colour import WHITE, mix
from roguelike.core.records import State
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import EMPTY, Line

GLEAM = 0.2
"""How much lighter a bar is under the mouse."""


class Section(State):
    """Rows that belong together. `keep` of them are shown as long as any section can give up more."""

    lines: list[Line]
    heading: str = ""
    keep: int = 1

    @property
    def rows(self) -> int:
        """Rows it takes, its heading included."""
        return len(self.lines) + (1 if self.heading else 0)


def fit(sections: Sequence[Section], width: int, height: int, colours: Palette) -> list[Line]:
    """Return at most `height` rows; the last sections give up rows first."""
    shown = [section for section in sections if section.lines]
    excess = sum(section.rows for section in shown) - height
    hidden = [0] * len(shown)
    for place in range(len(shown) - 1, -1, -1):
        if excess > 0:
            # One row says how many are missing, so hiding n rows saves n - 1.
            spare = len(shown[place].lines) - max(shown[place].keep, 1)
            if spare > 0:
                hidden[place] = min(excess + 1, spare + 1)
                excess -= hidden[place] - 1
    rows: list[Line] = []
    gaps = -excess
    for section, cut in zip(shown, hidden, strict=True):
        if rows and gaps > 0:
            rows.append(EMPTY)
            gaps -= 1
        rows += _rows(section, cut, width, colours)
    if len(rows) > height:
        rows = [*rows[: max(height - 1, 0)], Line((("…", colours.dim),))]
    return rows


def _rows(section: Section, cut: int, width: int, colours: Palette) -> list[Line]:
    """Return a section's heading and rows, the last `cut` of them counted instead of shown."""
    rows = [heading(section.heading, width, colours)] if section.heading else []
    kept = len(section.lines) - cut
    rows += section.lines[:kept]
    if cut:
        value = section.lines[kept].value
        rows.append(
            Line(((f"… {cut} more", colours.dim),), value=value if isinstance(value, str) else None)
        )
    return rows


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
