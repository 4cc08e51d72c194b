"""The page that compares two sets of games: first in sentences, then figure by figure."""

from collections.abc import Sequence
from itertools import groupby

from markupsafe import Markup

from roguelike.core.records import Record
from roguelike.lab.balance.comparing import (
    CLEAR,
    Row,
    Rows,
    Verdict,
    chance_text,
    in_words,
    number_or_share,
    warnings,
)
from roguelike.lab.balance.figures_file import Games
from roguelike.lab.balance.plots import SPANS, reached_plot, reached_rows, render
from roguelike.lab.balance.summaries import figures_of

SIGNS: dict[Verdict, str] = {
    "better": "▲ better",
    "worse": "▼ worse",
    "changed": "◆ changed",
    "same": "–",
}


class Survival(Record):
    """How deep one bot got in both sets: the plot, and its numbers by depth."""

    bot: str
    picture: Markup
    games_old: int
    games_new: int
    rows: Sequence[Sequence[str]]


def comparison_page(old: Games, new: Games, rows: Rows) -> str:
    """Return the comparison as one HTML file."""
    return render(
        "comparison.html",
        title="Blue Mana: the balance of two versions",
        old=old,
        new=new,
        clear=CLEAR,
        warnings=list(warnings(old, new)),
        sentences=list(in_words(rows)),
        spans=SPANS,
        plots=[_survival(bot, old, new) for bot in rows],
        groups=[
            (bot, group, [_cells(row) for row in found])
            for bot, some in rows.items()
            for group, found in groupby(some, key=lambda row: row.group)
        ],
    )


def _survival(bot: str, old: Games, new: Games) -> Survival:
    """Plot how deep both sets got."""
    both = {
        name: figures_of(bot, games.records, games.turns)
        for name, games in (("old", old), ("new", new))
    }
    title = f"Share of {bot} games that reached each depth, old and new"
    picture, rows = reached_plot(title, both), reached_rows(both)
    return Survival(bot, picture, both["old"].games, both["new"].games, rows)


def _cells(row: Row) -> tuple[str, ...]:
    """Return the cells of one figure's row: shares, or medians and means."""
    both = (row.old, row.new)
    shares = [f"{each[1]:.0%}" if row.share and each[2] else "" for each in both]
    middles = (
        shares
        if row.share
        else [number_or_share(row, each[0]) if each[2] else "–" for each in both]
    )
    means = ["", ""] if row.share else [_mean(row, each) for each in both]
    sign = SIGNS[row.verdict]
    return (
        row.name,
        *middles,
        *means,
        f"{row.old[2]}, {row.new[2]}",
        f"{row.difference.more:.0%}",
        chance_text(row.difference.chance),
        sign if row.verdict == "same" else Markup("<b>{}</b>").format(sign),
    )


def _mean(row: Row, values: tuple[float, float, int]) -> str:
    """Return the mean as text, or a dash if no game has a value."""
    return number_or_share(row, values[1]) if values[2] else "–"
