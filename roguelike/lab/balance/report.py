"""The report on one set of games: what is drawn and told, in which order. A page of cards, each a question answered."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from roguelike.lab.balance.charts import (
    Curve,
    Rule,
    bar,
    chart,
    legend_mark,
    number_text,
    survival_chart,
)
from roguelike.lab.balance.figures_file import Games
from roguelike.lab.balance.page import card, folded, page, said, table
from roguelike.lab.balance.summaries import MEAL_TURNS, Figures, Spread, Tallies, Tally

Bots = Mapping[str, Figures]
MOST_ROWS = 24
"""Names in a table of tallies; the rest are summed up in one row."""
PAST_THE_CAVERNS, THE_CITY = 5, 10
SORTS = {
    "food": "food",
    "consumable": "potions, scrolls, rods",
    "book": "books",
    "gear": "plain gear",
    "enchanted": "enchanted gear",
}


def report(games: Games, figures: Bots) -> str:
    """Return the report as one HTML file."""
    return page("Blue Mana: the balance of the game", _head(games), _cards(games, figures))


def _head(games: Games) -> Iterator[str]:
    """Say what was played."""
    yield said(
        f"Version {games.game_version}, data {games.data_hash}; seeds {games.seeds_told}, "
        f"at most {games.turns:,} turns a game; bots: {', '.join(games.bots)}.",
        "soft",
    )
    if not games.whole:
        yield said("Broken off: only the games that were over are in here.", "warn")
    broken = [record for record in games.records if record.end == "broken"]
    if broken:
        seeds = ", ".join(f"{record.bot} on seed {record.seed}" for record in broken)
        yield said(f"Games that broke, and are left out of every figure: {seeds}.", "warn")


def _cards(games: Games, bots: Bots) -> Iterator[str]:
    """Yield every card."""
    yield card("At a glance", _summary(bots), *_targets(bots), wide=True)
    yield _reached(bots)
    yield _living(bots, games.turns)
    yield card("Deaths by cause", *_bars(bots, lambda each: each.deaths, "Killed by"))
    yield card("Deaths by depth", *_bars(bots, lambda each: each.deaths_at, "Depth"))
    yield card("Damage taken, by source", *_tallies(bots, lambda each: each.taken, "Source"))
    yield card("Damage dealt, by source", *_tallies(bots, lambda each: each.dealt, "With"))
    yield card("Spells cast", *_tallies(bots, lambda each: each.cast, "Spell"))
    yield card("Items found, by sort", *_tallies(bots, lambda each: _named(each.finds), "Sort"))
    yield card("Items found, by name", *_tallies(bots, lambda each: each.found, "Item"))
    yield card("Items used", *_tallies(bots, lambda each: each.used, "Item"))
    turns = "Turns on a level, of games that left it for a deeper one"
    yield _by_depth(bots, "Turns per level", turns, lambda each: each.turns_at)
    level = "Level of experience on first coming to a depth"
    yield _by_depth(bots, "Experience by depth", level, lambda each: each.level_at)
    yield _hunger(bots)
    yield _meals(bots)


def _legend(bots: Bots) -> str:
    """Name the lines."""
    return f"<p>{' &nbsp; '.join(_heads(bots))}</p>"


def _heads(bots: Bots) -> list[str]:
    """Return each bot's name with its line."""
    return [f"{legend_mark(number)} {escape(bot)}" for number, bot in enumerate(bots)]


def _summary(bots: Bots) -> str:
    """Lay out the few numbers that matter most."""
    heads = ("Bot", "games", "died", "alive at the cap", "won", "turns", "depth", "level", "kills")
    rows = []
    for head, each in zip(_heads(bots), bots.values(), strict=True):
        ends = [str(each.ends.get(end, 0)) for end in ("dead", "alive", "won")]
        spreads = (each.turns, each.deepest, each.level, each.kills)
        rows.append((head, str(each.games), *ends, *map(_middle, spreads)))
    return table(heads, rows) + said("Medians, with quartiles in brackets.", "soft")


def _targets(bots: Bots) -> Iterator[str]:
    """Say how far the bots get, in the terms of what they should."""
    for bot, each in bots.items():
        past = each.reached.get(PAST_THE_CAVERNS, 0.0)
        city = each.reached.get(THE_CITY, 0.0)
        starved = each.deaths.get("hunger", 0)
        yield said(
            f"{bot}: {past:.0%} got past the caverns (to depth {PAST_THE_CAVERNS}), "
            f"{city:.0%} to the city (depth {THE_CITY}); {starved} starved."
        )


def _middle(found: Spread | None) -> str:
    """Write a median with its quartiles."""
    if found is None:
        return "–"
    low, middle, high = map(number_text, (found.low, found.middle, found.high))
    return f"{middle} <span class='soft'>({low}–{high})</span>"


def _reached(bots: Bots) -> str:
    """Draw which share of games reached each depth."""
    curves = [Curve(bot, list(each.reached.items())) for bot, each in bots.items()]
    depths = sorted({depth for each in bots.values() for depth in each.reached})
    rows = [
        (str(depth), *(f"{each.reached.get(depth, 0.0):.0%}" for each in bots.values()))
        for depth in depths
    ]
    told = [
        f"half of the {bot} games reached depth {number_text(each.deepest.middle)}"
        for bot, each in bots.items()
        if each.deepest
    ]
    return card(
        "Survival by depth",
        _legend(bots),
        survival_chart("Share of games that reached each depth", curves, "depth"),
        said(f"Medians: {'; '.join(told) or 'none'}."),
        folded("Numbers", table(("Depth", *map(escape, bots)), rows)),
    )


def _living(bots: Bots, cap: int) -> str:
    """Draw which share of games was not lost by each turn."""
    curves = [Curve(bot, each.living) for bot, each in bots.items()]
    marks = [turn for turn, _ in next(iter(bots.values())).living] if bots else []
    shares = {bot: dict(each.living) for bot, each in bots.items()}
    rows = [(f"{turn:,}", *(f"{shares[bot].get(turn, 0.0):.0%}" for bot in bots)) for turn in marks]
    told = [f"{bot} {number_text(each.turns.middle)}" for bot, each in bots.items() if each.turns]
    return card(
        "Survival over turns",
        _legend(bots),
        survival_chart("Share of games not lost by each turn", curves, "turn"),
        said(f"Median turns of a game (capped at {cap:,}): {', '.join(told) or 'none'}."),
        folded("Numbers", table(("Turn", *map(escape, bots)), rows)),
    )


def _bars(
    bots: Bots, part: Callable[[Figures], Mapping[str, int] | Mapping[int, int]], head: str
) -> Iterator[str]:
    """Yield a table of counts with a bar for each share of a bot's deaths."""
    tables = {
        bot: {str(name): value for name, value in part(each).items()} for bot, each in bots.items()
    }
    sums = {bot: sum(each.values()) for bot, each in tables.items()}
    rows = []
    for name in _ranked(tables, by_number=head == "Depth")[:MOST_ROWS]:
        cells = []
        for number, bot in enumerate(bots):
            value = tables[bot].get(name, 0)
            share = value / sums[bot] if sums[bot] else 0.0
            cells.append(f"{value} <span class='soft'>({share:.0%})</span>{bar(share, number)}")
        rows.append((escape(name), *cells))
    if not rows:
        yield said("Nobody died.")
        return
    yield table((head, *_heads(bots)), rows)


def _ranked(tables: Mapping[str, Mapping[str, float]], *, by_number: bool = False) -> list[str]:
    """List all names, by their number or the greatest sum of shares first."""
    shares: dict[str, float] = {}
    for each in tables.values():
        total = sum(each.values()) or 1
        for name, value in each.items():
            shares[name] = shares.get(name, 0.0) + value / total
    if by_number:
        return sorted(shares, key=int)
    return sorted(shares, key=lambda name: (-shares[name], name))


def _tallies(bots: Bots, part: Callable[[Figures], Tallies], head: str) -> Iterator[str]:
    """Yield a table of tallies: total and share with a bar, and the median of a game."""
    found = {bot: part(each) for bot, each in bots.items()}
    totals = {bot: {name: t.total for name, t in each.items()} for bot, each in found.items()}
    sums = {bot: sum(each.values()) for bot, each in totals.items()}
    names = _ranked(totals)
    rows = []
    for name in names[:MOST_ROWS]:
        cells: list[str] = []
        for number, bot in enumerate(bots):
            cells += _tally(found[bot].get(name), sums[bot], number)
        rows.append((escape(name), *cells))
    if not rows:
        yield said("None at all.")
        return
    heads = [each for named in _heads(bots) for each in (named, "median")]
    yield table((head, *heads), rows)
    told = ", ".join(f"{bot} {sums[bot] / max(1, bots[bot].games):,.1f}" for bot in bots)
    rest = (
        f" {len(names) - MOST_ROWS} rarer ones are in the JSON." if len(names) > MOST_ROWS else ""
    )
    yield said(f"In a game, on average: {told}. Medians are of a game.{rest}", "soft")


def _tally(tally: Tally | None, whole: int, number: int) -> tuple[str, str]:
    """Write one tally of one bot: total with share and bar, and median."""
    if tally is None:
        return f"–{bar(0.0, number)}", "–"
    share = tally.total / whole
    told = f"{tally.total:,} <span class='soft'>({share:.0%})</span>{bar(share, number)}"
    return told, number_text(tally.middle)


def _named(finds: Tallies) -> Tallies:
    """Call sorts of items by what they are."""
    return {SORTS.get(name, name): tally for name, tally in finds.items()}


def _by_depth(
    bots: Bots, heading: str, told: str, part: Callable[[Figures], Mapping[int, Spread]]
) -> str:
    """Draw medians and quartiles by depth."""
    curves = [
        Curve(
            bot,
            [(depth, found.middle) for depth, found in part(each).items()],
            [(depth, found.low, found.high) for depth, found in part(each).items()],
        )
        for bot, each in bots.items()
    ]
    depths = sorted({depth for each in bots.values() for depth in part(each)})
    rows = [
        (str(depth), *(_middle(part(each).get(depth)) for each in bots.values()))
        for depth in depths
    ]
    return card(
        heading,
        _legend(bots),
        chart(told, curves, "depth", "median, with quartiles"),
        said(f"{told}: medians, with quartiles upright."),
        folded("Numbers", table(("Depth", *map(escape, bots)), rows)),
    )


def _hunger(bots: Bots) -> str:
    """Say how hungry the bots were."""
    states: Sequence[str] = ("Well Fed", "Normal", "Hungry", "Starving")
    rows = []
    for state in states:
        shares = [each.hunger.get(state, 0.0) for each in bots.values()]
        cells = [f"{share:.0%}{bar(share, number)}" for number, share in enumerate(shares)]
        rows.append((state, *cells))
    eaten = [
        f"{bot} found {_median(each.finds)} and ate {_median(each.uses)}"
        for bot, each in bots.items()
    ]
    return card(
        "Hunger: share of all turns",
        table(("State", *_heads(bots)), rows),
        said(f"Food, median of a game: {'; '.join(eaten)}."),
    )


def _median(tallies: Tallies) -> str:
    """Write the median of food."""
    return number_text(tallies["food"].middle) if "food" in tallies else "0"


def _meals(bots: Bots) -> str:
    """Draw whether levels feed those who explore them."""
    curves = [Curve(bot, list(each.meals_at.items())) for bot, each in bots.items()]
    depths = sorted({depth for each in bots.values() for depth in each.meals_at})
    rows = []
    for depth in depths:
        cells = []
        for each in bots.values():
            food = each.food_at.get(depth)
            told = f"{each.meals_at[depth]:.2f}" if depth in each.meals_at else "–"
            cells.append(
                f"{told} <span class='soft'>({food.mean:.1f} found)</span>" if food else told
            )
        rows.append((str(depth), *cells))
    title = "Meals found on a level for each that the time there took"
    return card(
        "Does a level feed you?",
        _legend(bots),
        chart(
            title, curves, "depth", "meals found / needed", rules=[Rule(1.0, "as much as needed")]
        ),
        said(f"{title}, a meal being good for {MEAL_TURNS} turns; of games that left the level."),
        folded("Numbers", table(("Depth", *map(escape, bots)), rows)),
    )
