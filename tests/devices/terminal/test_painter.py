"""The painter of terminals: the screen holds what it was given, in few bytes, at any size."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from tcod.console import Console

from roguelike.devices.headless import text_rows, too_small_notice
from roguelike.devices.terminal.painter import LIKE, Painter
from tests.devices.terminal.glass import Glass


def test_the_first_frame_shows_everything_in_its_colours() -> None:
    console = Console(12, 3, order="F")
    console.print(0, 0, "┌── Mana ──┐", fg=(8, 16, 24), bg=(8, 40, 16))
    console.print(11, 2, "@", fg=(252, 0, 9))
    glass = Glass(12, 3)
    glass.write(Painter().paint(console))
    assert glass.rows() == text_rows(console)
    assert glass.cells[0, 0] == ("┌", "38;2;8;16;24;48;2;8;40;16")
    assert glass.cells[11, 2] == ("@", "38;2;248;0;8;48;2;0;0;0")


def test_an_unchanged_frame_costs_no_bytes_and_a_step_costs_few() -> None:
    painter, console = Painter(), Console(80, 50, order="F")
    console.print(10, 10, "@")
    painter.paint(console)
    assert painter.paint(console) == b""
    console.print(10, 10, ".@")
    assert len(painter.paint(console)) < 80
    assert painter.paint(console) == b""


def test_it_paints_anew_after_a_resize_or_when_told_to_forget() -> None:
    painter, console = Painter(), Console(80, 50, order="F")
    whole = painter.paint(console)
    painter.forget()
    assert painter.paint(console) == whole
    assert b"\x1b[2J" in painter.paint(Console(81, 50, order="F"))


def test_what_a_terminal_shows_alike_is_not_written_again() -> None:
    painter, console = Painter("16"), Console(20, 1, order="F")
    console.print(0, 0, "a dark blue", fg=(30, 60, 200), bg=(0, 0, 8))
    painter.paint(console)
    console.print(0, 0, "a dark blue", fg=(38, 68, 208), bg=(0, 0, 24))
    console.rgb["fg"][15, 0] = (255, 255, 255)  # the ink of a blank
    assert painter.paint(console) == b""
    console.print(0, 0, "a dark blue", fg=(255, 0, 0))
    assert b"31" in painter.paint(console)


def test_scattered_colours_are_named_once_each() -> None:
    """As lit ground has them: a chessboard of two colours takes two names, not one for each tile."""
    painter, console, glass = Painter(), Console(40, 4, order="F"), Glass(40, 4)
    glass.write(painter.paint(console))
    for x in range(40):
        for y in range(4):
            console.print(x, y, ".", fg=((200, 80, 40), (40, 80, 200))[(x + y) % 2])
    data = painter.paint(console)
    glass.write(data)
    assert data.count(b"38;2") == 2
    assert glass.rows() == text_rows(console)


def test_glyphs_that_are_not_one_column_wide_cannot_push_the_row_aside() -> None:
    console = Console(6, 1, order="F")
    for x, glyph in enumerate("漢é♥\ue000\u0301"):
        console.rgb["ch"][x, 0] = ord(glyph)
    console.print(5, 0, "x")
    data = Painter().paint(console).decode()
    glass = Glass(6, 1)
    glass.write(data.encode())
    assert glass.rows() == ["?é♥??x"]
    assert re.search(r"♥\x1b\[1;4H", data), "after a heart the cursor is set again"


def test_a_small_terminal_is_told_what_is_needed() -> None:
    text = " ".join(" ".join(text_rows(too_small_notice("terminal", 40, 12))).split())
    assert "Blue Mana needs 80x24 cells; this terminal has 40x12." in text
    assert "q quits" in text
    assert too_small_notice("terminal", 1, 1).width == 1


def test_however_small_the_terminal_is_it_says_how_to_leave() -> None:
    for columns, rows in ((40, 2), (20, 5), (20, 2), (9, 4), (9, 1)):
        text = " ".join(" ".join(text_rows(too_small_notice("terminal", columns, rows))).split())
        assert text.endswith("q quits"), (columns, rows)


SCRIBBLES = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 3), st.sampled_from("@.─é♥"), st.integers(0, 255)),
    max_size=15,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(SCRIBBLES, min_size=1, max_size=4))
def test_whatever_changes_the_screen_ends_up_as_the_console(
    frames: list[list[tuple[int, int, str, int]]],
) -> None:
    painter, console, glass = Painter(), Console(10, 4, order="F"), Glass(10, 4)
    for frame in frames:
        for x, y, glyph, red in frame:
            console.print(x, y, glyph, fg=(red, 0, 0))
        glass.write(painter.paint(console))
        assert glass.rows() == text_rows(console)
        for (x, y), (glyph, pen) in glass.cells.items():
            red = re.match(r"38;2;(\d+);0;0;48;2;0;0;0", pen)
            assert glyph == " " or (
                red and abs(int(red[1]) - int(console.rgb["fg"][x, y, 0])) <= LIKE + 7
            )


def test_inks_that_are_alike_are_one_and_what_fills_its_cell_is_exact() -> None:
    painter, console, glass = Painter(), Console(12, 1, order="F"), Glass(12, 1)
    for x, red in enumerate((200, 208, 216, 232)):
        console.print(x, 0, ".", fg=(red, 80, 40))
        console.print(4 + x, 0, "▀", fg=(red, 80, 40))
        console.print(8 + x, 0, ".", fg=(200, 80, 40), bg=(0, red, 0))
    glass.write(painter.paint(console))
    pens = [glass.cells[x, 0][1] for x in range(12)]
    assert [pen.split(";")[2] for pen in pens] == [
        "200",
        "200",
        "200",
        "232",
        "200",
        "208",
        "216",
        "232",
        "200",
        "200",
        "200",
        "200",
    ]
    assert [pen.split(";")[8] for pen in pens[8:]] == ["200", "208", "216", "232"]


def test_the_cursor_stands_where_the_player_acts_and_is_hidden_elsewhere() -> None:
    painter, console, glass = Painter(), Console(10, 4, order="F"), Glass(10, 4)
    console.print(3, 2, "@")
    glass.write(painter.paint(console, (3, 2)))
    assert glass.is_cursor_shown
    assert glass.at == (3, 2)
    assert painter.paint(console, (3, 2)) == b""
    glass.write(painter.paint(console, (5, 1)))
    assert glass.at == (5, 1), "it moves though no cell has changed"
    glass.write(painter.paint(console, None))
    assert not glass.is_cursor_shown
