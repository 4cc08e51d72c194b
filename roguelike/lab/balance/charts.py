"""Small charts as SVG text, drawn by hand: no library, no script, readable at the width of a phone.

A curve is told from its neighbours by its dashes, its marks and the name at its end, and only then by its colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

WIDTH, HEIGHT = 460, 270
LEFT, RIGHT, TOP, BOTTOM = 64, 76, 14, 44
DASHES = ("", "7 4", "2 3", "10 3 2 3")
LABEL_GAP = 15
"""Least distance between the names at the ends of two curves."""
TICKS = 5
SKETCH = (
    "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0",
    "M-4,-4h8v8h-8z",
    "M0,-5l5,9h-10z",
    "M0,-5l5,5l-5,5l-5,-5z",
)
"""Marks: circle, square, triangle, diamond."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A named line of points; `spans` are drawn through them upright, from a low to a high."""

    name: str
    points: Sequence[tuple[float, float]]
    spans: Sequence[tuple[float, float, float]] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A level line across the chart, with what is written on it."""

    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What is drawn, in the units of the figures, and where that lies on the picture."""

    first: float
    last: float
    top: float

    def x(self, value: float) -> float:
        """Return where on the picture a value of the x axis lies."""
        span = self.last - self.first or 1
        return round(LEFT + (value - self.first) / span * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        """Return where on the picture a value of the y axis lies."""
        return round(HEIGHT - BOTTOM - value / self.top * (HEIGHT - TOP - BOTTOM), 1)


def chart(
    title: str,
    curves: Sequence[Curve],
    across: str,
    up: str,
    *,
    percent: bool = False,
    rules: Sequence[Rule] = (),
) -> str:
    """Draw curves over a common pair of axes that begin at 0 below; an empty text when there is no point at all."""
    points = [point for curve in curves for point in curve.points]
    if not points:
        return ""
    highs = [high for curve in curves for _, _, high in curve.spans]
    heights = [y for _, y in points] + highs + [rule.y for rule in rules]
    top = 1.0 if percent else _ceiling(max(heights))
    frame = Frame(min(x for x, _ in points), max(x for x, _ in points), top)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">',
        *_axes(frame, across, up, percent=percent),
        *(_rule(frame, rule) for rule in rules),
        *(part for number, curve in enumerate(curves) for part in _curve(frame, curve, number)),
        *_names(frame, curves),
        "</svg>",
    ]
    return "\n".join(parts)


def survival_chart(title: str, curves: Sequence[Curve], across: str) -> str:
    """Draw shares of games, with a line where half of them are lost."""
    half = Rule(0.5, "half of all games")
    return chart(title, curves, across, "share of games", percent=True, rules=[half])


def legend_mark(number: int) -> str:
    """Draw the line and mark of a curve, to stand beside its name."""
    return (
        f'<svg class="key s{number % 4}" viewBox="0 0 34 12" aria-hidden="true">'
        f'<path class="line" d="M1,6H33" {_dash(number)}/>'
        f'<path class="mark" transform="translate(17 6)" d="{SKETCH[number % 4]}"/></svg>'
    )


def bar(share: float, number: int) -> str:
    """Draw a bar that fills a share of its place."""
    width = round(100 * max(0.0, min(1.0, share)), 1)
    return (
        f'<svg class="bar s{number % 4}" viewBox="0 0 100 8" preserveAspectRatio="none" '
        f'aria-hidden="true"><rect width="{width}" height="8"/></svg>'
    )


def _ceiling(most: float) -> float:
    """Return a round number that is not less."""
    if most <= 0:
        return 1.0
    size = 10.0 ** floor(log10(most))
    return next(step * size for step in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if step * size >= most)


def _axes(frame: Frame, across: str, up: str, *, percent: bool) -> list[str]:
    """Draw the axes with their ticks."""
    parts = []
    for step in range(TICKS + 1):
        value = frame.top * step / TICKS
        y = frame.y(value)
        text = f"{value:.0%}" if percent else number_text(value)
        parts.append(f'<path class="grid" d="M{LEFT},{y}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{text}</text>')
    for value in _x_ticks(frame):
        x = frame.x(value)
        parts.append(f'<path class="axis" d="M{x},{HEIGHT - BOTTOM}v4"/>')
        text = number_text(value)
        parts.append(f'<text x="{x}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{text}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<path class="axis" d="M{LEFT},{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>')
    parts.append(
        f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle">{escape(across)}</text>'
    )
    parts.append(
        f'<text transform="translate(12 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" '
        f'text-anchor="middle">{escape(up)}</text>'
    )
    return parts


def _x_ticks(frame: Frame) -> list[float]:
    """Return the values that are written below: each depth, or some round ones."""
    span = frame.last - frame.first
    if span <= 16:
        return [frame.first + step for step in range(int(span) + 1)]
    return [frame.first + span * step / TICKS for step in range(TICKS + 1)]


def number_text(value: float) -> str:
    """Write a number with as many digits as mean something."""
    if value >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def _rule(frame: Frame, rule: Rule) -> str:
    """Draw a level line with its text above it."""
    y = frame.y(rule.y)
    return (
        f'<path class="rule" d="M{LEFT},{y}H{WIDTH - RIGHT}"/>'
        f'<text class="said" x="{LEFT + 4}" y="{y - 4}">{escape(rule.text)}</text>'
    )


def _dash(number: int) -> str:
    """Return the attribute that dashes a line."""
    dash = DASHES[number % 4]
    return f'stroke-dasharray="{dash}"' if dash else ""


def _curve(frame: Frame, curve: Curve, number: int) -> list[str]:
    """Draw one curve."""
    if not curve.points:
        return []
    # Curves of the same depths lie a hair apart, so that one span does not cover another.
    aside = (number - 0.5) * 4 if curve.spans else 0.0
    places = [(frame.x(x) + aside, frame.y(y)) for x, y in curve.points]
    line = "L".join(f"{x:.1f},{y}" for x, y in places)
    parts = [f'<g class="s{number % 4}"><title>{escape(curve.name)}</title>']
    for x, low, high in curve.spans:
        there = f"{frame.x(x) + aside:.1f}"
        parts.append(f'<path class="span" d="M{there},{frame.y(low)}V{frame.y(high)}"/>')
    parts.append(f'<path class="line" d="M{line}" {_dash(number)}/>')
    parts += [
        f'<path class="mark" transform="translate({x:.1f} {y})" d="{SKETCH[number % 4]}"/>'
        for x, y in places
    ]
    return [*parts, "</g>"]


def _names(frame: Frame, curves: Sequence[Curve]) -> list[str]:
    """Write the names of the curves beside their ends, in the margin, none over another."""
    ends = sorted(
        (frame.y(curve.points[-1][1]), number, curve.name)
        for number, curve in enumerate(curves)
        if curve.points
    )
    lowest = HEIGHT - BOTTOM - LABEL_GAP * (len(ends) - 1)
    parts, free = [], float("-inf")
    for place, (y, number, name) in enumerate(ends):
        free = max(min(y, lowest + LABEL_GAP * place), free)
        parts.append(
            f'<text class="name s{number % 4}" x="{WIDTH - RIGHT + 9}" y="{free + 4:.1f}">'
            f"{escape(name)}</text>"
        )
        free += LABEL_GAP
    return parts
