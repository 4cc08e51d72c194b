"""`roguelike balance --spawns`: tables of what levels contain, in counts and shares, and what never turned up."""

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean, median_high
from typing import TextIO

from roguelike.commands.level_contents import Holding, count_seed
from roguelike.commands.progress import Progress
from roguelike.lab.balance.sources import (
    LYING,
    WALKING,
    Rows,
    Ways,
    could_come,
    missing,
    turned_up,
)
from roguelike.lab.fleet import Fleet, Work, all_of
from roguelike.raws.catalog import Catalog, catalog_in_force
from roguelike.world.content import Content
from roguelike.world.figures import experience_for, experience_to_leave

WIDTH = 100
SORTS = ("food", "consumable", "book", "gear", "enchanted")
SECTIONS: tuple[Rows, Rows] = ("items", "mobs")
COMMONEST = 5
NUMBER, SORT = 3, 13
COLUMNS = ("creatures", "items", "traps", "carried", "loot", "gold")
"""Columns of the table of counts."""
KILLED = (1.0, 0.8, 0.6)
"""Shares of all enemies that a hero may kill on the way down."""
ByDepth = Mapping[int, Sequence[Holding]]


def count_all(seeds: tuple[int, int], fleet: Fleet, err: TextIO) -> tuple[list[Holding], bool]:
    """Count the levels of all seeds, in parallel processes; return them, and whether none was cut off."""
    name = f"spawns of {catalog_in_force().data_hash}, seeds {seeds[0]}-{seeds[1]}"
    parts = [str(seed) for seed in range(seeds[0], seeds[1] + 1)]
    progress = Progress(err, len(parts), "seeds")
    try:
        work = Work(name, _one, parts, list[Holding])
        found, whole = all_of(work, fleet, progress)
    finally:
        progress.close()
    return [holding for each in found for holding in each], whole


def _one(seed: str) -> list[Holding]:
    """Count one seed, in whatever process this is."""
    return count_seed(seed, catalog_in_force())


def spawn_report(catalog: Catalog, holdings: Sequence[Holding]) -> tuple[str, bool]:
    """Return the tables as text, and whether every item and creature of the raws turned up."""
    by_depth: dict[int, list[Holding]] = {}
    for holding in holdings:
        by_depth.setdefault(holding.depth, []).append(holding)
    found = turned_up(catalog, holdings)
    lines = [
        *_counts(by_depth),
        *_proportions(catalog, by_depth),
        *_growth(catalog, by_depth),
        *_inhabitants(by_depth),
        *_other_ways(found),
        *_missing(catalog, found),
    ]
    return "\n".join([*lines, ""]), not any(missing(found[section]) for section in SECTIONS)


def sorts(catalog: Catalog, names: Mapping[str, int]) -> Counter[str]:
    """Count items by sort."""
    found: Counter[str] = Counter()
    for name, count in names.items():
        found[catalog.category(name)] += count
    return found


def _counts(by_depth: ByDepth) -> Iterator[str]:
    """Yield the table of counts, each column as wide as needed and the level names cut to what is left."""
    yield "A level holds, on average (least-most):"
    yield ""
    rows = [tuple(map(_cell, _columns(some))) for some in by_depth.values()]
    widths = [max(map(len, column)) + 2 for column in zip(COLUMNS, *rows, strict=True)]
    names = WIDTH - NUMBER - sum(widths)
    yield f"{'depth':<{NUMBER + names}}" + _aligned(COLUMNS, widths)
    for (depth, some), row in zip(by_depth.items(), rows, strict=True):
        yield f"{depth:>2} {_cut(some[0].name, names):<{names}}" + _aligned(row, widths)


def _columns(some: Sequence[Holding]) -> list[list[float]]:
    """Return the value of each level, by column."""
    return [
        [each.creatures.total() for each in some],
        [each.lying.total() for each in some],
        [each.traps for each in some],
        [each.carried.total() for each in some],
        [each.loot.total() for each in some],
        [each.gold for each in some],
    ]


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return cells right-aligned in their columns."""
    return "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def _cut(text: str, width: int) -> str:
    """Shorten a text to a width, with an ellipsis."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _cell(values: Sequence[float]) -> str:
    """Format an average with its range."""
    average = mean(values)
    digits = 0 if average >= 100 else 1
    return f"{average:.{digits}f} ({min(values):.0f}-{max(values):.0f})"


def _proportions(catalog: Catalog, by_depth: ByDepth) -> Iterator[str]:
    """Yield the table of shares: of creatures, items and traps, and of each sort of item lying about with its count."""
    yield ""
    yield "Shares of creatures, items and traps; then of the items that lie about, each sort with its count:"
    yield ""
    yield f"{'depth':<6}{'creatures':>10}{'items':>8}{'traps':>8}" + "".join(
        f"{sort:>{SORT}}" for sort in SORTS
    )
    for depth, some in by_depth.items():
        kinds = [
            sum(each.creatures.total() for each in some),
            sum(each.lying.total() for each in some),
            sum(each.traps for each in some),
        ]
        found = sorts(catalog, sum((each.lying for each in some), Counter()))
        shares = [f"{kind / (sum(kinds) or 1):.0%}" for kind in kinds]
        yield f"{depth:>2}{shares[0]:>14}{shares[1]:>8}{shares[2]:>8}" + "".join(
            f"{found[sort] / (kinds[1] or 1):.0%} {found[sort] / len(some):6.2f}".rjust(SORT)
            for sort in SORTS
        )


def _growth(catalog: Catalog, by_depth: ByDepth) -> Iterator[str]:
    """Yield the levels at which heroes leave each depth, by how many of their enemies they kill."""
    yield ""
    yield "A hero's level on leaving a depth (median), by the share of all enemies that they kill:"
    yield ""
    yield f"{'depth':<6}" + "".join(f"{depth:>4}" for depth in by_depth)
    for share in KILLED:
        levels = levels_on_leaving(catalog, by_depth, share)
        yield f"{share:>5.0%} " + "".join(f"{level:>4}" for level in levels.values())


def _inhabitants(by_depth: ByDepth) -> Iterator[str]:
    """Yield the most common creatures of each depth."""
    yield ""
    yield "Who lives there (share of all creatures):"
    yield ""
    for depth, some in by_depth.items():
        found = sum((each.creatures for each in some), Counter())
        total = found.total() or 1
        names = [f"{name} {count / total:.0%}" for name, count in found.most_common(COMMONEST)]
        rest = len(found) - len(names)
        yield from _wrapped(
            f"{depth:>2}  ", [*names, *([f"and {rest} more kinds"] if rest else [])]
        )


def _wrapped(head: str, parts: Sequence[str]) -> list[str]:
    """Write parts separated by commas, on as many lines as needed."""
    return textwrap.wrap(
        ", ".join(parts),
        WIDTH,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_on_hyphens=False,
    )


def _other_ways(found: Mapping[Rows, Mapping[str, Ways]]) -> Iterator[str]:
    """Yield what is never simply found on a level, and in which other ways it turned up."""
    for section, usual in (("items", LYING), ("mobs", WALKING)):
        rows = found[section]  # type: ignore[index]
        others = {name: ways for name, ways in rows.items() if ways and not ways[usual]}
        yield ""
        yield f"{section.capitalize()} that are never {usual} by themselves: {len(others) or 'none'}"
        for name, ways in others.items():
            told = ", ".join(f"{way} {count:,}" for way, count in ways.most_common())
            yield from _wrapped(f"    {name}: ", [told])


def _missing(catalog: Catalog, found: Mapping[Rows, Mapping[str, Ways]]) -> Iterator[str]:
    """Yield what never turned up, and where it could come from."""
    for section in SECTIONS:
        gone = missing(found[section])
        yield ""
        yield f"{section.capitalize()} that never turned up: {len(gone) or 'none'} of {len(found[section])}"
        for name in gone:
            yield from _wrapped(f"    {name}: ", [could_come(catalog, section, name)])


# --- The experience level at which a hero leaves each depth who kills everybody there, or some of
# them.


def levels_on_leaving(
    content: Content, by_depth: Mapping[int, Sequence[Holding]], killed: float = 1.0
) -> dict[int, int]:
    """Return the median level on leaving each depth, of one who kills this share of all enemies on the way down.

    Args:
        content: what says how much experience a death gives and a level needs.
        by_depth: the levels of some games, by depth from the first; the games are in the same order at each depth.
        killed: 0.0 to 1.0; of each level, the weakest die first.
    """
    games = list(zip(*by_depth.values(), strict=True))
    rows = [_levels(content, [holding.enemies for holding in levels], killed) for levels in games]
    return dict(zip(by_depth, map(median_high, zip(*rows, strict=True)), strict=True))


def _levels(content: Content, depths: Sequence[Sequence[int]], killed: float) -> list[int]:
    """Return the level on leaving each depth in one game, from the levels of the enemies at each depth."""
    level, experience, found = 1, 0.0, []
    for enemies in depths:
        for enemy in sorted(enemies):
            experience += killed * experience_for(content, enemy, level)
            while experience >= experience_to_leave(content, level):
                level += 1
        found.append(level)
    return found
