"""Sections and rows of the panels: what is shown, folded or counted, and that no word is lost in silence."""

import pytest
from tcod.console import Console

from roguelike.core.records import replace
from roguelike.toolkit.palette import palette
from roguelike.toolkit.rows import Line, cells_of, legible, paint, render
from roguelike.toolkit.sections import Section, fit
from tests.ui.panels.written import RED, WHITE, lines_of, shown, words

COLOURS = palette()


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


def test_what_is_less_important_is_folded_rather_than_that_a_section_lacks_rows_it_wants() -> None:
    things = Section(lines_of(6, "thing"), "At hand", rank=8, wanted=3)
    figures = Section(lines_of(3, "figure"), "You", rank=10, keep=2)
    worn = Section(lines_of(2, "worn"), "Gear", rank=11)

    def told(things: Section, height: int) -> list[str]:
        return [words(row) for row in fit([things, figures, worn], 26, height, COLOURS)]

    assert [row for row in told(replace(things, wanted=0), 10) if row.startswith("thing")] == [
        "thing 0"
    ]
    assert told(things, 10)[1:5] == ["thing 0", "thing 1", "thing 2", "… 3 more"]
    assert told(things, 10)[-1] == "Gear … 2 more"
    assert told(things, 5)[1:] == ["thing 0", "thing 1", "… 4 more", "You, Gear … 5 more"]
    few = replace(things, lines=lines_of(1, "thing"))
    assert told(few, 10) == told(replace(few, wanted=0), 10)


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
