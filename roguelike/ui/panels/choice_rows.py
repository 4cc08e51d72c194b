"""What stands beside the map while the player chooses: health and mana, all about the choice, and the reply to it.

Where the panel has no room for it all, the words on the choice and the reply stand in the log's room: the log tells of
what is past. What has no room there either is counted, with the key of the page that tells everything.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from roguelike.engine.views.records import HudView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.layout import Layout
from roguelike.ui.panels.rows import EMPTY, Line
from roguelike.ui.panels.sections import Hint, Section, fit, heading
from roguelike.ui.panels.side import own_bars

SPACIOUS = 30
"""From so many rows on, a panel has room for the choice and the reply."""
THEN = "Then"
BLANK = (" ", (0, 0, 0))


class Arranged(NamedTuple):
    """Rows for the panel, and those for the log's room; None where the log stays."""

    side: list[Line]
    told: list[Line] | None


class Choice(NamedTuple):
    """The parts, for a width each: `about` gives at most so many rows, `words` only what is chosen and where."""

    about: Callable[[int, int], list[Line]]
    words: Callable[[int], list[Line]]
    reply: Callable[[int, int], list[Line]]


def is_spacious(layout: Layout) -> bool:
    """Return whether the panel has room for the choice and the reply."""
    return layout.side.height >= SPACIOUS


def arranged(
    layout: Layout, hud: HudView, choice: Choice, colours: Palette, hint: Hint
) -> Arranged:
    """Put the parts where there is room for them."""
    _, _, width, height = layout.side
    bars = own_bars(hud, colours)
    if not is_spacious(layout):
        about = choice.about(width, height - len(bars))
        return Arranged([*bars, *about], _told(layout, choice, colours, hint))
    bars = [*bars, EMPTY]
    reply = choice.reply(width, height)
    then = [EMPTY, heading(THEN, width, colours), *reply] if reply else []
    about = choice.about(width, height - len(bars) - len(then))
    return Arranged([*bars, *about, *then], None)


def _told(layout: Layout, choice: Choice, colours: Palette, hint: Hint) -> list[Line]:
    """Return the rows for the log's room: the words first, but the reply is what is cut last."""
    width, height = layout.log.width - 1, layout.log.height
    words = choice.words(width)
    # In one row they end in an ellipsis, before the key that shows more.
    key = ((" more ", colours.dim), (f"{hint('panel')} ", colours.key))
    whole = Line(tuple(segment for line in words for segment in (*line.left, BLANK)), key)
    sections = [
        Section(
            words,
            rank=2,
            terse=([whole],) if len(words) > 1 else (),
            more="panel",
            name="What it does",
        ),
        Section(choice.reply(width, 0), rank=1, keep=1, more="panel", name=THEN),
    ]
    return padded(fit(sections, width, height, colours, hint), height)


def padded(lines: Sequence[Line], height: int) -> list[Line]:
    """Return rows with blank ones after them."""
    return [*lines, *[EMPTY] * (height - len(lines))]
