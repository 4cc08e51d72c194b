"""The side panel: health, spells and items first, then what is going on, in as few words as it can be said.

The one decision: rows to click stand above rows that come and go, so that they stay in place. Each section has its rows
in one or more forms, from roomy to terse; `sections.py` chooses which are shown. What the panel leaves unsaid is on the
page behind the key for more (`FIGHT`), on a creature's card, on the character sheet.

A section is declared where its rows are made, below, which is all that it takes to add one:

  @section(FIGHT, rank=9, heading="Here", more="look", reads=lambda scene: scene.game.ask(items_underfoot))
  def lying(scene: Scene, colours: Palette, width: int) -> list[Line]:
      return [Line(((f" {each.name}", colours.item),)) for each in scene.game.ask(items_underfoot)]
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Final, NamedTuple

from roguelike.core.colour import BLACK, WHITE, Colour, mix
from roguelike.core.geometry import bearing
from roguelike.core.grammar import turns_words
from roguelike.core.records import replace
from roguelike.engine.play.commands import Cast, UseItem
from roguelike.engine.telling import outcomes
from roguelike.engine.views.records import CreatureView, HudView, ItemView, SpellView
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Nth
from roguelike.toolkit.kept import Kept
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import EMPTY, Line, legible, word_rows
from roguelike.toolkit.sections import Hint, Section, fit
from roguelike.toolkit.widgets.text import ELLIPSIS
from roguelike.ui.panels.creature_rows import (
    AIMED_AT,
    FRIEND,
    is_bystander,
    poise_pips,
    relation,
    shortened,
    status_line,
    words_in,
)
from roguelike.ui.panels.scene import NO_LETTERS, UNFORESEEN, Doing, Scene
from roguelike.ui.stage.stage import in_figures

TOP: Final = "top"
"""Health, mana and experience: they stand first in every panel."""
ACTS: Final = "acts"
"""What the player can cast and use."""
NOW: Final = "now"
"""What is going on, in few words."""
FIGHT: Final = "fight"
"""What is going on, on the page with everything."""

Form = Callable[[Scene, Palette, int], list[Line]]
"""Makes the rows of a section for a width."""


class _Part(NamedTuple):
    """A section as it is declared: without rows, with the forms that make them, what these read, and its heading."""

    blank: Section
    forms: tuple[Form, ...]
    reads: Callable[[Scene], object]
    heading: Callable[[Scene], str]
    columns: Callable[[Scene], str]

    def made(self, scene: Scene, colours: Palette, width: int, *, spaced: bool) -> Section:
        """Make the section of its rows, its shorter forms and its heading, for a width."""
        rows, *terse = (form(scene, colours, width) for form in self.forms)
        return replace(
            self.blank,
            lines=rows,
            terse=tuple(terse),
            heading=self.heading(scene),
            columns=self.columns(scene),
            spaced=spaced,
        )


_PARTS: dict[str, list[_Part]] = {}
"""The sections of each panel, by rank."""


def section(
    panel: str,
    *,
    rank: int,
    reads: Callable[[Scene], object],
    heading: str | Callable[[Scene], str] = "",
    columns: Callable[[Scene], str] = lambda _: "",
    name: str = "",
    more: str = "",
    keep: int = 1,
    wanted: int = 0,
    terse: tuple[Form, ...] = (),
) -> Callable[[Form], Form]:
    """Register the function below, and shorter forms, as a section of a panel, where sections stand by their rank.

    `reads` returns everything of the scene that its rows depend on, `heading` and the names of its
    `columns` may depend on it too; for the others see `Section`.
    """
    head = (lambda _: heading) if isinstance(heading, str) else heading
    blank = Section(keep=keep, wanted=wanted, rank=rank, more=more, name=name)

    def register(form: Form) -> Form:
        parts = _PARTS.setdefault(panel, [])
        parts.append(_Part(blank, (form, *terse), reads, head, columns))
        parts.sort(key=lambda part: part.blank.rank)
        return form

    return register


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
    def brief(cls) -> "SidePanel":
        """Make the panel beside the map."""
        return cls(TOP, ACTS, NOW)

    @classmethod
    def page(cls, *, is_fight: bool) -> "SidePanel":
        """Make the page with everything; a fight comes first."""
        return cls(TOP, *((FIGHT, ACTS) if is_fight else (ACTS, FIGHT)), spaced=True)

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
        "is_fight",
    ),
)
def pools(scene: Scene, colours: Palette, _width: int) -> list[Line]:
    """Return health, mana and experience as bars with figures."""
    hud = scene.hud
    label = "" if scene.is_fight else f"Level {hud.level}"  # every word in a fight is of the fight
    level = _bar(label, hud.xp_here, hud.xp_needed, colours.xp_back, colours)
    level = level._replace(right=())  # how much that is, is no matter of a fight
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


COST_COLUMNS, MANA_COLUMNS = 4, 2
DEALS = "deals"
"""The word that stands above its figures, not before each."""


def figure_names(scene: Scene) -> str:
    """Return the names of the columns of figures, which are there in a fight: what a use deals and costs."""
    return f" {DEALS}{'hp':>{COST_COLUMNS}} {'mp':>{MANA_COLUMNS}} " if scene.is_fight else ""


@section(
    ACTS,
    rank=7,
    keep=2,
    heading="Spells",
    columns=figure_names,
    more="spells",
    reads=attrgetter("hud.spells", "hud.mana", "sign", "waiting.figures", "is_fight"),
)
def spells(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return a row for each known spell."""
    figures = scene.waiting.figures
    return [
        _spell(spell, scene, colours, width, figures.get(Cast(spell.name), NO_FIGURE))
        for spell in scene.hud.spells
    ]


Figure = tuple[str, str]
NO_FIGURE: Figure = ("", "")
"""What something would bring, and what it would cost: FREE, if nothing, and "" as long as nobody knows."""
FREE = "0"


def _spell(spell: SpellView, scene: Scene, colours: Palette, width: int, figure: Figure) -> Line:
    """Return a spell with its key and cost; if it cannot be cast, say why instead.

    In a fight, what its best use would bring (`figure`) takes the place of the word for mana; so does a long name. If
    that is too little, the words of its runes, which come first, give way.
    """
    sign, mana = scene.sign, scene.hud.mana
    hotkey = f"{sign}{spell.hotkey} " if 1 <= spell.hotkey <= 9 else "   "
    value = Nth("cast", spell.hotkey)
    room = width - 1 - len(hotkey) - 1
    if spell.affordable and not spell.hindered:
        number, _, unit = spell.price.partition(" ")
        if scene.is_fight and unit == "mana":
            unit, number = "", f"{number:>{MANA_COLUMNS}}"
        elif unit == "mana" and len(spell.title) + len(spell.price) + 1 > room:
            unit = ""
        price = (f"{number} ", colours.text), (f"{unit} " * bool(unit), colours.dim)
        right = (*_figure(figure, colours), *price)
        if figure[1] == FREE and len(spell.title) + widgets.length_of(right) > room:
            right = ((f"{figure[0]} ", colours.good), *price)  # no place need be kept for no cost
        title = shortened(spell.title, room - widgets.length_of(right))
        left = ((f" {hotkey}", colours.key), (title, colours.spell))
        return Line(left, right, value=value)
    lack = f"{spell.cost} (have {mana}) " if spell.cost > mana else f"{spell.price} "
    if len(spell.title) + len(lack) > room:  # the bar of mana says what there is
        lack = f"{spell.price} "
    lack = f"{spell.hindered} " if spell.hindered else lack
    title = shortened(spell.title, room - len(lack))
    left = ((f"–{hotkey}", colours.disabled), (title, colours.disabled))
    return Line(left, ((lack, colours.disabled),), value=value)


def things_at_hand(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return a row for each thing that a key uses, with what its best use would bring."""
    return [_consumable(item, scene, colours, width) for item in scene.hud.consumables]


@section(
    ACTS,
    rank=8,
    wanted=3,
    heading="Things",
    more="inventory",
    terse=(things_at_hand,),
    reads=attrgetter("hud.consumables", "use_keys", "waiting.figures", "is_fight"),
)
def at_hand(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return a row for each thing that a key uses, and in a fight, if there is room, one for the safest step."""
    rows = things_at_hand(scene, colours, width)
    return [*rows, _safest_step(scene, colours)] if rows and scene.is_fight else rows


def _safest_step(scene: Scene, colours: Palette) -> Line:
    """Return the row on the step that costs least: where to, and what that is; "…" while nobody knows."""
    figures = scene.waiting.figures
    step = next((each.step for each in figures if each.step), None)
    where = bearing((0, 0), step) if step else "nowhere" if figures else ELLIPSIS
    told = next((figure for each, figure in figures.items() if each.step), NO_FIGURE)
    left = ("    step ", colours.dim), (where, colours.text)
    return Line(left, (*_figure(told, colours), NO_MANA))


NO_MANA: widgets.Segment = (" " * (MANA_COLUMNS + 1), BLACK)
"""Stands where a spell's price does, so that what things and spells cost otherwise is in one column."""


def _consumable(item: ItemView, scene: Scene, colours: Palette, width: int) -> Line:
    """Return a consumable with its key, and in a fight what its best use would bring."""
    figure = scene.waiting.figures.get(UseItem(item.entity), NO_FIGURE)
    signs = (
        (f" {scene.use_keys[item.hotkey - 1]:<2} ", colours.key),
        (f"{item.glyph} ", legible(colours.transform(item.fg))),
    )
    right = (*_figure(figure, colours), NO_MANA) if any(figure) else _curse(item, colours)
    room, word = width - widgets.length_of((*signs, *right)) - 1, item.name.partition(" ")[0]
    if NO_MANA in right and room <= len(word):  # so narrow that a column would cost the first word
        right, room = right[:-1], room + len(NO_MANA[0])
    name = _clipped(item.name, room)
    return Line((*signs, (name, colours.role(item.role))), right, value=Nth("use", item.hotkey))


def _clipped(name: str, room: int) -> str:
    """Cut an item's name, but not the number at its end, so that its figures stay in their columns."""
    words, _, number = name.rpartition(" ")
    if len(name) <= room or number[:1] not in ("×", "("):
        return widgets.clip(name, room)
    return f"{widgets.clip(words, room - len(number) - 1)} {number}"


def _curse(item: ItemView, colours: Palette) -> tuple[widgets.Segment, ...]:
    """Say at the right that an item is known to be cursed: the colour of its name is not enough."""
    return (("cursed ", colours.bad),) if item.role == "cursed" else ()


def _figure(figure: Figure, colours: Palette) -> tuple[widgets.Segment, ...]:
    """Return what something would bring and cost, the cost in a column of its own: "kills 2  -3 ", "14  -3 "."""
    brings, cost = figure
    if not any(figure):
        return ()
    shade = colours.dim if cost == FREE else colours.warn
    return (brings.removeprefix(f"{DEALS} "), colours.good), (f"{cost:>{COST_COLUMNS}} ", shade)


DEED_INDENT = 3
"""Columns before a creature's action: the map's sign for it, between blanks."""


def afflictions(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return the player's statuses by name in one row: "drunk 10, hungry, poise ◆◇"; being well fed can wait."""
    told: list[widgets.Segment] = []
    for line in statuses(scene, colours, width):
        (sign, _), (name, shade) = line.left
        turns, is_hunger = "".join(text for text, _ in line.right), line.value == "inventory"
        figure = turns.partition(" ")[0] if turns or is_hunger else sign.strip()
        if not is_hunger or shade != colours.good:
            told.append((f"{name} {figure}".rstrip().lower(), shade))
    words = widgets.clip_segments([(" ", colours.text), *_spoken(told, colours)], width)
    return [Line(tuple(words), value="character")] if told else []


@section(
    FIGHT,
    rank=2,
    reads=attrgetter(
        "hud.statuses", "hud.hunger", "hud.turns_to_live", "hud.poise", "hud.most_poise"
    ),
)
def statuses(scene: Scene, colours: Palette, _width: int) -> list[Line]:
    """Return the hunger word, every status, the turns to live if they kill, and poise if some of it is lost."""
    hud = scene.hud
    lines = [status_line(status, colours) for status in hud.statuses]
    if hud.turns_to_live:
        left = ((" – ", colours.bad), ("dying", colours.bad))
        turns = ((f"{turns_words(hud.turns_to_live)} ", colours.bad),)
        lines.append(Line(left, turns, value="character"))
    if hud.poise < hud.most_poise:
        pips = (f" {poise_pips(hud.poise, hud.most_poise)} ", colours.mana)
        lines.append(Line((pips, ("poise", colours.text)), value="character"))
    if hud.hunger and hud.hunger != "Normal":
        hungers = {"Hungry": ("–", colours.hunger), "Starving": ("!", colours.bad)}
        sign, shade = hungers.get(hud.hunger, ("+", colours.good))
        left = ((f" {sign} ", shade), (hud.hunger, shade))
        lines.insert(0, Line(left, value="inventory"))
    return lines


def in_brief(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return the statuses as rows, or in a fight by name in one row, which is there even if there are none."""
    if not scene.is_fight:
        return [*statuses(scene, colours, width), *_rest(scene.hud, colours)]
    return afflictions(scene, colours, width) or [EMPTY]


def _rest(hud: HudView, colours: Palette) -> list[Line]:
    """Return the row that says how much rest the level has left for whoever lacks anything."""
    lacks = hud.max_hp - hud.hp, hud.max_mana - hud.mana
    if not any(lacks):
        return []
    hp, mana = hud.rest
    if not any(map(min, hud.rest, lacks)):
        return [Line(((" no rest to be had here", colours.warn),), value="rest")]
    return [
        Line(
            ((" rest left", colours.text),), ((f"{hp} hp {mana} mana ", colours.dim),), value="rest"
        )
    ]


section(
    NOW,
    rank=2,
    more="character",
    name="Statuses",
    terse=(afflictions,),
    reads=attrgetter(
        "is_fight",
        "hud.rest",
        "hud.hp",
        "hud.max_hp",
        "hud.mana",
        "hud.max_mana",
        "hud.statuses",
        "hud.hunger",
        "hud.turns_to_live",
        "hud.poise",
        "hud.most_poise",
    ),
)(in_brief)


OF_COSTS = attrgetter("waiting.plan", "waiting.lines", "waiting.short", "waiting.fight")


def short_costs(scene: Scene, _colours: Palette, _width: int) -> list[Line]:
    """Return the same rows where there is room for fewer."""
    waiting = scene.waiting
    lines = waiting.lines if waiting.short is None else waiting.short
    return [*waiting.plan, *waiting.fight, *lines]


@section(FIGHT, rank=3, heading="If you wait", reads=OF_COSTS)
@section(NOW, rank=3, keep=5, more="panel", terse=(short_costs,), reads=OF_COSTS)
def costs(scene: Scene, _colours: Palette, _width: int) -> list[Line]:
    """Return the rows on what fighting on, leaving and waiting cost; the last stand above who acts then."""
    waiting = scene.waiting
    return [*waiting.plan, *waiting.fight, *waiting.lines]


MOST_WORDS = 40
"""How many words the panel may have in a fight, beside the list of spells and things: as many as one look takes in."""
OF_HEADINGS, OF_COUNT = 8, 2
"""Words of the headings, columns and the row on the safest step, and of the row that counts who is not told of."""
LEAST_SIDES = 4
"""Rows that those who fight have in any panel, and one more for a count: so the list above them never moves."""


def sides(
    scene: Scene, colours: Palette, width: int, *, most: int = 0, is_roomy: bool = False
) -> list[Line]:
    """Return who takes part in a fight, namesakes who fare alike in one row.

    First come whom an aim is at and the others whom it touches, then those who take most from the player, those who do
    something else to them, friends, those who may die, then the nearest.

    Where words are few, the last ones have the last words of their names alone, then none, those first whose namesakes
    stand above them, but what they do is told.
    Those for whom there are no words left even so, or no room in `most` rows, and all after them, are counted and shown
    as on the map, with what the player loses by them. On boards everybody is told of, for there everything can be
    reckoned. If it `is_roomy`, a name is shortened only if a row of its own is too little for it.
    """
    groups: dict[tuple[object, Doing], list[CreatureView]] = {}
    doings = scene.waiting.doings
    for each in _taking_part(scene):
        doing = doings.get(each.entity, NO_DOING)
        is_told = doing.deed or doing.steps or doing.suffers
        mood = "" if is_told else each.mood
        shared = each.name, each.glyph, relation(each), each.spared, mood
        deeds = {
            name: CHANCE.sub("", getattr(doing, name)) for name in ("deed", "short", "besides")
        }
        alike = replace(doing, steps=bool(doing.steps), loss=float(doing.loss > 0), **deeds)
        groups.setdefault((shared, alike), []).append(each)
    beside = (pools, afflictions, costs) if groups else ()
    room = MOST_WORDS - OF_HEADINGS - sum(_words(each(scene, colours, width)) for each in beside)
    those = list(groups.values())
    forms = [[_group(each, scene, colours, width, is_roomy=is_roomy) for each in those]]
    told, shown = list[Line](), len(those)
    if not scene.is_exact and not _fits([*map(_cost, forms[0])], room, most):
        first = {each[0].name: each for each in reversed(those)}
        forms += [
            [
                _group_in_brief(each, scene, colours, width, is_named=each in named, is_bare=bare)
                for each in those
            ]
            for named, bare in ((those, False), (list(first.values()), True), ((), True))
        ]
        forms[0] = _as_many_as_fit(forms, room, most)
        shown = len(forms[0])
    told += chain.from_iterable(forms[0])
    if shown < len(those):
        untold = list(chain.from_iterable(those[shown:]))
        loss = sum(_loss(each, scene) for each in those[shown:])
        told.append(_counted(untold, _lost(loss, colours), width, colours))
    return [*told, *[EMPTY] * ((LEAST_SIDES + 1 - len(told)) * scene.is_fight)]


Cost = tuple[int, int]
"""Words and rows."""


def _cost(lines: Sequence[Line]) -> Cost:
    """Count the words and rows of somebody."""
    return _words(lines), len(lines)


def _fits(told: Sequence[Cost], words: int, rows: int, *, is_all: bool = True) -> bool:
    """Return whether there are words and, unless that is 0, `rows` for so much, and a count unless it `is_all`."""
    if 0 < rows < sum(cost[1] for cost in told) + (not is_all):
        return False
    return sum(cost[0] for cost in told) + OF_COUNT * (not is_all) <= words


def _as_many_as_fit(
    forms: Sequence[Sequence[list[Line]]], words: int, rows: int
) -> list[list[Line]]:
    """Return the rows of as many as fit in so many words and, unless that is 0, rows, the first in the longest form.

    From the last one on, one after the other is shortened, until there is no shorter form; then from the last one on
    they are left out, and what that leaves goes to the first ones.
    """
    costs = [[*map(_cost, form)] for form in forms]
    everybody, used = len(forms[0]), [0] * len(forms[0])

    def fit(used: Sequence[int]) -> bool:
        """Return whether there is room for the first ones in these forms."""
        taken = [costs[form][each] for each, form in enumerate(used)]
        return _fits(taken, words, rows, is_all=len(used) == everybody)

    for shorter in range(1, len(forms)):
        for index in reversed(range(everybody)):
            if fit(used):
                break
            used[index] = shorter
    while len(used) > 1 and not fit(used):
        used.pop()
    for index, form in enumerate(used):
        longer = ([*used[:index], each, *used[index + 1 :]] for each in range(form))
        used = next(filter(fit, longer), used)
    return [forms[form][each] for each, form in enumerate(used)]


section(
    NOW,
    rank=8,
    keep=LEAST_SIDES,
    more="panel",
    name="In view",
    terse=(sides, partial(sides, most=2 * LEAST_SIDES), partial(sides, most=LEAST_SIDES + 1)),
    reads=attrgetter("nearest", "target", "waiting", "letters", "hud", "is_exact", "grow_key"),
)(partial(sides, is_roomy=True))


def _counted(
    untold: Sequence[CreatureView], loss: tuple[widgets.Segment, ...], width: int, colours: Palette
) -> Line:
    """Return the row for those of whom nothing is told: how many, and their glyphs as far as there is room."""
    row = Line(((f"… {len(untold)} more ", colours.dim),), loss, value="panel")
    glyphs = [(f" {each.glyph}", legible(colours.transform(each.fg))) for each in untold]
    room = (width - row.length - 1) // 2
    more = ((" …", colours.dim),) * (len(glyphs) > room)
    return row._replace(left=(*row.left, *glyphs[: room - len(more)], *more))


def _taking_part(scene: Scene) -> list[CreatureView]:
    """Return those who fight or suffer, in the order in which they matter."""
    doings, those = scene.waiting.doings, _fighting(scene)
    suffering = {each for each, doing in doings.items() if doing.suffers}
    those += [each for each in scene.nearest if each not in those and each.entity in suffering]
    worst = max((doings.get(each.entity, NO_DOING).loss for each in those), default=0)

    def rank(each: CreatureView) -> tuple[bool, ...]:
        """Return the sort key of one creature."""
        doing, is_friend = doings.get(each.entity, NO_DOING), relation(each) == "friend"
        is_at_you = doing.is_at_you and each.hostile
        return (
            each.entity != scene.target or not doing.is_aimed_at,
            not doing.is_aimed_at,
            doing.loss < worst / 2,  # coarse, lest rows change places while figures are worked out
            not doing.loss,
            not is_at_you,
            not is_friend,
            not doing.suffers,
        )

    return sorted(those, key=rank)


def _words(lines: Sequence[Line]) -> int:
    """Count the words of some rows."""
    told = (text for line in lines for text, _ in (*line.left, (" ", BLACK), *line.right))
    return words_in("".join(told))


NO_DOING = Doing()
MOST_SUFFERED = 2
"""How much of what somebody suffers is told where words are few: the worst."""
UNTOLD = {"asleep": "asleep", "unaware": "unaware"}
"""What is said of moods, of whoever does nothing yet."""


class _Told(NamedTuple):
    """Of creatures that share a row: mark and glyph, what they suffer and do, at length and in short, what they take.

    `least` is what they do without what they may do besides; `shade` is the colour of their name.
    """

    head: tuple[widgets.Segment, ...]
    suffers: list[widgets.Segment]
    deed: tuple[widgets.Segment, ...]
    short: tuple[widgets.Segment, ...]
    least: tuple[widgets.Segment, ...]
    loss: tuple[widgets.Segment, ...]
    shade: Colour


def _told_of(group: Sequence[CreatureView], scene: Scene, colours: Palette) -> _Told:
    """Return what there is to tell of creatures that share a row."""
    first, doings = group[0], _doings(group, scene)
    mark = AIMED_AT if any(each.entity == scene.target for each in group) else " "
    deed, short, least = (
        _deed(group, doings[0], _together(deeds), scene, colours)
        for deeds in (
            [each.deed + each.besides for each in doings],
            [each.short + each.besides for each in doings],
            [each.short for each in doings],
        )
    )
    return _Told(
        ((mark, colours.key), (f"{first.glyph} ", _on_bar(group, first.fg, colours))),
        [(words, getattr(colours, role)) for words, role in doings[0].suffers],
        deed,
        short,
        least,
        _lost(_loss(group, scene), colours),
        colours.creature if first.hostile else colours.text,
    )


def _group(
    group: Sequence[CreatureView],
    scene: Scene,
    colours: Palette,
    width: int,
    *,
    is_roomy: bool = True,
) -> list[Line]:
    """Return who they are, what they suffer and do: in one row, or in more if that is too long.

    Unless it `is_roomy`, a shorter name is better than another row.
    """
    first, told = group[0], _told_of(group, scene, colours)
    alike = {each.name for each in scene.nearest if each.glyph == first.glyph}
    beside = ((" ", colours.text), *_spoken(told.suffers, colours)) if told.suffers else ()
    for said, is_bare in ((told.deed, False), (told.short, False), (told.short, True)):
        tail = tuple(_after_name(group, scene, colours, is_bare=is_bare))
        taken = widgets.length_of((*told.head, *tail, *beside, *said, *told.loss))
        room = width - taken - (not is_bare and len(group) == 1) - 1
        is_whole = is_roomy or said != told.short
        words = first.name if is_whole else shortened(first.name, room, alike)
        # The last word says what it is: that goes before hit points.
        if len(words) <= room and (is_bare or not words.endswith(ELLIPSIS)):
            row = Line((*told.head, (words, told.shade), *tail, *beside), (*said, *told.loss))
            return [_barred(group, row, colours)]
    room = width - widgets.length_of((*told.head, *tail, *told.loss)) - 1
    words = shortened(first.name, room, alike)
    below = _below(first.entity, _spoken(told.suffers, colours), told.deed, width)
    row = Line((*told.head, (words, told.shade), *tail), told.loss)
    return [_barred(group, row, colours), *below]


def _group_in_brief(
    group: Sequence[CreatureView],
    scene: Scene,
    colours: Palette,
    width: int,
    *,
    is_named: bool,
    is_bare: bool,
) -> list[Line]:
    """Return the same in fewer words: with the last word of their name, or none; if `is_bare` the likeliest alone."""
    first, told = group[0], _told_of(group, scene, colours)
    suffers, said = told.suffers, told.short
    if is_bare:
        more = [(ELLIPSIS, colours.dim)] * (len(suffers) > MOST_SUFFERED)
        suffers, said = [*suffers[:MOST_SUFFERED], *more], told.least
    marks = tuple(_after_name(group, scene, colours, is_bare=True))
    beside = ((" ", colours.text), *_spoken(suffers, colours)) if suffers else ()
    called = first.name.split()[-1] if is_named else ""
    named = (*told.head, (called, told.shade), *marks)
    row = Line((*named, *beside), (*said, *told.loss))
    if row.length < width:
        return [_barred(group, row, colours)]
    below = _below(first.entity, _spoken(suffers, colours), said, width)
    return [_barred(group, Line(named, told.loss), colours), *below]


def _below(
    entity: int,
    suffers: Sequence[widgets.Segment],
    deed: Sequence[widgets.Segment],
    width: int,
) -> list[Line]:
    """Return what a creature suffers and does as rows below its name."""
    rows = _indented([suffers], entity, width) if suffers else []
    last = rows.pop() if rows else Line((INDENTED,), value=entity)
    if not deed or last.length + widgets.length_of(deed) < width:
        return [*rows, last._replace(right=tuple(deed))]
    # The end, where the chance stands, must not be cut.
    return [*rows, *[last] * bool(suffers), *_indented([deed], entity, width)]


def _indented(told: Sequence[Sequence[widgets.Segment]], entity: int, width: int) -> list[Line]:
    """Return sentences about a creature as rows below its name."""
    rows = word_rows(told, width - DEED_INDENT)
    return [Line((INDENTED, *row.left), value=entity) for row in rows]


INDENTED: widgets.Segment = (" " * DEED_INDENT, BLACK)


def _spoken(words: Sequence[widgets.Segment], colours: Palette) -> list[widgets.Segment]:
    """Return several phrases with commas between."""
    joints = [(", ", colours.text)] * len(words)
    return [each for pair in zip(words, joints, strict=True) for each in pair][:-1]


def _barred(group: Sequence[CreatureView], row: Line, colours: Palette) -> Line:
    """Return a row on a bar of the health of somebody who is hurt."""
    share, row = _health(group), row._replace(value=group[0].entity)
    if share >= 1:
        return row
    return row._replace(fill=mix(colours.health_back, BLACK, 0.4), filled=share)


def _on_bar(group: Sequence[CreatureView], colour: Colour, colours: Palette) -> Colour:
    """Return the colour of a letter in a group's row, lighter on a bar, where a dark red would not be seen."""
    shade = legible(colours.transform(colour))
    return mix(shade, WHITE, ON_BAR) if _health(group) < 1 else shade


def _health(group: Sequence[CreatureView]) -> float:
    """Return the share of health that the bar of a row shows; namesakes in one row have none."""
    return group[0].hp / max(group[0].max_hp, 1) if len(group) == 1 else 1.0


def _deed(
    group: Sequence[CreatureView], doing: Doing, words: str, scene: Scene, colours: Palette
) -> tuple[widgets.Segment, ...]:
    """Return what they do, in some words; "…" while nothing is known."""
    first, doings = group[0], scene.waiting.doings
    if first.mood in UNTOLD and not words and not doing.suffers:
        return ((f"{UNTOLD[first.mood]} ", colours.dim),)
    if not (words or doing.steps):
        return ()
    if not scene.waiting.is_known:
        return ((f"{ELLIPSIS} ", colours.dim),)
    if doing.steps:
        far = sorted(doings[each.entity].steps for each in group)
        words = f"{outcomes.span(far[0], far[-1])} {'step' if far[-1] == 1 else 'steps'}"
    return ((f"{words} ", getattr(colours, doing.tone)),)


def _loss(group: Sequence[CreatureView], scene: Scene) -> float:
    """Return what the player loses by some creatures, in hit points; 0 while nothing is known."""
    return scene.waiting.is_known * sum(each.loss for each in _doings(group, scene))


def _doings(group: Sequence[CreatureView], scene: Scene) -> list[Doing]:
    """Return what happens to each and what it does."""
    return [scene.waiting.doings.get(each.entity, NO_DOING) for each in group]


CHANCE = re.compile(r" (\d+)%$")
"""The chance at the end of a deed."""


def _together(deeds: Sequence[str]) -> str:
    """Return deeds that differ by their chances alone as one: "casts Venom 25-44%"."""
    chances = sorted(int(found[1]) if (found := CHANCE.search(each)) else 100 for each in deeds)
    words = CHANCE.sub("", deeds[0])
    return deeds[0] if chances[0] == chances[-1] else f"{words} {chances[0]}-{chances[-1]}%"


def _lost(hp: float, colours: Palette) -> tuple[widgets.Segment, ...]:
    """Return what the player loses by somebody; nothing if that is nothing."""
    return ((f"-{in_figures(hp)} ", colours.warn),) if hp else ()


def _after_name(
    group: Sequence[CreatureView], scene: Scene, colours: Palette, *, is_bare: bool
) -> Iterator[widgets.Segment]:
    """Yield how many they are, their letters on the map, and unless it `is_bare` one's statuses and hit points."""
    first = group[0]
    if len(group) > 1:
        yield f" ×{len(group)}", colours.text
    marks = sorted({scene.letters.get(each.entity, "") for each in group})
    near = [each for each in marks if each[:1] != BEYOND]
    if any(near) and (len(group) == 1 or all(len(each) == 1 for each in near)):
        yield f" {''.join(near)}", colours.key
    yield from ((f" {each}", colours.key) for each in marks if each[:1] == BEYOND)
    if len(group) == 1 and not is_bare:
        for each in first.statuses[:MOST_STATUSES]:
            yield f" {each.label.lower()}", _on_bar(group, each.colour, colours)
        if first.hp < first.max_hp or first.spared or scene.is_exact:
            yield f" {first.hp}", colours.text
    if first.spared:
        yield f" {first.hp}" * is_bare, colours.text
    if relation(first) == "friend" or first.spared:
        yield f" {FRIEND}", colours.friend


BEYOND = "→"
"""Stands before the direction of those beyond the edge of what is shown of the map, in place of their letters."""
ON_BAR = 0.5
"""How much lighter letters are on a bar."""
MOST_STATUSES = 3
"""How many statuses of a creature are shown."""


@section(
    FIGHT,
    rank=4,
    heading="In view",
    reads=attrgetter("nearest", "target", "waiting", "letters"),
)
def each_side(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return everybody of the panel's rows by themselves, and what else they may do."""
    doings = {
        each: replace(doing, deed=doing.whole or doing.deed, short=doing.whole or doing.short)
        for each, doing in scene.waiting.doings.items()
    }
    exact, lines = (
        replace(scene, is_exact=True, waiting=replace(scene.waiting, doings=doings)),
        list[Line](),
    )
    for creature in _taking_part(scene):
        lines += _group([creature], exact, colours, width)
        for words, tone in scene.waiting.further.get(creature.entity, ()):
            lines += _indented([[(words, getattr(colours, tone))]], creature.entity, width)
    return lines


def unless_foes(scene: Scene) -> str:
    """Return the heading for bystanders; below enemies they need none."""
    return "" if _fighting(scene) else "In view"


@section(
    FIGHT,
    rank=9,
    heading=unless_foes,
    reads=attrgetter("nearest", "target", "waiting.doings"),
)
def bystanders(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return everybody else in view, with one row for each kind and its count."""
    told, quiet = _taking_part(scene), replace(scene, waiting=UNFORESEEN, letters=NO_LETTERS)
    kinds: dict[str, list[CreatureView]] = {}
    for each in scene.nearest:
        if each not in told:
            kinds.setdefault(each.name, []).append(each)
    return [row for each in kinds.values() for row in _group(each, quiet, colours, width)]


def _fighting(scene: Scene) -> list[CreatureView]:
    """Return everyone in view who is more than a bystander or is the player's target."""
    target = scene.target
    return [each for each in scene.nearest if not is_bystander(each) or each.entity == target]


@section(
    NOW,
    rank=9,
    heading="In view",
    more="panel",
    name="Others",
    reads=attrgetter("nearest", "target", "waiting.doings"),
)
def at_peace(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return everybody else in view, unless there is a fight."""
    return [] if scene.is_fight else bystanders(scene, colours, width)
