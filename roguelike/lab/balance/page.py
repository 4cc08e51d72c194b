"""One HTML file without a network: its head, its style in light and dark, tables and figures."""

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #22242a; --soft: #62666f; --edge: #d9d6cd;
  --card: #ffffff; --s0: #1f5fbf; --s1: #b4470f; --s2: #2b7a3d; --s3: #7a3fa0; --warn: #a02020; }
@media (prefers-color-scheme: dark) { :root { --paper: #15171c; --ink: #e4e2dc; --soft: #9a9ea8;
  --edge: #343842; --card: #1d2027; --s0: #7db2ff; --s1: #ffa268; --s2: #7fd08e; --s3: #cf9bf0;
  --warn: #ff8f8f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 16px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: .4rem 0; } h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
p { margin: .4rem 0; } .soft { color: var(--soft); } .warn { color: var(--warn); font-weight: 600; }
.cards { columns: 2 27rem; column-gap: 1rem; }
section { background: var(--card); border: 1px solid var(--edge); border-radius: .5rem; padding: .8rem;
  margin: 0 0 1rem; break-inside: avoid; }
section.wide { column-span: all; margin-top: 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .45rem; text-align: right; border-bottom: 1px solid var(--edge);
  vertical-align: top; white-space: nowrap; }
th[scope=row] { white-space: normal; min-width: 6rem; }
th { font-weight: 600; } th:first-child, td:first-child { text-align: left; }
svg { display: block; width: 100%; height: auto; }
svg text { font: 12.5px system-ui, sans-serif; fill: var(--soft); }
svg .name { font-weight: 600; } svg .said { fill: var(--ink); }
.grid { stroke: var(--edge); } .axis { stroke: var(--soft); fill: none; }
.rule { stroke: var(--ink); stroke-dasharray: 1 4; stroke-width: 1.5; }
.line, .span { fill: none; stroke-width: 2; } .span { stroke-width: 1.5; opacity: .55; }
.s0 { --hue: var(--s0); } .s1 { --hue: var(--s1); } .s2 { --hue: var(--s2); } .s3 { --hue: var(--s3); }
.s0 .line, .s1 .line, .s2 .line, .s3 .line, .span { stroke: var(--hue); }
.mark { fill: var(--hue); } svg text.name { fill: var(--hue); }
svg.key { display: inline-block; width: 34px; vertical-align: -1px; }
svg.bar { height: .45rem; margin-top: .15rem; background: color-mix(in srgb, var(--edge) 45%, transparent); }
svg.bar rect { fill: var(--hue); }
summary { cursor: pointer; margin-top: .5rem; }
"""


def page(title: str, head: Iterable[str], cards: Iterable[str]) -> str:
    """Return the whole file."""
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            *head,
            '<div class="cards">',
            *cards,
            "</div></body></html>",
            "",
        )
    )


def card(heading: str, *parts: str, wide: bool = False) -> str:
    """Return a framed part with its heading."""
    kind = ' class="wide"' if wide else ""
    return "\n".join(
        (f"<section{kind}><h2>{escape(heading)}</h2>", *filter(None, parts), "</section>")
    )


def said(text: str, kind: str = "") -> str:
    """Return a paragraph of plain text."""
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the cells are HTML already, and each row's first heads it."""
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def folded(summary: str, content: str) -> str:
    """Return something to be opened by whoever wants the numbers."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"
