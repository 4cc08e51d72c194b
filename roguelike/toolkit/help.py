"""Help: the manual, topic after topic, with every key as it is bound now.

The one decision: the text is the manual itself, as on the web, and the keys in it are read from the table that the game
uses. So there is one text, and no key in it can be out of date.
"""

from collections.abc import Iterator
from typing import ClassVar

from tcod.console import Console

from roguelike.toolkit import widgets
from roguelike.toolkit.application import Application
from roguelike.toolkit.inputs import Input, Key, Mouse
from roguelike.toolkit.kept import Kept
from roguelike.toolkit.manual import setting
from roguelike.toolkit.page import Head, ListPopup, Page
from roguelike.toolkit.screen import Push, Stay, Transition

Column = tuple[int, list[setting.Line]]
"""Where a column begins, in cells from the left edge of the page, and its lines."""

_GUTTER = 3
_TWO_COLUMNS = 132
"""Cells from which a page has two columns."""
_FEWEST_UNDER_HEADING = 3
_NO_MANUAL = setting.Topic(
    "missing", "The manual", "# The manual\n\nIts pages are missing: install the game again."
)


class Help(Page[Application]):
    """Pages of the manual, turned by keys, wheel or buttons; can be opened at a topic."""

    opaque: ClassVar[bool] = True
    title: str = "Help"
    columns: ClassVar[int] = 170

    def __init__(self, program: Application) -> None:
        keymap = program.keymap
        super().__init__(
            program,
            widgets.Button("[Topics]", self._list_topics, keymap.hint("menu_choose")),
            widgets.Button("[Previous]", lambda: self._leaf(-1), keymap.hint("menu_previous")),
            widgets.Button("[Next]", lambda: self._leaf(1), keymap.hint("menu_next")),
        )
        self.page = 0
        self._topics = setting.topics(program.host.data_folders()) or [_NO_MANUAL]
        self._pages: list[list[Column]] = [[]]
        self._first = [0]
        """The first page of each topic."""
        self._laid_out = Kept[None]()

    @property
    def heading(self) -> str:
        """The topic, and which page of how many."""
        topic = self._topics[self._topic_at(self.page)]
        return f"Help: {topic.title} - page {self.page + 1} of {len(self._pages)}"

    def _topic_at(self, page: int) -> int:
        """Return the number of a page's topic."""
        return max(number for number, first in enumerate(self._first) if first <= page)

    def draw(self, console: Console) -> None:
        """Lay the text out for the size of the console, then draw."""
        place = self.place(console)
        size = place.width - 4, place.height - 5
        self._laid_out.of((size, self.program.keymap.revision), lambda: self._lay_out(*size))
        super().draw(console)

    def _lay_out(self, width: int, height: int) -> None:
        """Break the manual into pages, each topic on a new one."""
        across = 2 if width >= _TWO_COLUMNS else 1
        column = (width - _GUTTER * (across - 1)) // across
        setter = setting.Setter(self.program.palette, self.program.keymap)
        self._pages, self._first = [], []
        for number, topic in enumerate(self._topics):
            blocks = setter.blocks(topic.text, column)
            if not number:
                blocks.append(
                    [[("This copy", self.program.palette.title)], *_facts(self.program, column)]
                )
            self._first.append(len(self._pages))
            self._pages += pages(blocks, column, across, height)
        self.page = min(self.page, len(self._pages) - 1)

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the columns of the page."""
        for x, lines in self._pages[self.page]:
            for row, line in enumerate(lines, 1):
                widgets.print_segments(console, rect.x + x, rect.y + row, line, rect.width - x)

    def on_body(self, event: Input) -> Transition:
        """Turn pages, or close the help."""
        match event:
            case Mouse("wheel", steps=steps):
                return self._leaf(-1 if steps > 0 else 1)
            case Mouse("press", button="right"):
                return self.close()
            case Key(name):
                return self._on_action(self.program.keymap.action("menu", name))
        return Stay(redraw=False)

    def _list_topics(self) -> Transition:
        """Open the list of topics with the one on this page chosen."""
        return Push(Topics(self.program, self._topics, self._topic_at(self.page)))

    def on_result(self, result: object) -> Transition:
        """Turn to the first page of the topic that was chosen."""
        if isinstance(result, int):
            self.page = self._first[result]
        return Stay()

    def _on_action(self, action: str | None) -> Transition:
        """Turn pages by an action of the keymap."""
        match action:
            case "menu_choose":
                return self._list_topics()
            case "menu_next" | "menu_page_down" | "menu_down":
                return self._leaf(1)
            case "menu_previous" | "menu_page_up" | "menu_up":
                return self._leaf(-1)
            case "menu_first":
                return self._leaf(-self.page)
            case "menu_last":
                return self._leaf(len(self._pages))
            case "menu_back" | "help":
                return self.close()
        return Stay(redraw=False)

    def _asks_for_help(self, event: Input) -> bool:
        """Return False: help opens no second help."""
        return False

    def _leaf(self, pages: int) -> Transition:
        """Turn a number of pages forward (back if below 0), as far as there are pages."""
        before, self.page = self.page, max(0, min(self.page + pages, len(self._pages) - 1))
        return Stay(redraw=self.page != before)


class Topics(ListPopup[Application, int]):
    """The topics of the manual to choose from."""

    title: str = "Topics"
    columns: ClassVar[int] = 50

    def __init__(self, program: Application, found: list[setting.Topic], at: int) -> None:
        """List the topics with the cursor on one of them."""
        self._found = found
        super().__init__(program)
        self.menu.cursor = at

    def listed(self) -> list[widgets.Row[int]]:
        """Return the topics, by number."""
        return [widgets.Row(topic.title, number) for number, topic in enumerate(self._found)]

    def head(self) -> Head:
        """Return nothing: many topics need every row."""
        return Head()

    def _asks_for_help(self, event: Input) -> bool:
        """Return False: this is the help."""
        return False


def flow(blocks: list[setting.Block], height: int) -> list[list[setting.Line]]:
    """Set blocks into columns of at most `height` lines, with a blank line between blocks in a column."""
    columns: list[list[setting.Line]] = [[]]
    for block in blocks:
        column = columns[-1]
        wanted = min(len(block), _FEWEST_UNDER_HEADING) + bool(column)
        if column and len(column) + wanted > height:
            columns.append([])
        elif column:
            column.append([])
        for line in block:
            if len(columns[-1]) >= height:
                columns.append([])
            columns[-1].append(line)
    return columns


def pages(blocks: list[setting.Block], width: int, across: int, height: int) -> list[list[Column]]:
    """Set blocks into pages of `across` columns side by side."""
    columns = flow(blocks, height)
    return [
        [(place * (width + _GUTTER), lines) for place, lines in enumerate(columns[first:][:across])]
        for first in range(0, len(columns), across)
    ]


def _facts(program: Application, width: int) -> Iterator[setting.Line]:
    """Yield what a bug report, or a friend, needs to know."""
    palette = program.palette
    for label, value in program.facts():
        for row, text in enumerate(widgets.wrap(value, width - 10)):
            yield [(("" if row else label).ljust(10), palette.dim), (text, palette.text)]
