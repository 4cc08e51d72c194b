"""Health, mana and experience: they come first at every size."""

from operator import attrgetter

from roguelike.engine.views.records import HudView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import Line
from roguelike.ui.panels.scene import Scene
from roguelike.ui.panels.side import TOP, section

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
    ),
)
def pools(scene: Scene, colours: Palette, _width: int) -> list[Line]:
    """Return health, mana and experience as bars with figures."""
    hud = scene.hud
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
