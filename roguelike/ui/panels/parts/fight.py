"""A fight: the player's statuses, what waiting would lead to, enemies in view, and everybody else."""

from operator import attrgetter

from roguelike.core.grammar import turns_words
from roguelike.core.records import replace
from roguelike.engine.views.records import CreatureView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.creature_rows import (
    creature_line,
    is_bystander,
    poise_pips,
    status_line,
)
from roguelike.ui.panels.rows import Line
from roguelike.ui.panels.scene import Scene
from roguelike.ui.panels.side import FIGHT, section
from roguelike.ui.widgets import Segment, wrap

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


@section(
    FIGHT, rank=3, keep=5, heading="If you wait", more="panel", reads=attrgetter("waiting.lines")
)
def coming(scene: Scene, _colours: Palette, _width: int) -> list[Line]:
    """Return the rows on what waiting would lead to."""
    return list(scene.waiting.lines)


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
            Line(((row, colours.dim),), value=creature.entity)
            for words in scene.waiting.deeds.get(creature.entity, ())
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
