"""All messages so far, the newest at the bottom.

The one decision: the view counts messages, not rows, from the newest upward, so that only visible messages are wrapped
and a log of ten thousand lines opens at once.
"""

from collections.abc import Sequence
from typing import ClassVar

from tcod.console import Console

from roguelike.core.grammar import Message
from roguelike.core.records import State
from roguelike.toolkit import widgets
from roguelike.toolkit.inputs import Input, Key
from roguelike.toolkit.page import Page
from roguelike.toolkit.screen import Stay, Transition
from roguelike.ui.program import Program

_COLUMN = 7
"""Width of the column of turn numbers."""
_NOTHING = "Nothing has happened yet."


class Entry(State):
    """A message, and how often it was repeated in a row."""

    message: Message
    times: int = 1


def collapsed(log: Sequence[Message]) -> list[Entry]:
    """Join repetitions of one message, with the turn of the last."""
    entries: list[Entry] = []
    for message in log:
        last = entries[-1].message if entries else None
        if last is not None and (last.template, last.args) == (message.template, message.args):
            entries[-1] = Entry(message, entries[-1].times + 1)
        else:
            entries.append(Entry(message))
    return entries


class Log(Page[Program]):
    """The page of all messages."""

    opaque: ClassVar[bool] = True
    columns: ClassVar[int] = 110

    def __init__(self, program: Program) -> None:
        super().__init__(program, widgets.Button("[Why]", self._why, "w"))
        self.explains = False
        self.entries = collapsed(program.game.log)
        self._scroll = widgets.Scroll()
        self._scroll.whole = self._scroll.top = len(self.entries)

    @property
    def heading(self) -> str:
        """The title of the page, which says whether the reasons are shown."""
        return "Message log, and why" if self.explains else "Message log"

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the messages in view, and how many there are above and below."""
        room, scroll = rect.height - 2, self._scroll
        shown = self._in_view(rect.width - _COLUMN, room)
        scroll.top = scroll.top + scroll.page - len(shown)
        scroll.fit(rect, len(shown), len(self.entries))
        rows = sum(len(lines) for _, lines in shown)
        # A log that fits starts at the top like any text; otherwise it ends at the bottom, where the newest message is.
        y = rect.y + 1 + (room - rows if scroll.last else 0)
        turn = -1
        for entry, lines in shown:
            if entry.message.turn != turn:
                turn = entry.message.turn
                console.print(rect.x, y, f"{turn:>5}", fg=self.program.palette.dim)
            for line in lines:
                widgets.print_segments(console, rect.x + _COLUMN, y, line)
                y += 1
        scroll.draw_marks(console, self.program.palette, ("earlier", "later"))
        if not self.entries:
            console.print(rect.x, rect.y + 1, _NOTHING, fg=self.program.palette.dim)

    def _in_view(self, width: int, room: int) -> list[tuple[Entry, list[list[widgets.Segment]]]]:
        """Wrap messages from the newest in view upward, as many as fit; return them oldest first."""
        shown: list[tuple[Entry, list[list[widgets.Segment]]]] = []
        for index in reversed(range(min(self._scroll.top + self._scroll.page, len(self.entries)))):
            lines = widgets.wrap_segments(self._words(self.entries[index]), width)
            room -= len(lines)
            if room < 0 and shown:
                break
            shown.append((self.entries[index], lines))
        return shown[::-1]

    def _words(self, entry: Entry) -> list[widgets.Segment]:
        """Return one entry as text, with its number of repetitions."""
        palette = self.program.palette
        words = palette.segments(entry.message.segments)
        if entry.times > 1:
            words.append((f" (×{entry.times})", palette.dim))
        why = entry.message.why
        if self.explains and why and not (len(why) == 1 and why[0] in entry.message.text):
            words.append((f"  ← {' ← '.join(why)}", palette.info))
        return words

    def _why(self) -> Transition:
        """Show or hide the details of each line: rolls and causes."""
        self.explains = not self.explains
        return Stay()

    def on_body(self, event: Input) -> Transition:
        """Scroll by wheel or keys, or close the page."""
        match event:
            case Key(name) if self.program.keymap.action("menu", name) == "menu_choose":
                return self.close()
        return self.scrolled(self._scroll, event)
