import pytest
from tcod.console import Console

from roguelike.devices.headless import text_rows
from roguelike.toolkit import widgets
from roguelike.toolkit.inputs import Key, Mouse
from roguelike.toolkit.keymap import Keymap
from roguelike.toolkit.palette import palette
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
