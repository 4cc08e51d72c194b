"""Scrolling: how far the keys of menus go, and the marks that say how much is out of view."""

from tcod.console import Console

from roguelike.ui.look.palette import Palette
from roguelike.ui.widgets.frame import Rect
from roguelike.ui.widgets.text import clip


def rows_turned(action: str | None, page: int, whole: int) -> int:
    """Return how many rows down an action of menus goes; 0 for one that does not scroll.

    `page` is how many are in view, `whole` how many there are.
    """
    turns = {
        "menu_up": -1,
        "menu_down": 1,
        "menu_page_up": -page,
        "menu_page_down": page,
        "menu_first": -whole,
        "menu_last": whole,
    }
    return turns.get(action or "", 0)


def draw_more(
    console: Console,
    rect: Rect,
    counts: tuple[int, int],
    palette: Palette,
    words: tuple[str, str] = ("more", "more"),
) -> None:
    """Write how much is out of view above and below into the first and the last row of a rectangle."""
    rows = (rect.y, rect.y + rect.height - 1)
    for arrow, count, word, y in zip("▲▼", counts, words, rows, strict=True):
        if count > 0:
            text = clip(f"{arrow} {count} {word}", rect.width)
            console.print(rect.x + (rect.width - len(text)) // 2, y, text, fg=palette.key)
