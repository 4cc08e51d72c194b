"""Lays out the play screen on a console of any size from 80x24, from which the map is seen.

One mechanism lays out every size; nothing asks "is this a small terminal?". Three things work together:

1. `Layout.of` divides the console by the numbers at its head: the map, the log under it, a panel beside both. Nothing
   that happens in the game changes it, so nothing moves from frame to frame.
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
from roguelike.toolkit import widgets
from roguelike.toolkit.screen import AS_CELLS, MIN_COLUMNS, MIN_ROWS

LEVEL = (80, 50)
"""Columns and rows of a usual level."""
PANEL_COLUMNS, MOST_PANEL_COLUMNS = 28, 39
"""The panel's least width, and the width up to which it grows."""
LOG_ROWS, MOST_LOG_ROWS = 4, 8
"""Rows of the log at 24 rows, where sight reaches to the map's edges, and the rows up to which it grows."""
SPACIOUS, LONG_BAR = 40, 110
"""Rows from which there is a second one for commands, and columns from which all that are needed fit in one."""
LEAST = 16
"""The smallest side of a square tile, in pixels."""


class Layout(Record):
    """The rectangles of the play screen; rules stand beside the map and below it."""

    title: widgets.Rect
    map: widgets.Rect
    side: widgets.Rect
    rule: widgets.Rect
    log: widgets.Rect
    bar: widgets.Rect

    @classmethod
    @cache
    def of(
        cls,
        columns: int,
        rows: int,
        cell: tuple[int, int] = AS_CELLS,
        level: tuple[int, int] = LEVEL,
    ) -> "Layout":
        """Divide a console whose cells have so many pixels: where they have more than one, tiles are square.

        In cells, where a usual level, or one of fewer rows, is whole beside the least panel and log, those take what is
        left of it; elsewhere they grow with the console. What they do not need is the map's. Where tiles are square
        they are seldom so small that a level is whole, and the panel grows with the console.

            title │ side
            map   │ side
            rule  ┤ side
            log   │ side
            bar    bar
        """
        side = 1 if cell == AS_CELLS else LEAST
        wide, high = (
            -(-size * side // each)
            for size, each in zip((LEVEL[0], min(level[1], LEVEL[1])), cell, strict=True)
        )
        panel, beside = PANEL_COLUMNS + (columns - MIN_COLUMNS) * 11 // 40, columns - 1 - wide
        is_whole = cell == AS_CELLS and beside >= PANEL_COLUMNS
        panel = min(beside if is_whole else panel, MOST_PANEL_COLUMNS)
        log, below = LOG_ROWS + (rows - MIN_ROWS) // 4, rows - 3 - high
        log = min(below if below >= LOG_ROWS else log, MOST_LOG_ROWS)
        bar = 1 + (rows >= SPACIOUS and columns < LONG_BAR and below - log != 0)
        width, height = columns - 1 - panel, rows - 2 - bar - log
        return cls(
            title=widgets.Rect(0, 0, width, 1),
            map=widgets.Rect(0, 1, width, height),
            side=widgets.Rect(width + 1, 0, panel, rows - bar),
            rule=widgets.Rect(0, height + 1, width, 1),
            log=widgets.Rect(0, height + 2, width, log),
            bar=widgets.Rect(0, rows - bar, columns, bar),
        )

    @property
    def beside_panel(self) -> widgets.Rect:
        """Everything left of the side panel: map, rule and log."""
        return self.map._replace(height=self.map.height + self.rule.height + self.log.height)
