"""The experience level at which a hero leaves each depth who kills everybody there, or some of them."""

from collections.abc import Mapping, Sequence
from statistics import median_high

from roguelike.commands.level_contents import Holding
from roguelike.world.content import Content
from roguelike.world.figures import experience_for, experience_to_leave


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
    rows = [_one(content, [holding.enemies for holding in levels], killed) for levels in games]
    return dict(zip(by_depth, map(median_high, zip(*rows, strict=True)), strict=True))


def _one(content: Content, depths: Sequence[Sequence[int]], killed: float) -> list[int]:
    """Return the level on leaving each depth in one game, from the levels of the enemies at each depth."""
    level, experience, found = 1, 0.0, []
    for enemies in depths:
        for enemy in sorted(enemies):
            experience += killed * experience_for(content, enemy, level)
            while experience >= experience_to_leave(content, level):
                level += 1
        found.append(level)
    return found
