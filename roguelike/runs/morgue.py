"""The record of a hero whose run is over, and its text: all that a player would want to look up, show or compare.

Every text is a printable line, so that a report from elsewhere cannot send control codes to the terminal that shows it.
The record is made from the same views as the screens, so it contains only what the player knew.
"""

import textwrap
from collections.abc import Iterator, Sequence

import esper

from roguelike.components import growth
from roguelike.core.geometry import Point
from roguelike.core.grammar import coins, counted
from roguelike.core.records import Record, field
from roguelike.core.scalars import Line
from roguelike.engine.play.score import score_lines, tally_words
from roguelike.engine.views import choices
from roguelike.engine.views.creatures import hud_view
from roguelike.engine.views.discoveries import discovery_views, standing_views
from roguelike.engine.views.items import dormant_views, pack_views, spell_views
from roguelike.engine.views.level_map import map_view
from roguelike.engine.views.records import HudView, ItemView, MapView, SpellView, Tile
from roguelike.runs.hindsight import Hindsight, lines_of
from roguelike.store.history import Run
from roguelike.world.game import Game

LAST_MESSAGES = 40
MAP_COLUMNS, MAP_ROWS = 76, 31
"""The part of the map around the hero that is kept, in tiles."""
_GLYPHS = {
    Tile.WALL: "#", Tile.FLOOR: ".", Tile.DOWN_STAIRS: ">", Tile.UP_STAIRS: "<", Tile.WOOD_FLOOR: ".",
    Tile.ROAD: ".", Tile.GRASS: '"', Tile.SHALLOW_WATER: "~", Tile.DEEP_WATER: "≈", Tile.BRIDGE: "=",
    Tile.GRAVEL: ",", Tile.STALACTITE: "^", Tile.STALAGMITE: "^", Tile.ICE: "_", Tile.WINDOW: "o",
}  # fmt: skip
"""The ground as plain characters, for a file."""
COLUMNS = 76
ENDS = {"died": "Died", "won": "Won", "abandoned": "Given up"}
"""How a run ended, in a word or two."""
_LABEL = 18


class Figure(Record, forbid_unknown_fields=False):
    """A labelled number of the hero, or several as text."""

    name: Line
    value: Line


class Said(Record, forbid_unknown_fields=False):
    """A line of the log."""

    turn: int
    text: Line


class Thing(Record, forbid_unknown_fields=False):
    """Something worn or carried, as the hero knew it, or a spell; `details` is its further description."""

    name: Line
    details: Line = ""
    worn: bool = False
    ready: bool = True
    """For a spell: whether it was attuned."""
    runes: tuple[Line, ...] = ()


class Morgue(Record, forbid_unknown_fields=False):
    """The content of the record. Later versions may add fields."""

    figures: tuple[Figure, ...] = ()
    statuses: tuple[Line, ...] = ()
    choices: tuple[Line, ...] = ()
    """What was chosen at each new level, in order."""
    masteries: tuple[Figure, ...] = ()
    things: tuple[Thing, ...] = ()
    spells: tuple[Thing, ...] = ()
    known: tuple[Line, ...] = ()
    """Kinds of magic items that were identified."""
    met: tuple[Line, ...] = ()
    """Kinds that were seen, by their looks."""
    standings: tuple[Figure, ...] = ()
    messages: tuple[Said, ...] = ()
    map: tuple[Line, ...] = ()
    merits: tuple[tuple[Line, int], ...] = ()
    """The lines of the score."""


class RunReport(Record, forbid_unknown_fields=False):
    """Everything reported about a run that ended; `run` is its name in the history. Later versions may add fields."""

    run: Line
    hindsight: Hindsight = field(default_factory=Hindsight)
    end: Run | None = None
    """Its line in the history; None in old reports that held only the hindsight."""
    morgue: Morgue | None = None


def morgue_of(game: Game) -> Morgue:
    """Record a hero as they are now."""
    game.enter()
    hud, view = hud_view(game), map_view(game)
    discoveries = discovery_views(game)
    talents = esper.try_component(game.player, growth.Talents)
    return Morgue(
        figures=_figures(hud),
        statuses=tuple(f"{each.label} ({each.turns})" for each in hud.statuses),
        choices=talents.taken if talents else (),
        masteries=tuple(
            Figure(each.school, _steps(each.steps, each.spells))
            for each in choices.mastery_views(game)
        ),
        things=tuple(_thing(item) for item in pack_views(game)),
        spells=(
            *(_spell(spell, ready=True) for spell in spell_views(game)),
            *(_spell(spell, ready=False) for spell in dormant_views(game)),
        ),
        known=tuple(each.name for each in discoveries if each.state == "known"),
        met=tuple(each.name for each in discoveries if each.state == "met"),
        standings=tuple(
            Figure(each.name, f"{each.points:+d}, {each.text}") for each in standing_views(game)
        ),
        messages=tuple(Said(line.turn, line.text) for line in game.log[-LAST_MESSAGES:]),
        map=map_rows(view),
        merits=tuple((line.label, line.points) for line in score_lines(game)),
    )


def _figures(hud: HudView) -> tuple[Figure, ...]:
    """List the numbers of the sheet."""
    found = [
        Figure("Health", f"{hud.hp}/{hud.max_hp}"),
        Figure("Mana", f"{hud.mana}/{hud.max_mana}"),
        Figure("Experience", f"{hud.xp:,}"),
        *(Figure(each.name, f"{each.value} ({each.bonus:+d})") for each in hud.attributes),
        *(Figure(name, f"{points:+d}") for name, points in hud.skills),
        Figure("Armor class", f"{hud.armor_class}"),
        Figure("Load", f"{hud.weight:g} of {hud.capacity:g} lb"),
        Figure("Gold", coins(hud.gold)),
        Figure("Hunger", hud.hunger),
    ]
    return tuple(found)


def _steps(steps: tuple[tuple[int, str, bool], ...], spells: int) -> str:
    """Describe how far a school was mastered."""
    return "; ".join(
        [counted(spells, "spell"), *(does for _, does, is_reached in steps if is_reached)]
    )


def _thing(item: ItemView) -> Thing:
    """Record an item that is worn or carried."""
    return Thing(item.name, " ".join(item.details), worn=item.worn)


def _spell(spell: SpellView, *, ready: bool) -> Thing:
    """Record a spell, its runes and its cost."""
    return Thing(
        spell.title or spell.name, f"{spell.summary}, {spell.price}", ready=ready, runes=spell.runes
    )


def map_rows(view: MapView) -> tuple[str, ...]:
    """Return the known map around the hero in plain characters, one string per row; unknown tiles are blank."""
    things = {thing.point: thing.glyph for thing in view.things}
    width, height = view.tiles.shape
    x, y = view.player
    left = max(0, min(x - MAP_COLUMNS // 2, width - MAP_COLUMNS))
    top = max(0, min(y - MAP_ROWS // 2, height - MAP_ROWS))
    rows = [
        "".join(
            _glyph(view, things, (column, row))
            for column in range(left, min(width, left + MAP_COLUMNS))
        ).rstrip()
        for row in range(top, min(height, top + MAP_ROWS))
    ]
    while rows and not rows[-1]:
        rows.pop()
    while rows and not rows[0]:
        rows.pop(0)
    return tuple(rows)


def _glyph(view: MapView, things: dict[Point, str], point: Point) -> str:
    """Return the character for a tile."""
    if point == view.player:
        return "@"
    if not view.explored[point] and not view.visible[point]:
        return " "
    return things.get(point) or _GLYPHS[Tile(int(view.tiles[point]))]


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
    facts += [("Origin", run.origin)] if run.origin else []
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
    yield "The hero", _figure_words(told.figures)
    yield "Statuses at the end", _wrapped(", ".join(told.statuses))
    yield "Choices, level by level", _wrapped(", ".join(told.choices))
    yield "Schools", _figure_words(told.masteries)
    yield "Worn and wielded", _things([each for each in told.things if each.worn])
    yield "Carried", _things([each for each in told.things if not each.worn])
    yield "Spells", _things([each for each in told.spells if each.ready])
    yield "Spells known, not attuned", _things([each for each in told.spells if not each.ready])
    yield "Identified", _wrapped(", ".join(told.known))
    yield "Seen and never identified", _wrapped(", ".join(told.met))
    yield "What others thought of you", _figure_words(told.standings)
    yield "The map", list(told.map)
    yield "Last messages", _messages(told)
    yield "What would have saved you", _hindsight(report)


def _row(label: str, value: str) -> list[str]:
    """Return a fact, wrapped next to its label."""
    return textwrap.wrap(
        value, COLUMNS, initial_indent=f"{label:<{_LABEL}}", subsequent_indent=" " * _LABEL
    ) or [label]


def _figure_words(figures: Sequence[Figure]) -> list[str]:
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
