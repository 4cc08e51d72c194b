"""A board drawn by the player, as tiles with what is on them, and as the text of a board file.

It is drawn with kinds of ground and with creatures that the player may have met by now, so that drawing reveals
nothing.
"""

from collections.abc import Mapping

from roguelike.components import actors
from roguelike.components.looks import Renderable
from roguelike.core.colour import WHITE, Colour
from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.mapgen import prefab
from roguelike.practice.boards import Board, boards, parse_board
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game
from roguelike.world.terrain import GROUND as KINDS_OF_GROUND
from roguelike.world.terrain import Tile

WALL, FLOOR = "#", "."
PLAYER = prefab.START
KEY, NAME = "your-own", "Your own drawing"
COLUMNS, ROWS = 34, 12
"""Size of the drawing area in tiles."""
FEWEST_DEPTHS = 3
"""How many depths' creatures may be drawn even by a player who never went down."""
LETTERS = "abcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUWXYZ0123456789"
"""Letters for what is on a board; A and V are ground."""
_DRAWN_GROUND = (
    Tile.FLOOR, Tile.WALL, Tile.GRASS, Tile.SHALLOW_WATER, Tile.DEEP_WATER, Tile.ICE, Tile.WOOD_FLOOR
)  # fmt: skip
_SIGNS: dict[Tile, str] = {tile: sign for sign, tile in prefab.GROUND.items()}

Cells = Mapping[Point, str]
"""What is on each tile that is not floor: a sign of ground, PLAYER, or a section and a name ("mobs Orc")."""


class Sign(Record):
    """Something to draw with: what it puts on a tile, its label, and its looks."""

    what: str
    label: str
    glyph: str
    colour: Colour = WHITE


def signs(game: Game) -> list[Sign]:
    """List what can be drawn with: the player, ground, creatures by name, then furnishings."""
    content = game.content
    ground = [
        Sign(_SIGNS[tile], KINDS_OF_GROUND[tile].name, _SIGNS[tile]) for tile in _DRAWN_GROUND
    ]
    things = [
        _sign(content, section, name) for section, name in _known(content, game.tallies.deepest)
    ]
    return [Sign(PLAYER, "you", PLAYER), *ground, *things]


def _known(content: Catalog, deepest: int) -> list[tuple[actors.Section, str]]:
    """List creatures and furnishings of the boards and of the depths reached, by section and name."""
    found = {
        each for board in boards("practice") for each in board.legend.values() if each[0] != "items"
    }
    for depth in range(1, max(deepest, FEWEST_DEPTHS) + 1):
        for section in ("mobs", "props"):
            for pool in content.spawn_table.pools(section, depth).values():
                found |= {(section, name) for name, _ in pool}
    return sorted(each for each in found if content.has(*each))


def _sign(content: Catalog, section: actors.Section, name: str) -> Sign:
    """Return the sign for a row of the raws."""
    parts = content.templates(section, name)
    looks = next((part for part in parts if isinstance(part, Renderable)), Renderable())
    return Sign(f"{section} {name}", name, looks.glyph, looks.fg)


def looks_of(board: Board, content: Catalog) -> dict[str, Sign]:
    """Return the looks of what is on a board, by letter; what the data lacks is left out."""
    return {
        letter: _sign(content, section, name)
        for letter, (section, name) in board.legend.items()
        if content.has(section, name)
    }


def text_of(cells: Cells) -> str:
    """Write a drawing as the text of a board."""
    things = sorted({what for what in cells.values() if len(what) > 1})
    letters = dict(zip(things, LETTERS, strict=False))
    head = [f"name: {NAME}", *(f"{letter}: {what}" for what, letter in letters.items())]
    rows = [
        "".join(_letter(cells.get((x, y), FLOOR), letters) for x in range(COLUMNS))
        for y in range(ROWS)
    ]
    return "\n".join([*head, "", *rows, ""])


def _letter(what: str, letters: Mapping[str, str]) -> str:
    """Return the character for what is on a tile; floor if no letter is left for it."""
    return what if len(what) == 1 else letters.get(what, FLOOR)


def cells_of(text: str) -> dict[Point, str]:
    """Read a drawing from the text of a board; an empty room for one that cannot be read."""
    try:
        board = board_of(text)
    except prefab.PrefabError:
        return {(COLUMNS // 4, ROWS // 2): PLAYER}
    found: dict[Point, str] = {}
    for y, row in enumerate(board.rows[:ROWS]):
        for x, sign in enumerate(row[:COLUMNS]):
            if sign != FLOOR:
                found[x, y] = " ".join(board.legend[sign]) if sign in board.legend else sign
    return found


def board_of(text: str) -> Board:
    """Parse the player's own board; PrefabError says what is wrong."""
    return parse_board(text, f"{KEY}.txt")


def put(cells: Cells, point: Point, what: str) -> dict[Point, str]:
    """Return a drawing with something put on a tile; the player's tile cannot be overwritten, only moved."""
    if cells.get(point) == PLAYER:
        return dict(cells)
    kept = {
        where: there
        for where, there in cells.items()
        if where != point and not (what == PLAYER == there)
    }
    return kept if what == FLOOR else {**kept, point: what}
