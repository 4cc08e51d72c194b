"""Widgets, what they answer to keys and clicks, and how text is fitted into their cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tcod.console import Console

from roguelike.devices.headless import text_rows
from roguelike.toolkit import widgets
from roguelike.toolkit.inputs import Key, Mouse
from roguelike.toolkit.keymap import Keymap
from roguelike.toolkit.palette import palette
from roguelike.toolkit.rows import cells_of, fitting, paint, word_rows
from roguelike.toolkit.widgets import frame

COLOURS = palette()
KEYS = Keymap()


def rows(console: Console) -> list[str]:
    return [row.rstrip() for row in text_rows(console)]


def test_a_frame_has_a_title_and_leaves_room_inside() -> None:
    console = Console(20, 4, order="F")
    console.print(5, 1, "old")
    inside = frame(console, widgets.Rect(1, 0, 18, 4), COLOURS, title="Pack", footer="Esc")
    assert inside == widgets.Rect(2, 1, 16, 2)
    assert rows(console) == [
        " ┌───── Pack ─────┐",
        " │                │",
        " │                │",
        " └───── Esc ──────┘",
    ]


def test_a_frame_can_keep_what_is_inside_and_cuts_a_long_title_with_a_sign() -> None:
    console = Console(14, 3, order="F")
    console.print(3, 1, "kept")
    frame(console, widgets.Rect(0, 0, 14, 3), COLOURS, title="A very long title", clear=False)
    assert rows(console)[0] == "┌─ A very… ──┐"
    assert "kept" in rows(console)[1]
    assert frame(console, widgets.Rect(0, 0, 1, 1), COLOURS) == widgets.Rect(0, 0, 1, 1)


def test_a_centred_box_fits_the_console() -> None:
    console = Console(80, 50, order="F")
    assert widgets.centred(console, 40, 10) == widgets.Rect(20, 20, 40, 10)
    assert widgets.centred(console, 200, 100) == widgets.Rect(0, 0, 80, 50)


@pytest.mark.parametrize(
    ("share", "full"), [(0.0, 0), (0.01, 1), (0.5, 5), (0.99, 9), (1.0, 10), (1.7, 10), (-1.0, 0)]
)
def test_a_bar_is_empty_only_at_nothing_and_full_only_at_all(share: float, full: int) -> None:
    console = Console(12, 1, order="F")
    widgets.bar(
        console, widgets.Rect(1, 0, 10, 1), share, fill=(9, 0, 0), back=(0, 0, 9), text="3/10"
    )
    assert (console.rgb["bg"][:, 0, 0] == 9).sum() == full
    assert (console.rgb["bg"][:, 0, 2] == 9).sum() == 10 - full
    assert rows(console) == ["    3/10"]


def typed(field: widgets.TextField, *names: str) -> object:
    answers = [field.on_input(Key(name)) for name in names]
    return answers[-1]


def test_a_field_takes_text() -> None:
    field = widgets.TextField(max_length=6)
    assert typed(field, "M", "e", "r", "space", "x", "backspace", "i") == widgets.Moved()
    assert field.text == "Mer i"
    typed(field, "home", "right", "delete", "end", "left", "y")
    assert field.text == "Mr yi"
    field.on_input(Key("shift+2", "@"))
    field.on_input(Key("z"))
    assert field.text == "Mr y@i", "no longer than allowed"
    assert typed(field, "enter") == widgets.Entered("Mr y@i")
    assert typed(field, "escape") == widgets.Cancelled()
    assert typed(field, "f1") is None
    typed(field, "end", "ctrl+u")
    assert field.text == ""


def test_a_field_takes_only_what_is_allowed() -> None:
    field = widgets.TextField(allowed="0123456789")
    typed(field, "1", "x", "2")
    assert field.text == "12"


def test_a_long_text_shows_that_there_is_more() -> None:
    console = Console(10, 1, order="F")
    field = widgets.TextField("abcdefghijklmno")
    field.draw(console, 1, 0, 8, COLOURS)
    assert rows(console) == [" …jklmno"]
    typed(field, "home")
    field.draw(console, 1, 0, 8, COLOURS)
    assert rows(console) == [" abcdefg…"]


def commands() -> widgets.ButtonRow[str]:
    return widgets.ButtonRow(
        [
            widgets.Button("Inventory", "inventory", "i"),
            widgets.Button("Rest", "rest", "R"),
            widgets.Button("Help", "help"),
        ]
    )


def test_buttons_are_clickable_where_they_are_seen() -> None:
    console = Console(30, 1, order="F")
    buttons = commands()
    buttons.draw(console, widgets.Rect(0, 0, 30, 1), COLOURS)
    assert rows(console) == [" i Inventory  R Rest  Help"]
    assert buttons.on_input(Mouse("press", 3, 0, "left")) == widgets.Chosen("inventory")
    assert buttons.on_input(Mouse("press", 16, 0, "left")) == widgets.Chosen("rest")
    assert buttons.on_input(Mouse("press", 29, 0, "left")) is None
    assert buttons.on_input(Mouse("press", 3, 0, "right")) is None
    assert buttons.on_input(Mouse("move", 3, 0)) == widgets.Moved()
    assert buttons.on_input(Mouse("move", 4, 0)) is None
    assert buttons.on_input(Mouse("move", 29, 0)) == widgets.Moved()
    assert buttons.on_input(Key("i")) is None


def test_buttons_wrap_and_say_when_some_have_no_room() -> None:
    console = Console(16, 3, order="F")
    buttons = commands()
    buttons.draw(console, widgets.Rect(0, 0, 16, 2), COLOURS)
    assert rows(console) == [" i Inventory", " R Rest  Help", ""]
    assert buttons.hidden == 0
    console.clear()
    buttons.draw(console, widgets.Rect(0, 0, 16, 1), COLOURS)
    assert rows(console)[0] == " i Inventory   …"
    assert buttons.hidden == 2


def view() -> widgets.TextView:
    return widgets.TextView([[(f"line {n}", (200, 200, 200))] for n in range(10)])


def test_text_scrolls_by_keys_wheel_and_marks() -> None:
    console, rect = Console(12, 5, order="F"), widgets.Rect(0, 0, 12, 5)
    text = view()

    def shown() -> list[str]:
        console.clear()
        text.draw(console, rect, COLOURS)
        return rows(console)

    assert shown() == ["", "line 0", "line 1", "line 2", "  ▼ 7 more"]
    assert text.on_input(Key("down"), KEYS) == widgets.Moved()
    assert shown() == ["  ▲ 1 more", "line 1", "line 2", "line 3", "  ▼ 6 more"]
    text.on_input(Key("end"), KEYS)
    assert shown()[1:] == ["line 7", "line 8", "line 9", ""]
    text.on_input(Mouse("wheel", 1, 1, steps=1), KEYS)
    assert shown()[1] == "line 4"
    text.on_input(Mouse("press", 1, 4, "left"), KEYS)
    assert shown()[1] == "line 7"
    assert text.on_input(Mouse("press", 1, 1, "right"), KEYS) == widgets.Cancelled()
    assert text.on_input(Key("escape"), KEYS) == widgets.Cancelled()


def test_text_can_start_at_its_end_and_wraps_anew_in_another_width() -> None:
    console = Console(30, 3, order="F")
    text = widgets.TextView([[("one two three four", (200, 200, 200))]] * 4, at_end=True)
    text.draw(console, widgets.Rect(0, 0, 10, 3), COLOURS)
    assert rows(console)[1] == "three four"
    console.clear()
    text.draw(console, widgets.Rect(0, 0, 30, 3), COLOURS)
    assert rows(console)[1] == "one two three four"


RED, BLUE = (255, 0, 0), (0, 0, 255)


def test_text_breaks_at_blanks() -> None:
    assert widgets.wrap("the orc hits you", 8) == ("the orc", "hits you")
    assert widgets.wrap("one\n\n  two", 10) == ("one", "", "  two")
    assert widgets.wrap("", 5) == ("",)
    assert widgets.wrap("fits", 4) == ("fits",)


def test_long_words_break_where_they_must() -> None:
    assert widgets.wrap("abcdefghij", 4) == ("abcd", "efgh", "ij")
    assert widgets.wrap("a bcdefghij", 4) == ("a", "bcde", "fghi", "j")


def test_colours_may_change_within_a_word() -> None:
    segments = [("the or", RED), ("c dies", BLUE)]
    assert widgets.wrap_segments(segments, 7) == [[("the or", RED), ("c", BLUE)], [("dies", BLUE)]]
    assert widgets.wrap_segments(segments, 6) == [
        [("the", RED)],
        [("or", RED), ("c", BLUE)],
        [("dies", BLUE)],
    ]


@given(st.text(alphabet="ab \n", max_size=60), st.integers(1, 12), st.integers(0, 60))
def test_wrapping_loses_nothing_and_never_overflows(text: str, width: int, cut: int) -> None:
    lines = widgets.wrap_segments([(text[:cut], RED), (text[cut:], BLUE)], width)
    rows = ["".join(part for part, _ in line) for line in lines]
    assert all(len(row) <= width for row in rows)
    assert "".join("".join(rows).split()) == "".join(text.split())


def test_what_is_cut_says_so() -> None:
    assert widgets.clip("abcdef", 6) == "abcdef"
    assert widgets.clip("abcdef", 4) == "abc…"
    assert widgets.clip("ab cdef", 4) == "ab…"
    assert widgets.clip("abc", 0) == ""
    assert widgets.clip_segments([("abc", RED), ("def", BLUE)], 5) == [("abc", RED), ("d…", BLUE)]
    assert widgets.clip_segments([("abc", RED), ("def", BLUE)], 6) == [("abc", RED), ("def", BLUE)]
    assert widgets.clip_segments([("abc", RED), ("def", BLUE)], 3) == [("ab…", RED)]
    assert widgets.clip_segments([("abc", RED)], 0) == []


@pytest.mark.parametrize(
    ("width", "shown"),
    [(18, "Chainmail Armor +1"), (17, "Chainmail Armor…"), (15, "Chainmail…"), (9, "Chainmai…")],
)
def test_names_are_cut_between_words(width: int, shown: str) -> None:
    assert widgets.clip("Chainmail Armor +1", width) == shown
    cut = widgets.clip_segments([("Chainmail ", RED), ("Armor +1", BLUE)], width)
    assert "".join(text for text, _ in cut) == shown


def test_a_first_word_alone_is_no_name() -> None:
    assert widgets.clip("a Restoration Scroll", 10) == "a Restora…"


def test_things_are_packed_whole() -> None:
    things = [[("Torn Trousers", RED)], [("Old Boots", RED)], [("Cap", RED), (" cursed", BLUE)]]
    rows = ["".join(text for text, _ in row) for row in widgets.packed(things, 20)]
    assert rows == ["Torn Trousers,", "Old Boots,", "Cap cursed"]
    assert ["".join(text for text, _ in row) for row in widgets.packed(things, 25)] == [
        "Torn Trousers, Old Boots,",
        "Cap cursed",
    ]
    assert ["".join(text for text, _ in row) for row in widgets.packed(things, 10)] == [
        "Torn Trou…",
        "Old Boots,",
        "Cap cursed",
    ]


@given(st.lists(st.text(alphabet="ab ", min_size=1, max_size=14), max_size=6), st.integers(8, 30))
def test_packing_never_overflows_and_keeps_what_fits(names: list[str], width: int) -> None:
    names = [" ".join(name.split()) or "x" for name in names]
    rows = [
        "".join(text for text, _ in row)
        for row in widgets.packed([[(n, RED)] for n in names], width)
    ]
    assert all(len(row) <= width for row in rows)
    for name in names:
        assert len(name) > width or any(name in row for row in rows)


def test_printing_stops_at_the_width_and_at_the_edge() -> None:
    console = Console(10, 3, order="F")
    assert widgets.print_segments(console, 0, 0, [("red", RED), ("blue", BLUE)]) == 7
    widgets.print_segments(console, 0, 1, [("red", RED), ("blue", BLUE)], 5)
    widgets.print_segments(console, 6, 2, [("overlong", RED)])
    assert text_rows(console) == ["redblue   ", "redb…     ", "      ove…"]
    assert tuple(console.rgb["fg"][3, 0]) == BLUE


@pytest.mark.parametrize(
    ("height", "rows"),
    [
        (None, ["one two", "three", "four", ""]),
        (3, ["one two", "three", "four", ""]),
        (2, ["one two", "three …", "", ""]),
        (1, ["one tw…", "", "", ""]),
        (0, ["", "", "", ""]),
    ],
)
def test_a_column_that_is_too_short_says_so(height: int | None, rows: list[str]) -> None:
    console = Console(7, 4, order="F")
    taken = widgets.print_wrapped(console, 0, 0, [("one two three four", RED)], 7, height)
    assert [row.rstrip() for row in text_rows(console)] == rows
    assert taken == sum(map(bool, rows))


def test_blanks_of_several_colours_behind_one_another_all_count() -> None:
    line = [(" " * 3, (1, 1, 1)), ("  word", (2, 2, 2))]
    (found,) = widgets.wrap_segments(line, 20)
    assert "".join(text for text, _ in found) == "     word"


@pytest.mark.parametrize(
    ("height", "rows"),
    [(3, ["one", "two", "three"]), (2, ["one", "… 2 more rows"]), (1, ["… 3 more rows"]), (0, [])],
)
def test_lines_that_do_not_fit_are_counted_and_without_room_none_is_printed(
    height: int, rows: list[str]
) -> None:
    """Without room for a row it printed two, over what an item would do, and a count above them."""
    console = Console(20, 5, order="F")
    lines = [[(word, RED)] for word in ("one", "two", "three")]
    paint(cells_of(console), 0, 1, 20, fitting(word_rows(lines, 20), height, RED))
    told = [row.rstrip() for row in text_rows(console)]
    assert told == ["", *rows, *[""] * (4 - len(rows))]
