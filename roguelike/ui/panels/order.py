"""The coming order in one row: who acts before the player is up again, by glyph, twice who acts twice."""

from collections.abc import Sequence

from roguelike.engine.views.records import CreatureView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import Line, legible
from roguelike.ui.widgets import Segment

BEGINNING, END, MORE = "Next ", "you", "… "


def order_line(
    order: Sequence[int], creatures: Sequence[CreatureView], width: int, colours: Palette
) -> Line:
    """Return the row, the player at the end: "Next b b a you", with an ellipsis for those who have no room."""
    seen = {each.entity: each for each in creatures}
    glyphs = [seen[entity] for entity in order if entity in seen]
    room = (width - len(BEGINNING) - len(END)) // 2
    shown = glyphs if len(glyphs) <= room else glyphs[: room - 1]
    words: list[Segment] = [(BEGINNING, colours.dim)]
    words += [(f"{each.glyph} ", legible(colours.transform(each.fg))) for each in shown]
    if len(shown) < len(glyphs):
        words.append((MORE, colours.dim))
    return Line((*words, (END, colours.player)))
