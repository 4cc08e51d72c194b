"""The player's figures, which seldom change: attributes, armor, load and purse."""

from operator import attrgetter

from roguelike.core.grammar import coins
from roguelike.engine.views.records import AttributeView, HudView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import Line
from roguelike.ui.panels.scene import Scene
from roguelike.ui.panels.side import FIGURES, section
from roguelike.ui.widgets import Segment


def _short_figures(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return the player's figures in three rows: attributes by their first letters, armor and gold, load."""
    hud = scene.hud
    words: list[Segment] = []
    for each in hud.attributes:
        arrow = ("▲" if each.modifier > 0 else "▼") if each.modifier else ""
        shade = (
            colours.good if each.modifier > 0 else colours.bad if each.modifier else colours.text
        )
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
