"""The tables of figures: each figure is one number that a game has, or has not, and so is told of many in one way.

The page, its JSON and the comparison of two versions all read this list: what is added to it is told and tested too.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import quantiles
from typing import Any, Literal

from roguelike.core.records import Record
from roguelike.effects import healing, upkeep
from roguelike.lab.balance.chance import interval
from roguelike.lab.balance.record import Bout, GameRecord

Wanted = Literal["more", "less", "neither"]
Kind = Literal["median", "mean", "share", "tally"]
Games = Sequence[GameRecord]
Keys = Callable[[Games], Iterable[Any]]
Value = Callable[[GameRecord, Any], float | None]
"""The value of a figure in a game, by the key of its row; None if it has none."""
MEAL_TURNS = healing.WELL_FED_TURNS + upkeep.STATE_TURNS["Normal"]
"""Turns a meal lasts if one eats as soon as hunger can be felt."""
MOST_ROWS = 24
"""Most rows of a table; the JSON has the others."""
COSTLY, WHOLE = 0.25, 0.9
"""Shares of hit points: that a costly fight takes, and of both pools with which a fight is begun whole."""


class Told(Record):
    """What is told of a figure in some games: how many have it, the sum, the mean by weight, and the quartiles."""

    games: int = 0
    total: float = 0.0
    mean: float = 0.0
    low: float = 0.0
    middle: float = 0.0
    high: float = 0.0


class Table(Record):
    """Figures of one sort, one for each key: a depth, or a name.

    Told is the median of all games, with quartiles; the mean, each game by its `weight`; the share of games of which
    something holds, with the bounds of the true share; or a tally: the sum, and its share of the sum of all keys.
    """

    heading: str
    keys: Keys
    value: Value
    kind: Kind = "median"
    wanted: Wanted = "neither"
    """What a player wants of it."""
    weight: Value = lambda _game, _key: 1.0
    percent: bool = False
    """Whether the values are shares."""

    def values(self, key: Any, games: Games) -> list[float]:
        """Return the values in the games that have one."""
        return [value for value, _ in self._weighed(key, games)]

    def _weighed(self, key: Any, games: Games) -> list[tuple[float, float]]:
        """Return the values in the games that have one, each with its weight."""
        return [
            (value, self.weight(game, key) or 0.0)
            for game in games
            if (value := self.value(game, key)) is not None
        ]

    def told(self, key: Any, games: Games) -> Told:
        """Sum up a figure in some games."""
        weighed = self._weighed(key, games)
        if not weighed:
            return Told()
        found = sorted(value for value, _ in weighed)
        total = sum(value * weight for value, weight in weighed)
        mean = total / (sum(weight for _, weight in weighed) or 1)
        quarters = quantiles(found, n=4, method="inclusive") if len(found) > 1 else found * 3
        return Told(len(found), *(round(each, 4) for each in (total, mean, *quarters)))

    def text(self, found: Told) -> str:
        """Write what was told."""
        if not found.games:
            return "–"
        if self.kind == "share":
            low, high = interval(round(found.total), found.games)
            return f"{found.mean:.0%} ({low:.0%}–{high:.0%})"
        if self.kind == "median":
            return f"{self._number(found.middle)} ({self._number(found.low)}–{self._number(found.high)})"
        return self._number(found.mean) + (" a game" if self.kind == "tally" else "")

    def _number(self, value: float) -> str:
        """Write a value, as a percentage if it is a share."""
        return f"{value:.1%}" if self.percent else number_text(round(value, 2))


def row_name(key: object) -> str:
    """Return what a row is called."""
    return f"depth {key}" if isinstance(key, int) else str(key)


def number_text(value: float) -> str:
    """Format a number with as many digits as are meaningful."""
    if value >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def figures_of(games: Games) -> dict[str, dict[str, Told]]:
    """Return every figure of some games, by the heading of its table and by its row."""
    return {
        table.heading: {str(key): table.told(key, games) for key in table.keys(games)}
        for table in TABLES
    }


# --- the rows of a table


def _these(*keys: str) -> Keys:
    """Return the same keys for all games."""
    return lambda _: keys


def depths(games: Games) -> Iterable[int]:
    """Return every depth that any game reached."""
    return range(1, max((game.deepest for game in games), default=1) + 1)


def _names(*parts: str) -> Keys:
    """Return the names of some tallies of the record, the greatest first."""

    def keys(games: Games) -> list[str]:
        """List them."""
        found = Counter[str]()
        for tally in (getattr(game, part) for part in parts for game in games):
            found.update(tally)
        return sorted(found, key=lambda name: (-found[name], name))

    return keys


def killers(games: Games) -> list[str]:
    """Return who killed, the most deadly first."""
    found = Counter(game.killer for game in games if game.end == "dead")
    return sorted(found, key=lambda name: (-found[name], name))


# --- the values


def _of(part: str, without: float | None = 0) -> Value:
    """Return what a part of the record says of a name or a depth, and what if it says nothing."""
    return lambda game, key: getattr(game, part).get(key, without)


def _ratio(value: Value, of: Value) -> Value:
    """Return the ratio of two values; None where there is nothing to divide by."""

    def ratio(game: GameRecord, key: object) -> float | None:
        """Divide them."""
        whole = of(game, key)
        return (value(game, key) or 0) / whole if whole else None

    return ratio


def _left(part: str) -> Value:
    """Return what a part of the record says of a depth that was left alive for a deeper one."""
    found = _of(part)
    return lambda game, depth: found(game, depth) if has_left(game, depth) else None


def has_left(game: GameRecord, depth: int) -> bool:
    """Return whether a level was left alive for a deeper one."""
    return game.deepest > depth and depth in game.turns_at


def _died_there(game: GameRecord, depth: int) -> float | None:
    """Return whether a game that ended at a depth to which it came, on its way down; None if it did not come."""
    is_dead = game.end == "dead" and game.died_at == depth == game.deepest
    return float(is_dead) if game.deepest >= depth else None


def _fights(is_so: Callable[[Bout], bool] = lambda _: True) -> Value:
    """Return how many fights at a depth are such as is asked; None for games without a turn there."""

    def fights(game: GameRecord, depth: int) -> float | None:
        """Count them."""
        is_there = game.turns_at.get(depth)
        return (
            sum(bout.depth == depth and is_so(bout) for bout in game.fights) if is_there else None
        )

    return fights


def _share_of_fights(heading: str, is_so: Callable[[Bout], bool]) -> Table:
    """Return the table of a share of the fights at each depth."""
    return Table(
        heading, depths, _ratio(_fights(is_so), _fights()), "mean", weight=_fights(), percent=True
    )


def _all_turns(game: GameRecord, _: object) -> float:
    """Return the turns in which hunger was noted."""
    return sum(game.hunger.values())


def _won(*, took: bool) -> Value:
    """Return whether a game was won that took a choice, or was offered it and never did."""

    def won(game: GameRecord, name: str) -> float | None:
        """Tell of one."""
        is_one = name in game.chosen if took else name in game.offered and name not in game.chosen
        return float(game.end == "won") if is_one else None

    return won


_THERE = _of("turns_at", None)
TABLES: tuple[Table, ...] = (
    Table(
        "Survival", _these("turns", "deepest", "level", "kills", "score"), getattr, wanted="more"
    ),
    Table(
        "Ends", _these("dead", "alive", "won"), lambda game, end: float(game.end == end), "share"
    ),
    Table(
        "Survival by depth",
        depths,
        lambda game, depth: float(game.deepest >= depth),
        "share",
        "more",
    ),
    Table(
        "Lowest share of hit points by depth",
        depths,
        _of("lowest_at", None),
        percent=True,
    ),
    Table(
        "Deaths by cause",
        killers,
        lambda game, name: float(game.end == "dead" and game.killer == name),
        "share",
        "less",
    ),
    Table("Deaths by depth, on the way down, of those who came", depths, _died_there, "share"),
    Table(
        "Deaths by depth, on the way back, of all",
        depths,
        lambda game, depth: float(game.end == "dead" and game.died_at == depth < game.deepest),
        "share",
    ),
    Table("Fights by depth", depths, _fights(), "mean"),
    _share_of_fights("Fights against one", lambda bout: bout.foes <= 1),
    _share_of_fights(
        "Fights that cost a quarter of the hit points",
        lambda bout: bout.begun - bout.lowest >= COSTLY,
    ),
    _share_of_fights(
        "Fights begun with nine tenths of both pools",
        lambda bout: min(bout.begun, bout.mana) >= WHOLE,
    ),
    Table(
        "Moments of danger: a quarter of the hit points within ten turns",
        depths,
        lambda game, depth: game.moments_at.get(depth, 0) if depth in game.turns_at else None,
        "mean",
    ),
    Table(
        "Rest, of all turns",
        depths,
        _ratio(_of("rest_at"), _THERE),
        "mean",
        "less",
        _THERE,
        percent=True,
    ),
    Table("Damage taken, by source", _names("taken"), _of("taken"), "tally"),
    Table("Damage dealt, by source", _names("dealt"), _of("dealt"), "tally"),
    Table(
        "Damage for one mana, by spell",
        _names("mana_on"),
        _ratio(_of("dealt"), _of("mana_on")),
        "mean",
        weight=_of("mana_on"),
    ),
    Table("Spells cast", _names("cast"), _of("cast"), "tally"),
    Table("Items found, by sort", _names("finds"), _of("finds"), "tally"),
    Table("Items found, by name", _names("found"), _of("found"), "tally"),
    Table("Items used, by sort", _names("uses"), _of("uses"), "tally"),
    Table("Items used, by name", _names("used"), _of("used"), "tally"),
    Table("Found to be used, and never used", _names("left"), _of("left"), "tally"),
    Table(
        "Choices: taken of offered",
        _names("chosen", "offered"),
        _ratio(_of("chosen"), _of("offered")),
        "mean",
        weight=_of("offered"),
        percent=True,
    ),
    Table("Choices: won by who took it", _names("chosen"), _won(took=True), "share"),
    Table("Choices: won by who never took it", _names("offered"), _won(took=False), "share"),
    Table("Turns on a level that was left for a deeper one", depths, _left("turns_at")),
    Table("Level of experience on coming to a depth", depths, _of("level_at", None)),
    Table(
        "Hunger: share of all turns",
        _these("Well Fed", "Normal", "Hungry", "Starving"),
        _ratio(_of("hunger"), _all_turns),
        "mean",
        weight=_all_turns,
        percent=True,
    ),
    Table(
        "Meals found on a level for each that the time there took",
        depths,
        _ratio(lambda game, depth: MEAL_TURNS * game.food_at.get(depth, 0), _left("turns_at")),
        "mean",
        weight=_left("turns_at"),
    ),
)
"""Every table, in the order of the page."""
