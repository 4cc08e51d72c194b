"""Lays out the play screen on a console of any size from 80x24, from which the map is seen.

One mechanism lays out every size; nothing asks "is this a small terminal?". Three things work together:

1. `Layout.of` divides the console by the numbers at its head: map first, up to the whole level; panels and log take
   what is left. From `TWO_PANELS` columns beside the map on, a second panel stands at its left.
2. A panel is a list of `Section`s (`toolkit/sections.py`). Each offers its rows in several *forms*, from roomy to
   terse, made for the panel's width, and has a rank. `fit` starts with the tersest and spends the available rows by
   rank. What does not fit is counted, and the row with the count names the key that shows it all.
3. `Camera.held` (`ui/stage`) keeps the visible part of the map still until somebody gets near its edge.

How a screen uses it:

- A screen that shows the map (play, aim, look, practice) owns or is given a `Board`, calls `Board.draw`, and adds marks
  to the stage that this returns. To show something of its own it passes an `Overlay` (`scene.py`): rows for the
  right panel, made by `choice_rows.arranged`, or by `fit` from sections of its own, rows for the log's space,
  and buttons for the bar.
- Any other screen is a `Page` (`toolkit/page.py`): it says how many columns and rows it would like; near the
  console's size it gets all of it, so no slivers of what lies below remain. A list with details asks `Page.halves`,
  which puts them side by side or below one another depending on the rows, and draws the line with `Page.part`.
- Never compare with 80 or 24 in a screen: ask the rectangle that you were given.
"""

from functools import cache

from roguelike.core.records import Record
from roguelike.toolkit.screen import AS_CELLS, MIN_COLUMNS, MIN_ROWS
from roguelike.toolkit.widgets import Rect
from roguelike.toolkit.widgets.frame import NOWHERE

LEVEL = (80, 50)
"""Columns and rows of a usual level."""
PANEL_COLUMNS, FULL_PANEL_COLUMNS, MOST_PANEL_COLUMNS = 28, 39, 46
"""A panel's width at 80 columns, the width up to which it grows before the map has all it needs, and its maximum."""
TWO_PANELS = 2 * 34 + 1
"""Columns beside the map from which two panels share them, each a little narrower than one would be."""
LOG_ROWS, MOST_LOG_ROWS = 3, 5
"""Rows of the log at 24 rows, and the rows up to which it grows before the map has all it needs.

So few are enough: for a turn with more messages, the log grows over the map (`Board`).
"""
LEAST = 16
"""The smallest side of a square tile, in pixels."""
WHOLE_LOG_ROWS = 8
"""Rows of the log beside square tiles: enough for a turn."""


class Layout(Record):
    """The rectangles of the play screen. `left` is NOWHERE if one panel is enough; rules stand beside the map."""

    title: Rect
    map: Rect
    side: Rect
    left: Rect
    rule: Rect
    log: Rect
    bar: Rect

    @classmethod
    @cache
    def of(
        cls,
        columns: int,
        rows: int,
        bar_rows: int = 1,
        level: tuple[int, int] = LEVEL,
        cell: tuple[int, int] = AS_CELLS,
    ) -> "Layout":
        """Divide a console for a level; a small level gets the room of a usual one.

        Where a `cell` has more than one pixel, tiles are square, and the map takes all that panel and log leave.

        `bar_rows` is how many rows the command bar could use; it gets none that would cut a level that is otherwise
        whole.

            left │ title │ side
            left │ map   │ side
            left │ map   │ side
            left ├ rule  ┤ side
            left │ log   │ side
            bar    bar     bar
        """
        if cell != AS_CELLS:
            return cls._of_pixels(columns, rows, cell)
        beyond = max(columns - MIN_COLUMNS, 0)
        panel = min(PANEL_COLUMNS + beyond * 11 // 40, FULL_PANEL_COLUMNS)
        width = min(max(level[0], LEVEL[0]), columns - 1 - panel)
        panels, left = _panels(columns - 1 - width)
        blank = (columns - 1 - width - panels * (1 + (left > 0)) - (left > 0)) // 2
        usual = min(LOG_ROWS + max(rows - MIN_ROWS, 0) // 4, MOST_LOG_ROWS)
        whole = max(level[1], LEVEL[1])
        bar = min(bar_rows, 1 + max(rows - MIN_ROWS, 0) // 16)
        if rows - 3 - LOG_ROWS >= whole:
            # The level is shown whole; the remaining rows go to the log first, then to a longer bar.
            bar = max(1, min(bar, rows - 2 - whole - usual))
            height = whole
        else:
            height = rows - 2 - bar - usual
        log = rows - 2 - bar - height
        x = blank + left
        return cls(
            title=Rect(x, 0, width, 1),
            map=Rect(x, 1, width, height),
            side=Rect(x + width + 1, 0, panels, rows - bar),
            left=Rect(blank, 0, left - 1, rows - bar) if left else NOWHERE,
            rule=Rect(x, height + 1, width, 1),
            log=Rect(x, height + 2, width, log),
            bar=Rect(blank, rows - bar, columns - 2 * blank, bar),
        )

    @classmethod
    def _of_pixels(cls, columns: int, rows: int, cell: tuple[int, int]) -> "Layout":
        """Divide a console with square tiles: one panel and a few rows of log at most, if a usual level is whole."""
        wide, high = (-(-size * LEAST // each) for size, each in zip(LEVEL, cell, strict=True))
        panel = max(PANEL_COLUMNS, min(columns - 1 - wide, FULL_PANEL_COLUMNS))
        least = min(LOG_ROWS + max(rows - MIN_ROWS, 0) // 4, MOST_LOG_ROWS)
        log = max(least, min(rows - 3 - high, WHOLE_LOG_ROWS))
        width, height = columns - 1 - panel, rows - 3 - log
        return cls(
            title=Rect(0, 0, width, 1),
            map=Rect(0, 1, width, height),
            side=Rect(width + 1, 0, panel, rows - 1),
            left=NOWHERE,
            rule=Rect(0, height + 1, width, 1),
            log=Rect(0, height + 2, width, log),
            bar=Rect(0, rows - 1, columns, 1),
        )

    @property
    def beside_panel(self) -> Rect:
        """Everything left of the side panel: map, rule and log."""
        return self.map._replace(height=self.map.height + self.rule.height + self.log.height)


def _panels(room: int) -> tuple[int, int]:
    """Divide the columns beside the map: the panel's, and those of the left panel with its rule (0 for none)."""
    if room < TWO_PANELS:
        return min(room, MOST_PANEL_COLUMNS), 0
    each = min((room - 1) // 2, MOST_PANEL_COLUMNS)
    return each, each + 1
