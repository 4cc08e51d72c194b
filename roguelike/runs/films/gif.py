"""Writes a film as an animated GIF, in the game's own letters. Needs Pillow, which the game itself does not."""

import io
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from roguelike.runs.films.filming import Frame
from roguelike.ui.look.font import load_tileset

if TYPE_CHECKING:  # an optional extra, imported when a GIF is made
    from PIL import Image

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
    letters = load_tileset(scale)
    pictures: list[Image.Image] = []
    seconds: list[float] = []
    for frame in film:
        if len(pictures) > MOST_FRAMES:
            raise GifError(
                f"a GIF of more than {MOST_FRAMES:,} frames is of no use to anybody: "
                "film less with --turn and --to, or faster with --speed; --cast has no such bound"
            )
        seconds.append(frame.seconds)
        pictures.append(Image.fromarray(letters.render(frame.console)[..., :3].copy()))
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
