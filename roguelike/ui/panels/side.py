"""The side panel: the player's figures, spells, things at hand, gear, and everyone in view.

Its upper part stands still, so that the eye finds health and mana without looking; what comes and goes is below.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from roguelike.core.geometry import Point
from roguelike.engine.views.records import AttributeView, CreatureView, HudView, ItemView, SpellView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.creature_rows import (
    creature_line,
    is_bystander,
    nearest_first,
    poise_pips,
    status_line,
)
from roguelike.ui.panels.rows import EMPTY, Line, legible
from roguelike.ui.panels.sections import Section, fit
from roguelike.ui.widgets import Segment

USE, CAST = "⇧", "^"
"""Before a digit: with shift it uses, with ctrl it casts."""
WEAPON_SLOTS = frozenset({"Melee", "Missile"})
NO_DEEDS: Mapping[int, tuple[str, ...]] = MappingProxyType({})
LOW = 0.34
"""Below this share health is called low."""
SPACIOUS = 30
"""From so many rows on, a panel has room for a blank one."""


class Shown(NamedTuple):
    """What the panel tells of."""

    hud: HudView
    creatures: tuple[CreatureView, ...]
    here: Point
    target: int | None
    coming: tuple[Line, ...] = ()
    """What would come of waiting."""
    deeds: Mapping[int, tuple[str, ...]] = NO_DEEDS
    """What everybody would do then, by id."""


class _Part:
    """Some rows of the panel, kept as long as nothing that they show has changed: a turn changes a row or two."""

    def __init__(
        self,
        what: str,
        rows: Callable[[Shown, Palette], list[Line]],
        keep: int,
        heading: str = "",
    ) -> None:
        """Make rows of `what`, names of fields of Shown."""
        self._rows, self._keep, self._heading = rows, keep, heading
        self._read = attrgetter(*what.split())
        self._key: object = None
        self._section = Section([])

    def section(self, shown: Shown, colours: Palette) -> Section:
        """Return the rows, made anew if need be."""
        key = self._read(shown), colours.variant
        if key != self._key:
            self._key = key
            self._section = Section(self._rows(shown, colours), self._heading, self._keep)
        return self._section


class SidePanel:
    """Keeps the rows of each part, and the whole of them as long as no part changed."""

    def __init__(self) -> None:
        pools = "hud.hp hud.max_hp hud.mana hud.max_mana hud.level hud.xp_here hud.xp_needed hud.choices"
        figures = "hud.attributes hud.armor_class hud.gold hud.weight hud.capacity hud.penalty"
        self._parts = (
            _Part(pools, _pools, 3),
            _Part("hud.statuses hud.hunger hud.poise hud.most_poise", _statuses, 2),
            _Part("coming", lambda shown, _: list(shown.coming), 5, "If you wait"),
            _Part("creatures here target deeds", _in_view, 4, "In view"),
            _Part("hud.spells hud.mana", _spells, 3, "Spells"),
            _Part(figures, _figures, 0, "You"),
            _Part("hud.consumables", _at_hand, 2, "At hand"),
            _Part("hud.weapon hud.worn", _gear, 0, "Gear"),
        )
        self._key: object = None
        self._lines: list[Line] = []

    def lines(self, shown: Shown, size: tuple[int, int], colours: Palette) -> list[Line]:
        """Return the panel's rows, at most size[1] of them, for size[0] columns; the last list if it is the same."""
        sections = [part.section(shown, colours) for part in self._parts]
        key = (sections, size, colours.variant)
        if key != self._key:
            self._key = key
            self._lines = fit(sections, *size, colours)
        return self._lines


def own_bars(hud: HudView, colours: Palette, rows: int) -> list[Line]:
    """Return health and mana as they stay in view while the player chooses; a blank row below if `rows` are many."""
    return [*_own_bars(hud, colours), *([EMPTY] if rows >= SPACIOUS else [])]


def _own_bars(hud: HudView, colours: Palette) -> list[Line]:
    """Return health and mana as bars with figures."""
    hurt = hud.hp < hud.max_hp * LOW
    return [
        _bar("Health low!" if hurt else "Health", hud.hp, hud.max_hp, colours.health_back, colours),
        _bar("Mana", hud.mana, hud.max_mana, colours.mana_back, colours),
    ]


def _pools(shown: Shown, colours: Palette) -> list[Line]:
    """Return health, mana and experience as bars with figures."""
    hud = shown.hud
    level = _bar(f"Level {hud.level}", hud.xp_here, hud.xp_needed, colours.xp_back, colours)
    return [*_own_bars(hud, colours), _choice(hud, colours) if hud.choices else level]


def _choice(hud: HudView, colours: Palette) -> Line:
    """Return the row that a new level waits for a choice; a click on it opens the choice."""
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


def _figures(shown: Shown, colours: Palette) -> list[Line]:
    """Return the attributes with their bonuses, armour, load and purse."""
    hud = shown.hud
    heavy = hud.weight > hud.capacity
    slow = f"{'slow' if hud.penalty > 0 else 'fast'} {abs(hud.penalty):g} " if hud.penalty else ""
    load = colours.warn if heavy else colours.text
    return [
        *(_attribute(attribute, colours) for attribute in hud.attributes),
        Line(
            ((" Armour ", colours.dim), (f"{hud.armor_class}", colours.text)),
            ((f"{hud.gold:,.1f}", colours.gold), (" gold ", colours.dim)),
            value="character",
        ),
        Line(
            (
                (" Load ", colours.dim),
                (f"{hud.weight:g}/{hud.capacity:g} lb", load),
                ("!" if heavy else "", load),
            ),
            ((slow, colours.warn if hud.penalty > 0 else colours.good),),
            value="inventory",
        ),
    ]


def _statuses(shown: Shown, colours: Palette) -> list[Line]:
    """Return the hunger word, every status, and poise while some of it is lost."""
    hud = shown.hud
    lines = [status_line(status, colours) for status in hud.statuses]
    if hud.poise < hud.most_poise:
        pips = poise_pips(hud.poise, hud.most_poise)
        lines.append(
            Line(((f" {pips} ", colours.mana), ("poise", colours.text)), value="character")
        )
    if hud.hunger and hud.hunger != "Normal":
        shade = {"Hungry": colours.hunger, "Starving": colours.bad}.get(hud.hunger, colours.good)
        sign = {"Hungry": "– ", "Starving": "! "}.get(hud.hunger, "+ ")
        lines.insert(
            0, Line(((" ☼ ", shade), (sign, shade), (hud.hunger, shade)), value="inventory")
        )
    return lines


def _spells(shown: Shown, colours: Palette) -> list[Line]:
    """Return a row for each known spell."""
    return [_spell(spell, shown.hud.mana, colours) for spell in shown.hud.spells]


def _spell(spell: SpellView, mana: int, colours: Palette) -> Line:
    """Return a spell with its key and cost; one beyond the player's means says how far."""
    hotkey = f"{CAST}{spell.hotkey} " if 1 <= spell.hotkey <= 9 else "   "
    value = f"cast_{spell.hotkey}" if hotkey.strip() else "spells"
    if spell.affordable:
        left = ((f" {hotkey}", colours.key), (spell.title, colours.spell))
        number, _, unit = spell.price.partition(" ")
        right = ((f"{number} ", colours.text), (f"{unit} ", colours.dim))
        return Line(left, right, value=value)
    left = ((f"–{hotkey}", colours.disabled), (spell.title, colours.disabled))
    lack = f"{spell.cost} (need {spell.cost - mana}) " if spell.cost > mana else f"{spell.price} "
    return Line(left, ((lack, colours.disabled),), value=value)


def _in_view(shown: Shown, colours: Palette) -> list[Line]:
    """Return everyone in view, the nearest first, with what they would do if the player waited."""
    lines = []
    for creature, count in _folded(nearest_first(shown.creatures, shown.here), shown.target):
        marked = creature.entity == shown.target
        lines.append(creature_line(creature, colours, marked=marked, count=count))
        lines += [
            Line(((f" {words}", colours.dim),), value=creature.entity)
            for words in shown.deeds.get(creature.entity, ())
        ]
    return lines


def _folded(
    creatures: Sequence[CreatureView], target: int | None
) -> list[tuple[CreatureView, int]]:
    """Return (creature, how many are like it): those who take no part in a fight stand in one row with their kind."""
    rows: list[tuple[CreatureView, int]] = []
    places: dict[str, int] = {}
    for creature in creatures:
        if not is_bystander(creature) or creature.entity == target:
            rows.append((creature, 1))
        elif creature.name in places:
            first, count = rows[places[creature.name]]
            rows[places[creature.name]] = first, count + 1
        else:
            places[creature.name] = len(rows)
            rows.append((creature, 1))
    return rows


def _at_hand(shown: Shown, colours: Palette) -> list[Line]:
    """Return the things to use."""
    return [_consumable(item, colours) for item in shown.hud.consumables]


def _consumable(item: ItemView, colours: Palette) -> Line:
    """Return something to use with its key."""
    left = (
        (f" {USE}{item.hotkey} ", colours.key),
        (f"{item.glyph} ", legible(colours.transform(item.fg))),
        (item.name, colours.role(item.role)),
    )
    return Line(left, _curse(item, "", colours), value=f"use_{item.hotkey}")


def _gear(shown: Shown, colours: Palette) -> list[Line]:
    """Return what is in hand and what is worn."""
    return [*_weapons(shown.hud, colours), *_worn(shown.hud, colours)]


def _weapons(hud: HudView, colours: Palette) -> list[Line]:
    """Return the weapons in hand with their dice."""
    lines = []
    for weapon in hud.weapon.split("; "):
        name, _, dice = weapon.partition(" (")
        right = ((dice.removesuffix(")") + " ", colours.text),) if dice else ()
        lines.append(Line(((" ", colours.dim), (name, colours.item)), right, value="inventory"))
    return lines


def _worn(hud: HudView, colours: Palette) -> list[Line]:
    """Return what is worn and no weapon, with where."""
    return [
        Line(
            ((" ", colours.dim), (item.name, colours.role(item.role))),
            _curse(item, item.slot.lower(), colours),
            value="inventory",
        )
        for item in hud.worn
        if item.slot not in WEAPON_SLOTS
    ]


def _curse(item: ItemView, otherwise: str, colours: Palette) -> tuple[Segment, ...]:
    """Say at the right that a thing is known to be cursed: the colour of its name is not enough."""
    if item.role == "cursed":
        return (("cursed ", colours.bad),)
    return ((f"{otherwise} ", colours.dim),) if otherwise else ()
