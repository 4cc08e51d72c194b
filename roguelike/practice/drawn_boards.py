"""The drawn boards of this machine's data, and lessons and puzzles begun on them.

A small picture of a drawn board, next to the list in which it is chosen, with the signs of the map.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from tcod.console import Console

from roguelike.core.colour import Colour
from roguelike.toolkit import widgets
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import legible
from roguelike.ui.program import Host, UserError

if TYPE_CHECKING:
    from roguelike.practice.drawing import Sign
    from roguelike.practice.room import Board, BoardKind, Practice


def boards_of(host: Host, kind: "BoardKind") -> "Sequence[Board]":
    """Return the drawn boards of a kind. Raises UserError if some cannot be read."""
    from roguelike.practice.room import PrefabError, boards

    try:
        # A lesson uses the data of new games, practice that of the game in progress.
        return boards(kind, host.catalog().folders if kind == "lesson" else host.data_folders())
    except PrefabError as fault:
        raise UserError(str(fault)) from fault


def looks_on(host: Host, board: "Board") -> "Mapping[str, Sign]":
    """Return the sign of each letter on a board; empty while the data is broken."""
    from roguelike.practice.drawing import looks_of

    try:
        return looks_of(board, host.catalog())
    except UserError:
        return {}


def begun(host: Host, board: "Board", kind: "type[Practice]") -> "Practice":
    """Begin a lesson or puzzle, independent of any game in progress.

    Raises UserError if the data is broken, or lacks something on the board.
    """
    from roguelike.practice.room import PrefabError

    try:
        return kind.lesson(board, host.catalog())
    except PrefabError as fault:
        raise UserError(f"{fault}.") from fault
    except KeyError as fault:
        raise UserError(
            f"The {board.kind} {board.name!r} needs {fault}, which the data lacks."
        ) from fault


GROUND_GLYPHS: Final = {".": "·"}
"""How floor is shown; other ground is shown by its own sign."""
PLAYER: Final = "@"


def draw_picture(
    console: Console,
    rect: widgets.Rect,
    board: "Board",
    looks: Mapping[str, "Sign"],
    colours: Palette,
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
