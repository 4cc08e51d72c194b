import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tcod.event
from numpy.typing import NDArray
from tcod.cffi import ffi, lib
from tcod.console import Console
from tcod.event import KeySym, Modifier, Scancode

from roguelike.core.records import replace
from roguelike.devices import window as module
from roguelike.devices.headless import text_rows
from roguelike.devices.pictures import pixels_of
from roguelike.devices.running import obeyer
from roguelike.devices.window import Window
from roguelike.host import LocalHost
from roguelike.testing import Pilot
from roguelike.title.title import Title
from roguelike.toolkit.font import load_tileset, tile_size
from roguelike.toolkit.inputs import Closed, Input, Key, KeyboardChanged, Mouse, Pasted, Resized
from roguelike.toolkit.screen import Frame
from roguelike.toolkit.stack import ScreenStack
from roguelike.ui.layout import Layout
from roguelike.ui.program import Program


@pytest.fixture(scope="module")
def dummy_video() -> Iterator[None]:
    patch = pytest.MonkeyPatch()
    patch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    patch.undo()


@pytest.fixture
def window(dummy_video: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setattr(module, "_display_room", lambda: (800, 900))
    with Window(scale="normal") as opened:
        opened.present(Frame(opened.new_console()))
        opened.poll(0)
        yield opened


def push(kind: int, **fields: Any) -> None:
    """Put an event into SDL's own queue: `key__mod=1` sets event.key.mod."""
    event = ffi.new("SDL_Event*")
    event.type = kind
    for path, value in fields.items():
        part, _, name = path.partition("__")
        setattr(getattr(event, part), name, value)
    assert lib.SDL_PushEvent(event)


def press(sym: int, mod: int = 0, scancode: int = 0) -> None:
    push(
        lib.SDL_EVENT_KEY_DOWN,
        key__key=int(sym),
        key__mod=int(mod),
        key__scancode=int(scancode),
        key__down=True,
    )


_kept: list[Any] = []


def types(text: str) -> None:
    _kept.append(ffi.new("char[]", text.encode()))
    push(lib.SDL_EVENT_TEXT_INPUT, text__text=_kept[-1])


N, SHIFT, CTRL, ALT = Modifier.NONE, Modifier.LSHIFT, Modifier.LCTRL, Modifier.LALT


@pytest.mark.parametrize(
    ("sym", "mod", "text", "name"),
    [
        (KeySym.A, N, "a", "a"), (KeySym.A, SHIFT, "A", "A"), (KeySym.A, Modifier.CAPS, "A", "a"),
        (KeySym.N1, N, "1", "1"), (KeySym.N1, CTRL, "", "ctrl+1"),
        (KeySym.N1, Modifier.RCTRL | Modifier.NUM, "", "ctrl+1"),
        (KeySym.N2, SHIFT, "@", "shift+2"), (KeySym.N1, ALT, "¡", "alt+1"), (KeySym.SLASH, SHIFT, "?", "?"),
        (KeySym.PERIOD, SHIFT, ">", ">"),
        (KeySym.COMMA, N, ",", ","), (KeySym.S, CTRL, "", "ctrl+s"),
        (KeySym.S, CTRL | SHIFT, "", "ctrl+shift+s"),
        (KeySym.RETURN, N, "", "enter"), (KeySym.KP_ENTER, N, "", "enter"),
        (KeySym.RETURN, ALT, "", "alt+enter"), (KeySym.KP_7, N, "", "kp_7"), (KeySym.KP_7, Modifier.NUM, "7", "kp_7"),
        (KeySym.UP, SHIFT, "", "shift+up"),
        (KeySym.TAB, SHIFT, "", "shift+tab"), (KeySym.SPACE, N, " ", "space"),
        (KeySym.SPACE, SHIFT, " ", "space"),
        (KeySym.PAGEUP, N, "", "page_up"), (KeySym.F11, N, "", "f11"),
        (KeySym.EQUALS, CTRL, "", "ctrl+="),
        (KeySym.MINUS, CTRL, "", "ctrl+-"), (KeySym.KP_PLUS, Modifier.NUM, "+", "+"),
        (KeySym.Q, Modifier.LCTRL | Modifier.RALT, "@", "@"), (KeySym.Q, Modifier.MODE, "@", "@"),
        (KeySym.O, Modifier.LGUI, "o", "super+o"), (KeySym.L, Modifier.RGUI | SHIFT, "", "super+shift+l"),
    ],
)  # fmt: skip
def test_each_press_is_one_key(window: Window, sym: int, mod: int, text: str, name: str) -> None:
    press(sym, mod)
    if text:
        types(text)
    assert window.poll(0) == [Key(name)]


def test_lone_modifiers_and_dead_keys_are_nothing(window: Window) -> None:
    press(KeySym.LSHIFT, SHIFT)
    press(KeySym.LCTRL, CTRL)
    press(KeySym.GRAVE)
    assert window.poll(0) == []


def test_text_fields_get_what_was_typed(window: Window) -> None:
    press(KeySym.N2, SHIFT)
    types("@")
    press(KeySym.A, Modifier.CAPS)
    types("A")
    press(KeySym.N1, ALT)
    types("¡")
    found = window.poll(0)
    assert [key.typed for key in found if isinstance(key, Key)] == ["@", "A", ""]


def test_what_another_program_copied_is_pasted(window: Window) -> None:
    """A puzzle's code is two hundred letters long: nobody types it."""
    assert window.copy("BM1-ePk4 und ein \u00fc")
    for sym, mod in ((KeySym.V, CTRL), (KeySym.INSERT, SHIFT)):
        press(sym, mod)
        assert window.poll(0) == [Pasted("BM1-ePk4 und ein \u00fc")]


def test_a_press_without_text_does_not_swallow_the_next_symbol(window: Window) -> None:
    press(KeySym.A)
    press(KeySym.SLASH, SHIFT)
    types("?")
    assert window.poll(0) == [Key("a"), Key("?")]


@pytest.mark.parametrize(
    ("sym", "scancode", "text", "name"),
    [
        (1092, Scancode.A, "ф", "a"), (ord("o"), Scancode.O, "щ", "o"), (1102, Scancode.PERIOD, "Ю", ">"),
        (1509, Scancode.PERIOD, "ץ", "."), (246, Scancode.SEMICOLON, "ö", "ö"),
    ],
)  # fmt: skip
def test_keyboards_without_latin_letters_command_by_place(
    window: Window, sym: int, scancode: Scancode, text: str, name: str
) -> None:
    press(sym, 0, scancode)
    types(text)
    (key,) = window.poll(0)
    assert key == Key(name)
    assert isinstance(key, Key)
    assert key.typed == text


def test_another_layout_is_told_with_what_it_types(window: Window) -> None:
    assert (window.lacking_keys, window.shifted_digits["shift+4"]) == (frozenset(), "$")
    push(lib.SDL_EVENT_KEYMAP_CHANGED)
    assert window.poll(0) == [KeyboardChanged()]


def mouse(window: Window, x: float, y: float, button: int = 0) -> list[Input]:
    if button:
        push(lib.SDL_EVENT_MOUSE_BUTTON_DOWN, button__x=x, button__y=y, button__button=button)
    else:
        push(lib.SDL_EVENT_MOUSE_MOTION, motion__x=x, motion__y=y)
    return [in_cells(each) for each in window.poll(0)]


def in_cells(event: Input) -> Input:
    """Return an input without where in its cell it is."""
    return replace(event, within=(0.0, 0.0)) if isinstance(event, Mouse) else event


def test_the_mouse_speaks_in_cells_and_only_of_new_ones(window: Window) -> None:
    assert mouse(window, 125, 63) == [Mouse("move", 12, 3)]
    assert mouse(window, 127, 66) == []
    assert mouse(window, 125, 63, 1) == [Mouse("press", 12, 3, "left")]
    assert mouse(window, 799, 899, 3) == [Mouse("press", 79, 49, "right")]
    assert mouse(window, 125, 63, 4) == []
    push(
        lib.SDL_EVENT_MOUSE_WHEEL,
        wheel__mouse_x=5.0,
        wheel__mouse_y=5.0,
        wheel__integer_y=-2,
        wheel__y=-2.0,
    )
    (wheel,) = window.poll(0)
    assert in_cells(wheel) == Mouse("wheel", 0, 0, steps=-2)


def test_borders_are_not_cells(window: Window) -> None:
    window._window.size = (808, 915)
    window.poll(0)
    window.present(Frame(window.new_console()))
    assert mouse(window, 1, 1, 1) == []
    assert mouse(window, 807, 914, 1) == []
    assert mouse(window, 404, 450, 1) == [Mouse("press", 40, 24, "left")]


def test_the_console_follows_the_window(window: Window) -> None:
    assert (window.new_console().width, window.new_console().height) == (80, 50)
    window._window.size = (1280, 960)
    assert window.poll(0) == [Resized(128, 53)]
    assert (window.new_console().width, window.new_console().height) == (128, 53)


def test_a_window_too_small_for_the_letters_gets_smaller_ones(window: Window) -> None:
    window._window.size = (700, 720)
    assert window.poll(0) == [Resized(87, 51)]
    assert window.scale == "normal"
    window._window.size = (800, 900)
    assert window.poll(0) == [Resized(80, 50)]
    assert window._window.min_size == (640, 336)


def test_a_window_that_cannot_be_read_says_so(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Desktops may make it smaller than it asks to be."""
    window._window.min_size = (1, 1)
    window._window.size = (300, 200)
    shown: list[Frame] = []
    monkeypatch.setattr(window._layers, "present", shown.append)
    assert window.poll(0) == [Resized(80, 24)]
    text = " ".join(" ".join(text_rows(shown[-1].console)).split())
    assert "80x24" in text
    assert "37x14" in text
    press(KeySym.A)
    press(KeySym.Q)
    assert window.poll(0) == [Closed()]
    window._window.size = (800, 900)
    window.poll(0)
    assert shown[-1].console.width == 80


def test_letters_can_change_size(window: Window) -> None:
    assert window.set_scale("small")
    assert window.poll(0) == [Resized(100, 64)]
    assert not window.zoom(-1)
    assert not window.set_scale("large"), "80x24 of them take 1120x624 pixels of 800x900"
    assert window.scale == "small"
    assert window.zoom(1)
    assert window.poll(0) == [Resized(80, 56)]


def test_letters_chosen_by_key_are_remembered(window: Window, tmp_path: Path) -> None:
    host = LocalHost(tmp_path)
    program = Program(host)
    window.set_scale("small")
    window.poll(0)
    obey = obeyer(window, program, ScreenStack(Title(program)), tmp_path)
    assert obey("font_larger")
    assert host.load_settings().scale == "compact"
    window.poll(0)
    assert obey("font_smaller")
    assert host.load_settings().scale == "small"


def test_a_closed_window_sends_closed(window: Window) -> None:
    push(lib.SDL_EVENT_QUIT)
    assert window.poll(0) == [Closed()]


def test_an_exposed_window_is_painted_again(window: Window) -> None:
    push(lib.SDL_EVENT_WINDOW_EXPOSED)
    assert window.poll(0) == []


def test_the_first_letters_fit_the_display(dummy_video: None) -> None:
    with Window() as opened:
        assert opened.scale == "small", "the dummy display has 1024x768 pixels"


@pytest.mark.parametrize(
    ("width", "height", "scale"),
    [
        (1366, 768, "small"),
        (1440, 900, "small"),
        (1600, 900, "small"),
        (1920, 1080, "normal"),
        (1920, 1032, "compact"),
        (2560, 1440, "big"),
        (3840, 2160, "huge"),
    ],
)
def test_letters_that_nobody_chose_are_the_largest_that_show_a_whole_level(
    monkeypatch: pytest.MonkeyPatch, width: int, height: int, scale: str
) -> None:
    """Displays that are usual, one of them with a panel of the desktop's."""
    monkeypatch.setattr(module, "_display_room", lambda: (width - 16, height - 48))
    assert module.scale_for_display() == scale
    tile_width, tile_height = tile_size(scale)
    wide, high = module.first_size(scale)
    layout = Layout.of(wide // tile_width, high // tile_height)
    assert layout.map.width >= 80
    assert layout.map.height >= (50 if height > 768 else 40)
    assert layout.side.width >= 39


def test_no_row_fewer_shows_a_whole_level() -> None:
    columns, rows = module.WHOLE_LEVEL
    assert Layout.of(columns, rows).map[2:] == (80, 50)
    assert Layout.of(columns, rows - 1).map.height < 50


@pytest.mark.parametrize(
    ("room", "cells"),
    [
        ((1008, 552), (126, 39)),
        ((1008, 720), (126, 51)),
        ((624, 300), (80, 24)),
        ((1584, 1032), (192, 66)),
        (None, (80, 50)),
    ],
)
def test_a_window_of_small_letters_is_no_larger_than_the_display(
    monkeypatch: pytest.MonkeyPatch, room: tuple[int, int] | None, cells: tuple[int, int]
) -> None:
    """A display of 1024x600 has 39 rows to give, not 50."""
    monkeypatch.setattr(module, "_display_room", lambda: room)
    wide, high = module.first_size("small")
    assert (wide // 8, high // 14) == cells


def test_a_window_of_larger_letters_than_fit_is_no_larger_than_the_display_either(
    dummy_video: None,
) -> None:
    """Of large letters 80x24 take 1120x624 pixels, and the dummy display has 1024x768: smaller ones are shown."""
    with Window(scale="large") as opened:
        width, height = opened._window.size
        assert width <= 1024
        assert height <= 768
        console = opened.new_console()
        assert (console.width, console.height) == (1008 // 12, 720 // 22)


def test_letters_that_were_chosen_need_room_for_the_smallest_screen_only(
    dummy_video: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A display of 1366x768 has room for 96x27 large letters, and whoever asked for them can read no others."""
    monkeypatch.setattr(module, "_display_room", lambda: (1350, 720))
    with Window(scale="large") as opened:
        assert (opened.new_console().width, opened.new_console().height) == (96, 27)
        assert opened.set_scale(None), "the window chooses again"
        opened.poll(0)
        assert (opened.new_console().width, opened.new_console().height) == (168, 51)
        assert opened.set_scale("large")
        assert opened.poll(0) == [Resized(96, 27)]


def test_without_a_display_the_error_says_what_to_do() -> None:
    code = (
        "from roguelike.devices.window import Window, WindowError\n"
        "try: Window()\nexcept WindowError as e: print(e)"
    )
    environment = {**os.environ, "SDL_VIDEODRIVER": "no_such_driver", "PYTHONPATH": str(Path.cwd())}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert "play in the terminal: roguelike --terminal" in done.stdout
    assert "no_such_driver" in done.stdout


def test_nothing_is_a_cell_before_the_first_frame(
    dummy_video: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_display_room", lambda: (800, 900))
    with Window(scale="normal") as opened:
        opened.poll(0)
        event = tcod.event.MouseMotion(
            position=tcod.event.Point(5.0, 5.0), motion=tcod.event.Point(1.0, 0.0)
        )
        assert opened.translate([event]) == []
        opened.present(Frame(Console(80, 50, order="F")))
        assert [in_cells(each) for each in opened.translate([event])] == [Mouse("move", 0, 0)]


def test_the_mouse_does_not_move_where_only_the_window_changes_under_it(
    dummy_video: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another size puts other cells under a mouse that rests: an aim must not jump there."""
    monkeypatch.setattr(module, "_display_room", lambda: (1600, 900))

    def motion(x: float, y: float) -> tcod.event.MouseMotion:
        return tcod.event.MouseMotion(
            position=tcod.event.Point(x, y), motion=tcod.event.Point(0.0, 0.0)
        )

    with Window(scale="normal") as opened:
        opened.poll(0)
        opened.present(Frame(Console(80, 50, order="F")))
        (before,) = opened.translate([motion(700, 300)])
        opened.present(Frame(Console(120, 40, order="F")))
        assert opened.translate([motion(700, 300)]) == []
        (after,) = opened.translate([motion(740, 300)])
        assert (after.x, after.y) != (before.x, before.y)


SIZES = ((1600, 1000), (1280, 800), (1000, 700))


@pytest.fixture(scope="module")
def town() -> Iterator[Pilot]:
    with Pilot(seed=7) as pilot:
        pilot.press("n", "enter")
        yield pilot


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("keys", [(), ("escape",)])
def test_a_window_shows_the_very_pixels_of_a_picture(
    dummy_video: None, town: Pilot, size: tuple[int, int], keys: tuple[str, ...]
) -> None:
    """The map under the text, and popups over it, in windows of any size."""
    town.press(*keys)
    letters = load_tileset("compact")
    with Window(scale="compact") as opened:
        opened._window.size = size
        opened.poll(0)
        console = opened.new_console()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(town.program, "cell_pixels", lambda: opened.cell_pixels)
            frame = Frame(console, town.stack.draw(console))
        shown: list[NDArray[np.uint8]] = []
        renderer = opened._layers._renderer
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                type(renderer), "present", lambda self: shown.append(self.read_pixels(format="RGB"))
            )
            opened.present(frame)
        wanted = pixels_of(frame, letters)
    town.press(*keys)
    left, top = ((have - want) // 2 for have, want in zip(size, wanted.shape[1::-1], strict=True))
    part = shown[0][top : top + wanted.shape[0], left : left + wanted.shape[1]]
    assert np.abs(part.astype(int) - wanted).max() <= 1
    assert frame.stage is not None


def test_what_the_graphics_device_lost_is_given_to_it_again(
    window: Window, town: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(town.program, "cell_pixels", lambda: window.cell_pixels)
    console = window.new_console()
    window.present(Frame(console, town.stack.draw(console)))
    presented: list[Frame] = []
    present = window._layers.present
    monkeypatch.setattr(
        window._layers, "present", lambda frame: presented.append(frame) or present(frame)
    )
    push(lib.SDL_EVENT_RENDER_DEVICE_RESET)
    assert window.poll(0) == []
    assert len(presented) == 1


@pytest.mark.parametrize("zoom", ["fit", "24", "48"])
@pytest.mark.parametrize("size", SIZES)
def test_every_pixel_of_a_tile_means_that_tile(
    dummy_video: None,
    town: Pilot,
    size: tuple[int, int],
    zoom: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A cell may show parts of two tiles: the mouse is told apart by the pixel, in the middle and at the corners."""
    monkeypatch.setattr(town.program.settings, "zoom", zoom)
    with Window(scale="compact") as opened:
        opened._window.size = size
        opened.poll(0)
        monkeypatch.setattr(town.program, "cell_pixels", lambda: opened.cell_pixels)
        frame = Frame(opened.new_console(), None)
        frame = frame._replace(stage=town.stack.draw(frame.console))
        opened.present(frame)
        board, (width, height) = town.stack.screens[0].view.board, opened._layers.size
        (across, down), console = opened.cell_pixels, frame.console
        left, top = (width - console.width * across) // 2, (height - console.height * down) // 2
        rect, camera = board.layout.map, board.camera
        seen = 0
        for tile in [(x, y) for x in range(0, 80, 3) for y in range(0, 50, 3)]:
            for inner in (0, camera.tile[0] // 2, camera.tile[0] - 1):
                x, y = (each + inner for each in camera.corner(tile))
                if 0 <= x < camera.size[0] and 0 <= y < camera.size[1]:
                    spot = opened._spot(
                        tcod.event.Point(
                            left + rect.x * across + x + 0.5, top + rect.y * down + y + 0.5
                        )
                    )
                    assert spot.shown == tile
                    assert board.tile_at(spot.x + spot.within[0], spot.y + spot.within[1]) == tile
                    seen += 1
        assert seen > 40


def test_two_fingers_make_steps(window: Window) -> None:
    mouse(window, 125, 63)
    for scale in (1.1, 1.1, 1.1, 0.7):
        push(lib.SDL_EVENT_PINCH_UPDATE, pinch__scale=scale)
    assert [each.steps for each in window.poll(0) if isinstance(each, Mouse)] == [1, -1]
