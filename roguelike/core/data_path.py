"""Where the game's data lies: spawn tables, fonts, prefabs.

The same code runs from a wheel (data inside the package), an editable install and a bare checkout (data beside it), so
the folder is looked for, in that order; `ROGUELIKE_DATA` overrules both. Plain paths do: tcod is a compiled library and
cannot run from a zip, so the data is always real files, and `importlib.resources` would only cost start-up time.
"""

import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
"""The folder of the installed `roguelike` package."""

SPAWNS = "spawns.json"
"""The file in that folder, or in a content pack, with everything there is to find and to meet."""
OVERRIDE = "ROGUELIKE_DATA"
"""The environment variable that names another data folder."""


class DataFolderError(Exception):
    """There is no data folder where one was promised; the message names the places and the remedy."""


def data_folder() -> Path:
    """Return the folder that holds `spawns.json`, `fonts/` and `prefabs/`.

    Raises:
        DataFolderError: `ROGUELIKE_DATA` names no folder, or the game was installed without its data.
    """
    override = os.environ.get(OVERRIDE)
    if override:
        return _overridden(Path(override).expanduser())
    places = (PACKAGE / "data", PACKAGE.parent / "data")
    for place in places:
        if place.is_dir():
            return place
    raise DataFolderError(
        f"The game's data folder is missing: looked in {places[0]} and {places[1]}. "
        f"Install the game again, or set {OVERRIDE} to a copy of its data folder."
    )


def _overridden(folder: Path) -> Path:
    """Return the folder that the environment asks for, refusing to fall back in silence."""
    if folder.is_dir():
        return folder
    raise DataFolderError(
        f"{OVERRIDE} is set to {folder}, which is not a folder. "
        f"Point it at a data folder, or unset it to use the game's own."
    )
