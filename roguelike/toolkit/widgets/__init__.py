"""The parts that screens are made of: text, frames, bars, menus, fields and buttons.

The one decision: widgets hold no screen and no game. They draw into a rectangle, and answer an input with a small
record of its meaning, or None if it means nothing to them. Everything works with keys alone and mouse alone.
"""

from roguelike.toolkit.widgets.buttons import Button, ButtonRow, Entered, TextField, WhichRow
from roguelike.toolkit.widgets.frame import NOWHERE, Rect, bar, centred, frame
from roguelike.toolkit.widgets.scrolling import (
    Blocked,
    Cancelled,
    Chosen,
    ListMenu,
    Moved,
    Row,
    Scroll,
    TextView,
)
from roguelike.toolkit.widgets.text import (
    Segment,
    clip,
    clip_segments,
    length_of,
    packed,
    print_segments,
    print_wrapped,
    wrap,
    wrap_segments,
)

__all__ = [
    "NOWHERE",
    "Blocked",
    "Button",
    "ButtonRow",
    "Cancelled",
    "Chosen",
    "Entered",
    "ListMenu",
    "Moved",
    "Rect",
    "Row",
    "Scroll",
    "Segment",
    "TextField",
    "TextView",
    "WhichRow",
    "bar",
    "centred",
    "clip",
    "clip_segments",
    "frame",
    "length_of",
    "packed",
    "print_segments",
    "print_wrapped",
    "wrap",
    "wrap_segments",
]
