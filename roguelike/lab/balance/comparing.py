"""Two sets of games side by side: which figures differ, by how much, and whether by more than chance."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal

from roguelike.core.records import Record
from roguelike.lab.balance.chance import Difference, compare
from roguelike.lab.balance.figures_file import BalanceError, Games
from roguelike.lab.balance.record import GameRecord
from roguelike.lab.balance.tables import MOST_ROWS, TABLES, Table, Told, Wanted, row_name

Verdict = Literal["better", "worse", "changed", "same"]
CLEAR = 0.01
"""p-value below which a difference is reported. Of a hundred unchanged figures, one will look as if it had changed."""
SAID = (
    f"Told is what chance alone would bring about in less than {CLEAR:.0%} of such comparisons (Mann-Whitney test, "
    "two-sided): of a hundred figures that are the same, about one will be among them. Better and worse are meant from "
    "the player's side."
)


class Row(Record):
    """One figure of both sets, and how they differ."""

    table: Table
    key: Any
    old: Told
    new: Told
    difference: Difference
    verdict: Verdict


def comparison(old: Games, new: Games) -> dict[str, list[Row]]:
    """Compare every figure of the bots that both have.

    Raises:
        BalanceError: they have no bot in common.
    """
    bots = [bot for bot in old.bots if bot in new.bots]
    if not bots:
        raise BalanceError(
            f"nothing to compare: {', '.join(old.bots)} played the one, {', '.join(new.bots)} the other."
        )
    return {bot: list(_rows(old.of(bot), new.of(bot))) for bot in bots}


def _rows(old: Sequence[GameRecord], new: Sequence[GameRecord]) -> Iterator[Row]:
    """Compare one bot's games, figure by figure."""
    for table in TABLES:
        for key in islice(table.keys([*old, *new]), MOST_ROWS):
            before, after = table.values(key, old), table.values(key, new)
            if before or after:
                difference = compare(before, after)
                both = table.told(key, old), table.told(key, new)
                yield Row(table, key, *both, difference, _verdict(table.wanted, difference))


def _verdict(wanted: Wanted, difference: Difference) -> Verdict:
    """Judge a difference from a player's point of view."""
    if difference.chance >= CLEAR:
        return "same"
    if wanted == "neither":
        return "changed"
    return "better" if (difference.more > 0.5) == (wanted == "more") else "worse"


def in_words(rows: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """Yield a sentence for every clear difference, what got better first and the most certain first."""
    order: list[Verdict] = ["better", "worse", "changed"]
    for bot, some in rows.items():
        clear = sorted(
            (row for row in some if row.verdict != "same"),
            key=lambda row: (order.index(row.verdict), row.difference.chance),
        )
        yield from (f"{bot}, {row.verdict}: {_sentence(row)}" for row in clear)
        if not clear:
            yield f"{bot}: no clear difference in any figure."


def _sentence(row: Row) -> str:
    """Return one difference as text: the figure, its old and new value, and p."""
    old, new = row.table.text(row.old), row.table.text(row.new)
    chance = "< 0.001" if row.difference.chance < 0.001 else f"{row.difference.chance:.3f}"
    return f"{row.table.heading}, {row_name(row.key)}: {old} → {new}, p {chance}"


def warnings(old: Games, new: Games) -> Iterator[str]:
    """Yield what makes the two sets hard to compare."""
    if old.turns != new.turns:
        yield f"The caps differ ({old.turns:,} and {new.turns:,} turns): so do turns, depths and all that grows."
    if old.seeds != new.seeds:
        yield f"The seeds differ ({old.seeds} and {new.seeds}): other dungeons, other luck."
    if not (old.whole and new.whole):
        yield "Not all games of these seeds are in both: one of them was broken off."
    gone = sorted({*old.bots} ^ {*new.bots})
    if gone:
        yield f"Only one of the two has games of: {', '.join(gone)}."
