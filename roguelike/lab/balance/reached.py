"""How deep the games of several bots, or of two versions, got, all down to the greatest depth of any of them.

A curve that ended at its own games' greatest depth would look as if all of them had gone on.
"""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from roguelike.lab.balance.plots import Curve, survival_plot
from roguelike.lab.balance.statistics import interval
from roguelike.lab.balance.summaries import Figures

Sets = Mapping[str, Figures]
SPANS = "Upright: where the true share lies 19 times of 20."


def reached_plot(title: str, sets: Sets) -> Markup:
    """Plot the share of each set's games that reached each depth."""
    curves = []
    for name, each in sets.items():
        shares = {depth: _share(each, depth) for depth in _depths(sets)}
        points = [(depth, share) for depth, (share, _, _) in shares.items()]
        spans = [(depth, low, high) for depth, (_, low, high) in shares.items()]
        curves.append(Curve(name, points, spans))
    return survival_plot(title, curves, "depth")


def reached_rows(sets: Sets) -> list[Sequence[str]]:
    """Return the plot's numbers: rows by depth, with a share and its interval for each set."""
    return [
        (str(depth), *(_text(*_share(each, depth)) for each in sets.values()))
        for depth in _depths(sets)
    ]


def _depths(sets: Sets) -> list[int]:
    """Return every depth that any game reached, in order."""
    return sorted({depth for each in sets.values() for depth in each.reached})


def _share(each: Figures, depth: int) -> tuple[float, float, float]:
    """Return the share of games that reached a depth, and the bounds of the true share."""
    if depth in each.reached:
        return each.reached[depth], *each.within[depth]
    return 0.0, *interval(0, each.games)


def _text(share: float, low: float, high: float) -> str:
    """Format a share with its interval: "40% (21%–63%)"."""
    return f"{share:.0%} ({low:.0%}–{high:.0%})"
