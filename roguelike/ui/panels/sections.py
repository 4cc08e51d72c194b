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
    """Rows that belong together. `keep` of them are shown as long as any section can give up more.

    Those of which none need be kept are the first to be folded away where even that is too much.
    """

    lines: list[Line]
    heading: str = ""
    keep: int = 1

    @property
    def rows(self) -> int:
        """Rows it takes, its heading included."""
        return len(self.lines) + (1 if self.heading else 0)


def fit(sections: Sequence[Section], width: int, height: int, colours: Palette) -> list[Line]:
    """Return at most `height` rows: the last sections give up rows first, and are folded away if that is not enough."""
    shown = [section for section in sections if section.lines]
    folded: list[Section] = []
    hidden, excess = _cuts(shown, height)
    while excess > 0 and len(shown) > 1:
        folded.insert(0, shown.pop(_least(shown)))
        hidden, excess = _cuts(shown, height - 1)
    rows: list[Line] = []
    gaps = -excess
    for section, cut in zip(shown, hidden, strict=True):
        if rows and gaps > 0:
            rows.append(EMPTY)
            gaps -= 1
        rows += _rows(section, cut, width, colours)
    if folded:
        rows.append(_folded_row(folded, colours))
    if len(rows) > height:
        rows = [*rows[: height - 1], rows[-1] if folded else Line((("…", colours.dim),))]
    return rows


def _least(sections: Sequence[Section]) -> int:
    """Return the place of the section that matters least: the last of which nothing need be kept, or the last."""
    places = [place for place, section in enumerate(sections) if not section.keep]
    return places[-1] if places else len(sections) - 1


def _cuts(sections: Sequence[Section], height: int) -> tuple[list[int], int]:
    """Return how many rows each section gives up, and how many rows there are too many even so; below 0 are free."""
    excess = sum(section.rows for section in sections) - height
    hidden = [0] * len(sections)
    for place in range(len(sections) - 1, -1, -1):
        if excess > 0:
            # One row says how many are missing, so hiding n rows saves n - 1.
            spare = len(sections[place].lines) - max(sections[place].keep, 1)
            if spare > 0:
                hidden[place] = min(excess + 1, spare + 1)
                excess -= hidden[place] - 1
    return hidden, excess


def _folded_row(folded: Sequence[Section], colours: Palette) -> Line:
    """Name the sections that have no room: "… At hand 3, Gear 5"; a click opens the sheet that has it all."""
    words = [f"{section.heading or 'more'} {len(section.lines)}" for section in folded]
    return Line(((f"… {', '.join(words)}", colours.dim),), value="character")


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
