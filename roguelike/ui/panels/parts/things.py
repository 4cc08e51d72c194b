"""Items: those at hand, with their keys, and those wielded and worn."""

from operator import attrgetter

from roguelike.core.grammar import body_part
from roguelike.engine.views.records import HudView, ItemView
from roguelike.ui.asked import Asked, Nth, OpenItem
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import Line, legible
from roguelike.ui.panels.scene import Scene
from roguelike.ui.panels.side import ACTS, FIGURES, section
from roguelike.ui.widgets import Segment, packed

WEAPON_SLOTS = frozenset({"Melee", "Missile"})


@section(
    ACTS,
    rank=8,
    wanted=3,
    heading="At hand",
    more="inventory",
    reads=attrgetter("hud.consumables", "use_keys"),
)
def at_hand(scene: Scene, colours: Palette, _width: int) -> list[Line]:
    """Return the consumables."""
    return [_consumable(item, scene.use_keys, colours) for item in scene.hud.consumables]


def _consumable(item: ItemView, keys: tuple[str, ...], colours: Palette) -> Line:
    """Return a consumable with its key."""
    left = (
        (f" {keys[item.hotkey - 1]:<2} ", colours.key),
        (f"{item.glyph} ", legible(colours.transform(item.fg))),
        (item.name, colours.role(item.role)),
    )
    return Line(left, _curse(item, "", colours), value=Nth("use", item.hotkey))


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
