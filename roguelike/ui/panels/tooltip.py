"""What is told of a creature, a thing or a tile: in a small box next to the mouse, and at length on the look screen."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from tcod.console import Console

from roguelike.core.colour import Colour
from roguelike.core.grammar import capital, turns_words
from roguelike.engine.views.records import CreatureView, ItemView, PlaceView, SpellView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.creature_rows import (
    health_words,
    poise_pips,
    stance,
    stance_colour,
)
from roguelike.ui.panels.rows import EMPTY, Line, cells_of, fitting, paint
from roguelike.ui.panels.sections import heading
from roguelike.ui.widgets import Rect, Segment, wrap_segments

MOST_COLUMNS = 34


def draw_tooltip(
    console: Console,
    at: tuple[int, int],
    lines: Sequence[Line],
    colours: Palette,
    keep_clear: Collection[tuple[int, int]] = (),
    within: Rect | None = None,
    log: Rect | None = None,
) -> None:
    """Draw the box next to the cell pointed at, where it hides the fewest of the cells to `keep_clear`.

    It stays `within` a rectangle (the whole console by default) if there is room in it next to that cell. Of places
    that hide equally few, it takes one that hides nothing of the `log`, the lowest part of that rectangle. Lines for
    which no place has room are counted in the last row.
    """
    whole = Rect(0, 0, console.width, console.height)
    room = within or whole
    lowest = log.y if log is not None else room.y + room.height
    above = room._replace(height=lowest - room.y)
    width = min(max((line.length for line in lines), default=0) + 3, MOST_COLUMNS, room.width)
    fits = [
        _places(each, at, width, len(lines)) if len(lines) <= each.height else []
        for each in (room, above, whole)
    ]
    rect = min(
        fits[0] + fits[1] or fits[2] or [Rect(room.x, room.y, width, min(len(lines), room.height))],
        key=lambda place: (
            sum(place.holds(x, y) for x, y in keep_clear),
            place.y + place.height > lowest,
        ),
    )
    back, edge = colours.hover_back, ("│", colours.frame)
    # The edges separate it from what it covers where both backgrounds are black.
    padded = [
        Line((edge, *line.left), (*line.right, edge), *_ground(line, back))
        for line in fitting(lines, rect.height, colours.dim)
    ]
    paint(cells_of(console), rect.x, rect.y, rect.width, padded)


def _ground(line: Line, back: Colour) -> tuple[Colour, Colour, float]:
    """Return a row's background: its own if it is a bar."""
    return (line.back, line.fill, line.filled) if line.filled else (back, back, 0.0)


def _places(room: Rect, at: tuple[int, int], width: int, height: int) -> list[Rect]:
    """List possible places for the box, best first: right of the cell, left, above, below; [] if all hide it."""
    x, y = at
    rects = []
    for left, top in (
        (x + 2, y),
        (x - 1 - width, y),
        (x + 2, y - height + 1),
        (x - 1 - width, y - height + 1),
        (x - width // 2, y - 1 - height),
        (x - width // 2, y + 2),
    ):
        inside_x = max(room.x, min(left, room.x + room.width - width))
        inside_y = max(room.y, min(top, room.y + room.height - height))
        rect = Rect(inside_x, inside_y, width, height)
        if not rect.holds(x, y):
            rects.append(rect)
    return rects


def place_lines(place: PlaceView, colours: Palette) -> list[Line]:
    """Return the tooltip about a tile."""
    if place.unknown:
        return [Line((("unexplored", colours.dim),))]
    lines: list[Line] = []
    for creature in place.creatures:
        lines += creature_lines(creature, colours)
    for thing in place.things:
        lines += _text(thing, colours.item)
    for words in place.words:
        lines += _text(words, colours.text)
    ground = f"{place.ground}, remembered" if place.remembered else place.ground
    return lines + _text(ground, colours.dim)


def creature_lines(
    creature: CreatureView, colours: Palette, width: int = MOST_COLUMNS - 3
) -> list[Line]:
    """Return the tooltip about a creature."""
    name: Segment = (capital(creature.name), colours.creature)
    side: Segment = (stance(creature), stance_colour(creature, colours))
    heading = Line((name,), (side,))
    lines = [
        # A long name has a row of its own.
        *([heading] if heading.length < width else [Line((name,)), Line((side,))]),
        Line(
            ((f"Level {creature.level}", colours.text),),
            ((f"{creature.hp}/{creature.max_hp}", colours.text),),
            colours.bar_back,
            colours.health_back,
            creature.hp / max(creature.max_hp, 1),
        ),
        *_text(health_words(creature), colours.text, width),
    ]
    if creature.most_poise:
        pips = poise_pips(creature.poise, creature.most_poise)
        lines.append(Line((("Poise", colours.text),), ((pips, colours.mana),)))
    for status in creature.statuses:
        colour = colours.transform(status.colour)
        lines.append(Line(((status.label, colour),), ((turns_words(status.turns), colours.text),)))
    if creature.carries:
        lines += _text("Carries " + ", ".join(creature.carries) + ".", colours.item, width)
    return lines


def spell_lines(spell: SpellView, colours: Palette) -> list[Line]:
    """Return the tooltip about a spell."""
    lines = [Line(((spell.title, colours.spell),), ((spell.price, colours.mana),))]
    lines += _text(spell.summary, colours.text)
    return lines + _text(spell.text, colours.dim)


def item_lines(item: ItemView, colours: Palette) -> list[Line]:
    """Return the tooltip about an item."""
    lines = _text(item.name, colours.role(item.role))
    if item.role != "item":
        lines += _text(f"{item.role} magic", colours.role(item.role))
    for detail in item.details:
        lines += _text(detail, colours.text)
    return lines


def word_lines(told: Iterable[Sequence[Segment]], width: int = MOST_COLUMNS - 3) -> list[Line]:
    """Wrap paragraphs of coloured text into rows."""
    return [Line(tuple(line)) for words in told for line in wrap_segments(words, width)]


def _text(text: str, colour: Colour, width: int = MOST_COLUMNS - 3) -> list[Line]:
    """Wrap a text into rows."""
    return word_lines([[(text, colour)]], width) if text else []


def place_panel(
    place: PlaceView,
    width: int,
    colours: Palette,
    duels: Mapping[int, Sequence[Sequence[Segment]]] = MappingProxyType({}),
) -> list[Line]:
    """Return the rows about a tile, at most `width` cells wide."""
    title = "Unexplored" if place.unknown else "Remembered" if place.remembered else "You see"
    lines = [heading(title, width, colours)]
    if place.unknown:
        return [*lines, *_text("You have not been near enough to know.", colours.dim, width)]
    for creature in place.creatures:
        lines += _creature(creature, width, colours)
        if told := duels.get(creature.entity):
            lines += [EMPTY, *word_lines(told, width)]
        lines.append(EMPTY)
    for thing in place.things:
        lines += _text(f"• {thing}", colours.item, width)
    if place.things:
        lines.append(EMPTY)
    for words in place.words:
        lines += [*_text(words, colours.text, width), EMPTY]
    lines += _text(f"{capital(place.ground)}.", colours.text, width)
    if place.remembered:
        lines += _text("This is how you remember it; it may have changed.", colours.dim, width)
    return lines


def _creature(creature: CreatureView, width: int, colours: Palette) -> list[Line]:
    """Return everything known about a creature."""
    lines = creature_lines(creature, colours, width)
    for status in creature.statuses:
        if status.text:
            words = f"{status.label}, {turns_words(status.turns)}: {status.text}"
            lines += _text(words, colours.dim, width)
    if creature.text:
        lines += [EMPTY, *_text(creature.text, colours.dim, width)]
    return lines
