import pytest
from hypothesis import given
from hypothesis import strategies as st
from tcod.console import Console

from roguelike.devices.headless import text_rows
from roguelike.toolkit import widgets
from roguelike.toolkit.rows import cells_of, fitting, paint, word_rows

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
