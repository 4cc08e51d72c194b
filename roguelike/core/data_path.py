"""Where the game's data is (spawn tables, fonts, prefabs), and which content packs are laid over it.

The same code runs from a wheel (data inside the package), an editable install and a bare checkout (data next to it), so
the folder is searched for in that order; `ROGUELIKE_DATA` overrides both. Plain paths are enough: tcod is a compiled
library and cannot run from a zip, so the data is always real files, and `importlib.resources` would only cost start-up
time. Packs are named by `ROGUELIKE_PACKS`, which `--data` sets, so that the processes started by a command know them
too.

Here, too, are paths as a user types them, and the folder for files that can be regenerated at any time.

How a game identifies a content pack that it is played with: well enough to recognise exactly the same one.

Which files of a data folder or content pack may be read: anybody may have made them.
"""

import errno
import os
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from roguelike.core.records import Meta, Record
from roguelike.core.scalars import ONE_LINE

PACKAGE = Path(__file__).resolve().parent.parent
"""The folder of the installed `roguelike` package."""

SPAWNS = "spawns.json"
"""The file in that folder, or in a content pack, that lists everything that can be found or met."""
MANIFEST = "pack.json"
"""The file that identifies a content pack."""
OVERRIDE = "ROGUELIKE_DATA"
"""The environment variable that names another data folder."""
PACKS = "ROGUELIKE_PACKS"
"""The environment variable that names the folders of content packs, in order, separated as in PATH."""
MOST_SHOWN = 60
"""How many characters of an invalid path are quoted."""
MOST_CHARACTERS, MOST_OF_A_NAME = 4096, 1020
"""The longest path, and the longest name within one, that a message may repeat, in characters."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters, which a terminal would obey, and those that change the direction of text and so of the
message."""
CATALOG = "catalog.txt"


class DataFolderError(Exception):
    """The data folder is missing; the message names the places searched and the remedy."""


def data_folder() -> Path:
    """Return the folder that holds `spawns.json`, `fonts/` and `prefabs/`.

    Raises:
        DataFolderError: `ROGUELIKE_DATA` is not a folder, or the game was installed without its data.
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
    """Return the path that an environment variable names. Raises DataFolderError for a path that cannot be shown."""
    if fault := path_fault(text):
        raise DataFolderError(f"{variable} is set to {text[:MOST_SHOWN]!r}: {fault}.")
    return typed_path(text)


def _overridden(folder: Path) -> Path:
    """Return the folder that the environment names; raise DataFolderError rather than fall back silently."""
    if folder.is_dir():
        return folder
    raise DataFolderError(
        f"{OVERRIDE} is set to {folder}, which is not a folder. "
        f"Point it at a data folder, or unset it to use the game's own."
    )


def chosen_packs() -> tuple[Path, ...]:
    """Return the packs that the environment names, in the order in which they are laid over the data."""
    named = os.environ.get(PACKS, "").split(os.pathsep)
    return tuple(named_by(PACKS, each) for each in named if each)


def data_folders() -> tuple[Path, ...]:
    """Return the game's data folder and the active packs over it. Raises DataFolderError as `data_folder` does."""
    return (data_folder(), *chosen_packs())


@contextmanager
def choosing_packs(packs: Sequence[Path]) -> Iterator[None]:
    """Activate these packs during the block, after those that the environment names already."""
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


def typed_path(text: str) -> Path:
    """Return the path, with a ~ left by the shell (`--keep=~/games`) expanded; it stays if there is no home folder."""
    return Path(os.path.expanduser(text))  # noqa: PTH111  (pathlib's own fails where there is no such home)


def path_fault(text: str) -> str | None:
    """Return why a text cannot be shown as a path in a message; None if it can.

    Control characters would be obeyed by the terminal, and a path too long for any file system would fill the screen.
    """
    if _CONTROL.search(text):
        return "a path has no control characters"
    if len(text) > MOST_CHARACTERS or max(map(len, re.split(r"[/\\]", text))) > MOST_OF_A_NAME:
        return "no path is as long as that"
    return None


def is_same_file(one: Path, other: Path) -> bool:
    """Return whether two paths lead to the same file, following links; files that do not exist are compared by name."""
    try:
        return one.samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def cache_folder() -> Path | None:
    """Return the platform's cache folder for the game; None for a user without a home folder.

    This does not use platformdirs: importing it takes as long as a cached catalog saves.
    """
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        return (
            Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
            / "bluemana"
            / "Cache"
        )
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "bluemana"
    named = os.environ.get("XDG_CACHE_HOME", "").strip()
    # By its specification a relative path does not count; the folder of saves follows the same rule.
    return Path(named if named.startswith("/") else home / ".cache") / "bluemana"


def kept_catalog() -> Path | None:
    """Return the file that caches the compiled data for the next start; None for a user without a home folder."""
    folder = cache_folder()
    return None if folder is None else folder / CATALOG


MOST_PACKS = 16
"""The most packs that may be laid over the game's data at once."""
PACK_NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]*$"
VERSION = r"^[0-9]{1,6}(\.[0-9]{1,6}){0,3}$"
GAME = "blue-mana"
"""The name of the game itself among the requirements of a pack."""


class ContentPack(Record, forbid_unknown_fields=False):
    """A content pack: its name, its version ("" if it states none), and a digest of its contents."""

    name: Annotated[str, Meta(max_length=40, pattern=ONE_LINE)]
    version: Annotated[str, Meta(max_length=30, pattern=ONE_LINE)] = ""
    digest: Annotated[str, Meta(max_length=64, pattern=ONE_LINE)] = ""

    def __str__(self) -> str:
        """Return the name and version as shown to people: "lanterns 1.2"."""
        return f"{self.name} {self.version}".rstrip()


Packs = Annotated[tuple[ContentPack, ...], Meta(max_length=MOST_PACKS)]
"""The content packs of one game, in the order in which they are laid over the data."""


def difference(wanted: tuple[ContentPack, ...], found: tuple[ContentPack, ...]) -> str:
    """Describe how the packs found differ from those wanted; "" when they are the same, in the same order."""
    if wanted == found:
        return ""
    here = {pack.name: pack for pack in found}
    for pack in wanted:
        other = here.get(pack.name)
        if other is None:
            return f"the pack {pack} is not loaded"
        if other.version != pack.version:
            return f"it wants the pack {pack}, and the one at hand is {other.version or 'without a version'}"
        if other.digest != pack.digest:
            return f"the pack {pack} has been changed since, though its version is the same"
    names = {pack.name for pack in wanted}
    more = [str(pack) for pack in found if pack.name not in names]
    if more:
        return f"it was played without the pack {more[0]}, which is loaded"
    return "the same packs are loaded in another order: " + ", ".join(map(str, found))


def numbers_of(version: str) -> tuple[int, ...]:
    """Return a version as numbers for comparison: "1.10" is later than "1.9", and "1.0" equals "1"."""
    numbers = [int(part) for part in version.split(".") if part.isdecimal()]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


MOST_BYTES = 16_000_000
"""The most bytes of a data file: eighty times the game's own."""


def plain_bytes(file: Path) -> bytes:
    """Return what a regular file holds, without the byte order mark that some editors write. Raises OSError."""
    check_plain(file)
    return file.read_bytes().removeprefix(BOM_UTF8)


def check_plain(file: Path, most: int = MOST_BYTES) -> None:
    """Raise OSError unless a file is a regular file of at most `most` bytes, or a link to one.

    Reading a pipe could wait forever, and a device has no end.
    """
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "it is no plain file", str(file))
    if file.stat().st_size > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(file))
