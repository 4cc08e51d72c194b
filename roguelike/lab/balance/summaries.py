"""Turn the records of a bot's games into the figures of the report: medians, shares and tallies.

Whether two sets of games differ by more than chance: the Mann-Whitney test, with ties, on plain lists.

It compares every pair of games, and so needs no normal distribution: turns have none. For yes-or-no figures it is the
test of two proportions. It uses no random numbers: the same games give the same answer. Source: Mann and Whitney
(1947), Annals of Mathematical Statistics 18; the correction for ties as in Siegel (1956).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import erfc, sqrt
from statistics import mean, median, quantiles
from typing import Any, TypeVar

from roguelike.core.records import Record
from roguelike.effects import healing, upkeep
from roguelike.lab.balance.record import GameRecord

SIGMAS_19_OF_20 = 1.96
"""Standard deviations from the mean that hold 19 of 20 values of a normal distribution."""


class Difference(Record):
    """How new games differ from old.

    `more` is the share of pairs in which the new game has more, ties counting half; `chance` is the two-sided p-value.
    """

    more: float
    chance: float


def interval(held: int, games: int) -> tuple[float, float]:
    """Return the bounds (Wilson, 95%) of a share of `held` in a number of games."""
    if not games:
        return 0.0, 1.0
    share, square = held / games, SIGMAS_19_OF_20**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = sqrt(share * (1 - share) / games + square / (4 * games**2))
    reach = SIGMAS_19_OF_20 / (1 + square / games) * spread
    return round(max(0.0, middle - reach), 4), round(min(1.0, middle + reach), 4)


def compare(old: Sequence[float], new: Sequence[float]) -> Difference:
    """Compare two samples; an empty one gives no evidence of any difference."""
    if not old or not new:
        return Difference(0.5, 1.0)
    many, others = len(new), len(old)
    ranks, ties = _ranks([(value, True) for value in new] + [(value, False) for value in old])
    wins = ranks - many * (many + 1) / 2
    total = many + others
    variance = many * others / 12 * (total + 1 - ties / (total * (total - 1)))
    more = wins / (many * others)
    if variance <= 0:
        return Difference(more, 1.0)
    # Continuity correction: wins come in halves, the normal distribution does not.
    away = max(0.0, abs(wins - many * others / 2) - 0.5)
    return Difference(more, erfc(away / sqrt(2 * variance)))


def _ranks(values: list[tuple[float, bool]]) -> tuple[float, float]:
    """Return the sum of the ranks of the marked values, equal values sharing theirs, and the correction for ties."""
    values.sort(key=lambda pair: pair[0])
    marked, ties, before = 0.0, 0.0, 0
    for _, group in groupby(values, key=lambda pair: pair[0]):
        marks = [mark for _, mark in group]
        size = len(marks)
        marked += sum(marks) * (before + (size + 1) / 2)
        ties += size**3 - size
        before += size
    return marked, ties


MEAL_TURNS = healing.WELL_FED_TURNS + upkeep.STATE_TURNS["Normal"]
"""Turns a meal lasts if one eats as soon as hunger can be felt."""
STEPS = 25
"""Steps of the curve of survival over turns."""
SPREADS = ("turns", "deepest", "level", "kills", "score")
"""Figures of a record whose distribution over games is told."""
TALLIES = ("dealt", "taken", "cast", "found", "used", "finds", "uses", "left")
"""What a record counts by name."""
T = TypeVar("T")
Tallies = dict[str, "Tally"]


class Spread(Record):
    """The distribution of a number over games: minimum, quartiles, median, maximum, mean, and number of games."""

    least: float
    low: float
    middle: float
    high: float
    most: float
    mean: float
    games: int


class Tally(Record):
    """Something counted by name: the total, in how many games it occurs at all, and the median over all games."""

    total: int
    games: int
    middle: float


class Taken(Record):
    """A choice: games that took it, how many of them won, their median depth; how often it was offered and taken.

    `refused` are games that were offered it and never took it, and `refused_won` those of them that won.
    """

    games: int
    won: int
    deepest: float
    offered: int = 0
    taken: int = 0
    refused: int = 0
    refused_won: int = 0


class Shape(Record):
    """The shape of danger at a depth: fights and moments of danger in a game that came there, and shares of all there.

    `alone` are fights against one, `costly` cost a quarter of the hit points, `whole` begin at nine tenths of both
    pools; `rest` is the share of turns.
    """

    fights: float
    moments: float
    alone: float
    costly: float
    whole: float
    rest: float


class Figures(Record):
    """All that the report says of one bot.

    `reached` is the share of games by depth, `within` its 95% interval; `living` is the share of games not lost, by
    turn. `deaths_at` counts all deaths by depth, `deaths_back` those of heroes who had been deeper. `turns_at`,
    `food_at` and `meals_at` are by depth and count only levels that were left alive for a deeper one; `meals_at` is
    food found for each meal that the time on the level took. `lowest_at` is the lowest share of hit points, of all
    games that came there. `worth` is the damage of each spell per mana, `choices` the results of the games that took
    each offer.
    """

    bot: str
    games: int
    ends: dict[str, int]
    turns: Spread | None
    deepest: Spread | None
    level: Spread | None
    kills: Spread | None
    score: Spread | None
    reached: dict[int, float]
    within: dict[int, tuple[float, float]]
    living: list[tuple[int, float]]
    deaths: dict[str, int]
    deaths_at: dict[int, int]
    deaths_back: dict[int, int]
    dealt: Tallies
    taken: Tallies
    cast: Tallies
    found: Tallies
    used: Tallies
    finds: Tallies
    uses: Tallies
    turns_at: dict[int, Spread]
    level_at: dict[int, Spread]
    food_at: dict[int, Spread]
    meals_at: dict[int, float]
    lowest_at: dict[int, Spread]
    shape: dict[int, Shape]
    worth: dict[str, float]
    choices: dict[str, Taken]
    left: Tallies
    hunger: dict[str, float]


def number_text(value: float) -> str:
    """Format a number with as many digits as are meaningful."""
    if value >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def spread(values: Iterable[float]) -> Spread | None:
    """Return the distribution of some numbers; None if there are none."""
    found = sorted(values)
    if not found:
        return None
    low, middle, high = quantiles(found, n=4, method="inclusive") if len(found) > 1 else found * 3
    return Spread(found[0], low, middle, high, found[-1], round(mean(found), 3), len(found))


def figures_of(bot: str, records: Sequence[GameRecord], cap: int) -> Figures:
    """Compute the figures of one bot, without the games that broke."""
    games = [record for record in records if record.bot == bot and record.end != "broken"]
    depths = range(1, max((game.deepest for game in games), default=1) + 1)
    left = {depth: [game for game in games if has_left(game, depth)] for depth in depths}
    dead = [game for game in games if game.end == "dead"]
    by_name: dict[str, Any] = {name: tallies(games, name) for name in TALLIES}
    by_name |= {name: spread(getattr(game, name) for game in games) for name in SPREADS}
    return Figures(
        bot=bot,
        games=len(games),
        ends=_counted(record.end for record in records if record.bot == bot),
        **by_name,
        within={
            depth: interval(sum(game.deepest >= depth for game in games), len(games))
            for depth in depths
        },
        reached={depth: _share([game.deepest >= depth for game in games]) for depth in depths},
        living=[(turn, _share([_lives(game, turn) for game in games])) for turn in _marks(cap)],
        deaths=_counted(game.killer for game in dead),
        deaths_at=_deaths(dead),
        deaths_back=_deaths(game for game in dead if game.died_at < game.deepest),
        turns_at=_by_depth(left, "turns_at"),
        level_at=_by_depth(_who_have("level_at", games, depths), "level_at"),
        food_at=_by_depth(left, "food_at"),
        meals_at={depth: _meals(some, depth) for depth, some in left.items() if some},
        lowest_at=_by_depth(_who_have("lowest_at", games, depths), "lowest_at"),
        shape={depth: shape for depth in depths if (shape := _shape(games, depth))},
        worth=_worth(games),
        choices=_choices(games),
        hunger=_hunger(games),
    )


COSTLY, WHOLE = 0.25, 0.9
"""Shares of hit points: that a costly fight takes, and of both pools with which a fight is begun whole."""


def _shape(games: Sequence[GameRecord], depth: int) -> Shape | None:
    """Return the shape of danger at a depth; None if no game has a turn there."""
    there = [game for game in games if game.turns_at.get(depth)]
    fights = [bout for game in there for bout in game.fights if bout.depth == depth]
    if not there:
        return None
    return Shape(
        round(len(fights) / len(there), 2),
        round(sum(game.moments_at.get(depth, 0) for game in there) / len(there), 2),
        _share([bout.foes <= 1 for bout in fights]),
        _share([bout.begun - bout.lowest >= COSTLY for bout in fights]),
        _share([min(bout.begun, bout.mana) >= WHOLE for bout in fights]),
        round(
            sum(game.rest_at.get(depth, 0) for game in there)
            / sum(game.turns_at[depth] for game in there),
            4,
        ),
    )


def _worth(games: Sequence[GameRecord]) -> dict[str, float]:
    """Return the damage of each spell per mana, the best first, without those that did none."""
    found = {}
    for name, spent in tallies(games, "mana_on").items():
        done = sum(game.dealt.get(name, 0) for game in games)
        if done and spent.total:
            found[name] = round(done / spent.total, 2)
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _choices(games: Sequence[GameRecord]) -> dict[str, Taken]:
    """Return the results of the games that took each choice, the most common first, and of those that never did."""
    found = {}
    for name in dict.fromkeys((*tallies(games, "chosen"), *tallies(games, "offered"))):
        some = [game for game in games if name in game.chosen]
        others = [game for game in games if name in game.offered and name not in game.chosen]
        found[name] = Taken(
            len(some),
            _won(some),
            median(game.deepest for game in some or others),
            sum(game.offered.get(name, 0) for game in games),
            sum(game.chosen.get(name, 0) for game in games),
            len(others),
            _won(others),
        )
    return found


def _won(games: Sequence[GameRecord]) -> int:
    """Return how many games were won."""
    return sum(game.end == "won" for game in games)


def has_left(game: GameRecord, depth: int) -> bool:
    """Return whether a level was left alive for a deeper one."""
    return game.deepest > depth and depth in game.turns_at


def tallies(games: Sequence[GameRecord], part: str) -> Tallies:
    """Sum a tally of the records over all games, the greatest first."""
    columns: dict[str, list[int]] = {}
    for game in games:
        for name, value in getattr(game, part).items():
            columns.setdefault(name, []).append(value)
    found = {
        name: Tally(sum(values), len(values), median(values + [0] * (len(games) - len(values))))
        for name, values in columns.items()
    }
    return dict(sorted(found.items(), key=lambda pair: (-pair[1].total, pair[0])))


def _counted(values: Iterable[T]) -> dict[T, int]:
    """Return how often each value occurs, the commonest first."""
    found: dict[T, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], str(pair[0]))))


def _deaths(games: Iterable[GameRecord]) -> dict[int, int]:
    """Return how many of these games ended at each depth, the first depth first."""
    return dict(sorted(_counted(game.died_at for game in games).items()))


def _share(held: Sequence[bool]) -> float:
    """Return the share of True values; 0 if there are no values."""
    return round(sum(held) / len(held), 4) if held else 0.0


def _lives(game: GameRecord, turn: int) -> bool:
    """Return whether a game was not lost by a turn; a game ended by the turn limit or a victory never is."""
    return game.end != "dead" or game.turns > turn


def _marks(cap: int) -> list[int]:
    """Return the turns at which survival is plotted."""
    return sorted({round(cap * step / STEPS) for step in range(STEPS + 1)})


def _who_have(
    part: str, games: Sequence[GameRecord], depths: Iterable[int]
) -> dict[int, list[GameRecord]]:
    """Return the games whose record says something of a depth, by depth."""
    return {depth: [game for game in games if depth in getattr(game, part)] for depth in depths}


def _by_depth(games: Mapping[int, Sequence[GameRecord]], part: str) -> dict[int, Spread]:
    """Return the distribution at each depth of what the records have by depth; 0 where they have nothing."""
    found = {
        depth: spread(getattr(game, part).get(depth, 0) for game in some)
        for depth, some in games.items()
    }
    return {depth: each for depth, each in found.items() if each is not None}


def _meals(games: Sequence[GameRecord], depth: int) -> float:
    """Return how many meals were found on a level for each that was needed there; at least one turn is counted."""
    turns = sum(game.turns_at.get(depth, 0) for game in games)
    return round(sum(game.food_at.get(depth, 0) for game in games) * MEAL_TURNS / max(1, turns), 3)


def _hunger(games: Sequence[GameRecord]) -> dict[str, float]:
    """Return the share of all turns spent in each state of hunger."""
    total = sum(sum(game.hunger.values()) for game in games)
    states = ("Well Fed", "Normal", "Hungry", "Starving")
    return {
        state: round(sum(game.hunger.get(state, 0) for game in games) / max(1, total), 4)
        for state in states
    }
