"""Where a tooltip stands: whole, beside its cell, and clear of creatures if it can."""

import pytest
from tcod.console import Console

from roguelike.devices.headless import text_rows
from roguelike.engine.views.records import CreatureView
from roguelike.toolkit import widgets
from roguelike.toolkit.palette import palette
from roguelike.ui.panels.tooltip import MOST_COLUMNS, creature_lines, draw_tooltip
from tests.ui.panels.written import RED, lines_of, shown

COLOURS = palette()


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


@pytest.mark.parametrize("rows", [14, 17])
def test_a_tall_tooltip_leaves_the_map_before_it_hides_its_cell_or_loses_a_row(rows: int) -> None:
    """At 80x24 the map has 51x14 cells, and an altar more than that to say."""
    console, room, at = Console(80, 24, order="F"), widgets.Rect(0, 1, 51, 14), (26, 10)
    draw_tooltip(
        console, at, lines_of(rows, "some words that need all of it"), COLOURS, within=room
    )
    assert not console.rgb["bg"][at].any()
    assert sum("some words that need all of it" in row for row in text_rows(console)) == rows


def test_a_tooltip_keeps_clear_of_the_last_messages_if_it_hides_no_creature_for_that() -> None:
    """At 80x24 what a blow did is told below the map, and the mouse still rests on whom it struck."""
    log, room = widgets.Rect(0, 20, 51, 3), widgets.Rect(0, 1, 51, 22)
    lines = lines_of(15, "words enough for a box")
    for creatures, is_clear in (([(7, 12), (8, 12)], True), ([(10, y) for y in range(7)], False)):
        console = Console(80, 24, order="F")
        draw_tooltip(console, (8, 12), lines, COLOURS, creatures, room, log)
        back = console.rgb["bg"]
        assert is_clear == (not back[log.x : log.x + log.width, log.y : log.y + log.height].any())
        assert not any(back[cell].any() for cell in creatures)
        assert sum("words enough for a box" in row for row in text_rows(console)) == 15


@pytest.mark.parametrize("name", ["orc", "the Keeper of the Last Door"])
def test_a_card_names_whoever_it_is_about_in_full_and_says_whose_side_they_are_on(
    name: str,
) -> None:
    foe = CreatureView(
        1, name, "K", RED, (5, 5), hp=9, max_hp=9, level=1, hostile=True, is_player=False,
        statuses=(), carries=(), traits=(),
    )  # fmt: skip
    width = MOST_COLUMNS - 3
    rows = "\n".join(shown(creature_lines(foe, COLOURS), width))
    assert f"{name[0].upper()}{name[1:]}" in rows
    assert "enemy" in rows


def test_what_no_place_has_room_for_is_counted() -> None:
    console = Console(40, 10, order="F")
    draw_tooltip(console, (20, 5), lines_of(14, "words, and more of them"), COLOURS)
    text = text_rows(console)
    assert sum("words" in row for row in text) == 9
    assert any("… 5 more rows" in row for row in text)
