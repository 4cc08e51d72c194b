import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tcod.console import Console

from roguelike.engine.views.records import Tile
from roguelike.ui.backends.headless import text_rows
from roguelike.ui.backends.terminal import environment as environment_module
from roguelike.ui.backends.terminal.ascii import ascii_glyph
from roguelike.ui.backends.terminal.environment import as_started, colours_of, is_ascii_only
from roguelike.ui.backends.terminal.painter import LIKE, Painter
from roguelike.ui.backends.terminal.terminal import too_small_notice
from roguelike.ui.look.themes import THEMES, theme_named
from roguelike.ui.panels.marks import BLAST, NOT_THERE, PATH
from roguelike.world.terrain import WALKABLE

PARAMETER = r"[34]8;2;\d+;\d+;\d+|[34]8;5;\d+|\d+"
STEPS = {"A": (0, -1), "B": (0, 1), "C": (1, 0), "D": (-1, 0)}
TOKEN = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|(.)", re.DOTALL)


def pen_after(pen: str, parameters: str) -> str:
    """Return what the parameters of an SGR sequence make of a pen, in one order: letters, ground."""
    fore, back = "", ""
    if parameters in ("", "0"):
        return ""
    for part in re.findall(PARAMETER, f"{pen};{parameters}"):
        if part.startswith(("4", "10")):
            back = part
        else:
            fore = part
    return f"{fore};{back}" if back else fore


class Glass:
    """A terminal's screen, as far as the painter uses one."""

    def __init__(self, columns: int, rows: int) -> None:
        self.cells = {(x, y): (" ", "") for x in range(columns) for y in range(rows)}
        self.at, self.pen = (0, 0), ""
        self.is_cursor_shown = False

    def write(self, data: bytes) -> None:
        for parameters, final, character in TOKEN.findall(data.decode()):
            x, y = self.at
            if character == "\b":
                assert (x, y) in self.cells, "where this leads from, terminals do not agree"
                self.at = x - 1, y
            elif character:
                assert (x, y) in self.cells, "wrote outside the screen"
                self.cells[x, y] = (character, self.pen)
                self.at = x + 1, y
            elif final == "H":
                row, _, column = parameters.partition(";")
                self.at = int(column or 1) - 1, int(row) - 1
            elif final in STEPS:
                right, down = STEPS[final]
                assert (x, y) in self.cells, "where this leads from, terminals do not agree"
                self.at = x + right * int(parameters or 1), y + down * int(parameters or 1)
            elif final == "m":
                self.pen = pen_after(self.pen, parameters)
            elif parameters == "?25":
                self.is_cursor_shown = final == "h"
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


def test_however_small_the_terminal_is_it_says_how_to_leave() -> None:
    for columns, rows in ((40, 2), (20, 5), (20, 2), (9, 4), (9, 1)):
        text = " ".join(" ".join(text_rows(too_small_notice(columns, rows))).split())
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


def test_in_ascii_every_sign_is_one_plain_character() -> None:
    console = Console(9, 1, order="F")
    for x, glyph in enumerate("☻║≈é漢¶…▲\u0301"):
        console.rgb["ch"][x, 0] = ord(glyph)
    data = Painter(is_ascii=True).paint(console)
    assert data.isascii()
    glass = Glass(9, 1)
    glass.write(data)
    assert glass.rows() == ["&|~e??_^?"]


def test_every_sign_of_the_data_and_of_the_screens_has_one_in_ascii() -> None:
    """Only the sign of books is a question mark, and means it."""
    root = Path(__file__).parents[4]
    texts = [root / "data" / "spawns.json", root / "data" / "hints.json"]
    texts += [*(root / "data" / "manual").glob("*.md"), *(root / "roguelike" / "ui").rglob("*.py")]
    signs = {sign for path in texts for sign in path.read_text(encoding="utf-8") if sign > "~"}
    assert len(signs) > 50
    assert {sign for sign in signs if ascii_glyph(ord(sign)) == ("?", True)} == {"¶"}


def test_in_ascii_no_thing_and_no_ground_looks_like_a_creature() -> None:
    """A tree with the letter of a troll hides a troll; what is the same in any terminal is not meant."""
    data = json.loads((Path(__file__).parents[4] / "data" / "spawns.json").read_text("utf-8"))

    def signs(section: str) -> set[str]:
        rows = [row.get("renderable", row) for row in data[section]]
        return {row["glyph"] for row in rows if isinstance(row, dict) and "glyph" in row}

    letters = {sign for sign in signs("mobs") if sign.isascii() and sign.isalpha()}
    others = signs("props") | signs("items") | signs("hazards") | {PATH, BLAST, NOT_THERE}
    others |= {
        sign for name in THEMES for look in theme_named(name).looks.values() for sign in look.glyphs
    }
    assert len(letters) > 30
    assert len({ascii_glyph(ord(mark)) for mark in (PATH, BLAST, NOT_THERE)}) == 3
    assert not {sign for sign in others - letters if ascii_glyph(ord(sign))[0] in letters}


def test_in_ascii_the_parts_of_a_bar_are_four_signs() -> None:
    """What stays, may go, goes and is gone already: told apart by colour alone they would be one bar."""
    assert len({ascii_glyph(ord(sign)) for sign in "█▒░·"}) == 4


@pytest.mark.parametrize("name", THEMES)
def test_in_ascii_no_ground_that_bears_looks_like_a_wall(name: str) -> None:
    def signs(tile: Tile) -> set[str]:
        return {ascii_glyph(ord(sign))[0] for sign in looks[tile].glyphs} - {" "}

    looks = theme_named(name).looks
    ground = set().union(*(signs(tile) for tile in looks if WALKABLE[tile]))
    assert len(ground) > 5
    assert signs(Tile.WALL).isdisjoint(ground)


@pytest.mark.parametrize("name", THEMES)
def test_in_ascii_water_is_no_wall(name: str) -> None:
    looks = theme_named(name).looks
    wall, *waters = (
        {ascii_glyph(ord(sign))[0] for sign in looks[tile].glyphs} - {" "}
        for tile in (Tile.WALL, Tile.SHALLOW_WATER, Tile.DEEP_WATER)
    )
    assert all(wall.isdisjoint(water) for water in waters)


@pytest.mark.parametrize(
    ("colours", "pens"),
    [("16", ["91", "37;41", "90"]), ("none", ["22;27", "1;7", "22;27"])],
)
def test_with_few_colours_what_was_seen_is_still_seen(colours: Any, pens: list[str]) -> None:
    console = Console(3, 1, order="F")
    console.print(0, 0, "x", fg=(255, 60, 60))
    console.print(1, 0, "x", fg=(180, 180, 180), bg=(170, 20, 20))
    console.print(2, 0, "x", fg=(60, 60, 60))
    data = Painter(colours).paint(console).decode()
    assert "38;" not in data
    assert "48;" not in data
    for pen in pens[:2]:
        assert pen.split(";")[0] in data


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"TERM": "linux"}, "16"), ({"TERM": "xterm", "NO_COLOR": "1"}, "none"), ({"TERM": "vt100"}, "none"),
        ({"TERM": "linux", "COLORTERM": "truecolor"}, "truecolour"), ({"TERM": "xterm", "NO_COLOR": ""}, "truecolour"),
    ],
)  # fmt: skip
def test_colours_follow_the_environment(environment: dict[str, str], wanted: str) -> None:
    assert colours_of(environment) == wanted


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, False), ({"LANG": "de_DE.UTF-8"}, False), ({"LANG": "C"}, True), ({"LANG": "C.utf8"}, False),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "C"}, True), ({"LC_CTYPE": "fr_FR.ISO8859-1"}, True),
    ],
)  # fmt: skip
def test_a_locale_without_utf_8_gets_ascii(environment: dict[str, str], *, wanted: bool) -> None:
    assert is_ascii_only(environment) == wanted


@pytest.mark.parametrize(
    ("started_with", "wanted"), [(b"LANG=C\0TERM=xterm\0", True), (b"LANG=C\0LC_CTYPE=C.UTF-8\0", False)]
)  # fmt: skip
def test_what_python_says_of_itself_is_not_said_of_the_terminal(
    started_with: bytes, *, wanted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "environ").write_bytes(started_with)
    monkeypatch.setattr(environment_module, "STARTED_WITH", tmp_path / "environ")
    seen_by_python = {"LANG": "C", "LC_CTYPE": "C.UTF-8"}
    assert is_ascii_only(as_started(seen_by_python)) == wanted
    monkeypatch.setattr(environment_module, "STARTED_WITH", tmp_path / "not there")
    assert not is_ascii_only(as_started(seen_by_python))


@pytest.mark.parametrize(
    ("ink", "ground", "pen"),
    [
        ((255, 95, 95), (160, 20, 30), "97;41"),
        ((160, 20, 30), (160, 20, 30), "97;41"),
        ((100, 130, 255), (30, 60, 200), "97;44"),
        ((85, 255, 85), (0, 170, 0), "30;42"),
        ((255, 255, 85), (160, 20, 30), "93;41"),
        ((255, 95, 95), (0, 0, 0), "91;40"),
    ],
)
def test_a_letter_on_a_ground_of_its_own_hue_is_black_or_white_in_sixteen_colours(
    ink: tuple[int, int, int], ground: tuple[int, int, int], pen: str
) -> None:
    console = Console(2, 1, order="F")
    console.print(0, 0, "x", fg=ink, bg=ground)
    glass = Glass(2, 1)
    glass.write(Painter("16").paint(console))
    assert glass.cells[0, 0] == ("x", pen)


def test_a_block_keeps_its_colour_on_a_ground_of_its_own_hue() -> None:
    console = Console(2, 1, order="F")
    console.print(0, 0, "▀", fg=(255, 95, 95), bg=(160, 20, 30))
    glass = Glass(2, 1)
    glass.write(Painter("16").paint(console))
    assert glass.cells[0, 0] == ("▀", "91;41")
