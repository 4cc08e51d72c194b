"""Where the parts of a choice stand: in a small panel the reply is told as long as there is room for it."""

from collections.abc import Callable
from typing import Any

import pytest

from roguelike.testing import Arena
from roguelike.toolkit.rows import Line
from roguelike.ui.panels.choice_rows import off_the_edge
from tests.ui.panels.written import shown

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
    assert not any(" more" in row[52:] for row in screen[-5:-1]), screen


def aiming(real: Builder, drawing: str, spell: str, *runes: str) -> Any:
    """Seat a person of a small window before a drawn fight of the game's own data, aiming a spell."""
    room = Arena.from_ascii(drawing, {"g": "Goblin"}, minds=True)
    room.teach(spell)
    for rune in runes:
        assert room.inscribe(spell, rune).refused is None
    room.set_pools(room.player, mana=20, max_mana=20)
    person = real(seed=7, size=(80, 24))
    person.enter(room)
    person.press("ctrl+1")
    person.advance(1.5)
    return person


def test_in_a_small_panel_many_victims_leave_room_for_the_reply(real: Builder) -> None:
    crowd = "##############\n#..ggg.......#\n#..g@........#\n##############"
    panel = [row[52:].strip() for row in aiming(real, crowd, "Quarrelsome Spark").text]
    then = next(n for n, row in enumerate(panel) if "Then" in row)
    assert any(row.startswith("g Goblin ×4") for row in panel[:then])
    assert any(row.startswith("You lose") for row in panel[then:])


def test_words_that_are_cut_fill_the_rows_there_are(real: Builder) -> None:
    words = [
        row[:51].strip() for row in aiming(real, ROW, "Rime Lance", "Shoving Rune").text[-4:-1]
    ]
    assert all(words)
    assert words[-1].endswith("more m")


def test_figures_keep_a_column_from_the_edge_where_there_is_one() -> None:
    ink = (255, 255, 255)
    rows = [Line(((name, ink),), (("9/9", ink),)) for name in ("Orc", "An orc", "An orcs")]
    rows += [Line((("Orc", ink),), (("9/9 ", ink),)), Line((("Orc", ink),))]
    assert shown(off_the_edge(rows, 11), 11) == [
        "Orc    9/9 ",
        "An orc 9/9 ",
        "An orcs 9/9",
        "Orc    9/9 ",
        "Orc        ",
    ]
