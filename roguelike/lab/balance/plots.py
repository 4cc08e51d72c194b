"""The pages of reports: one HTML file each, without network access or scripts, with small SVG plots by matplotlib.

In a plot text stays text, and colours come from the page; curves are told apart by their dashes, their markers and the
names at their ends, and only then by colour. How deep several bots or versions got is drawn down to the greatest depth
of any of them: a curve that ended at its own games' greatest depth would look as if all of them had gone on.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from io import StringIO
from typing import Any

import matplotlib as mpl
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from roguelike.core.records import Record
from roguelike.lab.balance import summaries

WIDTH_INCHES, HEIGHT_INCHES = 4.4, 2.75
INK, SOFT, EDGE = "#000001", "#000002", "#000003"
SERIES = ("#000010", "#000011", "#000012", "#000013")
"""Placeholders for the page's CSS variables: matplotlib has no colours that change in dark mode."""
VARIABLES = {
    INK: "var(--ink)",
    SOFT: "var(--soft)",
    EDGE: "var(--edge)",
    **{stand_in: f"var(--s{number})" for number, stand_in in enumerate(SERIES)},
}
DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1.5, 1, 1.5)))
MARKERS, MARKER_TEXT = "os^D", "●■▲◆"
"""The marker of each curve, as matplotlib calls it and as text."""
SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "font.size": 9,
    "text.color": SOFT,
    "axes.labelcolor": SOFT,
    "axes.edgecolor": SOFT,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "grid.color": EDGE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "figure.constrained_layout.use": True,
}
NAME_GAP_POINTS = 12.0
"""Least distance between the names at the ends of two curves."""
ASIDE_SHARE = 0.012
"""Horizontal offset between curves with spans, as a share of the width."""
FEW_DEPTHS = 16
"""Most whole numbers that each get a tick of their own."""


class Curve(Record):
    """A named line of points (x, y); `spans` are vertical bars: (x, low, high)."""

    name: str
    points: Sequence[tuple[float, float]]
    spans: Sequence[tuple[float, float, float]] = ()


def plot(
    title: str,
    curves: Sequence[Curve],
    across: str,
    up: str,
    *,
    percent: bool = False,
    level_line: tuple[float, str] | None = None,
) -> Markup:
    """Draw curves on common axes, the y-axis starting at 0; empty markup if there is no point at all.

    `level_line` is (height, text) of a dotted horizontal line. The page's style must set the variables of `VARIABLES`;
    the title is for screen readers.
    """
    if not any(curve.points for curve in curves):
        return Markup()
    # The title as salt keeps the ids of clips and markers different from those of the page's other plots.
    settings: Any = {**SETTINGS, "svg.hashsalt": title}
    with mpl.rc_context(settings):
        figure = Figure(figsize=(WIDTH_INCHES, HEIGHT_INCHES))
        axes = figure.add_subplot()
        for number, curve in enumerate(curves):
            _draw(axes, curve, number)
        if level_line is not None:
            _draw_level_line(axes, *level_line)
        _arrange(axes, across, up, percent=percent)
        _name(axes, curves)
        svg = StringIO()
        figure.savefig(svg, format="svg", transparent=True, metadata={"Date": None})
    return _for_a_page(svg.getvalue(), title)


def survival_plot(title: str, curves: Sequence[Curve], across: str) -> Markup:
    """Draw shares of games, with a line at one half."""
    half = (0.5, "half of all games")
    return plot(title, curves, across, "share of games", percent=True, level_line=half)


def _draw(axes: Axes, curve: Curve, number: int) -> None:
    """Draw one curve with its markers and spans."""
    colour, style = SERIES[number % 4], DASHES[number % 4]
    # Curves over the same depths are offset slightly, so that one span does not cover another.
    reach = curve.points[-1][0] - curve.points[0][0] if curve.points else 0
    aside = ASIDE_SHARE * reach * (number - 0.5) if curve.spans else 0.0
    if curve.spans:
        x, low, high = zip(*curve.spans, strict=True)
        axes.vlines(
            [each + aside for each in x], low, high, color=colour, alpha=0.55, linewidth=1.2
        )
    axes.plot(
        [x + aside for x, _ in curve.points],
        [y for _, y in curve.points],
        color=colour,
        linestyle=style,
        marker=MARKERS[number % 4],
        markersize=4,
        linewidth=1.4,
        clip_on=False,
    )


def _arrange(axes: Axes, across: str, up: str, *, percent: bool) -> None:
    """Scale and label the axes."""
    axes.set(xlabel=across, ylabel=up)
    axes.set_ylim(0, 1.03 if percent else None)
    axes.grid(axis="y", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(left=False)
    first, last = axes.dataLim.intervalx
    every_number = last - first <= FEW_DEPTHS
    if first == last:  # a single depth: without margins the ticks would be hundredths
        axes.set_xlim(first - 1, last + 1)
    axes.xaxis.set_major_locator(MaxNLocator("auto" if not every_number else 17, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: summaries.number_text(value)))
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.yaxis.set_major_formatter(
        FuncFormatter(lambda value, _: f"{value:.0%}" if percent else summaries.number_text(value))
    )


def _draw_level_line(axes: Axes, height: float, text: str) -> None:
    """Draw a dotted horizontal line, with its text above its left end."""
    axes.axhline(height, color=INK, linestyle=":", linewidth=1.2)
    axes.annotate(
        text,
        (0, height),
        xycoords=axes.get_yaxis_transform(),
        xytext=(3, 3),
        textcoords="offset points",
        color=INK,
    )


def _name(axes: Axes, curves: Sequence[Curve]) -> None:
    """Write the curves' names at their ends, without overlap."""
    low, high = axes.get_ylim()
    points = axes.bbox.height / axes.get_figure(root=True).dpi * 72 / (high - low)  # type: ignore[union-attr]
    ends = sorted(
        (curve.points[-1][1], number, curve) for number, curve in enumerate(curves) if curve.points
    )
    free = float("-inf")
    for y, number, curve in ends:
        height = max(y * points, free)
        free = height + NAME_GAP_POINTS
        axes.annotate(
            curve.name,
            (1, y),
            xycoords=axes.get_yaxis_transform(),
            xytext=(5, height - y * points),
            textcoords="offset points",
            color=SERIES[number % 4],
            weight="bold",
            verticalalignment="center",
            annotation_clip=False,
        )


def _for_a_page(svg: str, title: str) -> Markup:
    """Turn an SVG file into a fragment of a page: without prologue, size or clashing ids, and in the page's colours."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' id="[\w.]+_\d+"', "", svg)
    view = re.search(r'viewBox="[^"]+"', svg)
    assert view
    opening = f'<svg {view[0]} role="img" aria-label="{escape(title)}">'
    svg = re.sub(r"<svg[^>]*>", lambda _: opening, svg, count=1)
    for stand_in, variable in VARIABLES.items():
        svg = svg.replace(stand_in, variable)
    return Markup(svg)  # noqa: S704 - drawn by matplotlib, which escapes text


Sets = Mapping[str, summaries.Figures]
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


def _share(each: summaries.Figures, depth: int) -> tuple[float, float, float]:
    """Return the share of games that reached a depth, and the bounds of the true share."""
    if depth in each.reached:
        return each.reached[depth], *each.within[depth]
    return 0.0, *summaries.interval(0, each.games)


def _text(share: float, low: float, high: float) -> str:
    """Format a share with its interval: "40% (21%–63%)"."""
    return f"{share:.0%} ({low:.0%}–{high:.0%})"


@cache
def _templates() -> Environment:
    """Load the templates; output is escaped, and an undefined name is an error."""
    found = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters.update(number=summaries.number_text, percent=lambda share: f"{share:.0%}")
    found.globals["MARKERS"] = MARKER_TEXT
    return found


def render(template: str, **values: Any) -> str:
    """Render a template with these values."""
    return _templates().get_template(template).render(values)
