"""The table of counsel in rows: possible actions, what they cost the player, and what they do to others.

The first figure is the sort key: the total cost, including items used up and blows only postponed. Each row is one
line, cut with an ellipsis if needed; the full text of the row under the cursor stands below the table.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from roguelike.core.grammar import capital
from roguelike.engine.foreseeing.counsel import Advice
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.views.records import CreatureView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.figures import chance_words, percent, rounded
from roguelike.ui.panels.reply import LEAST_TOLD
from roguelike.ui.widgets import Segment, clip, clip_segments

COST_COLUMNS, LOSS_COLUMNS, DEATH_COLUMNS = 6, 12, 7
LEAST_WORDS = 24
"""The least width of the column for the command."""
HEADINGS = ("What you could do", "Cost", "You lose", "Dead", "They")
NOTHING = "nothing"
CLOSELY = 16
"""Number of sampled turns from which a chance is shown without the sign for a rough value."""


class Columns(NamedTuple):
    """The widths of the table's columns; the rest of `width` is for what others suffer."""

    words: int
    width: int
    death: int = DEATH_COLUMNS
    """0 while no row risks death."""

    @property
    def others(self) -> int:
        """The width of the last column."""
        return self.width - self.words - COST_COLUMNS - LOSS_COLUMNS - self.death


def columns_of(rows: Sequence[Advice], width: int) -> Columns:
    """Give the commands as much room as the longest needs, but leave some for what others suffer."""
    longest = max((len(row_words(row)) for row in rows), default=0)
    death = DEATH_COLUMNS if any(row.reply.death for row in rows) else 0
    room = max(LEAST_WORDS, (width - COST_COLUMNS - LOSS_COLUMNS - DEATH_COLUMNS) * 3 // 4)
    return Columns(min(room, max(LEAST_WORDS, longest)) + 1, width, death)


def heading_row(columns: Columns, colours: Palette) -> list[Segment]:
    """Return the names of the columns."""
    what, cost, loss, death, they = HEADINGS
    text = (
        f"{what:<{columns.words}}{cost:>{COST_COLUMNS - 2}}  {loss:<{LOSS_COLUMNS}}"
        f"{_death_cell(death, columns)}{clip(they, columns.others)}"
    )
    return [(text, colours.heading)]


def advice_row(
    cost: int,
    advice: Advice,
    columns: Columns,
    creatures: Mapping[int, CreatureView],
    labels: Mapping[str, str],
    colours: Palette,
) -> list[Segment]:
    """Return one row: the command, its total cost, the hit points lost, the chance of death, what others suffer."""
    words = row_words(advice)
    left: list[Segment] = [
        (_fitting(words, columns.words - 1).ljust(columns.words), colours.text),
        (f"{cost:>{COST_COLUMNS - 2}}  ", colours.text),
        *_loss(advice, colours),
        (_death_cell(death_column(advice.reply), columns), colours.bad),
    ]
    others = others_words(advice.reply, creatures, labels, colours)
    return [*left, *clip_segments(others, columns.others)]


def _fitting(words: str, room: int) -> str:
    """Cut the words of a command: first the articles, and last the target's position, which tells namesakes apart."""
    if len(words) > room:
        words = words.replace(" the ", " ")
    whom, gap, where = words.rpartition(" (")
    if len(words) <= room or not gap:
        return clip(words, room)
    return f"{clip(whom, room - len(gap + where))}{gap}{where}"


def _death_cell(words: str, columns: Columns) -> str:
    """Return the text in the column for deaths; "" if the table has none."""
    return f"{words:>{columns.death - 2}}  " if columns.death else ""


def row_words(advice: Advice) -> str:
    """Return a command as it starts a row, without the word "cast"."""
    words = advice.words.removeprefix("cast ")
    return capital(words)


def _loss(advice: Advice, colours: Palette) -> list[Segment]:
    """Return the hit points that a row costs: "4.7 (≤11)", "gain 4.5", "robbed 75%", "nothing"."""
    most = advice.reply.you.at_once[2]
    if advice.loss <= -LEAST_TOLD:
        return [(f"gain {rounded(-advice.loss)}".ljust(LOSS_COLUMNS), colours.heal)]
    if not most and advice.reply.robbed:
        return [(f"robbed{chance_words(advice.reply.robbed)}".ljust(LOSS_COLUMNS), colours.warn)]
    if not most:
        return [(NOTHING.ljust(LOSS_COLUMNS), colours.dim)]
    lost = rounded(max(0.0, advice.loss)) if advice.loss >= LEAST_TOLD else "0"
    return [
        (lost, colours.damage),
        (f" (≤{most})".ljust(LOSS_COLUMNS - len(lost)), colours.dim),
    ]


def death_column(reply: Reply) -> str:
    """Format the chance of death: "33%", "<3%" if only the worst luck kills, ">97%" if only the best saves, "" if none.

    A "~" marks a chance from few sampled turns.
    """
    if not reply.death:
        return ""
    rarity = max(1, round(100 / reply.samples))
    if reply.death < 0.5 / reply.samples:
        return f"<{rarity}%"
    if 1 - 0.5 / reply.samples < reply.death < 1:
        return f">{100 - rarity}%"
    about = "~" if 1 < reply.samples < CLOSELY and reply.death < 1 else ""
    return about + percent(reply.death)


def others_words(
    reply: Reply,
    creatures: Mapping[int, CreatureView],
    labels: Mapping[str, str],
    colours: Palette,
) -> list[Segment]:
    """Summarise what others suffer: deaths, hit points, statuses; friends and the peaceful after a sign.

    Only statuses with a label count: helpful ones are what creatures put on themselves, whatever the player does.
    """
    foes = [
        entity for entity in reply.outcomes if entity in creatures and creatures[entity].hostile
    ]
    spared = [entity for entity in reply.outcomes if entity in creatures and entity not in foes]
    segments = _suffered(reply, foes, labels, colours)
    harmed = [entity for entity in spared if _is_hurt(reply, entity)]
    if harmed:
        names = ", ".join(creatures[entity].told_name for entity in harmed)
        segments += [(f"{', ' if segments else ''}! harms {names}", colours.warn)]
    return segments


def _is_hurt(reply: Reply, entity: int) -> bool:
    """Return whether a creature may lose hit points or die."""
    outcome = reply.outcomes[entity]
    return bool(outcome.damage[2] or outcome.kill)


def _suffered(
    reply: Reply, foes: Sequence[int], labels: Mapping[str, str], colours: Palette
) -> list[Segment]:
    """Say what enemies suffer, the worst first."""
    outcomes = [reply.outcomes[entity] for entity in foes]
    kills = sum(outcome.kill for outcome in outcomes)
    lost = sum(outcome.damage[1] for outcome in outcomes)
    found: list[Segment] = []
    if kills >= 0.01:
        is_sure = kills >= 1 and len(foes) == 1
        deaths = rounded(kills)
        share = percent(kills) if len(foes) == 1 or deaths == "0" else deaths
        found.append(("dies" if is_sure else f"kills {share}", colours.good))
    if lost >= LEAST_TOLD:
        found.append((f"{rounded(lost)} damage", colours.damage))
    held: dict[str, float] = {}
    for outcome in outcomes:
        for name, (chance, _) in outcome.statuses.items():
            if name in labels:
                held[name] = held.get(name, 0.0) + chance
    for name, many in held.items():
        word = labels[name]
        found.append((word if round(many) <= 1 else f"{round(many)} {word}", colours.status))
    return _joined(found, colours)


def _joined(parts: Sequence[Segment], colours: Palette) -> list[Segment]:
    """Join words with commas."""
    joined: list[Segment] = []
    for part in parts:
        joined += [(", ", colours.dim), part] if joined else [part]
    return joined
