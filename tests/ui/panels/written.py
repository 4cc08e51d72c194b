"""Lines made for a panel, and what can be read of lines."""

from typing import Any

from tcod.console import Console

from roguelike.devices.headless import text_rows
from roguelike.engine.views.records import CreatureView
from roguelike.toolkit.rows import Line, cells_of, paint

WHITE, RED = (255, 255, 255), (255, 0, 0)


def words(line: Line) -> str:
    return "".join(text for text, _ in (*line.left, *line.right))


def shown(lines: list[Line], width: int) -> list[str]:
    console = Console(width, len(lines), order="F")
    paint(cells_of(console), 0, 0, width, lines)
    return text_rows(console)


def lines_of(count: int, word: str) -> list[Line]:
    return [Line(((f"{word} {number}", WHITE),)) for number in range(count)]


def creature(entity: int, name: str, **values: Any) -> CreatureView:
    """Return an enemy in view, or whoever the values say."""
    given = {
        "glyph": name[0].lower(), "fg": RED, "point": (entity, 1), "hp": 9, "max_hp": 9, "level": 1,
        "hostile": True, "is_player": False, "statuses": (), "carries": (), "traits": (),
        "called": f"the {name.lower()}",
    }  # fmt: skip
    return CreatureView(entity, name, **given | values)


GOBLIN = creature(1, "Goblin")
ME = creature(2, "You", hostile=False, is_player=True, hp=30, max_hp=30)
COW = creature(3, "Cow", hostile=False)
HOUND = creature(4, "Hound", hostile=False, friend=True)
