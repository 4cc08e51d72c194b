"""The side panel's rows on a fight: the player's statuses, enemies in view, and everybody else.

Each function makes one form of a part for a width; `side.py` says which belong together.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from roguelike.core.grammar import turns_words
from roguelike.core.records import replace
from roguelike.engine.views.records import CreatureView, HudView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.creature_rows import (
    creature_line,
    is_bystander,
    poise_pips,
    status_line,
)
from roguelike.ui.panels.rows import Line
from roguelike.ui.widgets import Segment, wrap

DEED_INDENT = 3
"""Columns before a creature's action: the map's sign for it, between blanks."""
CAST = "^"
"""Stands before a digit that casts with ctrl."""
USE_KEYS = tuple(f"⇧{digit}" for digit in range(1, 10))
NO_DEEDS: Mapping[int, tuple[str, ...]] = MappingProxyType({})


class Shown(NamedTuple):
    """What the panel shows."""

    hud: HudView
    creatures: tuple[CreatureView, ...]
    """Those in view, enemies before others, the nearest first."""
    target: int | None
    coming: tuple[Line, ...] = ()
    """The rows on what waiting would lead to."""
    deeds: Mapping[int, tuple[str, ...]] = NO_DEEDS
    """What each creature would do after waiting, by id."""
    sign: str = CAST
    """The sign before the digits that cast; blank if the keys cannot be shown as ctrl with a digit."""
    use_keys: tuple[str, ...] = USE_KEYS
    """The keys that use items 1 to 9, written as short as possible."""


Form = Callable[[Shown, Palette, int], list[Line]]
"""Makes rows for a width."""


def statuses(shown: Shown, colours: Palette, _width: int) -> list[Line]:
    """Return the hunger word, every status, the turns to live if they kill, and poise if some of it is lost."""
    hud = shown.hud
    lines = [status_line(status, colours) for status in hud.statuses]
    if hud.turns_to_live:
        left = ((" † ", colours.bad), ("– ", colours.bad), ("dying", colours.bad))
        lines.append(
            Line(left, ((f"{turns_words(hud.turns_to_live)} ", colours.bad),), value="character")
        )
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


def letters(shown: Shown, colours: Palette, width: int) -> list[Line]:
    """Return the player's statuses in one row: "+☼ –D10 ◆◇" for well fed, drunk for ten turns, half the poise left."""
    words: list[Segment] = []
    for line in statuses(shown, colours, width):
        (letter, shade), (sign, _), *_ = line.left
        turns = "".join(text for text, _ in line.right).partition(" ")[0]
        packed = (
            f" {sign.strip()}{letter.strip()}{turns}" if len(line.left) > 2 else letter.rstrip()
        )
        words.append((packed, shade))
    return [Line(tuple(words), value="character")] if words else []


def foes_and_deeds(shown: Shown, colours: Palette, width: int) -> list[Line]:
    """Return every participant of a fight, the nearest first, with what they would do if the player waited."""
    lines = []
    for creature in _fighting(shown):
        lines.append(_creature(creature, shown, colours, width))
        lines += [
            Line(((row, colours.dim),), value=creature.entity)
            for words in shown.deeds.get(creature.entity, ())
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


def foes(shown: Shown, colours: Palette, width: int) -> list[Line]:
    """Return every participant of a fight, the nearest first."""
    return [_creature(each, shown, colours, width) for each in _fighting(shown)]


def bystanders(shown: Shown, colours: Palette, width: int) -> list[Line]:
    """Return everybody else in view, with one row for each kind and its count."""
    fighting = _fighting(shown)
    kinds: dict[str, list[CreatureView]] = {}
    for each in shown.creatures:
        if each not in fighting:
            kinds.setdefault(each.name, []).append(each)
    return [
        creature_line(replace(several[0], where=""), colours, width, count=len(several))
        for several in kinds.values()
    ]


def unless_foes(shown: Shown) -> str:
    """Return the heading for bystanders; below enemies they need none."""
    return "" if _fighting(shown) else "In view"


def _fighting(shown: Shown) -> list[CreatureView]:
    """Return everyone in view who is more than a bystander or is the player's target."""
    target = shown.target
    return [each for each in shown.creatures if not is_bystander(each) or each.entity == target]


def _creature(creature: CreatureView, shown: Shown, colours: Palette, width: int) -> Line:
    """Return a creature's row, marked if it is the player's target."""
    return creature_line(creature, colours, width, marked=creature.entity == shown.target)
