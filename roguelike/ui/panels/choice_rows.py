"""What stands beside the map while the player chooses: health and mana, all about the choice, and the reply to it.

Where the panel has no room for it all, the words on the choice stand in the log's room, and the reply too if the panel
has none left for it: the log tells of what is past. What has no room there either is counted, with the key of the page
that tells everything.
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
"""Rows from which on a panel has room for the choice and the reply."""
THEN = "Then"
BLANK = (" ", (0, 0, 0))


class Arranged(NamedTuple):
    """Rows for the panel, and those for the log's room; None where the log stays."""

    side: list[Line]
    told: list[Line] | None


class Choice(NamedTuple):
    """The parts, each for a width: `about` for a number of rows at most, `words` only what is chosen and where."""

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
        about, then = _small(choice, width, height - len(bars), colours)
        told = _rows(layout, choice, colours, hint, replied=bool(then))
        return Arranged(off_the_edge([*bars, *about, *then], width), told)
    bars = [*bars, EMPTY]
    then = _then(choice, width, height, colours)
    about = choice.about(width, height - len(bars) - len(then))
    return Arranged(off_the_edge([*bars, *about, *then], width), None)


def _then(choice: Choice, width: int, height: int, colours: Palette) -> list[Line]:
    """Return the reply under its heading, as a panel of so many rows tells it; [] if there is none."""
    reply = choice.reply(width, height)
    return [EMPTY, heading(THEN, width, colours), *reply] if reply else []


def _small(
    choice: Choice, width: int, room: int, colours: Palette
) -> tuple[list[Line], list[Line]]:
    """Return what is told of the choice in a small panel, and the fullest form of the reply that leaves it whole.

    The reply decides fights: before it goes elsewhere, what is told of the choice is told in fewer rows.
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
    """Return the rows for the log's room: the words first, but the reply is what is cut last, unless it was told."""
    width, height = layout.log.width - 1, layout.log.height
    words = choice.words(width)
    # In fewer rows they end in an ellipsis, before the key that shows more.
    key = ((" more ", colours.dim), (f"{hint('panel')} ", colours.key))

    def shortened(rows: int) -> list[Line]:
        """Return the words in so many rows."""
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
        Section([] if replied else choice.reply(width, 0), rank=1, keep=1, more="panel", name=THEN),
    ]
    return padded(fit(sections, width, height, colours, hint), height)


def off_the_edge(lines: Sequence[Line], width: int) -> list[Line]:
    """Return rows whose figures at the right keep a column from the edge where they leave a blank before them."""
    return [
        line._replace(right=(*line.right, BLANK))
        if line.right and line.right[-1][0][-1:] != " " and line.length + 1 < width
        else line
        for line in lines
    ]


def padded(lines: Sequence[Line], height: int) -> list[Line]:
    """Return rows with blank ones after them."""
    return [*lines, *[EMPTY] * (height - len(lines))]
