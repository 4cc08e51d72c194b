"""All messages so far, the newest at the bottom.

The one decision: the view counts messages, not rows, from the newest upward, so that only visible messages are wrapped
and a log of ten thousand lines opens at once.
"""

from collections.abc import Sequence
from typing import ClassVar

from tcod.console import Console

from roguelike.core.grammar import Message
from roguelike.core.records import State
from roguelike.toolkit.inputs import Input, Key, Mouse
from roguelike.toolkit.page import Page
from roguelike.toolkit.screen import Stay, Transition
from roguelike.toolkit.widgets import Button, Rect, Segment, print_segments, wrap_segments
from roguelike.toolkit.widgets.scrolling import draw_more, rows_turned
from roguelike.ui.program import Program

_WHEEL_MESSAGES = 3
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
        super().__init__(program, Button("[Why]", self._why, "w"))
        self.explains = False
        self.entries = collapsed(program.game.log)
        self.below = 0
        self._page = 1
        self._above = 0
        self._rect = Rect(0, 0, 0, 0)

    @property
    def heading(self) -> str:
        """What is told."""
        return "Message log, and why" if self.explains else "Message log"

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the messages in view, and how many there are above and below."""
        self._rect = rect
        room = rect.height - 2
        shown = self._in_view(rect.width - _COLUMN, room)
        rows = sum(len(lines) for _, lines in shown)
        # A log that fits starts at the top like any text; otherwise it ends at the bottom, where the newest message is.
        y = rect.y + 1 + (room - rows if self._above or self.below else 0)
        turn = -1
        for entry, lines in shown:
            if entry.message.turn != turn:
                turn = entry.message.turn
                console.print(rect.x, y, f"{turn:>5}", fg=self.program.palette.dim)
            for line in lines:
                print_segments(console, rect.x + _COLUMN, y, line)
                y += 1
        counts, words = (self._above, self.below), ("earlier", "later")
        draw_more(console, rect, counts, self.program.palette, words)
        if not self.entries:
            console.print(rect.x, rect.y + 1, _NOTHING, fg=self.program.palette.dim)

    def _in_view(self, width: int, room: int) -> list[tuple[Entry, list[list[Segment]]]]:
        """Wrap messages from the newest in view upward, as many as fit; return them oldest first."""
        shown: list[tuple[Entry, list[list[Segment]]]] = []
        index = newest = len(self.entries) - 1 - self.below
        while index >= 0:
            lines = wrap_segments(self._words(self.entries[index]), width)
            room -= len(lines)
            if room < 0 and shown:
                break
            shown.append((self.entries[index], lines))
            index -= 1
        self._page, self._above = max(newest - index, 1), index + 1
        return shown[::-1]

    def _words(self, entry: Entry) -> list[Segment]:
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
            case Mouse("wheel", steps=steps):
                return self._scroll(steps * _WHEEL_MESSAGES)
            case Mouse("press", button="right"):
                return self.close()
            case Mouse("press", _, y, "left") if y == self._rect.y:
                return self._scroll(self._page)
            case Mouse("press", _, y, "left") if y == self._rect.y + self._rect.height - 1:
                return self._scroll(-self._page)
            case Key(name):
                return self._on_action(self.program.keymap.action("menu", name))
        return Stay(redraw=False)

    def _on_action(self, action: str | None) -> Transition:
        """Scroll by an action of the keymap."""
        if action in ("menu_back", "menu_choose"):
            return self.close()
        messages = -rows_turned(action, self._page, len(self.entries))
        return self._scroll(messages) if messages else Stay(redraw=False)

    def _scroll(self, messages: int) -> Transition:
        """Scroll back by a number of messages (forward if below 0), never past the first page."""
        before = self.below
        self.below = max(0, min(self.below + messages, self.below + self._above))
        return Stay(redraw=self.below != before)
