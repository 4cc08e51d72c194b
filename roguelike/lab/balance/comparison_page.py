"""The page that compares two sets of games: in words first, then figure by figure."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby

from roguelike.lab.balance.charts import (
    Curve,
    legend_mark,
    number_text,
    survival_chart,
)
from roguelike.lab.balance.comparing import CLEAR, Row, Verdict
from roguelike.lab.balance.figures_file import Games
from roguelike.lab.balance.page import card, page, said, table
from roguelike.lab.balance.summaries import Figures, figures_of

Rows = Mapping[str, Sequence[Row]]
SIGNS: dict[Verdict, str] = {
    "better": "▲ better",
    "worse": "▼ worse",
    "changed": "◆ changed",
    "same": "–",
}
SAYINGS: tuple[tuple[Verdict, str], ...] = (
    ("better", "Better"),
    ("worse", "Worse"),
    ("changed", "Otherwise changed"),
)
BY_NAME = ("Damage", "Spells", "Items")
"""Groups of things counted by name, of which most games have none."""
MOST_SAID = 12
"""Differences told in words, the surest first; the tables have them all."""


def comparison_page(old: Games, new: Games, rows: Rows) -> str:
    """Return the comparison as one HTML file."""
    return page("Blue Mana: the balance of two versions", _head(old, new), _cards(old, new, rows))


def in_words(rows: Rows) -> Iterator[str]:
    """Yield what got better, worse and otherwise different, in sentences."""
    for bot, some in rows.items():
        told = False
        for verdict, word in SAYINGS:
            found = sorted(
                (row for row in some if row.verdict == verdict),
                key=lambda row: (row.difference.chance, row.name),
            )
            if found:
                told = True
                rest = f", and {len(found) - MOST_SAID} more" if len(found) > MOST_SAID else ""
                yield f"{bot}. {word}: {'; '.join(map(_sentence, found[:MOST_SAID]))}{rest}."
        if not told:
            yield f"{bot}: no clear difference in any figure."


def _sentence(row: Row) -> str:
    """Say one difference."""
    old, new = _plain(row, row.old), _plain(row, row.new)
    name = row.name if row.group in ("Survival", "Deaths") else f"{row.group.lower()}, {row.name}"
    return f"{name} {old} → {new} (p {_chance(row.difference.chance)})"


def _plain(row: Row, values: tuple[float, float, int]) -> str:
    """Write a share, a median, or the mean where most games have nothing to count."""
    middle, average, games = values
    if not games:
        return "none"
    if row.share:
        return f"{average:.0%}"
    if row.group in BY_NAME:
        return f"{number_text(round(average, 2))} a game"
    return _number(row, middle)


def _number(row: Row, value: float) -> str:
    """Write a number, or a share that every game has one of."""
    return f"{value:.1%}" if row.name.startswith("share") else number_text(value)


def _chance(value: float) -> str:
    """Write how likely chance alone would do as much."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _head(old: Games, new: Games) -> Iterator[str]:
    """Say what is compared, and what should make one wary."""
    for name, games in (("Old", old), ("New", new)):
        yield said(
            f"{name}: version {games.game_version}, data {games.data_hash}, seeds {games.seeds_told}, "
            f"at most {games.turns:,} turns.",
            "soft",
        )
    for warning in warnings(old, new):
        yield said(warning, "warn")


def warnings(old: Games, new: Games) -> Iterator[str]:
    """Yield what makes the two hard to compare."""
    if old.turns != new.turns:
        yield f"The caps differ ({old.turns:,} and {new.turns:,} turns): so do turns, depths and all that grows."
    if old.seeds != new.seeds:
        yield f"The seeds differ ({old.seeds_told} and {new.seeds_told}): other dungeons, other luck."
    if not (old.whole and new.whole):
        yield "Not all games of these seeds are in both: one of them was broken off."
    gone = sorted({*old.bots} ^ {*new.bots})
    if gone:
        yield f"Only one of the two has games of: {', '.join(gone)}."


def _cards(old: Games, new: Games, rows: Rows) -> Iterator[str]:
    """Yield every card."""
    note = (
        f"Told as a difference is what chance alone would bring about in less than {CLEAR:.0%} of such "
        "comparisons (Mann-Whitney test, two-sided); of a hundred figures that are the same, about one will be "
        "among them. Better and worse are meant from the player's side."
    )
    key = (
        "Of what holds for a game or does not, old and new are shares of all games; of all else they are medians, "
        "with the means beside them. More in new: in how many pairs of games the new one has more."
    )
    yield card(
        "In words", *map(said, in_words(rows)), said(note, "soft"), said(key, "soft"), wide=True
    )
    for bot in rows:
        before, after = (figures_of(bot, games.records, games.turns) for games in (old, new))
        yield _survival(bot, before, after)
    for bot, some in rows.items():
        for group, found in groupby(some, key=lambda row: row.group):
            yield card(f"{bot}: {group}", _figures(list(found)), wide=True)


def _survival(bot: str, old: Figures, new: Figures) -> str:
    """Draw how deep both got."""
    curves = [Curve("old", list(old.reached.items())), Curve("new", list(new.reached.items()))]
    legend = " &nbsp; ".join(
        f"{legend_mark(number)} {curve.name}" for number, curve in enumerate(curves)
    )
    return card(
        f"{bot}: survival by depth",
        f"<p>{legend}</p>",
        survival_chart(
            f"Share of {bot} games that reached each depth, old and new", curves, "depth"
        ),
        said(f"Games: {old.games} old, {new.games} new."),
    )


def _figures(rows: Sequence[Row]) -> str:
    """Lay out the figures of one group."""
    heads = ("Figure", "old", "new", "mean, old", "mean, new", "games", "more in new", "p", "")
    return table(heads, map(_cells, rows))


def _cells(row: Row) -> tuple[str, ...]:
    """Lay out one figure: shares, or medians and means."""
    both = (row.old, row.new)
    shares = [f"{each[1]:.0%}" if row.share and each[2] else "" for each in both]
    middles = shares if row.share else [_number(row, each[0]) if each[2] else "–" for each in both]
    means = ["", ""] if row.share else [_mean(row, each) for each in both]
    sign = SIGNS[row.verdict]
    return (
        escape(row.name),
        *middles,
        *means,
        f"{row.old[2]}, {row.new[2]}",
        f"{row.difference.more:.0%}",
        _chance(row.difference.chance),
        sign if row.verdict == "same" else f"<b>{sign}</b>",
    )


def _mean(row: Row, values: tuple[float, float, int]) -> str:
    """Write a mean."""
    return _number(row, round(values[1], 2)) if values[2] else "–"
