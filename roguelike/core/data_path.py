"""Where the game's data lies: spawn tables, fonts, prefabs; and which content packs lie over it.

The same code runs from a wheel (data inside the package), an editable install and a bare checkout (data beside it), so
the folder is looked for, in that order; `ROGUELIKE_DATA` overrules both. Plain paths do: tcod is a compiled library and
cannot run from a zip, so the data is always real files, and `importlib.resources` would only cost start-up time.

Packs are named by `ROGUELIKE_PACKS`, which `--data` sets: so the processes that a command starts know them too.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from roguelike.core.typed_path import path_fault, typed_path

PACKAGE = Path(__file__).resolve().parent.parent
"""The folder of the installed `roguelike` package."""

SPAWNS = "spawns.json"
"""The file in that folder, or in a content pack, with everything there is to find and to meet."""
MANIFEST = "pack.json"
"""The file of a content pack that says which it is."""
OVERRIDE = "ROGUELIKE_DATA"
"""The environment variable that names another data folder."""
PACKS = "ROGUELIKE_PACKS"
"""The environment variable that names the folders of content packs, in order, parted as in PATH."""
MOST_SHOWN = 60
"""Characters of a path that is none which are quoted."""


class DataFolderError(Exception):
    """There is no data folder where one was promised; the message names the places and the remedy."""


def data_folder() -> Path:
    """Return the folder that holds `spawns.json`, `fonts/` and `prefabs/`.

    Raises:
        DataFolderError: `ROGUELIKE_DATA` names no folder, or the game was installed without its data.
    """
    override = os.environ.get(OVERRIDE)
    if override:
        return _overridden(named_by(OVERRIDE, override))
    places = (PACKAGE / "data", PACKAGE.parent / "data")
    for place in places:
        if place.is_dir():
            return place
    raise DataFolderError(
        f"The game's data folder is missing: looked in {places[0]} and {places[1]}. "
        f"Install the game again, or set {OVERRIDE} to a copy of its data folder."
    )


def named_by(variable: str, text: str) -> Path:
    """Return the path that an environment variable names. Raises DataFolderError for what cannot be shown."""
    if fault := path_fault(text):
        raise DataFolderError(f"{variable} is set to {text[:MOST_SHOWN]!r}: {fault}.")
    return typed_path(text)


def _overridden(folder: Path) -> Path:
    """Return the folder that the environment asks for, refusing to fall back in silence."""
    if folder.is_dir():
        return folder
    raise DataFolderError(
        f"{OVERRIDE} is set to {folder}, which is not a folder. "
        f"Point it at a data folder, or unset it to use the game's own."
    )


def chosen_packs() -> tuple[Path, ...]:
    """Return the packs that the environment names, the first to be laid over the data first."""
    named = os.environ.get(PACKS, "").split(os.pathsep)
    return tuple(named_by(PACKS, each) for each in named if each)


def data_folders() -> tuple[Path, ...]:
    """Return the game's data folder and the packs in force over it. Raises DataFolderError as `data_folder` does."""
    return (data_folder(), *chosen_packs())


@contextmanager
def choosing_packs(packs: Sequence[Path]) -> Iterator[None]:
    """Let these packs be in force during the block, after those that the environment names already."""
    before = os.environ.get(PACKS)
    if packs:
        chosen = [str(each.absolute()) for each in (*chosen_packs(), *packs)]
        os.environ[PACKS] = os.pathsep.join(chosen)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(PACKS, None)
        else:
            os.environ[PACKS] = before
