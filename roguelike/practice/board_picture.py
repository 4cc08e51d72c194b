"""A small picture of a drawn board, next to the list in which it is chosen, with the signs of the map."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from tcod.console import Console

from roguelike.core.colour import Colour
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import legible
from roguelike.ui.widgets import Rect

if TYPE_CHECKING:  # boards are passed in
    from roguelike.practice.drawing import Sign
    from roguelike.practice.room import Board

GROUND_GLYPHS: Final = {".": "·"}
"""How floor is shown; other ground is shown by its own sign."""
PLAYER: Final = "@"


def draw_picture(
    console: Console, rect: Rect, board: "Board", looks: Mapping[str, "Sign"], colours: Palette
) -> None:
    """Draw the tiles of a board from the upper left corner of a rectangle, as many as fit.

    `looks` are the signs of the board's contents, by letter; a letter without a sign is shown as it is.
    """
    for y, row in enumerate(board.rows[: rect.height]):
        for x, letter in enumerate(row[: rect.width]):
            glyph, colour = _shown(letter, looks, colours)
            console.print(rect.x + x, rect.y + y, glyph, fg=colour)


def _shown(letter: str, looks: Mapping[str, "Sign"], colours: Palette) -> tuple[str, Colour]:
    """Return the glyph and colour of a tile."""
    if letter == PLAYER:
        return PLAYER, colours.player
    if letter in looks:
        return looks[letter].glyph, legible(colours.transform(looks[letter].colour))
    return GROUND_GLYPHS.get(letter, letter), colours.dim
