"""`roguelike balance --at-level`: how fights at every depth go for typical heroes of that depth, as a table."""

from collections.abc import Iterator, Sequence
from statistics import mean
from typing import TextIO

from roguelike.commands.progress import Progress
from roguelike.lab.balance.duel_hall import POLICIES, UNDER_LEVELS, Fight, Policy, fight
from roguelike.lab.balance.statistics import interval
from roguelike.lab.fleet import Fleet, Work, all_of
from roguelike.raws.catalog import catalog_in_force

DEPTHS = range(2, 16)
WORST = 3
Part = tuple[int, Policy, str]


def fight_all(seeds: tuple[int, int], fleet: Fleet, err: TextIO) -> tuple[list[Fight], bool]:
    """Fight at every depth, with every policy, once for each seed; return the fights, and whether none was cut off."""
    name = f"fights of {catalog_in_force().data_hash}, seeds {seeds[0]}-{seeds[1]}"
    parts: list[Part] = [
        (depth, policy, str(seed))
        for seed in range(seeds[0], seeds[1] + 1)
        for depth in DEPTHS
        for policy in POLICIES
    ]
    progress = Progress(err, len(parts), "fights")
    try:
        return all_of(Work(name, _one, parts, Fight), fleet, progress)
    finally:
        progress.close()


def _one(part: Part) -> Fight:
    """Play one fight, in whatever process this is."""
    depth, policy, seed = part
    return fight(seed, depth, policy, catalog_in_force())


def table(fights: Sequence[Fight]) -> str:
    """Return the table as text: a line for each depth, and the deadliest groups."""
    return "\n".join([*_lines(fights), "", *_deadliest(fights), ""])


def _lines(fights: Sequence[Fight]) -> Iterator[str]:
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
            yield (
                f"{depth:>5} {here[0].level:>5}"
                + "".join(f"  {cell:<33}" for cell in cells).rstrip()
            )


def _cell(fights: Sequence[Fight]) -> str:
    """Return a cell of the table: how many fights were survived, and their average cost."""
    if not fights:
        return ""
    low, high = interval(sum(each.survived for each in fights), len(fights))
    share = mean(each.survived for each in fights)
    return (
        f"{share:>4.0%} ({low:.0%}-{high:.0%})".ljust(16)
        + f"{mean(each.hp_lost for each in fights):>5.0%}"
        + f"{mean(each.mana_used for each in fights):>5.0%}"
        + f"{mean(each.turns for each in fights):>5.0f}"
    )


def _deadliest(fights: Sequence[Fight]) -> Iterator[str]:
    """Yield the groups that cost the hero most hit points at each depth."""
    yield "The groups that cost the seer most:"
    for depth in DEPTHS:
        met = [each for each in fights if (each.depth, each.policy) == (depth, "seer")]
        met.sort(key=lambda each: (-each.hp_lost, each.group))
        for each in met[:WORST]:
            end = f"{each.hp_lost:.0%} lost" if each.survived else "died"
            yield f"{depth:>5}  {end:<9} {each.group}"
