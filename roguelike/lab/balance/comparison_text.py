"""The differences between two sets of games in plain sentences, for the terminal and the page."""

from collections.abc import Iterator, Mapping, Sequence

from roguelike.lab.balance.comparing import Row, Verdict
from roguelike.lab.balance.figures_file import Games
from roguelike.lab.balance.summaries import number_text

Rows = Mapping[str, Sequence[Row]]
SAYINGS: tuple[tuple[Verdict, str], ...] = (
    ("better", "Better"),
    ("worse", "Worse"),
    ("changed", "Otherwise changed"),
)
BY_NAME = ("Damage", "Spells", "Items")
"""Groups of tallies by name: most games have none of any one name."""
MOST_SAID = 12
"""Most differences told in sentences, the most certain first; the tables have them all."""


def in_words(rows: Rows) -> Iterator[str]:
    """Yield sentences on what got better, got worse, or changed otherwise."""
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
    """Return one difference as text: the figure, its old and new value, and p."""
    old, new = _plain(row, row.old), _plain(row, row.new)
    name = row.name if row.group in ("Survival", "Deaths") else f"{row.group.lower()}, {row.name}"
    return f"{name} {old} → {new} (p {chance_text(row.difference.chance)})"


def _plain(row: Row, values: tuple[float, float, int]) -> str:
    """Write a share, a median, or the mean for tallies that most games have none of."""
    middle, average, games = values
    if not games:
        return "none"
    if row.share:
        return f"{average:.0%}"
    if row.group in BY_NAME:
        return f"{number_text(round(average, 2))} a game"
    return number_or_share(row, middle)


def number_or_share(row: Row, value: float) -> str:
    """Write a number; as a percentage if the figure is a share of something within each game."""
    return f"{value:.1%}" if "share of" in row.name else number_text(round(value, 2))


def chance_text(value: float) -> str:
    """Write a p-value."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def warnings(old: Games, new: Games) -> Iterator[str]:
    """Yield what makes the two sets hard to compare."""
    if old.turns != new.turns:
        yield f"The caps differ ({old.turns:,} and {new.turns:,} turns): so do turns, depths and all that grows."
    if old.seeds != new.seeds:
        yield f"The seeds differ ({old.seeds_told} and {new.seeds_told}): other dungeons, other luck."
    if not (old.whole and new.whole):
        yield "Not all games of these seeds are in both: one of them was broken off."
    gone = sorted({*old.bots} ^ {*new.bots})
    if gone:
        yield f"Only one of the two has games of: {', '.join(gone)}."
