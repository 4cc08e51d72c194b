"""Pictures of the screen: a PNG of the window, or the text of a terminal.

The one decision: the picture is drawn again from the screens, so it is exactly what the player was shown, whatever the
window or the terminal made of it.
"""

from collections.abc import Callable
from pathlib import Path

import tcod.image
from tcod.console import Console

from roguelike.devices.headless import text_rows
from roguelike.ui.look.font import load_tileset


def save_picture(console: Console, folder: Path, scale: str | None) -> Path:
    """Save a console in a folder: with the letters of `scale` (see font.SCALES), or as text if that is None.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = _unused(lambda number: folder / f"picture-{number}{'.png' if scale else '.txt'}")
    if scale is None:
        path.write_text("\n".join(row.rstrip() for row in text_rows(console)) + "\n", "utf-8")
        return path
    path.touch()  # its error says why the folder cannot be written; libtcod's does not
    pixels = load_tileset(scale).render(console)
    tcod.image.Image.from_array(pixels[..., :3]).save_as(path)
    return path


def _unused(named: Callable[[int], Path]) -> Path:
    """Return the first numbered path that does not exist."""
    number = 1
    while (path := named(number)).exists():
        number += 1
    return path
