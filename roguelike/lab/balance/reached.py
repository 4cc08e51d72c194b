"""How deep the games of several bots, or of two versions, got, all told down to where any of them was.

A curve that ended where its own games did would look as if all of them had gone on.
"""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from roguelike.lab.balance.plots import Curve, survival_plot
from roguelike.lab.balance.statistics import interval
from roguelike.lab.balance.summaries import Figures

Sets = Mapping[str, Figures]
SPANS = "Upright: where the true share lies 19 times of 20."


def reached_plot(title: str, sets: Sets) -> Markup:
    """Draw which share of the games of each set reached each depth."""
    curves = []
    for name, each in sets.items():
        shares = {depth: _share(each, depth) for depth in _depths(sets)}
        points = [(depth, share) for depth, (share, _, _) in shares.items()]
        spans = [(depth, low, high) for depth, (_, low, high) in shares.items()]
        curves.append(Curve(name, points, spans))
    return survival_plot(title, curves, "depth")


def reached_rows(sets: Sets) -> list[Sequence[str]]:
    """Lay out what the plot draws: by depth, a share with its interval for each set."""
    return [
        (str(depth), *(_text(*_share(each, depth)) for each in sets.values()))
        for depth in _depths(sets)
    ]


def _depths(sets: Sets) -> list[int]:
    """Return every depth that any of the games reached."""
    return sorted({depth for each in sets.values() for depth in each.reached})


def _share(each: Figures, depth: int) -> tuple[float, float, float]:
    """Return which share of games reached a depth, and the interval of the true one."""
    if depth in each.reached:
        return each.reached[depth], *each.within[depth]
    return 0.0, *interval(0, each.games)


def _text(share: float, low: float, high: float) -> str:
    """Write a share of games with its interval: "40% (21%–63%)"."""
    return f"{share:.0%} ({low:.0%}–{high:.0%})"
