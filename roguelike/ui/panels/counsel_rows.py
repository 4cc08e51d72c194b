"""The table of counsel in rows: possible actions, what they cost the player, and what they do to others.

The first figure is the sort key: the total cost, including items used up and blows only postponed. Each row is one
line, cut with an ellipsis if needed; the full text of the row under the cursor stands below the table.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from roguelike.engine.foreseeing.aiming import Outcome
from roguelike.engine.foreseeing.counsel import Advice
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.telling.figures import LEAST_TOLD, amount, odds, percent, rounded
from roguelike.engine.views.records import CreatureView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.fates import Fate, joined, suffered
from roguelike.ui.widgets import Segment, clip, clip_segments

COST_COLUMNS, LOSS_COLUMNS, DEATH_COLUMNS = 6, 14, 7
LEAST_WORDS = 24
"""The least width of the column for the command."""
HEADINGS = ("What you could do", "Cost", "You lose", "Dead", "They")
NOTHING = "nothing"


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
    longest = max((len(row.row) for row in rows), default=0)
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
    left: list[Segment] = [
        (_fitting(advice.row, columns.words - 1).ljust(columns.words), colours.text),
        (f"{cost:>{COST_COLUMNS - 2}}  ", colours.text),
        *_loss(advice, colours),
        (_death_cell(death_column(advice.reply), columns), colours.bad),
    ]
    others = others_words(advice.reply, creatures, labels, colours, is_brief=True)
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


def _loss(advice: Advice, colours: Palette) -> list[Segment]:
    """Return the hit points that a row costs: "4.7 (0-11)", "gain 4.5", "robbed 75%", "nothing"."""
    you = advice.reply.you
    if advice.loss <= -LEAST_TOLD:
        told = (f"gain {rounded(-advice.loss)}", colours.heal)
    elif you.at_once[2]:
        told = (amount((you.at_once[0], max(0.0, advice.loss), you.at_once[2])), colours.damage)
    elif advice.reply.robbed:
        told = (f"robbed{odds(advice.reply.robbed)}", colours.warn)
    else:
        told = (NOTHING, colours.dim)
    return [(told[0].ljust(LOSS_COLUMNS), told[1])]


def death_column(reply: Reply) -> str:
    """Format the chance of death: "33%", "<3%" if only the worst luck kills, "100%", "" if none."""
    if not reply.death:
        return ""
    return odds(reply.death, reply.samples).strip() or percent(reply.death)


def others_words(
    reply: Reply,
    creatures: Mapping[int, CreatureView],
    labels: Mapping[str, str],
    colours: Palette,
    *,
    is_brief: bool = False,
) -> list[Segment]:
    """Summarise what others suffer: deaths, hit points, statuses; friends and the peaceful after a sign.

    Only statuses with a label count: helpful ones are what creatures put on themselves, whatever the player does.
    """
    told = [
        (creatures[each], outcome)
        for each, outcome in reply.outcomes.items()
        if each in creatures and not creatures[each].is_player
    ]
    fates = [_fate(*each, labels) for each in told]
    return joined(suffered(fates, is_brief=is_brief), colours)


def _fate(creature: CreatureView, outcome: Outcome, labels: Mapping[str, str]) -> Fate:
    """Return a creature's fate; whoever is no enemy and is hurt should not be."""
    is_hurt = bool(outcome.damage[2] or outcome.kill)
    return Fate(creature, outcome, is_hurt and not creature.hostile, labels=labels)
