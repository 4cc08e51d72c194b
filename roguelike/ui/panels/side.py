"""The side panel: health, spells and items first, then the fight, the player's figures and gear.

The one decision: rows to click stand above rows that come and go, so that they stay in place. Each section has its rows
in one or more forms, from roomy to terse; `sections.py` chooses which are shown. If there is room beside the map for
two panels, the player's own sections are in the left one.

A section is declared where its rows are made, below, which is all that it takes to add one:

  @section(FIGHT, rank=9, heading="Lying about", more="look", reads=lambda scene: scene.game.lying())
  def lying(scene: Scene, colours: Palette, width: int) -> list[Line]:
      return [Line(((f" {thing.name}", colours.item),)) for thing in scene.game.lying()]
"""

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

from roguelike.core.colour import BLACK
from roguelike.core.grammar import body_part, coins, turns_words
from roguelike.core.records import replace
from roguelike.engine.play.commands import Cast, UseItem
from roguelike.engine.views.records import AttributeView, CreatureView, HudView, ItemView, SpellView
from roguelike.toolkit.asked import Asked, Nth, OpenItem
from roguelike.toolkit.kept import Kept
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import Line, legible
from roguelike.toolkit.sections import Hint, Section, fit
from roguelike.toolkit.widgets import Segment, length_of, packed, wrap
from roguelike.ui.panels.creature_rows import (
    creature_line,
    is_bystander,
    poise_pips,
    shortened,
    status_line,
)
from roguelike.ui.panels.scene import Scene

TOP: Final = "top"
"""Health, mana and experience: they stand first in every panel."""
ACTS: Final = "acts"
"""What the player can cast and use."""
FIGHT: Final = "fight"
"""What is going on; it stands on the right at every size."""
FIGURES: Final = "figures"
"""What the player is and wears."""
WIDE, NEAR = 36, 32
"""In a panel wider than the first, figures stand within this many columns (the second) if all of a section fit."""

Form = Callable[[Scene, Palette, int], list[Line]]
"""Makes the rows of a section for a width."""


class _Part(NamedTuple):
    """A section as it is declared: without rows, with the forms that make them, what these read, and its heading."""

    blank: Section
    forms: tuple[Form, ...]
    reads: Callable[[Scene], object]
    heading: Callable[[Scene], str]

    def made(self, scene: Scene, colours: Palette, width: int, *, spaced: bool) -> Section:
        """Make the section of its rows, its shorter forms and its heading, for a width."""
        lines, *terse = (nearer(form(scene, colours, width), width) for form in self.forms)
        head = self.heading(scene)
        return replace(self.blank, lines=lines, terse=tuple(terse), heading=head, spaced=spaced)


_PARTS: dict[str, list[_Part]] = {}
"""The sections of each panel, by rank."""


def section(
    panel: str,
    *,
    rank: int,
    reads: Callable[[Scene], object],
    heading: str | Callable[[Scene], str] = "",
    name: str = "",
    more: str = "",
    keep: int = 1,
    wanted: int = 0,
    urgent: bool = False,
    terse: tuple[Form, ...] = (),
) -> Callable[[Form], Form]:
    """Register the function below, and shorter forms, as a section of a panel, where sections stand by their rank.

    `reads` returns everything of the scene that its rows depend on, `heading` may depend on it too; for the others see
    `Section`.
    """
    head = (lambda _: heading) if isinstance(heading, str) else heading
    blank = Section(keep=keep, wanted=wanted, rank=rank, more=more, name=name, urgent=urgent)

    def register(form: Form) -> Form:
        parts = _PARTS.setdefault(panel, [])
        parts.append(_Part(blank, (form, *terse), reads, head))
        parts.sort(key=lambda part: part.blank.rank)
        return form

    return register


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


class SidePanel:
    """Keeps the rows of each section until what it reads changes, and the whole panel until a section changes."""

    def __init__(self, *panels: str, spaced: bool = False) -> None:
        """Make a panel of all sections of some; those with what the player can do are `spaced` or not."""
        self._parts = [
            (partial(part.made, spaced=spaced or panel != ACTS), part.reads, Kept[Section]())
            for panel in panels
            for part in _PARTS[panel]
        ]
        self._lines = Kept[list[Line]]()

    @classmethod
    def fight(cls) -> "SidePanel":
        """Make the panel on the fight."""
        return cls(TOP, FIGHT)

    @classmethod
    def own(cls) -> "SidePanel":
        """Make the panel with the player's own sections."""
        return cls(ACTS, FIGURES, spaced=True)

    @classmethod
    def whole(cls) -> "SidePanel":
        """Make the panel with both."""
        return cls(TOP, ACTS, FIGHT, FIGURES)

    def sections(self, scene: Scene, width: int, colours: Palette) -> list[Section]:
        """Return the panel's sections for a width."""
        return [
            kept.of((reads(scene), colours.variant, width), partial(made, scene, colours, width))
            for made, reads, kept in self._parts
        ]

    def lines(
        self, scene: Scene, size: tuple[int, int], colours: Palette, hint: Hint
    ) -> list[Line]:
        """Return the panel's rows for a size of (columns, most rows); the same list object if nothing changed."""
        sections = self.sections(scene, size[0], colours)
        key = (sections, size, colours.variant, hint("panel"))
        return self._lines.of(key, lambda: fit(sections, *size, colours, hint))


LOW = 0.34
"""The share of health below which it is called low."""


def own_bars(hud: HudView, colours: Palette) -> list[Line]:
    """Return health and mana as bars with figures."""
    hurt = hud.hp < hud.max_hp * LOW
    return [
        _bar("Health low!" if hurt else "Health", hud.hp, hud.max_hp, colours.health_back, colours),
        _bar("Mana", hud.mana, hud.max_mana, colours.mana_back, colours),
    ]


@section(
    TOP,
    rank=1,
    keep=3,
    reads=attrgetter(
        "hud.hp",
        "hud.max_hp",
        "hud.mana",
        "hud.max_mana",
        "hud.level",
        "hud.xp_here",
        "hud.xp_needed",
        "hud.choices",
        "grow_key",
    ),
)
def pools(scene: Scene, colours: Palette, _width: int) -> list[Line]:
    """Return health, mana and experience as bars with figures."""
    hud = scene.hud
    level = _bar(f"Level {hud.level}", hud.xp_here, hud.xp_needed, colours.xp_back, colours)
    return [*own_bars(hud, colours), _choice(scene, colours) if hud.choices else level]


def _choice(scene: Scene, colours: Palette) -> Line:
    """Return the row that says that a new level needs a choice; a click on it opens the choice."""
    hud, key = scene.hud, scene.grow_key
    words = f"choose ({key})" if hud.choices == 1 else f"{hud.choices} choices ({key})"
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


@section(
    ACTS,
    rank=7,
    keep=2,
    heading="Spells",
    more="spells",
    reads=attrgetter("hud.spells", "hud.mana", "sign", "waiting.figures"),
)
def spells(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return a row for each known spell."""
    mana, figures = scene.hud.mana, scene.waiting.figures
    return [
        _spell(spell, mana, colours, scene.sign, width, figures.get(Cast(spell.name), ""))
        for spell in scene.hud.spells
    ]


def _spell(
    spell: SpellView, mana: int, colours: Palette, sign: str, width: int, figure: str
) -> Line:
    """Return a spell with its key and cost; if it cannot be cast, say why instead.

    In a fight, what its best use would bring (`figure`) takes the place of the word for mana; so does a long name. If
    that is too little, the words of its runes, which come first, give way.
    """
    hotkey = f"{sign}{spell.hotkey} " if 1 <= spell.hotkey <= 9 else "   "
    value = Nth("cast", spell.hotkey)
    room = width - 1 - len(hotkey) - 1
    if spell.affordable and not spell.hindered:
        number, _, unit = spell.price.partition(" ")
        right: tuple[Segment, ...] = ((f"{number} ", colours.text), (f"{unit} ", colours.dim))
        if unit == "mana" and (figure or len(spell.title) + len(spell.price) + 1 > room):
            right = right[:1]
        if figure:
            right = ((f"{figure}  ", colours.warn), *right)
        title = shortened(spell.title, room - length_of(right))
        left = ((f" {hotkey}", colours.key), (title, colours.spell))
        return Line(left, right, value=value)
    lack = f"{spell.cost} (have {mana}) " if spell.cost > mana else f"{spell.price} "
    lack = f"{spell.hindered} " if spell.hindered else lack
    title = shortened(spell.title, room - len(lack))
    left = ((f"–{hotkey}", colours.disabled), (title, colours.disabled))
    return Line(left, ((lack, colours.disabled),), value=value)


WEAPON_SLOTS = frozenset({"Melee", "Missile"})


@section(
    ACTS,
    rank=8,
    wanted=3,
    heading="At hand",
    more="inventory",
    reads=attrgetter("hud.consumables", "use_keys", "waiting.figures"),
)
def at_hand(scene: Scene, colours: Palette, _width: int) -> list[Line]:
    """Return a row for each thing that a key uses, with what its best use would bring."""
    figures = scene.waiting.figures
    return [
        _consumable(item, scene.use_keys, colours, figures.get(UseItem(item.entity), ""))
        for item in scene.hud.consumables
    ]


def _consumable(item: ItemView, keys: tuple[str, ...], colours: Palette, figure: str) -> Line:
    """Return a consumable with its key, and in a fight what its best use would bring."""
    left = (
        (f" {keys[item.hotkey - 1]:<2} ", colours.key),
        (f"{item.glyph} ", legible(colours.transform(item.fg))),
        (item.name, colours.role(item.role)),
    )
    right = ((f"{figure} ", colours.warn),) if figure else _curse(item, "", colours)
    return Line(left, right, value=Nth("use", item.hotkey))


def _short_gear(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return the weapons, then everything worn in running text; cursed items are marked in words."""
    names = [
        [
            (item.name, colours.role(item.role)),
            *([(" cursed", colours.bad)] if item.role == "cursed" else []),
        ]
        for item in scene.hud.worn
        if item.slot not in WEAPON_SLOTS
    ]
    worn = [
        Line(((" ", colours.dim), *line), value="inventory")
        for line in packed(names, width - 1, (", ", colours.dim))
    ]
    return [*_weapons(scene.hud, colours, width), *worn]


@section(
    FIGURES,
    rank=11,
    heading="Gear",
    more="inventory",
    terse=(_short_gear,),
    reads=attrgetter("hud.weapons", "hud.worn"),
)
def gear(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return what is wielded and worn."""
    return [*_weapons(scene.hud, colours, width), *_worn(scene.hud, colours, width)]


def _weapons(hud: HudView, colours: Palette, width: int) -> list[Line]:
    """Return the wielded weapons with their damage, and a bow that is only carried.

    The range is left out before a part of the name is.
    """
    lines = []
    for weapon in hud.weapons:
        told = weapon.told
        if weapon.damage and not _fits(weapon.name, told, width):
            told = weapon.damage
        left = ((" ", colours.dim), (weapon.name, colours.item))
        lines.append(Line(left, ((f"{told} ", colours.text),), value=_row_of(weapon.entity)))
    return lines


def _row_of(item: int) -> Asked:
    """Return what opens the inventory at an item; 0 is none."""
    return OpenItem(item) if item else "inventory"


def _fits(name: str, told: str, width: int) -> bool:
    """Return whether a row fits a name, the text at its right, and the blanks around both."""
    return len(name) + len(told) + 3 <= width


def _worn(hud: HudView, colours: Palette, width: int) -> list[Line]:
    """Return what is worn and is not a weapon, with the body part if the name leaves room."""
    return [
        Line(
            ((" ", colours.dim), (item.name, colours.role(item.role))),
            _curse(item, _where(item, width), colours),
            value=_row_of(item.entity),
        )
        for item in hud.worn
        if item.slot not in WEAPON_SLOTS
    ]


def _where(item: ItemView, width: int) -> str:
    """Return the body part on which an item is worn; "" if its name leaves no room for it."""
    part = body_part(item.slot)
    return part if _fits(item.name, part, width) else ""


def _curse(item: ItemView, otherwise: str, colours: Palette) -> tuple[Segment, ...]:
    """Say at the right that an item is known to be cursed: the colour of its name is not enough."""
    if item.role == "cursed":
        return (("cursed ", colours.bad),)
    return ((f"{otherwise} ", colours.dim),) if otherwise else ()


DEED_INDENT = 3
"""Columns before a creature's action: the map's sign for it, between blanks."""


def letters(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return the player's statuses in one row: "+☼ –D10 ◆◇" for well fed, drunk for ten turns, half the poise left."""
    words: list[Segment] = []
    for line in statuses(scene, colours, width):
        (letter, shade), (sign, _), *_ = line.left
        turns = "".join(text for text, _ in line.right).partition(" ")[0]
        packed = (
            f" {sign.strip()}{letter.strip()}{turns}" if len(line.left) > 2 else letter.rstrip()
        )
        words.append((packed, shade))
    return [Line(tuple(words), value="character")] if words else []


@section(
    FIGHT,
    rank=2,
    more="character",
    name="Statuses",
    terse=(letters,),
    reads=attrgetter(
        "hud.statuses", "hud.hunger", "hud.turns_to_live", "hud.poise", "hud.most_poise"
    ),
)
def statuses(scene: Scene, colours: Palette, _width: int) -> list[Line]:
    """Return the hunger word, every status, the turns to live if they kill, and poise if some of it is lost."""
    hud = scene.hud
    lines = [status_line(status, colours) for status in hud.statuses]
    if hud.turns_to_live:
        left = ((" † ", colours.bad), ("– ", colours.bad), ("dying", colours.bad))
        turns = ((f"{turns_words(hud.turns_to_live)} ", colours.bad),)
        lines.append(Line(left, turns, value="character"))
    if hud.poise < hud.most_poise:
        pips = (f" {poise_pips(hud.poise, hud.most_poise)} ", colours.mana)
        lines.append(Line((pips, ("poise", colours.text)), value="character"))
    if hud.hunger and hud.hunger != "Normal":
        hungers = {"Hungry": ("– ", colours.hunger), "Starving": ("! ", colours.bad)}
        sign, shade = hungers.get(hud.hunger, ("+ ", colours.good))
        left = ((" ☼ ", shade), (sign, shade), (hud.hunger, shade))
        lines.insert(0, Line(left, value="inventory"))
    return lines


@section(
    FIGHT,
    rank=3,
    keep=5,
    heading="If you wait",
    more="panel",
    reads=attrgetter("waiting.lines", "waiting.fight"),
)
def coming(scene: Scene, _colours: Palette, _width: int) -> list[Line]:
    """Return the rows on what waiting would lead to."""
    return [*scene.waiting.fight, *scene.waiting.lines]


def foes(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return every participant of a fight, the nearest first."""
    return [_creature(each, scene, colours, width) for each in _fighting(scene)]


@section(
    FIGHT,
    rank=4,
    keep=6,
    heading="In view",
    more="panel",
    urgent=True,
    terse=(foes,),
    reads=attrgetter("nearest", "target", "waiting.deeds"),
)
def foes_and_deeds(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return every participant of a fight, the nearest first, with what they would do if the player waited."""
    lines = []
    for creature in _fighting(scene):
        lines.append(_creature(creature, scene, colours, width))
        lines += [
            Line(((row, getattr(colours, tone)),), value=creature.entity)
            for words, tone in scene.waiting.deeds.get(creature.entity, ())
            for row in _deed_rows(words, width)
        ]
    return lines


def _deed_rows(words: str, width: int) -> list[str]:
    """Wrap a creature's action into rows without cutting anything, since the chance comes last."""
    sign, deed = words[:2], words[2:]
    return [
        f" {sign if number == 0 else '  '}{row}"
        for number, row in enumerate(wrap(deed, width - DEED_INDENT))
    ]


def unless_foes(scene: Scene) -> str:
    """Return the heading for bystanders; below enemies they need none."""
    return "" if _fighting(scene) else "In view"


@section(
    FIGHT,
    rank=9,
    heading=unless_foes,
    more="panel",
    name="Others",
    reads=attrgetter("nearest", "target"),
)
def bystanders(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return everybody else in view, with one row for each kind and its count."""
    fighting = _fighting(scene)
    kinds: dict[str, list[CreatureView]] = {}
    for each in scene.nearest:
        if each not in fighting:
            kinds.setdefault(each.name, []).append(each)
    return [
        creature_line(replace(several[0], where=""), colours, width, count=len(several))
        for several in kinds.values()
    ]


def _fighting(scene: Scene) -> list[CreatureView]:
    """Return everyone in view who is more than a bystander or is the player's target."""
    target = scene.target
    return [each for each in scene.nearest if not is_bystander(each) or each.entity == target]


def _creature(creature: CreatureView, scene: Scene, colours: Palette, width: int) -> Line:
    """Return a creature's row, marked if it is the player's target."""
    return creature_line(creature, colours, width, marked=creature.entity == scene.target)


def _short_figures(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return the player's figures in three rows: attributes by their first letters, armor and gold, load."""
    hud = scene.hud
    words: list[Segment] = []
    for each in hud.attributes:
        arrow, shade = _change(each, colours)
        words += [(f" {each.name[:1]}", colours.dim), (f"{arrow}{each.value}", shade)]
    armor = figures(scene, colours, 0)[len(hud.attributes)]
    return [Line(tuple(words), value="character"), armor, _load_and_pace(hud, colours, width)]


@section(
    FIGURES,
    rank=10,
    keep=2,
    heading="You",
    more="character",
    terse=(_short_figures,),
    reads=attrgetter(
        "hud.attributes",
        "hud.armor_class",
        "hud.gold",
        "hud.weight",
        "hud.capacity",
        "hud.penalty",
        "hud.penalty_causes",
    ),
)
def figures(scene: Scene, colours: Palette, _width: int) -> list[Line]:
    """Return the attributes with their bonuses, armor, load and purse."""
    hud = scene.hud
    return [
        *(_attribute(attribute, colours) for attribute in hud.attributes),
        Line(
            ((" Armor ", colours.dim), (f"{hud.armor_class}", colours.text)),
            ((coins(hud.gold), colours.gold), (" gold ", colours.dim)),
            value="character",
        ),
        Line(((" Load ", colours.dim), _load(hud, " lb", colours)), value="inventory"),
        *(
            Line(((" Pace ", colours.dim),), slow, value="character")
            for slow in [_slowness(hud, colours)]
            if slow
        ),
    ]


def _attribute(attribute: AttributeView, colours: Palette) -> Line:
    """Return one attribute with its bonus, and an arrow where something raises or lowers it."""
    arrow, shade = _change(attribute, colours)
    value = f"{arrow:1} {attribute.value:>2} "
    return Line(
        ((f" {attribute.name}", colours.dim),),
        ((value, shade), (f"{attribute.bonus:+d} ", colours.text)),
        value="character",
    )


def _change(attribute: AttributeView, colours: Palette) -> Segment:
    """Return the arrow that says that gear or a status has changed an attribute, if so, and the colour of its value."""
    if not attribute.modifier:
        return "", colours.text
    return ("▲", colours.good) if attribute.modifier > 0 else ("▼", colours.bad)


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


def _load_and_pace(hud: HudView, colours: Palette, width: int) -> Line:
    """Return load and pace in a row; if there is too little room, leave out the unit, then the causes."""
    pace = _slowness(hud, colours)
    lines = [
        Line(((" ", colours.text), _load(hud, unit, colours)), right, value="inventory")
        for unit, right in ((" lb", pace), ("", pace), ("", pace[:1]))
    ]
    return next((line for line in lines if line.length < width), lines[-1])


def _load(hud: HudView, unit: str, colours: Palette) -> Segment:
    """Return the load and how much the player can carry, marked if it is too much."""
    sign, shade = ("!", colours.warn) if hud.weight > hud.capacity else ("", colours.text)
    return f"{hud.weight:g}/{hud.capacity:g}{unit}{sign}", shade
