"""Check that what a folder held before a case is still in it afterwards: nothing of the player's may be lost."""

from collections.abc import Callable, Mapping
from pathlib import Path

from roguelike.host.own_data import PROGRESS_FILE, SETTINGS_FILE
from roguelike.store.jsonl import sound_lines
from roguelike.ui.settings import Progress, Settings

OF_THE_MOMENT = {"lock", "playing"}
"""Files about the running program, with nothing of the player's."""
SUPERSEDED = (".save", ".recording")
"""Intact ones are superseded by later ones, which contain more."""
TAKEN_UP = 1_000_000
"""Larger files are artificial, and not compared."""


READ_BY: Mapping[str, Callable[[str], object]] = {
    SETTINGS_FILE: Settings.from_json,
    PROGRESS_FILE: lambda text: Progress.from_json(text.encode()),
}
"""Files that are accepted are rewritten in the program's own format."""


class Losses:
    """Remembers what a damaged folder holds, and finds what is missing later."""

    def __init__(self, folder: Path, sound: Path, damaged: Path | None) -> None:
        """Look at a folder with one `damaged` file, or none; `sound` is the folder as it was before."""
        self._folder = folder
        self._damaged = None if damaged is None else damaged.relative_to(folder)
        self._sound = b""
        if self._damaged is not None:
            self._sound = (sound / self._damaged).read_bytes()
        self._before = _contents(folder)

    def found(self, *, told: bool) -> str:
        """Return what is missing; "" for nothing. `told` says whether the player was told of any damage."""
        after = _contents(self._folder)
        there = set(after.values())
        for path, held in self._before.items():
            if held in there or after.get(path, b"").startswith(held) or not held:
                continue
            if self._may_go(path, held, told=told):
                continue
            return f"{path} is lost: {len(held)} bytes, {held[:60]!r}"
        return ""

    def _may_go(self, path: Path, held: bytes, *, told: bool) -> bool:
        """Return whether the contents of a file need not be kept."""
        if path.name in OF_THE_MOMENT:
            return True
        if path != self._damaged:
            return path.suffix in SUPERSEDED
        if path.suffix == ".recording":
            return held.startswith(self._sound) or _is_torn_in_its_last_line(held)
        if path.name in READ_BY:
            return _is_read(path.name, held)
        if path.suffix == ".save":
            return not told  # the older save is not even read
        return False


def _is_read(name: str, held: bytes) -> bool:
    """Return whether a file of the player's choices can be read."""
    try:
        READ_BY[name](held.decode())
    except ValueError:
        return False
    return True


def _is_torn_in_its_last_line(held: bytes) -> bool:
    """Return whether no whole line follows the readable part of a log: this is how a power cut leaves it."""
    end = max((after for _, after in sound_lines(held)), default=0)
    return b"\n" not in held[end:].rstrip(b"\x00")


def _contents(folder: Path) -> dict[Path, bytes]:
    """Return the contents of the regular files of a folder."""
    return {
        path.relative_to(folder): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and path.stat().st_size <= TAKEN_UP
    }
