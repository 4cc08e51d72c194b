"""The panels: rows that never lose a word in silence, layouts of every size, what the log makes of repeats."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tcod.console import Console

from roguelike.core.grammar import Message, Noun
from roguelike.engine.views.records import MapView, Tile
from roguelike.ui.backends.headless import text_rows
from roguelike.ui.look.palette import VARIANTS, palette
from roguelike.ui.look.theme import THEMES
from roguelike.ui.panels.ground import draw_map
from roguelike.ui.panels.layout import Layout, Viewport
from roguelike.ui.panels.messages import LogPanel, log_lines
from roguelike.ui.panels.outcomes import with_footer
from roguelike.ui.panels.rows import Line, cells_of, legible, paint, render
from roguelike.ui.panels.sections import Section, fit
from roguelike.ui.panels.tooltip import draw_tooltip
from roguelike.ui.widgets import Rect

Builder = Callable[..., Any]

WHITE, RED = (255, 255, 255), (255, 0, 0)
COLOURS = palette()


def words(line: Line) -> str:
    return "".join(text for text, _ in (*line.left, *line.right))


def shown(lines: list[Line], width: int) -> list[str]:
    console = Console(width, len(lines), order="F")
    paint(cells_of(console), 0, 0, width, lines)
    return text_rows(console)


# Rows


def test_a_row_cuts_its_left_text_with_a_sign_and_keeps_its_right_text() -> None:
    line = Line((("a long description", WHITE),), (("12/30", WHITE),))
    assert shown([line], 16) == ["a long de… 12/30"]


def test_a_row_has_the_colours_it_was_given() -> None:
    console = Console(4, 1, order="F")
    paint(
        cells_of(console),
        0,
        0,
        4,
        [Line((("ab", RED),), back=(1, 2, 3), fill=(9, 9, 9), filled=0.5)],
    )
    assert tuple(console.rgb["fg"][0, 0]) == RED
    assert [tuple(console.rgb["bg"][x, 0]) for x in range(4)] == [(9, 9, 9)] * 2 + [(1, 2, 3)] * 2


@pytest.mark.parametrize(("share", "cells"), [(0.0, 0), (0.001, 1), (0.999, 9), (1.0, 10)])
def test_a_bar_is_empty_or_full_only_when_it_is(share: float, cells: int) -> None:
    row = render(Line(fill=RED, filled=share), 10)
    assert (row[:, 2] == row[0, 2]).sum() == cells or (cells == 0 and len(set(row[:, 2])) == 1)


def test_a_dark_glyph_is_lightened_and_a_bright_one_left_alone() -> None:
    assert legible((250, 250, 0)) == (250, 250, 0)
    assert min(legible((0, 0, 0))) > 60


# Fitting


def lines_of(count: int, word: str) -> list[Line]:
    return [Line(((f"{word} {number}", WHITE),)) for number in range(count)]


def test_sections_are_parted_by_blank_rows_while_there_is_room() -> None:
    rows = fit([Section(lines_of(2, "a")), Section(lines_of(1, "b"), "B")], 10, 9, COLOURS)
    assert [words(row)[:3] for row in rows] == ["a 0", "a 1", "", "B ─", "b 0"]


def test_what_does_not_fit_is_counted_last_sections_first() -> None:
    rows = fit([Section(lines_of(3, "a"), keep=3), Section(lines_of(9, "b"), "B")], 10, 8, COLOURS)
    assert len(rows) == 8
    assert [words(row) for row in rows[-4:]] == ["b 0", "b 1", "b 2", "… 6 more"]


@pytest.mark.parametrize("height", range(1, 30))
def test_no_panel_is_ever_taller_than_its_room(height: int) -> None:
    sections = [
        Section(lines_of(5, "a"), keep=5),
        Section(lines_of(6, "b"), "B"),
        Section(lines_of(7, "c"), "C"),
    ]
    rows = fit(sections, 10, height, COLOURS)
    assert len(rows) <= height
    missing = 18 - sum(words(row)[:2] in ("a ", "b ", "c ") for row in rows)
    assert not missing or any("…" in words(row) for row in rows)


def test_what_has_no_room_at_all_is_folded_into_a_row_that_counts_it() -> None:
    sections = [
        Section(lines_of(3, "a"), keep=3),
        Section(lines_of(6, "b"), "You", keep=0),
        Section(lines_of(4, "c"), "At hand", keep=2),
        Section(lines_of(5, "d"), "Gear", keep=0),
    ]
    rows = [words(row) for row in fit(sections, 30, 7, COLOURS)]
    assert rows[:3] == ["a 0", "a 1", "a 2"]
    assert rows[3].startswith("At hand ")
    assert rows[4:6] == ["c 0", "… 3 more"]
    assert rows[6] == "… You 6, Gear 5"


# Layout


@pytest.mark.parametrize("size", [(80, 50), (81, 50), (120, 60), (160, 100), (300, 90)])
def test_the_parts_of_the_screen_neither_overlap_nor_leave_it(size: tuple[int, int]) -> None:
    layout = Layout.of(*size)
    taken = np.zeros(size, int)
    for rect in (layout.title, layout.map, layout.side, layout.rule, layout.log, layout.bar):
        assert rect.x >= 0
        assert rect.y >= 0
        assert rect.x + rect.width <= size[0]
        assert rect.y + rect.height <= size[1]
        taken[rect.x : rect.x + rect.width, rect.y : rect.y + rect.height] += 1
    assert (taken == 1).all()


def test_the_map_follows_its_focus_and_stops_at_its_edges() -> None:
    window = Rect(0, 1, 49, 39)
    middle = Viewport.around(window, (80, 50), (40, 25))
    assert middle.cell((40, 25)) == (24, 20)
    corner = Viewport.around(window, (80, 50), (0, 0))
    assert corner.point(0, 1) == (0, 0)
    assert Viewport.around(window, (80, 50), (79, 49)).point(48, 39) == (79, 49)


def test_a_map_that_fits_is_shown_whole_in_the_middle() -> None:
    view = Viewport.around(Rect(0, 0, 50, 30), (20, 10), (1, 1))
    assert view.cell((0, 0)) == (15, 10)
    assert view.cell((19, 9)) == (34, 19)


def test_cells_and_tiles_convert_both_ways() -> None:
    view = Viewport.around(Rect(3, 1, 49, 39), (160, 100), (77, 44))
    for point in [(77, 44), (60, 30), (99, 60)]:
        cell = view.cell(point)
        assert cell is not None
        assert view.point(*cell) == point
    assert view.cell((0, 0)) is None
    assert view.point(79, 0) is None


# Map


def level(rows: list[str], theme: str = "default") -> MapView:
    kinds = {"#": Tile.WALL, ".": Tile.FLOOR, ">": Tile.DOWN_STAIRS}
    tiles = np.array([[kinds[mark] for mark in row] for row in rows], np.uint8).T
    known = np.ones(tiles.shape, np.bool_)
    return MapView("Test", theme, 1, tiles, known, known, frozenset(), (), (1, 1))


def drawn(view: MapView, variant: str = "default") -> Console:
    width, height = view.tiles.shape
    console = Console(width, height, order="F")
    draw_map(console, view, Viewport(Rect(0, 0, width, height), 0, 0), variant)
    return console


def test_what_is_told_twice_in_a_full_log_is_counted() -> None:
    panel, colours = LogPanel(), palette()
    hit, miss = Message("The orc hits you.", turn=3), Message("You wait.", turn=3)
    log = [hit, miss, miss]
    before = panel.lines(log, "", (40, 2), colours)
    assert panel.lines(log, "", (40, 2), colours) is before
    log.append(Message("You wait.", turn=3))
    del log[0]
    told = [
        "".join(text for text, _ in line.left) for line in panel.lines(log, "", (40, 2), colours)
    ]
    assert told[-1].strip() == "You wait. ×3"


def test_walls_join_along_the_ground_they_bound() -> None:
    view = level(["#######", "#..##.#", "#..##.#", "#######"])
    assert [row.replace("·", ".") for row in text_rows(drawn(view))] == [
        "╔══╗╔═╗",
        "║..║║.║",
        "║..║║.║",
        "╚══╝╚═╝",
    ]


def test_solid_rock_within_is_blank() -> None:
    view = level(["#####", "#####", "#####", "###.#", "#####"])
    assert text_rows(drawn(view))[0].strip() == ""


def test_the_unexplored_is_black_and_the_remembered_has_no_warm_colour() -> None:
    view = level(["####", "#.>#", "####"], "forest")
    known, seen = view.explored.copy(), np.zeros(view.explored.shape, np.bool_)
    known[3, :] = False
    remembered = MapView("Test", "forest", 1, view.tiles, seen, known, frozenset(), (), (1, 1))
    console = drawn(remembered)
    assert text_rows(console)[1][3] == " "
    assert not console.rgb["bg"][3].any()
    fg = console.rgb["fg"][:3].astype(int)
    assert (fg[..., 2] >= fg[..., 0]).all()
    assert text_rows(console)[1][2] == ">"


def test_blood_colours_the_ground_only_while_it_is_seen() -> None:
    view = level(["####", "#..#", "####"])
    bloody = MapView(
        "T", "default", 1, view.tiles, view.visible, view.explored, frozenset({(1, 1)}), (), (1, 1)
    )
    red, _, blue = drawn(bloody).rgb["bg"][1, 1]
    assert red > blue
    unseen = np.zeros(view.visible.shape, np.bool_)
    faded = MapView(
        "T", "default", 1, view.tiles, unseen, view.explored, frozenset({(1, 1)}), (), (1, 1)
    )
    red, _, blue = drawn(faded).rgb["bg"][1, 1]
    assert red <= blue


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("theme", [*THEMES, "unheard of"])
def test_every_tile_of_every_theme_is_seen(theme: str, variant: str) -> None:
    tiles = np.array([list(Tile)] * 3, np.uint8)
    known = np.ones(tiles.shape, np.bool_)
    view = MapView("Test", theme, 1, tiles, known, known, frozenset(), (), (1, 1))
    console = drawn(view, variant)
    for tile in Tile:
        if tile != Tile.WALL:
            assert (console.ch[:, tile] != ord(" ")).any()
            assert console.rgb["fg"][1, tile].max() > 40


# Log


def test_the_log_counts_repeats_and_puts_the_newest_last() -> None:
    goblins = [Noun("goblin", entity) for entity in (1, 2, 3)]
    log = [
        Message("{1} arrives.", (Noun("rat", 9),)),
        *(Message("{1} dies.", (goblin,)) for goblin in goblins),
    ]
    assert [words(row) for row in log_lines(log, "", 40, 4, COLOURS)] == [
        "",
        "",
        "The rat arrives.",
        "The goblin dies. ×3",
    ]


def test_a_notice_stands_below_the_log_and_long_messages_wrap() -> None:
    log = [Message("One two three four five six.")]
    rows = [words(row) for row in log_lines(log, "No.", 14, 5, COLOURS)]
    assert rows == ["", "One two", " three four", " five six.", "» No."]


# Footers


def test_rows_above_a_footer_that_do_not_fit_are_counted() -> None:
    rows = with_footer(lines_of(20, "a"), lines_of(2, "key"), 10, COLOURS)
    assert len(rows) == 10
    assert words(rows[-3]) == ""
    assert "… 14 more rows" in [words(row) for row in rows]


# Tooltips


@pytest.mark.parametrize("at", [(0, 0), (79, 49), (0, 49), (79, 0), (40, 25)])
def test_a_tooltip_hides_neither_its_cell_nor_any_of_itself(at: tuple[int, int]) -> None:
    console = Console(80, 50, order="F")
    draw_tooltip(console, at, lines_of(6, "something to tell"), COLOURS)
    assert not console.rgb["bg"][at].any()
    assert sum("something to tell" in row for row in text_rows(console)) == 6


def test_a_tooltip_keeps_clear_of_creatures_if_it_can() -> None:
    console = Console(80, 50, order="F")
    creatures = [(44, 25), (45, 26)]
    draw_tooltip(console, (40, 25), lines_of(3, "words"), COLOURS, creatures)
    assert not any(console.rgb["bg"][cell].any() for cell in creatures)


# The whole, at every size


@pytest.mark.parametrize("size", [(80, 50), (100, 56), (160, 100)])
def test_the_play_screen_fills_any_console(stage: Builder, size: tuple[int, int]) -> None:
    room = stage("#######\n#.@.r.#\n#######", {"r": "Rat"}, spells=["Zap", "Web"], size=size)
    text = room.text
    for part in (
        "Health",
        "30/30",
        "Mana",
        "Intelligence",
        "^1 Zap",
        "r Rat",
        "Gear",
        "Inventory",
        "Menu",
    ):
        assert any(part in row for row in text), part
    assert room.glyph(room.session.here) == "@"


def test_a_full_panel_still_shows_the_start_of_everything(stage: Builder) -> None:
    room = stage(
        "###########\n#rrrrrrrrr#\n#rrrr@rrrr#\n#rrrrrrrrr#\n###########",
        {"r": "Rat"},
        spells=["Zap", "Web", "Venom", "Acid Breath", "Explode"],
    )
    for name in ["Health Potion", "Mana Potion", "Rations", "Beer", "Meat", "Web Scroll"] * 2:
        room.arena.give(room.arena.player, name)
    text = room.text
    for part in ("Spells", "In view", "At hand", "Gear", "more"):
        assert any(part in row for row in text), part
