"""Where the parts of a choice stand: in a small panel the reply is told as long as there is room for it."""

from collections.abc import Callable
from typing import Any

import pytest

Builder = Callable[..., Any]
ROW = "##############\n#.@..g......g#\n##############"


@pytest.mark.parametrize("rows", [24, 50])
def test_a_panel_tells_of_the_reply_and_nothing_is_cut(stage: Builder, rows: int) -> None:
    room = stage(ROW, {"g": "Goblin"}, spells=["Zap"], mana=9, size=(80, rows), minds=True)
    room.press("ctrl+1")
    for _ in range(30):  # what others do is worked out between frames
        screen = room.text
        room.advance(0.05)
    panel = [row[52:] for row in screen]
    then = next(n for n, row in enumerate(panel) if "Then" in row)
    assert any("You lose" in row for row in panel[then:])
    assert not any(" more" in row for row in screen[-5:-1]), screen
