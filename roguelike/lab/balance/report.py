"""The page: the report on one set of games, as one HTML file without any scripts."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from string import Template

from roguelike.lab.balance.figures_file import Games
from roguelike.lab.balance.tables import MOST_ROWS, TABLES, Table, Told

PAGE = Path(__file__).with_name("page.html")
SOFT, WARNING = "soft", "warning"
BRACKETS = (
    "In brackets stand the quartiles of a median, and beside a share where the true one lies 19 times of 20. "
    "A dash says that no game has any."
)
Cell = tuple[str, float]
"""A text, and the share of the bar under it; no bar at 0."""
Section = tuple[str, Sequence[str], Iterable[tuple[object, Sequence[Cell]]]]
"""A heading, the heads of the columns, and the rows: each with its name."""


def report(games: Games) -> str:
    """Return the report as one HTML file."""
    played = f"Version {games.game_version}, data {games.data_hash}, seeds {games.seeds}"
    said = [(f"{played}, at most {games.turns:,} turns a game. {BRACKETS}", SOFT)]
    if not games.whole:
        said.append(("Broken off: only the games that were over are in here.", WARNING))
    if broken := ", ".join(f"{each.bot} on seed {each.seed}" for each in games.broken()):
        said.append((f"Games that broke, and are left out of every figure: {broken}.", WARNING))
    paragraphs = (f'<p class="{kind}">{escape(text)}</p>' for text, kind in said)
    body = "\n".join((*paragraphs, *map(_table, _sections(games))))
    return Template(PAGE.read_text(encoding="utf-8")).substitute(body=body)


def _sections(games: Games) -> Iterator[Section]:
    """Yield the tables, with a column for each bot."""
    played = {bot: games.of(bot) for bot in games.bots}
    for table in TABLES:
        keys = list(table.keys([game for each in played.values() for game in each]))
        columns = [{key: table.told(key, each) for key in keys} for each in played.values()]
        sums = [sum(told.total for told in column.values()) for column in columns]
        rows = [
            (
                key,
                [
                    _cell(table, column[key], total)
                    for column, total in zip(columns, sums, strict=True)
                ],
            )
            for key in keys[:MOST_ROWS]
        ]
        rest = f", the first {MOST_ROWS} of {len(keys)}" if len(keys) > MOST_ROWS else ""
        if rows:
            yield f"{table.heading}{rest}", list(played), rows


def _cell(table: Table, told: Told, total: float) -> Cell:
    """Return a figure of one bot; of a tally with its share of the `total`."""
    if table.kind == "tally" and told.total:
        share = told.total / total
        return f"{told.total:,.0f} ({share:.0%}), {table.text(told)}", share
    return table.text(told), told.mean if table.percent or table.kind == "share" else 0.0


def _table(section: Section) -> str:
    """Return a table under its heading."""
    heading, heads, rows = section
    top = "".join(f"<th>{escape(head)}</th>" for head in ("", *heads))
    lines = [
        f"<tr><th>{escape(f'depth {key}' if isinstance(key, int) else str(key))}</th>"
        + "".join(map(_box, cells))
        + "</tr>"
        for key, cells in rows
    ]
    inside = "\n".join((f"<tr>{top}</tr>", *lines))
    return f"<section><h2>{escape(heading)}</h2><table>\n{inside}\n</table></section>"


def _box(cell: Cell) -> str:
    """Return a cell of a table, with its bar."""
    text, share = cell
    bar = f'<div style="width: {min(1.0, share):.1%}"></div>' if share else ""
    return f"<td>{escape(text)}{bar}</td>"
