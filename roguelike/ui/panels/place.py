"""Everything known about a tile, for the look screen: who and what is there, at length."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from roguelike.core.colour import Colour
from roguelike.core.grammar import capital, turns_words
from roguelike.engine.views.records import CreatureView, PlaceView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import EMPTY, Line
from roguelike.ui.panels.sections import heading
from roguelike.ui.panels.tooltip import creature_lines, word_lines
from roguelike.ui.widgets import Segment, wrap_segments


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


def _text(text: str, colour: Colour, width: int) -> list[Line]:
    """Wrap a text into rows."""
    return [Line(tuple(line)) for line in wrap_segments([(text, colour)], width)]
