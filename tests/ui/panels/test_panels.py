"""The panels: rows that never lose a word in silence, layouts of every size, what the log makes of repeats."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tcod.console import Console

from roguelike.core.grammar import Message, Noun
from roguelike.core.records import replace
from roguelike.engine.views.records import MapView, Tile
from roguelike.ui.backends.headless import text_rows
from roguelike.ui.look.ground_table import BLOOD
from roguelike.ui.look.palette import VARIANTS, palette
from roguelike.ui.look.themes import THEMES
from roguelike.ui.panels.ground import draw_map
from roguelike.ui.panels.layout import Layout, Viewport
from roguelike.ui.panels.messages import LogPanel, log_lines
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
    assert shown([line], 16) == ["a long…    12/30"]


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


def test_what_does_not_fit_is_counted_least_important_first() -> None:
    sections = [Section(lines_of(9, "b"), "B", rank=2), Section(lines_of(3, "a"), rank=1)]
    rows = fit(sections, 10, 8, COLOURS)
    assert [words(row) for row in rows][1:] == [
        "b 0",
        "b 1",
        "b 2",
        "… 6 more",
        "a 0",
        "a 1",
        "a 2",
    ]


def test_a_count_names_the_key_that_shows_the_rest() -> None:
    sections = [Section(lines_of(9, "a"), more="spells")]
    last = fit(sections, 20, 4, COLOURS, lambda command: {"spells": "Z"}[command])[-1]
    assert words(last).split() == ["…", "6", "moreZ"]
    assert last.value == "spells"


def test_sections_for_which_there_is_not_even_a_row_are_counted_together() -> None:
    sections = [
        Section(lines_of(3, "a"), keep=3, rank=1),
        Section(lines_of(5, "b"), "Bees", rank=2),
        Section(lines_of(4, "c"), "Cats", rank=3),
    ]
    assert [words(row) for row in fit(sections, 30, 4, COLOURS)] == [
        "a 0",
        "a 1",
        "a 2",
        "Bees, Cats … 9 more",
    ]


@pytest.mark.parametrize(
    ("width", "said"),
    [
        (29, "Bees, Cats, Dogs … 13 more m"),
        (28, "Bees, Cats, … 13 more m"),
        (19, "Bees, … 13 more m"),
        (13, "… 13 more m"),
    ],
)
def test_what_is_folded_is_called_by_as_many_names_as_there_is_room_for(
    width: int, said: str
) -> None:
    sections = [
        Section(lines_of(3, "a"), keep=3, rank=1),
        Section(lines_of(5, "b"), "Bees", rank=2),
        Section(lines_of(4, "c"), "Cats", rank=3),
        Section(lines_of(4, "d"), "Dogs", rank=4),
    ]
    row = fit(sections, width, 4, COLOURS, lambda command: {"panel": "m"}[command])[-1]
    assert " ".join(shown([row], width)[0].split()) == said


def test_what_is_urgent_takes_its_roomiest_form_before_what_can_wait_gets_more_rows() -> None:
    foes = Section(lines_of(4, "deed"), rank=4, keep=1, terse=(lines_of(2, "foe"),), urgent=True)
    spells, bag = Section(lines_of(3, "spell"), rank=7), Section(lines_of(6, "thing"), rank=8)
    rows = [words(row) for row in fit([spells, bag, foes], 30, 10, COLOURS)]
    assert rows[3:] == ["thing 0", "thing 1", "… 4 more", "deed 0", "deed 1", "deed 2", "deed 3"]
    plain = replace(foes, urgent=False)
    rows = [words(row) for row in fit([spells, bag, plain], 30, 10, COLOURS)]
    assert rows[-2:] == ["foe 0", "foe 1"]


def test_a_section_takes_the_roomiest_form_that_fits() -> None:
    forms = Section(lines_of(6, "long"), terse=(lines_of(3, "mid"), lines_of(1, "short")))
    for height, first, count in (
        (1, "short 0", 1),
        (2, "short 0", 1),
        (3, "mid 0", 3),
        (5, "mid 0", 3),
        (6, "long 0", 6),
    ):
        rows = fit([forms], 10, height, COLOURS)
        assert words(rows[0]) == first
        assert len(rows) == count


@pytest.mark.parametrize("height", range(1, 30))
def test_no_panel_is_ever_taller_than_its_room_and_every_row_is_shown_or_counted(
    height: int,
) -> None:
    sections = [
        Section(lines_of(5, "a"), keep=5, rank=1),
        Section(lines_of(6, "b"), "B", rank=3),
        Section(lines_of(7, "c"), "C", rank=2),
    ]
    rows = fit(sections, 10, height, COLOURS)
    assert len(rows) <= height
    shown = sum(words(row)[:2] in ("a ", "b ", "c ") for row in rows)
    counted = sum(int(words(row).split("… ")[1].split()[0]) for row in rows if "… " in words(row))
    assert height < 6 or shown + counted == 18


def test_more_room_never_takes_a_row_from_what_matters_most() -> None:
    sections = [
        Section(lines_of(9, "a"), keep=3, rank=1, terse=(lines_of(5, "a"),)),
        Section(lines_of(9, "b"), "B", keep=2, rank=2, terse=(lines_of(4, "b"),)),
        Section(lines_of(7, "c"), "C", rank=3),
    ]
    before = 0
    for height in range(1, 30):
        shown = sum(words(row)[:2] == "a " for row in fit(sections, 10, height, COLOURS))
        assert shown >= min(before, 3), height
        before = shown
    assert before == 9


# Layout


SIZES = [
    (80, 24), (81, 25), (99, 33), (100, 30), (100, 34), (119, 39), (120, 40), (80, 50), (159, 59),
    (160, 60), (200, 60), (240, 80), (300, 120),
]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_the_parts_of_the_screen_neither_overlap_nor_leave_it(size: tuple[int, int]) -> None:
    layout = Layout.of(*size, 2)
    taken = np.zeros(size, int)
    parts = (
        layout.title,
        layout.map,
        layout.side,
        layout.left,
        layout.rule,
        layout.log,
        layout.bar,
    )
    for rect in parts:
        assert rect.x >= 0
        assert rect.y >= 0
        assert rect.x + rect.width <= size[0]
        assert rect.y + rect.height <= size[1]
        taken[rect.x : rect.x + rect.width, rect.y : rect.y + rect.height] += 1
    assert taken.max() == 1
    # What is nobody's are whole columns: rules, and margins of very wide consoles.
    above_the_bar = taken[:, : layout.bar.y]
    nobodys = (above_the_bar == 0).any(axis=1)
    assert not above_the_bar[nobodys].any()
    assert nobodys.sum() >= 1 + (layout.left.width > 0)


def test_a_larger_console_never_shows_less_of_the_map() -> None:
    for columns in range(80, 260):
        now, wider = Layout.of(columns, 40), Layout.of(columns + 1, 40)
        assert wider.map.width >= now.map.width
        assert now.map.width <= 80
        assert (columns < 119) == (now.map.width < 80)
        assert (columns >= 160) == bool(now.left.width)
    for rows in range(24, 120):
        now, taller = Layout.of(100, rows), Layout.of(100, rows + 1)
        assert taller.map.height >= now.map.height
        assert 17 <= now.map.height <= 50, "sight reaches eight tiles up and down"
        assert now.log.height >= 3


@pytest.mark.parametrize("rows", range(24, 120))
def test_a_longer_bar_costs_no_level_its_last_row(rows: int) -> None:
    short, long = Layout.of(158, rows, 1), Layout.of(158, rows, 2)
    assert (short.map.height == 50) == (long.map.height == 50)
    assert short.bar.height == 1
    if rows >= 63:
        assert long.bar.height == 2, "there is room for both"


def test_the_window_stands_still_until_somebody_nears_its_edge() -> None:
    window, shape = Rect(0, 1, 51, 18), (80, 50)
    view = Viewport.around(window, shape, (40, 25))
    for step in range(4):
        assert view.held(shape, (40 + step, 25 + step)) is view
    moved = view.held(shape, (40, 32))
    assert moved.left == view.left
    assert moved.top > view.top + window.height // 4
    assert moved.held(shape, (40, 33)) is moved, "one move gives room for many steps"


@pytest.mark.parametrize("other", [(44, 17), (44, 33), (20, 25), (79, 25)])
def test_the_window_moves_for_whoever_is_seen(other: tuple[int, int]) -> None:
    shape = (80, 50)
    view = Viewport.around(Rect(0, 1, 51, 18), shape, (44, 25)).held(shape, (44, 25), other)
    assert view.cell(other) is not None
    assert view.cell((44, 25)) is not None


@pytest.mark.parametrize("here", [(0, 0), (79, 49), (3, 47), (40, 25)])
def test_the_player_is_in_the_window_whoever_else_is_far_away(here: tuple[int, int]) -> None:
    shape = (80, 50)
    view = Viewport(Rect(0, 1, 51, 18), 12, 20).held(shape, here, (0, 49), (79, 0))
    assert view.cell(here) is not None
    assert 0 <= view.left <= 29
    assert 0 <= view.top <= 32


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


def test_the_unexplored_is_night_and_the_remembered_dull() -> None:
    view = level(["####", "#.>#", "####"], "forest")
    known, seen = view.explored.copy(), np.zeros(view.explored.shape, np.bool_)
    known[3, :] = False
    remembered = MapView("Test", "forest", 1, view.tiles, seen, known, frozenset(), (), (1, 1))
    console = drawn(remembered)
    assert text_rows(console)[1][3] == " "
    assert console.rgb["bg"][3].max() <= 16
    assert console.rgb["bg"][3].max() < console.rgb["bg"][:3].max(axis=2).min()
    fg = console.rgb["fg"][:3].astype(int)
    assert (fg.sum(axis=2) < drawn(view).rgb["fg"][:3].astype(int).sum(axis=2)).all()
    assert text_rows(console)[1][2] == ">"


def test_blood_is_a_stain_that_fades_in_memory() -> None:
    view = level(["####", "#..#", "####"])
    bloody = MapView(
        "T", "default", 1, view.tiles, view.visible, view.explored, frozenset({(1, 1)}), (), (1, 1)
    )
    clean = drawn(view).rgb["bg"][1, 1].astype(int)
    fresh = drawn(bloody).rgb["bg"][1, 1].astype(int)
    assert fresh[0] > fresh[2]
    assert fresh[2] > BLOOD[2], "the floor shows through"
    unseen = np.zeros(view.visible.shape, np.bool_)
    faded = MapView(
        "T", "default", 1, view.tiles, unseen, view.explored, frozenset({(1, 1)}), (), (1, 1)
    )
    old = drawn(faded).rgb["bg"][1, 1].astype(int)
    without = drawn(replace(faded, stains=frozenset())).rgb["bg"][1, 1].astype(int)
    assert 0 < (old - without)[0] < (fresh - clean)[0]


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


def test_the_messages_of_a_turn_run_on_where_they_would_not_all_fit() -> None:
    log = [Message("You wait.", turn=1), *(Message(f"Rat {n} bites.", turn=2) for n in range(4))]
    rows = [words(row) for row in log_lines(log, "", 32, 3, COLOURS)]
    assert rows[0] == "You wait."
    told = " ".join(" ".join(rows[1:]).split())
    assert told == "Rat 0 bites. Rat 1 bites. Rat 2 bites. Rat 3 bites."


def test_messages_that_have_no_room_are_counted_with_the_key_of_the_log() -> None:
    log = [Message(f"Rat {n} bites.", turn=2) for n in range(9)]
    rows = [words(row) for row in log_lines(log, "", 32, 2, COLOURS, "M")]
    told = " ".join(" ".join(rows).split())
    assert told == "Rat 6 bites. Rat 7 bites. Rat 8 bites. ▲ 6 more: M"


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


def test_what_is_worn_is_named_whole_where_there_is_little_room(stage: Builder) -> None:
    room = stage("#######\n#.@...#\n#######", {}, size=(80, 24))
    for item in ("Stained Tunic", "Torn Trousers", "Old Boots", "Leather Cap"):
        room.arena.equip(room.arena.player, item)
    gear = [row[52:] for row in room.text[:23]]
    gear = gear[next(y for y, row in enumerate(gear) if row.startswith("Gear")) :]
    names = ("Stained Tunic", "Torn Trousers", "Old Boots", "Leather Cap")
    assert [name for name in names if any(name in row for row in gear)] == list(names)
