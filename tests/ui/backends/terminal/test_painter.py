import re

from hypothesis import given, settings
from hypothesis import strategies as st
from tcod.console import Console

from roguelike.ui.backends.headless import text_rows
from roguelike.ui.backends.terminal.painter import Painter
from roguelike.ui.backends.terminal.terminal import colours_of, too_small_notice

TOKEN = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|(.)", re.DOTALL)


class Glass:
    """A terminal's screen, as far as the painter uses one."""

    def __init__(self, columns: int, rows: int) -> None:
        self.cells = {(x, y): (" ", "") for x in range(columns) for y in range(rows)}
        self.at, self.pen = (0, 0), ""

    def write(self, data: bytes) -> None:
        for parameters, final, character in TOKEN.findall(data.decode()):
            x, y = self.at
            if character:
                assert (x, y) in self.cells, "wrote outside the screen"
                self.cells[x, y] = (character, self.pen)
                self.at = x + 1, y
            elif final == "H":
                row, column = map(int, parameters.split(";"))
                self.at = column - 1, row - 1
            elif final == "C":
                self.at = x + int(parameters), y
            elif final == "m":
                self.pen = parameters
            else:
                assert (final in "hl" and parameters == "?2026") or (parameters, final) == (
                    "2",
                    "J",
                )

    def rows(self) -> list[str]:
        columns = max(x for x, _ in self.cells) + 1
        glyphs = [
            self.cells[x, y][0] for y in range(len(self.cells) // columns) for x in range(columns)
        ]
        return ["".join(glyphs[i : i + columns]) for i in range(0, len(glyphs), columns)]


def test_the_first_frame_shows_everything_in_its_colours() -> None:
    console = Console(12, 3, order="F")
    console.print(0, 0, "┌── Mana ──┐", fg=(1, 2, 3), bg=(4, 5, 6))
    console.print(11, 2, "@", fg=(255, 0, 9))
    glass = Glass(12, 3)
    glass.write(Painter().paint(console))
    assert glass.rows() == text_rows(console)
    assert glass.cells[0, 0] == ("┌", "38;2;1;2;3;48;2;4;5;6")
    assert glass.cells[11, 2] == ("@", "38;2;255;0;9;48;2;0;0;0")


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


def test_old_terminals_get_the_nearest_of_their_colours() -> None:
    console = Console(3, 1, order="F")
    for x, colour in enumerate([(255, 0, 0), (128, 128, 128), (0, 0, 95)]):
        console.print(x, 0, "x", fg=colour)
    glass = Glass(3, 1)
    glass.write(Painter("256").paint(console))
    assert [glass.cells[x, 0][1] for x in range(3)] == [
        "38;5;196;48;5;16",
        "38;5;244;48;5;16",
        "38;5;17;48;5;16",
    ]


def test_the_number_of_colours_is_read_from_the_environment() -> None:
    assert colours_of({"TERM": "xterm-256color"}) == "truecolour"
    assert colours_of({"TERM": "screen-256color"}) == "256"
    assert colours_of({"TERM": "screen-256color", "TMUX": "yes"}) == "truecolour"
    assert colours_of({"TERM_PROGRAM": "Apple_Terminal"}) == "256"
    assert colours_of({"TERM_PROGRAM": "Apple_Terminal", "COLORTERM": "truecolor"}) == "truecolour"


def test_a_small_terminal_is_told_what_is_needed() -> None:
    text = " ".join(" ".join(text_rows(too_small_notice(40, 12))).split())
    assert "Blue Mana needs 80x24 cells; this terminal has 40x12." in text
    assert "q quits" in text
    assert too_small_notice(1, 1).width == 1


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
        for (x, y), (_, pen) in glass.cells.items():
            assert pen.startswith("38;2;{};{};{};".format(*console.rgb["fg"][x, y]))
