"""A morgue as text, for a player to read, print or share."""

import textwrap
from collections.abc import Iterator, Sequence

from roguelike.core.grammar import counted
from roguelike.engine.play.score import tally_words
from roguelike.runs.hindsight import lines_of
from roguelike.runs.morgue import Figure, Morgue, RunReport, Thing
from roguelike.store.history import Run

COLUMNS = 76
ENDS = {"died": "Died", "won": "Won", "abandoned": "Given up"}
"""How a run ended, in a word or two."""
_LABEL = 18


def morgue_lines(report: RunReport) -> list[str]:
    """Return a report as rows of text, at most COLUMNS wide except for the map and unbreakable words."""
    lines = _head(report.end) if report.end is not None else [f"Run {report.run}"]
    for heading, rows in _sections(report):
        if rows:
            lines += ["", heading, "-" * len(heading), *rows]
    return lines


def _head(run: Run) -> list[str]:
    """Return the heading: who died or won, where and when."""
    title = f"{run.epitaph}, on turn {run.turns:,}"
    where = f"{run.place}, depth {run.depth}"
    facts = [
        ("How it ended", ENDS.get(run.how, run.how)),
        ("Where", where),
        ("Level", f"{run.level}"),
        ("Score", f"{run.score:,}"),
        ("Seed", run.seed),
        ("When", _moment(run.when)),
        ("Version", f"{run.version}, data {run.data_hash[:12]}"),
    ]
    facts += [("Hero", run.hero)] if run.hero else []
    facts += [("Packs", ", ".join(run.packs))] if run.packs else []
    facts += [("Wizard mode", "was used: the run does not count")] if run.wizard else []
    heading = textwrap.wrap(title, COLUMNS)
    rows = [row for label, value in facts for row in _row(label, value)]
    return [*heading, "=" * max(map(len, heading), default=0), "", *rows]


def _moment(when: str) -> str:
    """Format a UTC time to the minute; return anything else as it is."""
    day, sign, rest = when.partition("T")
    utc = sign and rest.endswith("+00:00")
    return f"{day}, {rest[:5]} UTC" if utc else when


def _sections(report: RunReport) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each heading with its rows; those without rows are left out."""
    run, told = report.end, report.morgue or Morgue()
    if run is not None:
        counts = [(tally_words(name), f"{count:,}") for name, count in run.tallies.items()]
        yield "Tallies", [row for pair in counts for row in _row(*pair)]
    yield "Score", [f"{label:<26}{points:>8,}" for label, points in told.merits]
    yield "The hero", _figures(told.figures)
    yield "In force at the end", _wrapped(", ".join(told.statuses))
    yield "Choices, level by level", _wrapped(", ".join(told.choices))
    yield "Schools", _figures(told.masteries)
    yield "Worn and wielded", _things([each for each in told.things if each.worn])
    yield "Carried", _things([each for each in told.things if not each.worn])
    yield "Spells", _things([each for each in told.spells if each.ready])
    yield "Spells known and not ready", _things([each for each in told.spells if not each.ready])
    yield "Identified", _wrapped(", ".join(told.known))
    yield "Seen and never identified", _wrapped(", ".join(told.met))
    yield "What others thought of you", _figures(told.standings)
    yield "The map", list(told.map)
    yield "Last messages", _messages(told)
    yield "What would have saved you", _hindsight(report)


def _row(label: str, value: str) -> list[str]:
    """Return a fact, wrapped next to its label."""
    return textwrap.wrap(
        value, COLUMNS, initial_indent=f"{label:<{_LABEL}}", subsequent_indent=" " * _LABEL
    ) or [label]


def _figures(figures: Sequence[Figure]) -> list[str]:
    """Return figures, a row each."""
    return [row for each in figures for row in _row(each.name, each.value)]


def _things(things: Sequence[Thing]) -> list[str]:
    """Return items or spells, each with its details below."""
    rows: list[str] = []
    for each in things:
        runes = f" [{', '.join(each.runes)}]" if each.runes else ""
        rows += textwrap.wrap(f"{each.name}{runes}", COLUMNS, subsequent_indent="    ")
        rows += _wrapped(each.details, "    ")
    return rows


def _wrapped(text: str, indent: str = "") -> list[str]:
    """Break a text into rows."""
    return textwrap.wrap(text, COLUMNS, initial_indent=indent, subsequent_indent=indent)


def _messages(told: Morgue) -> list[str]:
    """Return the last messages with their turns."""
    return [
        row
        for line in told.messages
        for row in textwrap.wrap(
            line.text, COLUMNS, initial_indent=f"{line.turn:>6}  ", subsequent_indent=" " * 8
        )
    ]


def _hindsight(report: RunReport) -> list[str]:
    """Return the results of hindsight; if not all turns were examined, say so."""
    lines = [row for line in lines_of(report.hindsight) for row in _hung(line)]
    if lines and not report.hindsight.is_whole:
        looked = counted(len(report.hindsight.turns), "turn")
        lines += ["", f"(Only the last {looked} looked back on.)"]
    return lines


def _hung(line: str) -> list[str]:
    """Wrap a row with a hanging indent."""
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, COLUMNS, subsequent_indent=indent) or [""]
