"""Lines made for a panel, and what can be read of lines."""

from tcod.console import Console

from roguelike.devices.headless import text_rows
from roguelike.ui.panels.rows import Line, cells_of, paint

WHITE, RED = (255, 255, 255), (255, 0, 0)


def words(line: Line) -> str:
    return "".join(text for text, _ in (*line.left, *line.right))


def shown(lines: list[Line], width: int) -> list[str]:
    console = Console(width, len(lines), order="F")
    paint(cells_of(console), 0, 0, width, lines)
    return text_rows(console)


def lines_of(count: int, word: str) -> list[Line]:
    return [Line(((f"{word} {number}", WHITE),)) for number in range(count)]
