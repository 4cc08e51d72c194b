"""The character sheet: every figure of the player, and beside it what the figure is good for."""

from collections.abc import Iterator
from typing import ClassVar

from tcod.console import Console

from roguelike.engine.views import HudView
from roguelike.ui.palette import Palette
from roguelike.ui.program import Program
from roguelike.ui.screens.inventory import load_words
from roguelike.ui.screens.page import TextPage
from roguelike.ui.widgets import Rect, Segment, bar, print_segments

Line = list[Segment]

_BAR_COLUMNS = 26
_LABEL_COLUMNS = 15
_ATTRIBUTES = {
    "Might": "hits and damage in melee; carries 15 lbs a point",
    "Fitness": "health, with every level",
    "Quickness": "armour class, and acting sooner",
    "Intelligence": "mana, with every level",
}
_SKILLS = {
    "Melee": "added to hit and to damage",
    "Defense": "added to armour class",
    "Magic": "what you have learned of the art",
}
_HUNGER = {
    "Well Fed": "+1 to hit",
    "Normal": "neither hungry nor full",
    "Hungry": "too hungry to rest",
    "Starving": "too hungry to rest; soon it will hurt",
}
TALLIES = {
    "damage_taken": "Damage suffered",
    "damage_dealt": "Damage dealt",
    "kills": "Kills",
    "spells_cast": "Spells cast",
    "deepest": "Deepest level",
}
"""The counts of a run, in the player's words."""

# From one turn to the next pass 6 + d6 ticks (systems/initiative.py); 3.5 is the mean of the die.
_MEAN_TICKS = 9.5


def tally_words(name: str) -> str:
    """Name a count of a run in the player's words."""
    return TALLIES.get(name, name.replace("_", " ").capitalize())


class Character(TextPage):
    """All figures: the three pools as bars, the rest as text that scrolls."""

    name: ClassVar[str] = "Character"
    title: ClassVar[str] = "Character"
    columns: ClassVar[int] = 84

    def __init__(self, program: Program) -> None:
        self.hud = program.game.hud()
        super().__init__(program, _lines(program, self.hud))

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw who and where, the bars, and the rest."""
        hud, palette = self.hud, self.program.palette
        where = [
            (f"Level {hud.level}", palette.level_up),
            (f"   {hud.place}, depth {hud.depth}   turn {hud.turn:,}", palette.text),
        ]
        if hud.wizard:
            where.append(("   wizard mode", palette.warn))
        print_segments(console, rect.x, rect.y + 1, where, rect.width)
        _draw_pools(console, rect.x, rect.y + 3, hud, palette)
        super().draw_body(console, Rect(rect.x, rect.y + 7, rect.width, rect.height - 8))


def _draw_pools(console: Console, x: int, y: int, hud: HudView, palette: Palette) -> None:
    """Draw health, mana and experience as bars, and how each grows."""
    pools = (
        ("Health", hud.hp, hud.max_hp, palette.health_back, "15, and 15 + fitness bonus a level"),
        ("Mana", hud.mana, hud.max_mana, palette.mana_back, "4 + intelligence bonus a level"),
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
        bar(console, at, y + row, _BAR_COLUMNS, share, fill=fill, back=palette.bar_back, text=text)
        console.print(at + _BAR_COLUMNS + 2, y + row, words, fg=palette.dim)


def _lines(program: Program, hud: HudView) -> list[Line]:
    """Write everything below the bars."""
    palette = program.palette
    return [
        *_section("Attributes", palette),
        *_attribute_lines(hud, palette),
        *_section("Skills", palette),
        *(
            _line(label, f"{value:+d}", _SKILLS.get(label, ""), palette)
            for label, value in hud.skills
        ),
        *_section("In a fight", palette),
        *_fight_lines(hud, palette),
        *_section("Body", palette),
        _line("Hunger", hud.hunger, _HUNGER.get(hud.hunger, ""), palette),
        load_words(program),
        *_status_lines(hud, palette),
        *_section("This run", palette),
        *_run_lines(program),
    ]


def _section(words: str, palette: Palette) -> list[Line]:
    """Head a section, a blank row above it."""
    return [[], [(words, palette.heading)]]


def _line(label: str, value: str, words: str, palette: Palette) -> Line:
    """Write one figure and what it is good for."""
    return [
        (f"{label:<{_LABEL_COLUMNS}}", palette.dim),
        (f"{value:<11} ", palette.text),
        (words, palette.dim),
    ]


def _attribute_lines(hud: HudView, palette: Palette) -> Iterator[Line]:
    """Write the attributes: value, bonus, and what gear and statuses added to the value."""
    for attribute in hud.attributes:
        words = _ATTRIBUTES.get(attribute.name, "")
        line = _line(attribute.name, f"{attribute.value:>2}  {attribute.bonus:+d}", words, palette)
        if attribute.modifier:
            shade = palette.good if attribute.modifier > 0 else palette.bad
            line.append((f" ({attribute.modifier:+d} now, from gear and statuses)", shade))
        yield line


def _fight_lines(hud: HudView, palette: Palette) -> Iterator[Line]:
    """Write what counts in a fight."""
    quickness = next((a.bonus for a in hud.attributes if a.name == "Quickness"), 0)
    ticks = max(1.0, _MEAN_TICKS - quickness + hud.penalty // 1)
    yield [(f"{'Weapon':<{_LABEL_COLUMNS}}", palette.dim), (hud.weapon, palette.text)]
    yield _line("Armour class", str(hud.armor_class), "attacks must roll above it", palette)
    words = "6 + d6, less your quickness bonus, and what gear and load add"
    yield _line(
        "Initiative", f"{ticks:g} ticks", f"you act about every {ticks:g} ticks: {words}", palette
    )
    yield _line("Penalty", f"{hud.penalty:g}", "ticks that gear, load and statuses add", palette)


def _status_lines(hud: HudView, palette: Palette) -> Iterator[Line]:
    """Write every status with its letter, its turns and what it does."""
    for status in hud.statuses:
        sign = "+" if status.good else "-"
        shade = palette.transform(status.colour)
        yield [
            (f"{status.label:<{_LABEL_COLUMNS}}", shade),
            (f"{sign} {status.turns} turns".ljust(12), palette.text),
            (status.text, palette.dim),
        ]


def _run_lines(program: Program) -> Iterator[Line]:
    """Write what was done so far, and the seed."""
    palette = program.palette
    for name, count in program.game.death().tallies.items():
        yield _line(tally_words(name), f"{count:,}", "", palette)
    yield [
        (f"{'Seed':<{_LABEL_COLUMNS}}", palette.dim),
        (program.game.seed, palette.text),
        ("   the same seed gives the same dungeon", palette.dim),
    ]
