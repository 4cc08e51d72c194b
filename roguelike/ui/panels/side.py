"""The side panel: health, spells and items first, then the fight, the player's figures and gear.

The one decision: rows to click stand above rows that come and go, so that they stay in place. Each part has its rows in
one or more forms, from roomy to terse; `sections.py` chooses which are shown. If there is room beside the map for two
panels, the player's own parts are in the left one.
"""

from collections.abc import Callable
from operator import attrgetter

from roguelike.core.colour import BLACK
from roguelike.core.grammar import coins
from roguelike.core.records import replace
from roguelike.engine.views.records import AttributeView, HudView, SpellView
from roguelike.ui.asked import Nth
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.fight_rows import (
    Form,
    Shown,
    bystanders,
    foes,
    foes_and_deeds,
    letters,
    statuses,
    unless_foes,
)
from roguelike.ui.panels.rows import Line
from roguelike.ui.panels.sections import Hint, Section, fit
from roguelike.ui.panels.thing_rows import at_hand, gear, short_gear
from roguelike.ui.widgets import Segment

LOW = 0.34
"""The share of health below which it is called low."""
WIDE, NEAR = 36, 32
"""In a panel wider than the first, figures stand within this many columns (the second) if all of a section fit."""


class _Part:
    """Some rows of the panel, cached until their data changes: a turn changes a row or two."""

    def __init__(
        self,
        what: str,
        blank: Section,
        *forms: Form,
        heading: Callable[[Shown], str] | None = None,
    ) -> None:
        """Make the rows of a `blank` section from `what`, names of fields of Shown, in `forms` from roomy to terse.

        `heading` makes the heading if it depends on what is shown.
        """
        self._forms = forms
        self._heading = heading
        self._blank = blank
        self._read = attrgetter(*what.split())
        self._key: object = None
        self._section = self._blank

    def section(self, shown: Shown, colours: Palette, width: int) -> Section:
        """Return the rows, made again if needed."""
        key = self._read(shown), colours.variant, width
        if key != self._key:
            self._key = key
            lines, *terse = (nearer(form(shown, colours, width), width) for form in self._forms)
            head = self._blank.heading if self._heading is None else self._heading(shown)
            self._section = replace(self._blank, lines=lines, terse=tuple(terse), heading=head)
        return self._section


def nearer(lines: list[Line], width: int) -> list[Line]:
    """Return rows with the right-hand text of a wide panel moved left, nearer to what it belongs to.

    All of it stays in one column. Bars stay as wide as the panel.
    """
    if width <= WIDE:
        return lines
    moved = [bool(line.right) and line.back == BLACK for line in lines]
    longest = max(
        (line.length for line, moves in zip(lines, moved, strict=True) if moves), default=0
    )
    blank = ((" " * (width - max(NEAR, longest + 1)), BLACK),)
    return [
        line._replace(right=line.right + blank) if moves else line
        for line, moves in zip(lines, moved, strict=True)
    ]


_POOLS = "hud.hp hud.max_hp hud.mana hud.max_mana hud.level hud.xp_here hud.xp_needed hud.choices"
_FIGURES = (
    "hud.attributes hud.armor_class hud.gold hud.weight hud.capacity hud.penalty hud.penalty_causes"
)


def _pool_parts() -> tuple[_Part, ...]:
    """Return the part on health, mana and experience: it comes first at every size."""
    return (_Part(_POOLS, Section(rank=1, keep=3), _pools),)


def _fight_parts() -> tuple[_Part, ...]:
    """Return the parts on the fight: they stand on the right at every size."""
    seen = "creatures target"
    return (
        _Part(
            "hud.statuses hud.hunger hud.poise hud.most_poise",
            Section(rank=2, more="character", name="Statuses"),
            statuses,
            letters,
        ),
        _Part(
            "coming",
            Section(rank=3, keep=5, heading="If you wait", more="panel"),
            lambda shown, *_: list(shown.coming),
        ),
        _Part(
            f"{seen} deeds",
            Section(rank=4, keep=6, heading="In view", more="panel", urgent=True),
            foes_and_deeds,
            foes,
        ),
        _Part(seen, Section(rank=9, more="panel", name="Others"), bystanders, heading=unless_foes),
    )


def _act_parts(*, spaced: bool) -> tuple[_Part, ...]:
    """Return the parts with what the player can cast and use, `spaced` by blank rows if there is room."""
    spells = Section(rank=7, keep=2, heading="Spells", more="spells", spaced=spaced)
    things = Section(rank=8, wanted=3, heading="At hand", more="inventory", spaced=spaced)
    return (
        _Part("hud.spells hud.mana sign", spells, _spells),
        _Part("hud.consumables use_keys", things, at_hand),
    )


def _figure_parts() -> tuple[_Part, ...]:
    """Return the parts on the player's figures and gear, which seldom change."""
    figures = Section(rank=10, keep=2, heading="You", more="character")
    worn = Section(rank=11, heading="Gear", more="inventory")
    return (
        _Part(_FIGURES, figures, _figures, _short_figures),
        _Part("hud.weapons hud.worn", worn, gear, short_gear),
    )


class SidePanel:
    """Keeps the rows of each part, and the whole panel until a part changes."""

    def __init__(self, *parts: _Part) -> None:
        self._parts = parts
        self._key: object = None
        self._lines: list[Line] = []

    @classmethod
    def fight(cls) -> "SidePanel":
        """Make the panel on the fight."""
        return cls(*_pool_parts(), *_fight_parts())

    @classmethod
    def own(cls) -> "SidePanel":
        """Make the panel with the player's own parts."""
        return cls(*_act_parts(spaced=True), *_figure_parts())

    @classmethod
    def whole(cls) -> "SidePanel":
        """Make the panel with both."""
        acts = _act_parts(spaced=False)
        return cls(*_pool_parts(), *acts, *_fight_parts(), *_figure_parts())

    def sections(self, shown: Shown, width: int, colours: Palette) -> list[Section]:
        """Return the panel's sections for a width."""
        return [part.section(shown, colours, width) for part in self._parts]

    def lines(
        self, shown: Shown, size: tuple[int, int], colours: Palette, hint: Hint
    ) -> list[Line]:
        """Return the panel's rows for a size of (columns, most rows); the same list object if nothing changed."""
        sections = self.sections(shown, size[0], colours)
        key = (sections, size, colours.variant, hint("panel"))
        if key != self._key:
            self._key = key
            self._lines = fit(sections, *size, colours, hint)
        return self._lines


def own_bars(hud: HudView, colours: Palette) -> list[Line]:
    """Return health and mana as bars with figures."""
    hurt = hud.hp < hud.max_hp * LOW
    return [
        _bar("Health low!" if hurt else "Health", hud.hp, hud.max_hp, colours.health_back, colours),
        _bar("Mana", hud.mana, hud.max_mana, colours.mana_back, colours),
    ]


def _pools(shown: Shown, colours: Palette, _width: int) -> list[Line]:
    """Return health, mana and experience as bars with figures."""
    hud = shown.hud
    level = _bar(f"Level {hud.level}", hud.xp_here, hud.xp_needed, colours.xp_back, colours)
    return [*own_bars(hud, colours), _choice(hud, colours) if hud.choices else level]


def _choice(hud: HudView, colours: Palette) -> Line:
    """Return the row that says that a new level needs a choice; a click on it opens the choice."""
    words = "choose (+)" if hud.choices == 1 else f"{hud.choices} choices (+)"
    left = ((f" Level {hud.level}: ", colours.level_up), (words, colours.warn))
    return Line(left, value="grow")


def _bar(label: str, value: int, most: int, fill: tuple[int, int, int], colours: Palette) -> Line:
    """Return a row with a label and "value/most" on a bar filled by value / most."""
    return Line(
        ((f" {label}", colours.text),),
        ((f"{value}/{most} ", colours.text),),
        colours.bar_back,
        fill,
        value / most if most else 0.0,
        "character",
    )


def _attribute(attribute: AttributeView, colours: Palette) -> Line:
    """Return one attribute; an arrow says that gear or a status has changed it."""
    arrow, shade = " ", colours.text
    if attribute.modifier:
        up = attribute.modifier > 0
        arrow, shade = ("▲", colours.good) if up else ("▼", colours.bad)
    return Line(
        ((f" {attribute.name}", colours.dim),),
        ((f"{arrow} {attribute.value:>2} ", shade), (f"{attribute.bonus:+d} ", colours.text)),
        value="character",
    )


def _figures(shown: Shown, colours: Palette, _width: int) -> list[Line]:
    """Return the attributes with their bonuses, armor, load and purse."""
    hud = shown.hud
    heavy = hud.weight > hud.capacity
    load = colours.warn if heavy else colours.text
    return [
        *(_attribute(attribute, colours) for attribute in hud.attributes),
        Line(
            ((" Armor ", colours.dim), (f"{hud.armor_class}", colours.text)),
            ((coins(hud.gold), colours.gold), (" gold ", colours.dim)),
            value="character",
        ),
        Line(
            (
                (" Load ", colours.dim),
                (f"{hud.weight:g}/{hud.capacity:g} lb", load),
                ("!" if heavy else "", load),
            ),
            value="inventory",
        ),
        *(
            Line(((" Pace ", colours.dim),), slow, value="character")
            for slow in [_slowness(hud, colours)]
            if slow
        ),
    ]


def _slowness(hud: HudView, colours: Palette) -> tuple[Segment, ...]:
    """Say how slow or fast the player's turns are and why, in the words of the row with the order of turns."""
    if not hud.penalty:
        return ()
    shade = colours.warn if hud.penalty > 0 else colours.good
    word = "slow" if hud.penalty > 0 else "fast"
    return (
        (f"{word} {abs(hud.penalty):g} ", shade),
        (f"({', '.join(hud.penalty_causes)}) ", colours.dim),
    )


def _short_figures(shown: Shown, colours: Palette, width: int) -> list[Line]:
    """Return the player's figures in three rows: attributes by their first letters, armor and gold, load."""
    hud = shown.hud
    words: list[Segment] = []
    for each in hud.attributes:
        arrow = ("▲" if each.modifier > 0 else "▼") if each.modifier else ""
        shade = (
            colours.good if each.modifier > 0 else colours.bad if each.modifier else colours.text
        )
        words += [(f" {each.name[:1]}", colours.dim), (f"{arrow}{each.value}", shade)]
    armor = _figures(shown, colours, 0)[len(hud.attributes)]
    return [Line(tuple(words), value="character"), armor, _load_and_pace(hud, colours, width)]


def _load_and_pace(hud: HudView, colours: Palette, width: int) -> Line:
    """Return load and pace in a row; if there is too little room, leave out the unit, then the causes."""
    heavy = hud.weight > hud.capacity
    shade = colours.warn if heavy else colours.text
    load, sign = f" {hud.weight:g}/{hud.capacity:g}", "!" if heavy else ""
    pace = _slowness(hud, colours)
    forms = ((f"{load} lb{sign}", pace), (load + sign, pace), (load + sign, pace[:1]))
    left, right = next((form for form in forms if _wide(*form) <= width), forms[-1])
    return Line(((left, shade),), right, value="inventory")


def _wide(left: str, right: tuple[Segment, ...]) -> int:
    """Return how many cells a row with these texts takes."""
    return len(left) + 1 + sum(len(text) for text, _ in right)


def _spells(shown: Shown, colours: Palette, width: int) -> list[Line]:
    """Return a row for each known spell."""
    mana, spells = shown.hud.mana, shown.hud.spells
    return [_spell(spell, mana, colours, shown.sign, width) for spell in spells]


def _spell(spell: SpellView, mana: int, colours: Palette, sign: str, width: int) -> Line:
    """Return a spell with its key and cost; if it cannot be cast, say why instead.

    A long name takes the room of the word for mana. If that is too little, the words of its runes give way.
    """
    hotkey = f"{sign}{spell.hotkey} " if 1 <= spell.hotkey <= 9 else "   "
    value = Nth("cast", spell.hotkey)
    room = width - 1 - len(hotkey) - 1
    if spell.affordable and not spell.hindered:
        number, _, unit = spell.price.partition(" ")
        right: tuple[Segment, ...] = ((f"{number} ", colours.text), (f"{unit} ", colours.dim))
        if unit == "mana" and len(spell.title) + len(spell.price) + 1 > room:
            right = right[:1]
        title = _last_words(spell.title, room - sum(len(text) for text, _ in right))
        left = ((f" {hotkey}", colours.key), (title, colours.spell))
        return Line(left, right, value=value)
    lack = f"{spell.cost} (have {mana}) " if spell.cost > mana else f"{spell.price} "
    lack = f"{spell.hindered} " if spell.hindered else lack
    title = _last_words(spell.title, room - len(lack))
    left = ((f"–{hotkey}", colours.disabled), (title, colours.disabled))
    return Line(left, ((lack, colours.disabled),), value=value)


def _last_words(title: str, room: int) -> str:
    """Return the title, or as many of its last words as fit after a "…": a spell's own name stands last in it."""
    words = title.split(" ")
    while len(title) > room and words[1:]:
        words = words[1:]
        title = f"…{' '.join(words)}"
    return title
