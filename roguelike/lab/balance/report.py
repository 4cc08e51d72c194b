"""The pages: the report on one set of games, and the comparison of two.

They say what is plotted and counted; `templates` has the order and the words.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from math import comb
from typing import TypeVar

from markupsafe import Markup

from roguelike.core.grammar import counted
from roguelike.core.records import Record
from roguelike.lab.balance import comparing, figures_file, plots, summaries
from roguelike.lab.balance.comparing import in_words, warnings

# --- How deadly each depth is: the share of those who came that died there, beside that of the
# depths next to it. Whoever has been deeper and dies on the way back, perhaps with the Amulet and
# hunted, says nothing about the depth.


MOST_TIMES = 1.6
"""How many times its neighbours' share a depth may kill: more would be a wall, not a step."""
LEAST_CHANCE = 0.05
"""Below this chance of so many deaths at `MOST_TIMES`, a depth is said to kill more than that."""


class Deadly(Record):
    """How many games `came` to a depth and `died` there on their way down, and the same of the depths next to it.

    `chance` is that of at least so many deaths here if it killed exactly `MOST_TIMES` its neighbours' share.
    """

    came: int
    died: int
    near_came: int
    near_died: int
    chance: float

    @property
    def times(self) -> float | None:
        """The share that died here as a multiple of the neighbours'; None where nobody died there."""
        if not self.near_died:
            return None
        return (self.died / self.came) / (self.near_died / self.near_came)

    @property
    def is_a_wall(self) -> bool:
        """Whether it kills more than `MOST_TIMES` its neighbours' share, and not by chance."""
        return self.chance < LEAST_CHANCE


def deadly_depths(figures: summaries.Figures) -> dict[int, Deadly]:
    """Return how deadly each depth is to which any game came."""
    came = {depth: round(share * figures.games) for depth, share in figures.reached.items()}
    back = figures.deaths_back
    died = {depth: count - back.get(depth, 0) for depth, count in figures.deaths_at.items()}
    return {depth: _deadly(depth, came, died) for depth in came if came[depth]}


def deadly_text(depth: Deadly) -> str:
    """Format it: "3 of 42: 7% (2%–19%), 1.4 times its neighbours'"."""
    low, high = summaries.interval(depth.died, depth.came)
    share = f"{depth.died} of {depth.came}: {depth.died / depth.came:.0%} ({low:.0%}–{high:.0%})"
    told = [share]
    if depth.times is not None:
        told.append(f"{depth.times:.1f} times its neighbours'")
    if depth.is_a_wall:
        told.append("a wall")
    return ", ".join(told)


def _deadly(depth: int, came: dict[int, int], died: dict[int, int]) -> Deadly:
    """Compare a depth with those next to it."""
    near = [other for other in (depth - 1, depth + 1) if came.get(other)]
    here, dead = came[depth], died.get(depth, 0)
    near_came, near_died = sum(came[each] for each in near), sum(died.get(each, 0) for each in near)
    return Deadly(here, dead, near_came, near_died, _chance(here, dead, near_came, near_died))


def _chance(came: int, died: int, near_came: int, near_died: int) -> float:
    """Return the chance of at least so many deaths here among all of them, at `MOST_TIMES` the neighbours' share.

    The usual exact test of two rates: given how many died in all, each of them died here with the same chance.
    """
    if not near_came:
        return 1.0
    deaths = died + near_died
    here = MOST_TIMES * came / (MOST_TIMES * came + near_came)
    return sum(
        comb(deaths, count) * here**count * (1 - here) ** (deaths - count)
        for count in range(died, deaths + 1)
    )


Bots = Mapping[str, summaries.Figures]
Rows = Sequence[Sequence[str]]
V = TypeVar("V")
MOST_ROWS = 24
"""Most names in a tally table; the others are counted in one line."""
SORTS = {
    "food": "food",
    "consumable": "potions, scrolls, rods",
    "book": "books",
    "gear": "plain gear",
    "enchanted": "enchanted gear",
}


class Plot(Record):
    """A plot with its text and its numbers, a row for each value of `across`."""

    heading: str
    picture: Markup
    text: str
    across: str
    rows: Rows


class Cell(Record):
    """One bot's part of a row: the count, its share of the bot's total, and the median per game."""

    count: int
    share: float
    median: float = 0.0


class Counted(Record):
    """A row: a name, with a cell for each bot."""

    name: str
    cells: Sequence[Cell]


class TallyTable(Record):
    """A table of tallies. `averages` are per game, by bot; `rarer` counts the names that were left out."""

    heading: str
    head: str
    rows: Sequence[Counted]
    averages: Mapping[str, float]
    rarer: int


def report(games: figures_file.Games, bots: Bots) -> str:
    """Return the report as one HTML file."""
    return plots.render(
        "report.html",
        title="Blue Mana: the balance of the game",
        games=games,
        bots=bots,
        broken=[record for record in games.records if record.end == "broken"],
        plots=_plots(games, bots),
        deaths_by_cause=_counts({bot: each.deaths for bot, each in bots.items()}),
        deaths_by_depth=_deaths_by_depth(bots),
        deadly=_rows(bots, deadly_depths, lambda _, found: deadly_text(found) if found else "–"),
        shape=_rows(bots, lambda each: each.shape, _shape_text),
        most_times=MOST_TIMES,
        least_chance=LEAST_CHANCE,
        tallies=_tallies(bots),
        worth=_named(bots, lambda each: each.worth, summaries.number_text),
        choices=_named(bots, lambda each: each.choices, _taken_text),
    )


# --- plots


def _plots(games: figures_file.Games, bots: Bots) -> dict[str, Plot]:
    """Make every plot of the page."""
    turns = "Turns on a level, of games that left it for a deeper one"
    level = "Level of experience on first coming to a depth"
    danger = "Lowest share of hit points at a depth, of games that came there"
    return {
        "reached": _reached(bots),
        "living": _living(bots, games.turns),
        "turns": _by_depth(bots, "Turns per level", turns, lambda each: each.turns_at),
        "experience": _by_depth(bots, "Experience by depth", level, lambda each: each.level_at),
        "meals": _meals(bots),
        "danger": _by_depth(bots, "Danger by depth", danger, lambda each: each.lowest_at),
    }


def _reached(bots: Bots) -> Plot:
    """Plot the share of games that reached each depth."""
    told = [
        f"half of the {bot} games reached depth {summaries.number_text(each.deepest.middle)}"
        for bot, each in bots.items()
        if each.deepest
    ]
    return Plot(
        "Survival by depth",
        plots.reached_plot("Share of games that reached each depth", bots),
        f"Medians: {'; '.join(told) or 'none'}. {plots.SPANS}",
        "Depth",
        plots.reached_rows(bots),
    )


def _living(bots: Bots, cap: int) -> Plot:
    """Plot the share of games not yet lost at each turn."""
    told = [
        f"{bot} {summaries.number_text(each.turns.middle)}"
        for bot, each in bots.items()
        if each.turns
    ]
    return Plot(
        "Survival over turns",
        plots.survival_plot(
            "Share of games not lost by each turn",
            [plots.Curve(bot, each.living) for bot, each in bots.items()],
            "turn",
        ),
        f"Median turns of a game (capped at {cap:,}): {', '.join(told) or 'none'}.",
        "Turn",
        _rows(bots, lambda each: dict(each.living), lambda _, share: f"{share or 0:.0%}"),
    )


def _by_depth(
    bots: Bots,
    heading: str,
    title: str,
    part: Callable[[summaries.Figures], Mapping[int, summaries.Spread]],
) -> Plot:
    """Plot medians and quartiles by depth."""
    curves = [
        plots.Curve(
            bot,
            [(depth, found.middle) for depth, found in part(each).items()],
            [(depth, found.low, found.high) for depth, found in part(each).items()],
        )
        for bot, each in bots.items()
    ]
    return Plot(
        heading,
        plots.plot(title, curves, "depth", "median, with quartiles"),
        f"{title}: medians, with quartiles upright.",
        "Depth",
        _rows(bots, part, lambda _, found: _spread_text(found)),
    )


def _meals(bots: Bots) -> Plot:
    """Plot whether a level provides the food that exploring it takes."""

    def text(each: summaries.Figures, depth: int) -> str:
        """Write the meals found per meal needed, and the mean number found."""
        if depth not in each.meals_at:
            return "–"
        return f"{each.meals_at[depth]:.2f} ({each.food_at[depth].mean:.1f} found)"

    title = "Meals found on a level for each that the time there took"
    depths = sorted({depth for each in bots.values() for depth in each.meals_at})
    return Plot(
        "Does a level feed you?",
        plots.plot(
            title,
            [plots.Curve(bot, list(each.meals_at.items())) for bot, each in bots.items()],
            "depth",
            "meals found / needed",
            level_line=(1.0, "as much as needed"),
        ),
        f"{title}, a meal being good for {summaries.MEAL_TURNS} turns; of games that left the level.",
        "Depth",
        [(str(depth), *(text(each, depth) for each in bots.values())) for depth in depths],
    )


def _rows(
    bots: Bots,
    part: Callable[[summaries.Figures], Mapping[int, V]],
    text: Callable[[int, V | None], str],
) -> Rows:
    """Return rows of a figure of every bot by depth or turn."""
    keys = sorted({key for each in bots.values() for key in part(each)})
    return [
        (f"{key:,}", *(text(key, part(each).get(key)) for each in bots.values())) for key in keys
    ]


def _spread_text(found: summaries.Spread | None) -> str:
    """Format a median with its quartiles."""
    if found is None:
        return "–"
    low, middle, high = map(summaries.number_text, (found.low, found.middle, found.high))
    return f"{middle} ({low}–{high})"


def _shape_text(_depth: int, shape: summaries.Shape | None) -> str:
    """Format the shape of danger at a depth."""
    if shape is None:
        return "–"
    fights, moments = map(summaries.number_text, (shape.fights, shape.moments))
    told = f"{fights} fights: {shape.alone:.0%} against one, {shape.costly:.0%} costly"
    return f"{told}, {shape.whole:.0%} begun whole; {moments} moments; rest {shape.rest:.0%}"


def _named(
    bots: Bots, part: Callable[[summaries.Figures], Mapping[str, V]], text: Callable[[V], str]
) -> Rows:
    """Return rows of a figure of every bot by name, in the order of the bots' own."""
    names = dict.fromkeys(name for each in bots.values() for name in part(each))
    return [
        (name, *(text(part(each)[name]) if name in part(each) else "–" for each in bots.values()))
        for name in names
    ]


def _taken_text(taken: summaries.Taken) -> str:
    """Format how often a choice was taken of how often it was offered, and what games came to with and without it."""
    picked = f"{taken.taken} of {taken.offered}" if taken.offered else f"{taken.taken}"
    found = [f"{picked} in {counted(taken.games, 'game')}"]
    if taken.games:
        found.append(
            f"{taken.won / taken.games:.0%} won, depth {summaries.number_text(taken.deepest)}"
        )
    if taken.refused:
        found.append(f"{taken.refused_won / taken.refused:.0%} of {taken.refused} won without")
    return ", ".join(found)


# --- counts


def _counts(tables: Mapping[str, Mapping[str, int]]) -> list[Counted]:
    """Return rows of counts by name, the greatest shares first."""
    sums = {bot: sum(each.values()) or 1 for bot, each in tables.items()}
    return [
        Counted(
            name,
            [
                Cell(each.get(name, 0), each.get(name, 0) / sums[bot])
                for bot, each in tables.items()
            ],
        )
        for name in _ranked(tables)[:MOST_ROWS]
    ]


def _deaths_by_depth(bots: Bots) -> list[Counted]:
    """Return rows of deaths by depth, the first level first."""
    by_depth = {
        bot: {str(depth): count for depth, count in each.deaths_at.items()}
        for bot, each in bots.items()
    }
    return sorted(_counts(by_depth), key=lambda row: int(row.name))


def _ranked(tables: Mapping[str, Mapping[str, float]]) -> list[str]:
    """List all names, the greatest sum of shares first."""
    shares: dict[str, float] = {}
    for each in tables.values():
        total = sum(each.values()) or 1
        for name, value in each.items():
            shares[name] = shares.get(name, 0.0) + value / total
    return sorted(shares, key=lambda name: (-shares[name], name))


def _tallies(bots: Bots) -> list[TallyTable]:
    """Return every tally table, in the order of the page."""
    return [
        _tally_table(bots, "Damage taken, by source", "Source", lambda each: each.taken),
        _tally_table(bots, "Damage dealt, by source", "With", lambda each: each.dealt),
        _tally_table(bots, "Spells cast", "Spell", lambda each: each.cast),
        _tally_table(bots, "Items found, by sort", "Sort", _finds_by_sort),
        _tally_table(bots, "Items found, by name", "Item", lambda each: each.found),
        _tally_table(bots, "Items used", "Item", lambda each: each.used),
        _tally_table(bots, "Found to be used, and never used", "Item", lambda each: each.left),
    ]


def _finds_by_sort(each: summaries.Figures) -> summaries.Tallies:
    """Replace the sorts of items by their display names."""
    return {SORTS.get(name, name): tally for name, tally in each.finds.items()}


def _tally_table(
    bots: Bots, heading: str, head: str, part: Callable[[summaries.Figures], summaries.Tallies]
) -> TallyTable:
    """Return the table of one tally: a row for each thing counted, a column for each bot."""
    found = {bot: part(each) for bot, each in bots.items()}
    totals = {bot: {name: t.total for name, t in each.items()} for bot, each in found.items()}
    rows = [
        Counted(
            row.name,
            [
                _with_median(cell, found[bot], row.name)
                for bot, cell in zip(bots, row.cells, strict=True)
            ],
        )
        for row in _counts(totals)
    ]
    averages = {bot: sum(totals[bot].values()) / max(1, each.games) for bot, each in bots.items()}
    return TallyTable(heading, head, rows, averages, len(_ranked(totals)) - len(rows))


def _with_median(cell: Cell, tallies: summaries.Tallies, name: str) -> Cell:
    """Return a cell with the median per game added."""
    tally = tallies.get(name)
    return Cell(cell.count, cell.share, tally.middle if tally else 0.0)


SIGNS: dict[comparing.Verdict, str] = {
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


def comparison_page(
    old: figures_file.Games, new: figures_file.Games, rows: Mapping[str, Sequence[comparing.Row]]
) -> str:
    """Return the comparison as one HTML file."""
    return plots.render(
        "comparison.html",
        title="Blue Mana: the balance of two versions",
        old=old,
        new=new,
        clear=comparing.CLEAR,
        warnings=list(warnings(old, new)),
        sentences=list(in_words(rows)),
        spans=plots.SPANS,
        plots=[_survival(bot, old, new) for bot in rows],
        groups=[
            (bot, group, [_cells(row) for row in found])
            for bot, some in rows.items()
            for group, found in groupby(some, key=lambda row: row.group)
        ],
    )


def _survival(bot: str, old: figures_file.Games, new: figures_file.Games) -> Survival:
    """Plot how deep both sets got."""
    both = {
        name: summaries.figures_of(bot, games.records, games.turns)
        for name, games in (("old", old), ("new", new))
    }
    title = f"Share of {bot} games that reached each depth, old and new"
    picture, rows = plots.reached_plot(title, both), plots.reached_rows(both)
    return Survival(bot, picture, both["old"].games, both["new"].games, rows)


def _cells(row: comparing.Row) -> tuple[str, ...]:
    """Return the cells of one figure's row: shares, or medians and means."""
    both = (row.old, row.new)
    shares = [f"{each[1]:.0%}" if row.share and each[2] else "" for each in both]
    middles = (
        shares
        if row.share
        else [comparing.number_or_share(row, each[0]) if each[2] else "–" for each in both]
    )
    means = ["", ""] if row.share else [_mean(row, each) for each in both]
    sign = SIGNS[row.verdict]
    return (
        row.name,
        *middles,
        *means,
        f"{row.old[2]}, {row.new[2]}",
        f"{row.difference.more:.0%}",
        comparing.chance_text(row.difference.chance),
        sign if row.verdict == "same" else Markup("<b>{}</b>").format(sign),
    )


def _mean(row: comparing.Row, values: tuple[float, float, int]) -> str:
    """Return the mean as text, or a dash if no game has a value."""
    return comparing.number_or_share(row, values[1]) if values[2] else "–"
