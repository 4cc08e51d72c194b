"""The side panel: the player's figures, spells, things at hand, gear, and everyone in view.

Its upper part stands still, so that the eye finds health and mana without looking; what comes and goes is below.
"""

from dataclasses import fields
from operator import attrgetter

from roguelike.core.geometry import Point
from roguelike.engine.views import AttributeView, CreatureView, HudView, ItemView, SpellView
from roguelike.ui.palette import Palette
from roguelike.ui.panels.creatures import creature_line, nearest_first, status_line
from roguelike.ui.panels.rows import Line, legible
from roguelike.ui.panels.sections import Section, fit
from roguelike.ui.widgets import Segment

USE, CAST = "⇧", "^"
"""Before a digit: with shift it uses, with ctrl it casts."""
WEAPON_SLOTS = frozenset({"Melee", "Missile"})
LOW = 0.34
"""Below this share health is called low."""


_shown = attrgetter(*(f.name for f in fields(HudView) if f.name not in ("place", "depth", "turn")))
"""What of the figures the panel shows: all but what the title line has."""


class SidePanel:
    """Keeps the rows as long as nothing in them changed: most turns change nothing but the turn."""

    def __init__(self) -> None:
        self._key: object = None
        self._lines: list[Line] = []

    def lines(
        self,
        hud: HudView,
        creatures: tuple[CreatureView, ...],
        here: Point,
        target: int | None,
        size: tuple[int, int],
        colours: Palette,
    ) -> list[Line]:
        """Return the panel's rows; see `side_lines`."""
        key = (_shown(hud), creatures, here if creatures else None, target, size, colours.variant)
        if key != self._key:
            self._key = key
            self._lines = side_lines(hud, creatures, here, target, size, colours)
        return self._lines


def side_lines(
    hud: HudView,
    creatures: tuple[CreatureView, ...],
    here: Point,
    target: int | None,
    size: tuple[int, int],
    colours: Palette,
) -> list[Line]:
    """Return the panel's rows, at most size[1] of them, for size[0] columns."""
    seen = nearest_first(creatures, here)
    sections = [
        Section([*_pools(hud, colours)], keep=3),
        Section([*_attributes(hud, colours), *_figures(hud, colours)], keep=6),
        Section(_statuses(hud, colours), keep=4),
        Section([_spell(spell, hud.mana, colours) for spell in hud.spells], "Spells", keep=5),
        Section(
            [creature_line(c, colours, marked=c.entity == target) for c in seen], "In view", keep=5
        ),
        Section([_consumable(item, colours) for item in hud.consumables], "At hand", keep=4),
        Section([*_weapons(hud, colours), *_worn(hud, colours)], "Gear", keep=2),
    ]
    return fit(sections, *size, colours)


def _pools(hud: HudView, colours: Palette) -> list[Line]:
    """Return health, mana and experience as bars with figures."""
    hurt = hud.hp < hud.max_hp * LOW
    return [
        _bar("Health low!" if hurt else "Health", hud.hp, hud.max_hp, colours.health_back, colours),
        _bar("Mana", hud.mana, hud.max_mana, colours.mana_back, colours),
        _bar(f"Level {hud.level}", hud.xp_here, hud.xp_needed, colours.xp_back, colours),
    ]


def _bar(label: str, value: int, most: int, fill: tuple[int, int, int], colours: Palette) -> Line:
    """Return a bar."""
    return Line(
        ((f" {label}", colours.text),),
        ((f"{value}/{most} ", colours.text),),
        colours.bar_back,
        fill,
        value / most if most else 0.0,
        "character",
    )


def _attributes(hud: HudView, colours: Palette) -> list[Line]:
    """Return the attributes with their bonuses."""
    return [_attribute(attribute, colours) for attribute in hud.attributes]


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


def _figures(hud: HudView, colours: Palette) -> list[Line]:
    """Return armour, load and purse."""
    heavy = hud.weight > hud.capacity
    slow = f"{'slow' if hud.penalty > 0 else 'fast'} {abs(hud.penalty):g} " if hud.penalty else ""
    load = colours.warn if heavy else colours.text
    return [
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


def _statuses(hud: HudView, colours: Palette) -> list[Line]:
    """Return the hunger word and every status."""
    lines = [status_line(status, colours) for status in hud.statuses]
    if hud.hunger and hud.hunger != "Normal":
        shade = {"Hungry": colours.hunger, "Starving": colours.bad}.get(hud.hunger, colours.good)
        sign = {"Hungry": "– ", "Starving": "! "}.get(hud.hunger, "+ ")
        lines.insert(
            0, Line(((" ☼ ", shade), (sign, shade), (hud.hunger, shade)), value="inventory")
        )
    return lines


def _spell(spell: SpellView, mana: int, colours: Palette) -> Line:
    """Return a spell with its key and cost; one beyond the player's means says how far."""
    hotkey = f"{CAST}{spell.hotkey} " if 1 <= spell.hotkey <= 9 else "   "
    value = f"cast_{spell.hotkey}" if hotkey.strip() else "spells"
    if spell.affordable:
        left = ((f" {hotkey}", colours.key), (spell.name, colours.spell))
        return Line(left, ((f"{spell.cost} ", colours.text), ("mana ", colours.dim)), value=value)
    left = ((f"–{hotkey}", colours.disabled), (spell.name, colours.disabled))
    return Line(
        left, ((f"{spell.cost} (need {spell.cost - mana}) ", colours.disabled),), value=value
    )


def _consumable(item: ItemView, colours: Palette) -> Line:
    """Return something to use with its key."""
    left = (
        (f" {USE}{item.hotkey} ", colours.key),
        (f"{item.glyph} ", legible(colours.transform(item.fg))),
        (item.name, colours.role(item.role)),
    )
    return Line(left, _curse(item, "", colours), value=f"use_{item.hotkey}")


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
