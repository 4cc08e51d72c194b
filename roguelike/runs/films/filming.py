"""Turns a replay into a film: the frames a viewer would see, and when, without a window and without waiting.

As an asciicast it is what a terminal was sent, and when: the first line is a header, every other an event [seconds,
"o", text], which any asciinema player plays (version 2: https://docs.asciinema.org/manual/asciicast/v2/). As an
animated GIF it is drawn in the game's own letters, which needs Pillow; the game itself does not.
"""

import io
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from tcod.console import Console

from roguelike.devices.headless import Hands, Headless
from roguelike.devices.loop import Loop
from roguelike.devices.painting.canvas import Canvas
from roguelike.devices.pictures import pixels_of
from roguelike.devices.terminal.environment import Colours
from roguelike.devices.terminal.painter import HIDE_CURSOR, Painter
from roguelike.runs.watch_screen import opened
from roguelike.runs.watching import Watched
from roguelike.toolkit.font import load_tileset, tile_size
from roguelike.toolkit.screen import Backdrop
from roguelike.toolkit.screen import Frame as ScreenFrame
from roguelike.toolkit.settings import Settings
from roguelike.toolkit.stack import ScreenStack
from roguelike.ui.program import Host, Program

if TYPE_CHECKING:
    from PIL import Image


HELD_SECONDS = 2.0
"""How long the last frame is shown."""
AT_ONCE = 200
"""Commands applied per step on the way to the first turn."""


class Cut(NamedTuple):
    """Which part of a replay is filmed, how large and how fast: turns, cells, frames per second."""

    first: int
    last: int
    columns: int = 80
    rows: int = 24
    speed: float = 4.0
    fps: int = 10


class Frame(NamedTuple):
    """What is shown from `seconds` after the beginning; the next frame draws over the same console."""

    seconds: float
    console: Console
    turn: int
    stage: Backdrop | None = None
    """What is seen in its clear cells; none are left in a film for terminals."""


def frames(
    watched: Watched,
    host: Host,
    cut: Cut,
    told: Callable[[int], object] | None = None,
    *,
    scale: str | None = None,
) -> Iterator[Frame]:
    """Yield every frame that differs from the one before; the last is repeated with the time when the film ends.

    `told` is called with each turn that is filmed. With a `scale`, the frames are for pictures in these letters, else
    for terminals.
    """
    program = Program(host, Settings(animation="normal"))
    screen = Headless(cut.columns, cut.rows, stays=True)
    if scale is not None:
        screen.cell_pixels = tile_size(scale)
    program.cell_pixels = lambda: screen.cell_pixels
    watched.seek_turn(cut.first)
    watch = opened(program, watched, speed=cut.speed)
    while watched.is_seeking:
        watched.work(AT_ONCE)
    loop = Loop(ScreenStack(watch), screen, clock=lambda: screen.now)
    hands = Hands(screen, loop)
    watch.paused = False
    seconds, step = 0.0, 1 / cut.fps
    loop.show()
    shown = screen.frames
    yield _frame(seconds, screen, watched)
    while (
        not (watched.is_at_end and not watch.view.animation.active)
        and watched.game.turn <= cut.last
    ):
        seconds += step
        hands.wait(step)
        if screen.frames > shown:
            shown = screen.frames
            yield _frame(seconds, screen, watched)
            if told is not None:
                told(watched.game.turn)
    yield _frame(seconds + HELD_SECONDS, screen, watched)


def _frame(seconds: float, screen: Headless, watched: Watched) -> Frame:
    """Return what is shown now."""
    return Frame(seconds, screen.shown, watched.game.turn, screen.frame.stage)


VERSION = 2


def cast_lines(
    film: Iterable[Frame], cut: Cut, title: str, colours: Colours = "truecolour", *, is_ascii: bool
) -> Iterator[bytes]:
    """Yield the lines of the file; `colours` and `is_ascii` are those of the terminal."""
    header = {
        "version": VERSION,
        "width": cut.columns,
        "height": cut.rows,
        "title": title,
        "env": {"TERM": "xterm-256color"},
    }
    yield _line(header)
    painter, begun = Painter(colours, is_ascii=is_ascii), HIDE_CURSOR
    for frame in film:
        text = begun + painter.paint(frame.console).decode()
        begun = ""
        yield _line([round(frame.seconds, 3), "o", text])


def _line(value: object) -> bytes:
    """Return a line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


COLOURS = 255
"""Colours of a GIF: one of 256 is left for unchanged pixels."""
MOST_FRAMES = 3_000
LEAST_MS = 20
"""Most viewers show shorter frames as long ones."""
PALETTE_FRAMES = 12
"""Number of frames, spread over the film, whose colours make the palette of all."""
NO_PILLOW = "a GIF needs Pillow: pip install 'bluemana[gif]' (or: pip install pillow)"


class GifError(Exception):
    """No GIF can be made; the message says why."""


def gif_bytes(film: Iterable[Frame], scale: str = "small") -> tuple[bytes, int]:
    """Return the file and how many frames it has.

    Raises:
        GifError: Pillow is missing, or the film is too long.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise GifError(NO_PILLOW) from error
    letters, canvas = load_tileset(scale), Canvas()
    pictures: list[Image.Image] = []
    seconds: list[float] = []
    for frame in film:
        if len(pictures) > MOST_FRAMES:
            raise GifError(
                f"a GIF of more than {MOST_FRAMES:,} frames is of no use to anybody: "
                "film less with --turn and --to, or faster with --speed; --cast has no such bound"
            )
        seconds.append(frame.seconds)
        shown = ScreenFrame(frame.console, frame.stage)
        pictures.append(Image.fromarray(pixels_of(shown, letters, canvas)))
    return _written(pictures, seconds), len(pictures) - 1


def _written(pictures: "list[Image.Image]", seconds: list[float]) -> bytes:
    """Encode pictures as a GIF; the last of `seconds` is when it ends, and the picture for it is left out."""
    from PIL import Image

    palette = _palette(pictures)
    shown = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures[:-1]]
    lasting = [max(LEAST_MS, round(1000 * (end - begin))) for begin, end in pairwise(seconds)]
    file = io.BytesIO()
    options: dict[str, Any] = {"duration": lasting, "loop": 0, "optimize": False}
    shown[0].save(file, "GIF", save_all=True, append_images=shown[1:], **options)
    return file.getvalue()


def _palette(pictures: "list[Image.Image]") -> "Image.Image":
    """Return a picture whose palette suits all pictures."""
    from PIL import Image

    chosen = pictures[:: max(1, len(pictures) // PALETTE_FRAMES)]
    width, height = chosen[0].size
    sheet = Image.new("RGB", (width, height * len(chosen)))
    for number, picture in enumerate(chosen):
        sheet.paste(picture, (0, number * height))
    return sheet.quantize(COLOURS)
