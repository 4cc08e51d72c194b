"""`roguelike balance --groups`: how fights against each group go for heroes of the level of its depths, as a table.

It shows which depths a group belongs to, and whether it has the right size. Groups that sleep or lie in wait are fought
awake and in the open, and those that attack nobody are met for nothing.
"""

from collections.abc import Iterator, Sequence
from statistics import mean
from typing import TextIO

from roguelike.commands.progress import Progress
from roguelike.components.places import Group
from roguelike.lab.balance.at_level import DEPTHS
from roguelike.lab.balance.duel_hall import Fight, fight
from roguelike.lab.balance.statistics import interval
from roguelike.lab.fleet import Fleet, Work, all_of
from roguelike.raws.catalog import Catalog, catalog_in_force

Part = tuple[str, int, str]
"""A group's name, a depth and a seed."""


def fight_all(seeds: tuple[int, int], fleet: Fleet, err: TextIO) -> tuple[list[Fight], bool]:
    """Fight every group, at the first and last of its depths; return the fights, and whether none was cut off."""
    catalog = catalog_in_force()
    name = f"groups of {catalog.data_hash}, seeds {seeds[0]}-{seeds[1]}"
    parts = parts_of(catalog, seeds)
    progress = Progress(err, len(parts), "fights")
    try:
        return all_of(Work(name, _one, parts, Fight), fleet, progress)
    finally:
        progress.close()


def parts_of(catalog: Catalog, seeds: tuple[int, int]) -> list[Part]:
    """List the fights to be fought, those of each seed together, so that whatever is broken off says most."""
    return [
        (group.name, depth, str(seed))
        for seed in range(seeds[0], seeds[1] + 1)
        for group in groups_of(catalog).values()
        for depth in _depths(group)
    ]


def groups_of(catalog: Catalog) -> dict[str, Group]:
    """Return the groups by name that live on the way to the last depth, from the first depth down."""
    return {group.name: group for depth in DEPTHS for group in catalog.spawn_table.groups(depth)}


def _depths(group: Group) -> Sequence[int]:
    """Return the first and the last depth of the way down at which a group lives."""
    depths = [depth for depth in DEPTHS if depth in group.depths]
    return sorted({depths[0], depths[-1]})


def _one(part: Part) -> Fight:
    """Play one fight, in whatever process this is."""
    name, depth, seed = part
    catalog = catalog_in_force()
    return fight(seed, depth, "seer", catalog, groups_of(catalog)[name])


def table(fights: Sequence[Fight]) -> str:
    """Return the table as text: a line for each group and depth."""
    return "\n".join([*_lines(fights), ""])


def _lines(fights: Sequence[Fight]) -> Iterator[str]:
    """Yield the lines of the table, the groups in the order in which they were fought."""
    yield "Survived (95 in 100 such tables hold the true share), hit points lost, turns."
    yield ""
    pairs = dict.fromkeys((each.lives, each.depth) for each in fights)
    wide = max(len(name) for name, _ in pairs)
    yield f"{'group':<{wide}} {'depth':>5} {'level':>5}  {'survived':<16}{'lost':>5}{'turns':>6}"
    for name, depth in pairs:
        met = [each for each in fights if (each.lives, each.depth) == (name, depth)]
        survived = sum(each.survived for each in met)
        low, high = interval(survived, len(met))
        yield (
            f"{name:<{wide}} {depth:>5} {met[0].level:>5}  "
            + f"{survived / len(met):>4.0%} ({low:.0%}-{high:.0%})".ljust(16)
            + f"{mean(each.hp_lost for each in met):>5.0%}{mean(each.turns for each in met):>6.0f}"
        )
