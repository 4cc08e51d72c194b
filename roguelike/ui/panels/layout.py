"""Where everything is on a console of any size, and which tile of the map shows in which cell.

Both are plain functions of sizes, so the play, aim and look screens agree without asking one another.
"""

from functools import cache

from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.ui.widgets import Rect

SIDE_COLUMNS, MOST_SIDE_COLUMNS = 30, 40
LOG_ROWS, MOST_LOG_ROWS = 7, 14
BASE_COLUMNS, BASE_ROWS = 80, 50


class Layout(Record):
    """The rectangles of the play screen."""

    title: Rect
    map: Rect
    side: Rect
    rule: Rect
    log: Rect
    bar: Rect

    @classmethod
    @cache
    def of(cls, columns: int, rows: int, bar_rows: int = 2) -> "Layout":
        """Share out a console: what is beyond 80x50 goes to the map first, a part to panel and log.

        The side panel includes the column of the rule at its left:

            title title title
            map   map   side
            map   map   side
            rule  rule  side
            log   log   side
            bar   bar   bar
        """
        side = min(SIDE_COLUMNS + max(columns - BASE_COLUMNS, 0) // 4, MOST_SIDE_COLUMNS)
        log = min(LOG_ROWS + max(rows - BASE_ROWS, 0) // 4, MOST_LOG_ROWS)
        width = columns - side - 1
        height = rows - 2 - log - bar_rows
        return cls(
            title=Rect(0, 0, columns, 1),
            map=Rect(0, 1, width, height),
            side=Rect(width, 1, side + 1, rows - 1 - bar_rows),
            rule=Rect(0, height + 1, width, 1),
            log=Rect(0, height + 2, width, log),
            bar=Rect(0, rows - bar_rows, columns, bar_rows),
        )

    @property
    def beside_panel(self) -> Rect:
        """Everything left of the side panel: map, rule and log."""
        return self.map._replace(height=self.map.height + self.rule.height + self.log.height)


class Viewport(Record):
    """The window onto the map: `rect` on the console shows the map from the tile `left`, `top` on."""

    rect: Rect
    left: int
    top: int

    @classmethod
    def around(cls, rect: Rect, shape: tuple[int, int], focus: Point) -> "Viewport":
        """Keep `focus` in the middle, but show nothing beyond the map's edges while there is map to show.

        A map that fits is shown whole, in the middle.
        """
        left = _first(rect.width, shape[0], focus[0])
        top = _first(rect.height, shape[1], focus[1])
        return cls(rect, left, top)

    def cell(self, point: Point) -> Point | None:
        """Return the console cell that shows a tile; None when it is out of view."""
        x, y = point[0] - self.left + self.rect.x, point[1] - self.top + self.rect.y
        return (x, y) if self.rect.holds(x, y) else None

    def point(self, x: int, y: int) -> Point | None:
        """Return the tile shown in a console cell; None outside the map's window."""
        if not self.rect.holds(x, y):
            return None
        return (x - self.rect.x + self.left, y - self.rect.y + self.top)


def _first(room: int, size: int, focus: int) -> int:
    """Return the first tile shown along one axis; negative when the map is smaller than its room."""
    if size <= room:
        return -((room - size) // 2)
    return max(0, min(focus - room // 2, size - room))
