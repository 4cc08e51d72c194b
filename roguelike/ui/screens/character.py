"""The character sheet, all numbers with what they do; and what the player knows of magic, creatures and spells."""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from typing import ClassVar, Literal

from tcod.console import Console

from roguelike.core.grammar import coins, counted, turns_words
from roguelike.engine.play.score import tally_words
from roguelike.engine.views import choices
from roguelike.engine.views.discoveries import (
    beast_views,
    discovery_views,
    spell_lore,
    standing_views,
)
from roguelike.engine.views.records import DiscoveryView, HudView
from roguelike.toolkit import widgets
from roguelike.toolkit.page import Details, ListPage, TextPage
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.screen import Stay, Transition
from roguelike.ui.panels.creature_rows import poise_pips
from roguelike.ui.program import Program

Line = list[widgets.Segment]

_BAR_COLUMNS = 15
_HALF_BAR = 5
_LABEL_COLUMNS, _VALUE_COLUMNS, _WORDS_COLUMNS = 17, 17, 42
_GAP = 2
_TEXT_COLUMNS = _LABEL_COLUMNS + _VALUE_COLUMNS + _WORDS_COLUMNS
_OTHER_ROWS = 12
"""Rows of the frame, of what is above the text, and of the buttons."""
_WIDE_COLUMNS = 2 * _TEXT_COLUMNS + _GAP + 4
"""Page width in cells, including frame and margins, from which the text is in two columns."""
_ATTRIBUTES = {
    "Might": "melee hits and damage; 15 lb of load each",
    "Fitness": "health, with every level",
    "Quickness": "armor class, and acting sooner",
    "Intelligence": "mana, with every level",
}
_SKILLS = {
    "Melee": "added to hit and to damage",
    "Defense": "added to armor class",
    "Magic": "power of what you cast",
}
_DYING = "if nothing heals you"
_HUNGER = {
    "Well Fed": "+1 to hit",
    "Normal": "neither hungry nor full",
    "Hungry": "too hungry to rest",
    "Starving": "too hungry to rest; soon it will hurt",
}
# There are 6 + d6 ticks between two turns (systems/initiative.py); 3.5 is the mean of the die.
_MEAN_TICKS = 9.5


class Character(TextPage[Program]):
    """All figures: the three pools as bars, the rest as text that scrolls."""

    title: str = "Character"
    columns: ClassVar[int] = 84

    def __init__(self, program: Program) -> None:
        self.hud = program.game.hud()
        self._next_level_adds = program.game.ask(choices.next_level_adds)
        self._sections = _sections(program, self.hud)
        self._is_wide = False
        self._tall: int | None = None
        super().__init__(program, _below_one_another(self._sections))

    def place(self, console: Console) -> widgets.Rect:
        """Return the frame: as wide as two columns of text if the console is, and then no taller than they are."""
        is_wide = console.width >= _WIDE_COLUMNS
        self._tall = len(_side_by_side(self._sections)) + _OTHER_ROWS if is_wide else None
        return self.framed(console, _WIDE_COLUMNS if is_wide else self.columns)

    @property
    def rows(self) -> int | None:
        """The rows of two columns of text; None for one column, which takes the available height."""
        return self._tall

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw who and where the player is, the bars, and the rest."""
        hud, palette = self.hud, self.program.palette
        self._arrange(is_wide=rect.width >= _WIDE_COLUMNS - 4)
        where = [
            (f"Level {hud.level}", palette.level_up),
            (f"   {hud.place}, depth {hud.depth}   turn {hud.turn:,}", palette.text),
        ]
        if hud.wizard:
            where.append(("   wizard mode", palette.warn))
        widgets.print_segments(console, rect.x, rect.y + 1, where, rect.width)
        _draw_pools(console, rect.x, rect.y + 3, hud, self._next_level_adds, palette)
        super().draw_body(console, widgets.Rect(rect.x, rect.y + 7, rect.width, rect.height - 8))

    def _arrange(self, *, is_wide: bool) -> None:
        """Set the text in two columns or in one, if that has changed."""
        if is_wide != self._is_wide:
            self._is_wide = is_wide
            arranged = _side_by_side if is_wide else _below_one_another
            self.view.replace(arranged(self._sections))


def _below_one_another(sections: Sequence[list[Line]]) -> list[Line]:
    """Return the lines of all sections, with blank ones between them."""
    return [line for section in sections for line in ([], *section)][1:]


def _side_by_side(sections: Sequence[list[Line]]) -> list[Line]:
    """Return the lines of all sections in two columns, split so that their lengths are as equal as possible."""
    cut = min(
        range(1, len(sections) + 1),
        key=lambda n: max(len(_below_one_another(part)) for part in (sections[:n], sections[n:])),
    )
    left, right = (_below_one_another(part) for part in (sections[:cut], sections[cut:]))
    nothing: Line = []
    return [_beside(one, other) for one, other in zip_longest(left, right, fillvalue=nothing)]


def _beside(left: Line, right: Line) -> Line:
    """Join two lines, the second at the start of the right column."""
    if not right:
        return left
    blank = _TEXT_COLUMNS + _GAP - widgets.length_of(left)
    return [*left, (" " * blank, right[0][1]), *right]


def _draw_pools(
    console: Console, x: int, y: int, hud: HudView, adds: tuple[int, int], palette: Palette
) -> None:
    """Draw health, mana and experience as bars, and what the next level adds to each."""
    more_health, more_mana = (f"+{more} at level {hud.level + 1}" for more in adds)
    pools = (
        ("Health", hud.hp, hud.max_hp, palette.health_back, more_health),
        ("Mana", hud.mana, hud.max_mana, palette.mana_back, more_mana),
        (
            "Experience",
            hud.xp_here,
            hud.xp_needed,
            palette.xp_back,
            f"{hud.xp_needed - hud.xp_here} more for level {hud.level + 1}",
        ),
    )
    for row, (label, value, most, fill, words) in enumerate(pools):
        console.print(x, y + row, label, fg=palette.dim)
        text = f"{value}/{most}"
        share = value / most if most else 0.0
        at = x + _LABEL_COLUMNS
        place = widgets.Rect(at, y + row, _BAR_COLUMNS, 1)
        widgets.bar(console, place, share, fill=fill, back=palette.bar_back, text=text)
        console.print(at + _BAR_COLUMNS + 2, y + row, words, fg=palette.dim)


def _sections(program: Program, hud: HudView) -> list[list[Line]]:
    """Return everything below the bars, each section with a heading."""
    palette = program.palette
    sections: dict[str, Iterator[Line]] = {
        "Attributes, bonuses, and what gear and statuses change": _attribute_lines(hud, palette),
        "Skills": _skill_lines(hud, palette),
        "Schools, and what their mastery gives": _mastery_lines(program),
        "In a fight": _fight_lines(hud, palette),
        "Body": _body_lines(hud, palette),
        "What others think of you": _standing_lines(program),
        "This run": _run_lines(program),
    }
    written = ((heading, list(section)) for heading, section in sections.items())
    return [[[(heading, palette.heading)], *rows] for heading, rows in written if rows]


def _line(label: str, value: str, words: str, palette: Palette) -> Iterator[Line]:
    """Yield one figure, with its purpose in a column of its own; a long label runs on below itself."""
    both = zip_longest(
        widgets.wrap(label, _LABEL_COLUMNS - 1), widgets.wrap(words, _WORDS_COLUMNS), fillvalue=""
    )
    for row, (name, line) in enumerate(both):
        yield [
            (f"{name:<{_LABEL_COLUMNS}}", palette.dim),
            (f"{'' if row else value:<{_VALUE_COLUMNS - 1}} ", palette.text),
            (line, palette.dim),
        ]


def _attribute_lines(hud: HudView, palette: Palette) -> Iterator[Line]:
    """Yield the attributes: value, bonus, and what was added to the value."""
    for attribute in hud.attributes:
        value = f"{attribute.value:<3} {attribute.bonus:+d}"
        if attribute.modifier:
            value += f"  ({attribute.modifier:+d})"
        words = _ATTRIBUTES.get(attribute.name, "")
        first, *more = _line(attribute.name, value, words, palette)
        if attribute.modifier:
            shade = palette.good if attribute.modifier > 0 else palette.bad
            first[1] = (first[1][0], shade)
        yield from (first, *more)


def _skill_lines(hud: HudView, palette: Palette) -> Iterator[Line]:
    """Yield a line for each skill."""
    for name, value in hud.skills:
        yield from _line(name, f"{value:+d}", _SKILLS.get(name, ""), palette)


def _mastery_lines(program: Program) -> Iterator[Line]:
    """Yield how many spells of each school count, what that gives, and what more would give."""
    palette, indent = program.palette, " " * (_LABEL_COLUMNS + _VALUE_COLUMNS)
    for view in program.game.ask(choices.mastery_views):
        first = f"{view.school:<{_LABEL_COLUMNS}}{counted(view.spells, 'spell'):<{_VALUE_COLUMNS}}"
        for least, does, reached in view.steps:
            sign, shade = ("+", palette.good) if reached else ("-", palette.dim)
            for line in widgets.wrap(f"{sign} at {least}: {does}", _WORDS_COLUMNS):
                yield [(first, palette.text), (line, shade)] if first else [(indent + line, shade)]
                first = ""


def _fight_lines(hud: HudView, palette: Palette) -> Iterator[Line]:
    """Yield what matters in a fight."""
    quickness = next((a.bonus for a in hud.attributes if a.name == "Quickness"), 0)
    ticks = max(1.0, _MEAN_TICKS - quickness + hud.penalty // 1)
    weapons = "; ".join(f"{weapon.name} ({weapon.told})" for weapon in hud.weapons)
    for row, text in enumerate(widgets.wrap(weapons, _VALUE_COLUMNS + _WORDS_COLUMNS)):
        label = "" if row else "Weapon"
        yield [(label.ljust(_LABEL_COLUMNS), palette.dim), (text, palette.text)]
    yield from _line("Armor class", str(hud.armor_class), "attacks must roll above it", palette)
    words = "from one act to the next: 6 + d6 - quickness bonus + penalty"
    yield from _line("Initiative", f"{ticks:g} ticks", words, palette)
    if hud.most_poise:
        pips = poise_pips(hud.poise, hud.most_poise)
        words = "stuns, fears, shoves and the like that you shrug off"
        yield from _line("Poise", pips, words, palette)
    words = "what gear, load and statuses add; whole ticks count"
    words = ", ".join(hud.penalty_causes) or words
    yield from _line("Penalty", f"{hud.penalty:g}", words, palette)


def _body_lines(hud: HudView, palette: Palette) -> Iterator[Line]:
    """Yield hunger, load, purse and statuses."""
    yield from _line("Hunger", hud.hunger, _HUNGER.get(hud.hunger, ""), palette)
    over = int(hud.weight) > hud.capacity
    words = "! overburdened: you act much later" if over else "15 lb for each point of might"
    yield from _line("Load", f"{hud.weight:g} of {hud.capacity:g} lb", words, palette)
    yield from _line("Gold", coins(hud.gold), "", palette)
    clothes = ", ".join(item.name for item in hud.worn)
    yield from _line("Worn", counted(len(hud.worn), "thing"), clothes, palette)
    for status in hud.statuses:
        sign = "+" if status.good else "-"
        turns = f"{sign} {turns_words(status.turns)}"
        for line in _line(status.label, turns, status.text, palette):
            yield [(line[0][0], palette.transform(status.colour)), *line[1:]]
    if hud.turns_to_live:
        for line in _line("dying", f"- {turns_words(hud.turns_to_live)}", _DYING, palette):
            yield [(line[0][0], palette.bad), *line[1:]]


def _standing_lines(program: Program) -> Iterator[Line]:
    """Yield what each people thinks: a bar with good will to the right of its middle, the points, and words."""
    palette = program.palette
    shades = {"ignore": palette.good, "flee": palette.warn, "attack": palette.bad}
    for view in program.game.ask(standing_views):
        first, *more = _line(view.name, "", view.text, palette)
        shade = shades[view.treats]
        first[1:2] = [
            (opinion_bar(view.points), shade),
            (f" {view.points:+4d} " if view.points else "      ", palette.text),
        ]
        yield from (first, *more)


def opinion_bar(points: int) -> str:
    """Draw points from -100 to 100 as a bar around a middle; any value but 0 is visible."""
    filled = min(-(-abs(points) * _HALF_BAR // 100), _HALF_BAR)
    good, ill = (filled, 0) if points > 0 else (0, filled)
    return "─" * (_HALF_BAR - ill) + "▬" * ill + "┼" + "■" * good + "─" * (_HALF_BAR - good)


def _run_lines(program: Program) -> Iterator[Line]:
    """Yield the run's tallies so far, and the seed."""
    palette = program.palette
    for name, count in program.game.death().tallies.items():
        yield from _line(tally_words(name), f"{count:,}", "", palette)
    yield from _line("Seed", program.game.seed, "the same seed gives the same dungeon", palette)


_PAGES = ("Magic things", "Creatures", "Spells")
_MARKS = {"known": "✓ ", "met": "· "}
"""Stands before each name, so that colour is not the only signal."""
_NONE_YET = "You have met none of these yet."


class Discoveries(ListPage[Program, DiscoveryView]):
    """Three lists, one at a time: what is known, what was met, and how many of each group are left."""

    columns: ClassVar[int] = 90
    letters: ClassVar[bool] = False
    notes: ClassVar[Literal["details"]] = "details"
    detail_rows: int = 8
    nothing: str = "There is nothing here to know."

    def __init__(self, program: Program) -> None:
        self._page = 0
        self._button = widgets.Button(f"[{_PAGES[1]}]", self._next, "tab")
        game = program.game
        self._lists = [
            list(_rows(program, views))
            for views in (game.ask(discovery_views), game.ask(beast_views), game.ask(spell_lore))
        ]
        super().__init__(program, self._button)

    @property
    def heading(self) -> str:
        """Which of the lists is shown."""
        return f"Discoveries: {_PAGES[self._page].lower()}"

    @property
    def rows(self) -> int:
        """The rows of the longest list, the details and the edges: one frame for all keeps the buttons in place."""
        return max(map(len, self._lists)) + self.detail_rows + 7

    def listed(self) -> list[widgets.Row[DiscoveryView]]:
        """Return the list of the chosen page."""
        return self._lists[self._page]

    def _next(self) -> Transition:
        """Switch to the next list, and name the one after it on the button."""
        self._page = (self._page + 1) % len(_PAGES)
        self._button.label = f"[{_PAGES[(self._page + 1) % len(_PAGES)]}]"
        self.refresh()
        self.menu.to_first()
        return Stay()

    def on_choice(self, value: DiscoveryView) -> Transition:
        """Stay: the details are already shown."""
        return Stay(redraw=False)

    def details(self, value: DiscoveryView | None) -> Details:
        """Return what is known about something."""
        palette = self.program.palette
        if value is None:
            return Details([(_NONE_YET, palette.dim)])
        return Details([("\n".join(value.lines), palette.text)])


def _rows(
    program: Program, views: tuple[DiscoveryView, ...]
) -> Iterator[widgets.Row[DiscoveryView]]:
    """Yield the list: for each group how many are known, those, and how many are left."""
    palette = program.palette
    for group, found in groupby(views, key=lambda view: view.group):
        members = list(found)
        known = sum(view.state == "known" for view in members)
        left = sum(view.state == "unknown" for view in members)
        words = f"{group}  {known} of {len(members)} known"
        yield widgets.Row(words + (f", {left} unmet" if left else ""), members[0], heading=True)
        for view in members:
            if view.state != "unknown":
                shade = palette.text if view.state == "known" else palette.dim
                right = "" if view.state == "known" else "met, not known"
                yield widgets.Row([(f"{_MARKS[view.state]}{view.name}", shade)], view, right)
