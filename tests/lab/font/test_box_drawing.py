"""Box characters are read from their names and drawn arm by arm."""

import numpy as np
import pytest

from roguelike.lab.font.make_font import BOX, Pen, draw_box, draw_shade, read_name

PEN = Pen(light=1, heavy=3, gap=1)
DIAGONALS = "╱╲╳"


def rows(character: str, size: int = 7) -> list[str]:
    """Return a character drawn in text."""
    tile = draw_box(ord(character), size, size, PEN)
    assert tile is not None
    return ["".join(" #"[bool(cell)] for cell in row) for row in tile]


@pytest.mark.parametrize(
    ("character", "arms"),
    [
        ("─", {"left": "light", "right": "light"}),
        ("┏", {"down": "heavy", "right": "heavy"}),
        ("┍", {"down": "light", "right": "heavy"}),
        ("╓", {"down": "double", "right": "light"}),
        ("╪", {"up": "light", "down": "light", "left": "double", "right": "double"}),
        ("╃", {"up": "heavy", "left": "heavy", "down": "light", "right": "light"}),
        ("╊", {"left": "light", "right": "heavy", "up": "heavy", "down": "heavy"}),
        ("╮", {"down": "light", "left": "light"}),
        ("╼", {"left": "light", "right": "heavy"}),
        ("╹", {"up": "heavy"}),
    ],
)
def test_the_arms_of_a_character_are_read_from_its_unicode_name(
    character: str, arms: dict[str, str]
) -> None:
    assert read_name(ord(character)) == (arms, 0)


@pytest.mark.parametrize(("character", "dashes"), [("╌", 2), ("┄", 3), ("┈", 4), ("┋", 4)])
def test_the_number_of_dashes_is_read_from_the_unicode_name(character: str, dashes: int) -> None:
    shape = read_name(ord(character))
    assert shape[1] == dashes


def test_only_diagonals_are_left_to_the_font() -> None:
    assert "".join(chr(p) for p in BOX if draw_box(p, 8, 14, PEN) is None) == DIAGONALS
    assert draw_box(ord("A"), 8, 14, PEN) is None
    assert draw_shade(ord("A"), 8, 14) is None


def test_ink_reaches_exactly_the_edges_that_have_arms() -> None:
    for point in BOX:
        shape, tile = read_name(point), draw_box(point, 10, 18, PEN)
        if shape is None or tile is None or shape[1]:
            continue
        edges = {"up": tile[0], "down": tile[-1], "left": tile[:, 0], "right": tile[:, -1]}
        assert {side for side, edge in edges.items() if edge.any()} == set(shape[0]), chr(point)


def test_pictures_of_mirrored_characters_mirror_each_other() -> None:
    for left, right in ("┌┐", "╔╗", "╒╕", "╓╖", "┝┥", "╠╣", "╟╢", "╞╡", "╰╯"):
        one, other = (draw_box(ord(c), 9, 17, PEN) for c in (left, right))
        assert other is not None
        assert np.array_equal(one[:, ::-1], other), left


def test_a_double_corner_turns_with_both_lines() -> None:
    assert rows("╔") == [
        "       ",
        "       ",
        "  #####",
        "  #    ",
        "  # ###",
        "  # #  ",
        "  # #  ",
    ]


def test_a_single_line_hangs_from_the_near_line_of_a_double() -> None:
    assert rows("╤") == [
        "       ",
        "       ",
        "#######",
        "       ",
        "#######",
        "   #   ",
        "   #   ",
    ]


def test_a_single_line_closes_the_end_of_a_double() -> None:
    assert rows("╒") == [
        "       ",
        "       ",
        "   ####",
        "   #   ",
        "   ####",
        "   #   ",
        "   #   ",
    ]
