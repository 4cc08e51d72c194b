"""What the panel shows while the player chooses: health and mana, the choice, and the reply to it.

If the panel has no room for all of it, the words on the choice move to the log's space, and so does the reply if the
panel has no room for it either: the log is only about the past. What does not fit there either is counted, with the key
of the page that shows everything.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from roguelike.engine.views.records import HudView
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import EMPTY, Line
from roguelike.toolkit.sections import Hint, Section, fit, heading
from roguelike.ui.layout import Layout
from roguelike.ui.panels.side import own_bars

SPACIOUS = 30
"""Rows from which a panel has room for the choice and the reply."""
THEN = "Then"
AS_IF_WAITING = "Then, as if you waited"
"""The heading of the reply to using something unidentified: it is that to waiting, without even the noise."""
BLANK = (" ", (0, 0, 0))


class Arranged(NamedTuple):
    """Rows for the panel, and rows for the log's space; None keeps the log."""

    side: list[Line]
    told: list[Line] | None


class Choice(NamedTuple):
    """The parts, as functions of the width: `about` with a maximum of rows, `words` only what is chosen and where."""

    about: Callable[[int, int], list[Line]]
    words: Callable[[int], list[Line]]
    reply: Callable[[int, int], list[Line]]
    then: str = THEN
    """The heading of the reply."""


def is_spacious(layout: Layout) -> bool:
    """Return whether the panel has room for the choice and the reply."""
    return layout.side.height >= SPACIOUS


def arranged(
    layout: Layout, hud: HudView, choice: Choice, colours: Palette, hint: Hint
) -> Arranged:
    """Put the parts where they fit."""
    _, _, width, height = layout.side
    bars = own_bars(hud, colours)
    if not is_spacious(layout):
        about, then = _small(choice, width, height - len(bars), colours)
        told = _rows(layout, choice, colours, hint, replied=bool(then))
        return Arranged(off_the_edge([*bars, *about, *then], width), told)
    bars = [*bars, EMPTY]
    then = _then(choice, width, height, colours)
    about = choice.about(width, height - len(bars) - len(then))
    return Arranged(off_the_edge([*bars, *about, *then], width), None)


def _then(choice: Choice, width: int, height: int, colours: Palette) -> list[Line]:
    """Return the reply under its heading, as a panel of this height shows it; [] if there is none."""
    reply = choice.reply(width, height)
    return [EMPTY, heading(choice.then, width, colours), *reply] if reply else []


def _small(
    choice: Choice, width: int, room: int, colours: Palette
) -> tuple[list[Line], list[Line]]:
    """Return the rows on the choice in a small panel, and the fullest form of the reply that fits below them.

    The reply decides fights: the choice is shown in fewer rows before the reply moves elsewhere.
    """
    for height in (SPACIOUS, 0):
        then = _then(choice, width, height, colours)
        about = choice.about(width, room - len(then))
        if len(about) + len(then) <= room and not any(line.value == "panel" for line in about):
            return about, then
    return choice.about(width, room), []


def _rows(
    layout: Layout, choice: Choice, colours: Palette, hint: Hint, *, replied: bool
) -> list[Line]:
    """Return the rows for the log's space: the words first, but the reply, unless shown already, is cut last."""
    width, height = layout.log.width - 1, layout.log.height
    words = choice.words(width)
    # With fewer rows the words end in an ellipsis, before the key that shows more.
    key = ((" more ", colours.dim), (f"{hint('panel')} ", colours.key))

    def shortened(rows: int) -> list[Line]:
        """Return the words in this many rows."""
        rest = tuple(segment for line in words[rows - 1 :] for segment in (*line.left, BLANK))
        return [*words[: rows - 1], Line(rest, key)]

    sections = [
        Section(
            words,
            rank=2,
            terse=tuple(shortened(rows) for rows in range(len(words) - 1, 0, -1)),
            more="panel",
            name="What it does",
        ),
        Section(
            [] if replied else choice.reply(width, 0),
            rank=1,
            keep=1,
            more="panel",
            name=choice.then,
        ),
    ]
    return padded(fit(sections, width, height, colours, hint), height)


def off_the_edge(lines: Sequence[Line], width: int) -> list[Line]:
    """Return rows with a free column at the right edge, if the right-hand figures leave a blank before them."""
    return [
        line._replace(right=(*line.right, BLANK))
        if line.right and line.right[-1][0][-1:] != " " and line.length + 1 < width
        else line
        for line in lines
    ]


def padded(lines: Sequence[Line], height: int) -> list[Line]:
    """Return rows, padded with blank ones."""
    return [*lines, *[EMPTY] * (height - len(lines))]
