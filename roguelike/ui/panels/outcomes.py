"""What an action would do, before it is done: a summary, then each creature, then everything else.

The numbers and words come from the same handlers that would carry out the action; this file only arranges them. Harm to
the player or the peaceful comes first, and is shown by a word and a sign, not by colour alone.
"""

from collections.abc import Collection, Mapping, Sequence

from roguelike.core.colour import Colour
from roguelike.core.grammar import capital, counted
from roguelike.core.records import Record, field
from roguelike.engine.foreseeing.aiming import Forecast
from roguelike.engine.views.records import CreatureView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.fates import (
    Fate,
    block,
    crowd,
    defended,
    joined,
    suffered,
    told_of_nobody,
)
from roguelike.ui.panels.rows import EMPTY, Line
from roguelike.ui.panels.sections import heading
from roguelike.ui.widgets import wrap_segments

REFUSED = "× "
UNKNOWN = "You do not know what this is: what it would do cannot be foreseen."
BEYOND = "The way beyond is unknown."
UNBOUNDED = 10_000
"""More rows than any panel shows, for panels without a limit."""


class Aim(Record):
    """Everything that the panel shows: what is aimed, at what ("" without an aim), and what would happen.

    `own_side` are creatures that should not be harmed but would be, `cost` is the mana it takes, `labels` are the words
    for statuses, `goes_on` means that it flies on over ground the player has never seen, and `lack` says that no enemy
    can be aimed at, if that is so.
    """

    label: str
    facts: tuple[str, ...]
    where: str
    seen: Forecast
    creatures: tuple[CreatureView, ...]
    own_side: Collection[int] = field(default_factory=tuple)
    unknown: bool = False
    cost: int = 0
    labels: Mapping[str, str] = field(default_factory=dict)
    goes_on: bool = False
    lack: str = ""
    elements: Collection[str] = field(default_factory=tuple)
    """Elements of the damage that it and the statuses begun by it would do."""


def forecast_lines(
    aim: Aim, width: int, colours: Palette, rows: int = UNBOUNDED, hint: str = ""
) -> list[Line]:
    """Return the panel's rows: a block for each creature, or one row if there are at most `rows` for all of it.

    Creatures that do not fit are counted, with the key `hint` that shows them all.
    """
    if aim.seen.refused is not None:
        refusal = _text(REFUSED + aim.seen.refused, colours.aim_bad, width)
        lack = _text(aim.lack, colours.warn, width)
        return [*_head(aim, width, colours), EMPTY, *refusal, *lack]
    if aim.unknown:
        unknown = _text(UNKNOWN, colours.warn, width)
        return [*_head(aim, width, colours), EMPTY, *unknown]
    fates = _worst_first(aim)
    lines = _roomy(aim, fates, width, colours)
    return lines if len(lines) <= rows else _tight(aim, fates, width, colours, rows, hint)


def dying(seen: Forecast) -> list[int]:
    """List the creatures whose death the rows of a forecast tell, at once or later."""
    return [each for each, what in seen.outcomes.items() if what.kill or what.dies_later]


def _roomy(aim: Aim, fates: Sequence[Fate], width: int, colours: Palette) -> list[Line]:
    """Return everything, with a block of rows for each creature."""
    lines = [*_head(aim, width, colours), EMPTY, *_summary(fates, width, colours)]
    for fate in fates:
        lines += [EMPTY] if len(fates) > 1 else []
        lines += block(fate, width, colours) + defended(fate.creature, aim.elements, colours)
    return [*lines, *_tail(aim, fates, width, colours)]


def _tight(
    aim: Aim, fates: Sequence[Fate], width: int, colours: Palette, rows: int, hint: str
) -> list[Line]:
    """Return as many creatures as fit in a row each, those hurt most first, and the number of others."""
    summary, tail = _summary(fates, width, colours), _tail(aim, fates, width, colours)
    each = crowd(fates, aim.elements, width, colours)
    lines = [*_head(aim, width, colours), EMPTY, *summary]
    if len(lines) + sum(map(len, each)) + len(tail) > rows:
        lines = [heading(aim.label, width, colours), *_place(aim, width, colours), *summary]
    for place, its in enumerate(each):
        left = len(each) - place
        if len(lines) + len(its) + len(tail) + (left > 1) > rows:
            key = ((f"{hint} ", colours.key),) if hint else ()
            words = f"… {counted(left, 'more creature')}"
            return [*lines, Line(((words, colours.dim),), key, value="panel"), *tail]
        lines += its
    return [*lines, *tail]


def _head(aim: Aim, width: int, colours: Palette) -> list[Line]:
    """Return what is being done, its general description, and where."""
    about = [line for text in aim.facts for line in _text(text, colours.text, width)]
    where = _place(aim, width, colours)
    return [heading(aim.label, width, colours), *about, *([EMPTY] * bool(about and where)), *where]


def _place(aim: Aim, width: int, colours: Palette) -> list[Line]:
    """Return at what it is aimed."""
    return _text(f"At {aim.where}." if aim.where else "", colours.text, width)


def _tail(aim: Aim, fates: Sequence[Fate], width: int, colours: Palette) -> list[Line]:
    """Return what concerns no creature, that nothing happens to anybody, or that the path leads into the unknown."""
    lines: list[Line] = []
    for words in told_of_nobody(aim.seen):
        lines += _text(words, colours.info, width)
    if not fates and not lines:
        lines += _text("Nobody you can see would feel it.", colours.dim, width)
    if aim.goes_on:
        lines += _text(BEYOND, colours.warn, width)
    lines += _text(aim.lack, colours.warn, width)
    return [EMPTY, *lines] if lines and fates else lines


def _worst_first(aim: Aim) -> list[Fate]:
    """Sort creatures: own side first, then by harm. The player is left out if nothing happens to them."""
    outcomes = aim.seen.outcomes
    fates = [
        Fate(
            creature,
            outcomes[creature.entity],
            creature.entity in aim.own_side,
            aim.cost if creature.is_player else 0,
            aim.labels,
        )
        for creature in aim.creatures
        if creature.entity in outcomes
    ]

    def rank(fate: Fate) -> tuple[bool, bool, float, int]:
        """Return the sort key of one creature."""
        outcome = fate.outcome
        harm = fate.death + (outcome.damage[1] + outcome.later[1]) / 1000
        return not fate.own, not fate.creature.is_player, -harm, fate.creature.entity

    told = (fate for fate in fates if not (fate.creature.is_player and fate.is_nothing))
    return sorted(told, key=rank)


def _summary(fates: Sequence[Fate], width: int, colours: Palette) -> list[Line]:
    """Return the summary, if more than one creature is affected: "Kills 4 of 6, ! harms you."."""
    if len(fates) < 2:
        return []
    told = suffered(fates) or [(("harms nobody", ""),)]
    ((first, role), *rest), *others = told
    words = joined([((capital(first), role), *rest), *others], colours)
    return [Line(tuple(line)) for line in wrap_segments([*words, (".", colours.text)], width)]


def _text(text: str, colour: Colour, width: int) -> list[Line]:
    """Wrap a text into rows."""
    return [Line(tuple(line)) for line in wrap_segments([(text, colour)], width)] if text else []
