"""`roguelike balance --at-level` and `--groups`: how single fights go for heroes of a depth's level, as a table.

The first is about those who live at each depth, and says whether a depth is a step or a wall. The second is about each
group, at the first and the last of its depths: which depths it belongs to, and whether it has the right size. Groups
that sleep or lie in wait are fought awake and in the open, and those that attack nobody are met for nothing.
"""

from collections.abc import Iterator, Sequence
from statistics import mean
from typing import TextIO

from roguelike.commands.progress import Progress
from roguelike.components.places import Group
from roguelike.lab.balance.duel_hall import POLICIES, UNDER_LEVELS, Fight, Policy, fight
from roguelike.lab.balance.statistics import interval
from roguelike.lab.fleet import Fleet, Work, all_of
from roguelike.raws.catalog import Catalog, catalog_in_force

DEPTHS = range(2, 16)
WORST = 3
Part = tuple[str, int, Policy, str]
"""A group's name, or "" for whoever lives there; a depth, a policy and a seed."""


def fight_all(
    seeds: tuple[int, int], fleet: Fleet, err: TextIO, *, groups: bool
) -> tuple[list[Fight], bool]:
    """Fight at every depth with every policy, or every group, once for each seed.

    Returns:
        the fights, and whether none was cut off.
    """
    catalog = catalog_in_force()
    name = f"{'groups' if groups else 'fights'} of {catalog.data_hash}, seeds {seeds[0]}-{seeds[1]}"
    parts = parts_of(catalog, seeds, groups=groups)
    progress = Progress(err, len(parts), "fights")
    try:
        return all_of(Work(name, _one, parts, Fight), fleet, progress)
    finally:
        progress.close()


def parts_of(catalog: Catalog, seeds: tuple[int, int], *, groups: bool) -> list[Part]:
    """List the fights to be fought, those of each seed together, so that whatever is broken off says most."""
    met: list[tuple[str, int, Policy]] = (
        [
            (name, depth, "seer")
            for name, group in groups_of(catalog).items()
            for depth in _ends(group)
        ]
        if groups
        else [("", depth, policy) for depth in DEPTHS for policy in POLICIES]
    )
    return [(*each, str(seed)) for seed in range(seeds[0], seeds[1] + 1) for each in met]


def groups_of(catalog: Catalog) -> dict[str, Group]:
    """Return the groups by name that live on the way to the last depth, from the first depth down."""
    return {group.name: group for depth in DEPTHS for group in catalog.spawn_table.groups(depth)}


def _ends(group: Group) -> Sequence[int]:
    """Return the first and the last depth of the way down at which a group lives."""
    depths = [depth for depth in DEPTHS if depth in group.depths]
    return sorted({depths[0], depths[-1]})


def _one(part: Part) -> Fight:
    """Play one fight, in whatever process this is."""
    name, depth, policy, seed = part
    catalog = catalog_in_force()
    return fight(seed, depth, policy, catalog, groups_of(catalog)[name] if name else None)


def table(fights: Sequence[Fight], *, groups: bool) -> str:
    """Return the table as text: a line for each depth, and the deadliest groups; or one for each group and depth."""
    lines = _by_group(fights) if groups else [*_by_depth(fights), "", *_deadliest(fights)]
    return "\n".join([*lines, ""])


def _by_depth(fights: Sequence[Fight]) -> Iterator[str]:
    """Yield the lines of the table: a row for each depth, a cell for each policy."""
    yield (
        "Survived (95 in 100 such tables hold the true share), hit points lost, mana used, turns; "
    )
    yield f"`under` is a hero {UNDER_LEVELS} levels below, `zap` one who knows nothing else."
    yield ""
    yield f"{'depth':>5} {'level':>5}" + "".join(f"  {policy:<33}" for policy in POLICIES).rstrip()
    for depth in DEPTHS:
        here = [each for each in fights if each.depth == depth]
        cells = [_cell([each for each in here if each.policy == policy]) for policy in POLICIES]
        if here:
            row = "".join(f"  {cell:<33}" for cell in cells).rstrip()
            yield f"{depth:>5} {here[0].level:>5}{row}"


def _cell(fights: Sequence[Fight]) -> str:
    """Return a cell of the table: how many fights were survived, and their average cost."""
    if not fights:
        return ""
    mana = f"{mean(each.mana_used for each in fights):>5.0%}"
    return f"{_survived(fights)}{mana}{mean(each.turns for each in fights):>5.0f}"


def _survived(fights: Sequence[Fight]) -> str:
    """Return how many fights were survived, with the bounds of the true share, and the average of hit points lost."""
    survived = sum(each.survived for each in fights)
    low, high = interval(survived, len(fights))
    share = f"{survived / len(fights):>4.0%} ({low:.0%}-{high:.0%})"
    return f"{share:<16}{mean(each.hp_lost for each in fights):>5.0%}"


def _deadliest(fights: Sequence[Fight]) -> Iterator[str]:
    """Yield the groups that cost the hero most hit points at each depth."""
    yield "The groups that cost the seer most:"
    for depth in DEPTHS:
        met = [each for each in fights if (each.depth, each.policy) == (depth, "seer")]
        met.sort(key=lambda each: (-each.hp_lost, each.group))
        for each in met[:WORST]:
            end = f"{each.hp_lost:.0%} lost" if each.survived else "died"
            yield f"{depth:>5}  {end:<9} {each.group}"


def _by_group(fights: Sequence[Fight]) -> Iterator[str]:
    """Yield the lines of the table of groups, in the order in which they were fought."""
    yield "Survived (95 in 100 such tables hold the true share), hit points lost, turns."
    yield ""
    pairs = dict.fromkeys((each.lives, each.depth) for each in fights)
    wide = max(len(name) for name, _ in pairs)
    yield f"{'group':<{wide}} {'depth':>5} {'level':>5}  {'survived':<16}{'lost':>5}{'turns':>6}"
    for name, depth in pairs:
        met = [each for each in fights if (each.lives, each.depth) == (name, depth)]
        turns = mean(each.turns for each in met)
        yield f"{name:<{wide}} {depth:>5} {met[0].level:>5}  {_survived(met)}{turns:>6.0f}"
