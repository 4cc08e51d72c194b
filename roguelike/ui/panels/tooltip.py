"""A small box beside the mouse."""

from collections.abc import Sequence

from tcod.console import Console

from roguelike.core.colour import Colour
from roguelike.engine.views import CreatureView, ItemView, PlaceView, SpellView
from roguelike.ui.palette import Palette
from roguelike.ui.panels.creatures import health_words, stance, stance_colour, turns
from roguelike.ui.panels.rows import Line, cells_of, paint
from roguelike.ui.widgets import Rect, wrap_segments

MOST_COLUMNS = 34


def draw_tooltip(console: Console, x: int, y: int, lines: Sequence[Line], colours: Palette) -> None:
    """Draw the box so that it covers neither the cell pointed at nor the console's edge."""
    width = min(max((_length(line) for line in lines), default=0) + 3, MOST_COLUMNS)
    rect = _placed(console, x, y, width, len(lines))
    cells = cells_of(console)
    back = colours.hover_back
    padded = [
        Line(((" ", back), *line.left), (*line.right, (" ", back)), *_ground(line, back))
        for line in lines
    ]
    paint(cells, rect.x, rect.y, rect.width, padded)


def _ground(line: Line, back: Colour) -> tuple[Colour, Colour, float]:
    """Return a row's background: its own where it is a bar."""
    return (line.back, line.fill, line.filled) if line.filled else (back, back, 0.0)


def _length(line: Line) -> int:
    """Count the cells that a row wants."""
    gap = 1 if line.right else 0
    return sum(len(text) for text, _ in (*line.left, *line.right)) + gap


def _placed(console: Console, x: int, y: int, width: int, height: int) -> Rect:
    """Put the box right of the cell, or left of it where there is no room, at the cell's height."""
    left = x + 2 if x + 2 + width <= console.width else max(x - 1 - width, 0)
    top = max(0, min(y, console.height - height))
    return Rect(left, top, width, height)


def place_lines(place: PlaceView, colours: Palette) -> list[Line]:
    """Return what a tooltip says of a tile."""
    if place.unknown:
        return [Line((("unexplored", colours.dim),))]
    lines: list[Line] = []
    for creature in place.creatures:
        lines += creature_lines(creature, colours)
    for thing in place.things:
        lines += _text(thing, colours.item)
    ground = f"{place.ground}, remembered" if place.remembered else place.ground
    return lines + _text(ground, colours.dim)


def creature_lines(
    creature: CreatureView, colours: Palette, width: int = MOST_COLUMNS - 3
) -> list[Line]:
    """Return what a tooltip says of a creature."""
    name = f"{creature.name[:1].upper()}{creature.name[1:]}"
    lines = [
        Line(
            ((name, colours.creature),),
            ((stance(creature), stance_colour(creature, colours)),),
        ),
        Line(
            ((f"Level {creature.level}", colours.text),),
            ((f"{creature.hp}/{creature.max_hp}", colours.text),),
            colours.bar_back,
            colours.health_back,
            creature.hp / max(creature.max_hp, 1),
        ),
        *_text(health_words(creature), colours.text, width),
    ]
    for status in creature.statuses:
        colour = colours.transform(status.colour)
        lines.append(Line(((status.label, colour),), ((turns(status.turns), colours.text),)))
    if creature.carries:
        lines += _text("Carries " + ", ".join(creature.carries) + ".", colours.item, width)
    return lines


def spell_lines(spell: SpellView, colours: Palette) -> list[Line]:
    """Return what a tooltip says of a spell."""
    lines = [Line(((spell.name, colours.spell),), ((f"{spell.cost} mana", colours.mana),))]
    lines += _text(spell.summary, colours.text)
    return lines + _text(spell.text, colours.dim)


def item_lines(item: ItemView, colours: Palette) -> list[Line]:
    """Return what a tooltip says of an item."""
    lines = _text(item.name, colours.role(item.role))
    for detail in item.details:
        lines += _text(detail, colours.text)
    return lines


def _text(text: str, colour: Colour, width: int = MOST_COLUMNS - 3) -> list[Line]:
    """Return a text as rows."""
    if not text:
        return []
    return [Line(tuple(line)) for line in wrap_segments([(text, colour)], width)]
