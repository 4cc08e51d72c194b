"""Two sets of games side by side: which figures differ, by how much, and whether by more than chance.

Every figure is one number per game, so that one test serves them all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from statistics import mean, median
from typing import Literal

from roguelike.core.records import Record
from roguelike.lab.balance import figures_file, summaries
from roguelike.lab.balance.record import GameRecord, count

Wanted = Literal["more", "less", "neither"]
Verdict = Literal["better", "worse", "changed", "same"]
Value = Callable[[GameRecord], float | None]
CLEAR = 0.01
"""p-value below which a difference is reported. Of a hundred unchanged figures, one will look as if it had changed."""
COMMONEST = 8
"""Number of causes of death, spells, sources of damage and so on that get a row of their own."""


class Measure(Record):
    """A figure: its group and name, its value in a game (None if it has none), and which direction a player wants."""

    group: str
    name: str
    value: Value
    wanted: Wanted = "neither"
    share: bool = False


class Row(Record):
    """One figure of both sets: (median, mean, number of games) of each, and how they differ."""

    bot: str
    group: str
    name: str
    share: bool
    old: tuple[float, float, int]
    new: tuple[float, float, int]
    difference: summaries.Difference
    verdict: Verdict


def comparison(old: figures_file.Games, new: figures_file.Games) -> dict[str, list[Row]]:
    """Compare every figure of the bots that both have.

    Raises:
        BalanceError: they have no bot in common.
    """
    bots = [bot for bot in old.bots if bot in new.bots]
    if not bots:
        raise figures_file.BalanceError(
            f"nothing to compare: {', '.join(old.bots)} played the one, {', '.join(new.bots)} the other."
        )
    return {bot: list(_rows(bot, _games(old, bot), _games(new, bot))) for bot in bots}


def _games(games: figures_file.Games, bot: str) -> list[GameRecord]:
    """Return a bot's games that did not break."""
    return [record for record in games.records if record.bot == bot and record.end != "broken"]


def _rows(bot: str, old: Sequence[GameRecord], new: Sequence[GameRecord]) -> Iterator[Row]:
    """Compare one bot's games, figure by figure."""
    for measure in measures([*old, *new]):
        before, after = _values(measure, old), _values(measure, new)
        if not before and not after:
            continue
        difference = summaries.compare(before, after)
        yield Row(
            bot,
            measure.group,
            measure.name,
            measure.share,
            _summed(before),
            _summed(after),
            difference,
            _verdict(measure.wanted, difference),
        )


def _values(measure: Measure, games: Sequence[GameRecord]) -> list[float]:
    """Return a figure's values in the games that have it."""
    return [value for game in games if (value := measure.value(game)) is not None]


def _summed(values: Sequence[float]) -> tuple[float, float, int]:
    """Return median, mean and number of values; zeros if there are none."""
    return (median(values), mean(values), len(values)) if values else (0.0, 0.0, 0)


def _verdict(wanted: Wanted, difference: summaries.Difference) -> Verdict:
    """Judge a difference from a player's point of view."""
    if difference.chance >= CLEAR:
        return "same"
    if wanted == "neither":
        return "changed"
    return "better" if (difference.more > 0.5) == (wanted == "more") else "worse"


# --- the figures that are compared


def measures(games: Sequence[GameRecord]) -> Iterator[Measure]:
    """Yield every figure that any of the games has."""
    deepest = max((game.deepest for game in games), default=1)
    for part, name in {
        **dict.fromkeys(summaries.SPREADS),
        "deepest": "depth",
        "level": "level of experience",
    }.items():
        yield Measure("Survival", name or part, attrgetter(part), "more")
    for depth in range(2, deepest + 1):
        yield _share("Survival", f"reached depth {depth}", partial(_reached, depth), "more")
    for name in _commonest({game.killer: 1} for game in games if game.killer):
        yield _share("Deaths", f"killed by {name}", partial(_killed_by, name), "less")
    yield Measure("Damage", "taken", lambda game: sum(game.taken.values()))
    yield Measure("Damage", "dealt", lambda game: sum(game.dealt.values()))
    yield from _tallies("Damage", "taken from {}", games, "taken")
    yield from _tallies("Damage", "dealt with {}", games, "dealt")
    told = "lowest share of hit points at depth {}"
    yield from _by_depth("Danger", told, range(1, deepest + 1), "lowest_at")
    yield Measure("Spells", "cast", lambda game: sum(game.cast.values()))
    yield from _tallies("Spells", "{}", games, "cast")
    yield from _tallies("Items", "found: {}", games, "finds")
    yield from _tallies("Items", "used: {}", games, "uses")
    yield from _tallies("Items", "never used: {}", games, "left")
    yield from _tallies("Choices", "{}", games, "chosen")
    yield Measure("Hunger", "share of turns hungry or worse", _hungry, "less")
    yield _share("Hunger", "starved", partial(_killed_by, "hunger"), "less")
    for depth in range(1, deepest):
        yield Measure("Turns per level", f"depth {depth}", partial(_stay, depth))
    told = "level on coming to depth {}"
    yield from _by_depth("Experience", told, range(2, deepest + 1), "level_at")


def _share(group: str, name: str, holds: Callable[[GameRecord], bool], wanted: Wanted) -> Measure:
    """Return the figure of a yes-or-no property of games."""
    return Measure(group, name, lambda game: float(holds(game)), wanted, share=True)


def _commonest(tallies: Iterable[dict[str, int]]) -> list[str]:
    """List the most common names in the tallies of all games together."""
    sums: dict[str, int] = {}
    for tally in tallies:
        for name, number in tally.items():
            count(sums, name, number)
    return sorted(sums, key=lambda name: (-sums[name], name))[:COMMONEST]


def _tallies(group: str, told: str, games: Sequence[GameRecord], part: str) -> Iterator[Measure]:
    """Yield a figure for each of the most common names of a tally."""
    for name in _commonest(getattr(game, part) for game in games):
        yield Measure(group, told.format(name), partial(_of, part, name, 0))


def _by_depth(group: str, told: str, depths: Iterable[int], part: str) -> Iterator[Measure]:
    """Yield a figure for each depth of what the records have by depth; no value where they have none."""
    for depth in depths:
        yield Measure(group, told.format(depth), partial(_of, part, depth, None))


def _of(part: str, key: str | int, without: float | None, game: GameRecord) -> float | None:
    """Return what a part of the record says of a name or a depth."""
    found: float | None = getattr(game, part).get(key, without)
    return found


def _reached(depth: int, game: GameRecord) -> bool:
    """Return whether a game reached a depth."""
    return game.deepest >= depth


def _killed_by(name: str, game: GameRecord) -> bool:
    """Return whether a game ended by this killer."""
    return game.end == "dead" and game.killer == name


def _hungry(game: GameRecord) -> float | None:
    """Return the share of a game's turns spent hungry or worse; None if it had no turns."""
    total = sum(game.hunger.values())
    hungry = game.hunger.get("Hungry", 0) + game.hunger.get("Starving", 0)
    return hungry / total if total else None


def _stay(depth: int, game: GameRecord) -> float | None:
    """Return the turns spent on a level; None if it was not left for a deeper one."""
    return game.turns_at[depth] if summaries.has_left(game, depth) else None


# --- The differences between two sets of games in plain sentences, for the terminal and the page.


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
        return f"{summaries.number_text(round(average, 2))} a game"
    return number_or_share(row, middle)


def number_or_share(row: Row, value: float) -> str:
    """Write a number; as a percentage if the figure is a share of something within each game."""
    return f"{value:.1%}" if "share of" in row.name else summaries.number_text(round(value, 2))


def chance_text(value: float) -> str:
    """Write a p-value with three digits, and what is smaller as less than the smallest of those."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def warnings(old: figures_file.Games, new: figures_file.Games) -> Iterator[str]:
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
