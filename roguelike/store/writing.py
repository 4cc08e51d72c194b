"""Writing into a folder of saves: under its lock, with errors reported in the player's terms."""

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from roguelike.engine.state.errors import SaveError
from roguelike.store import lock
from roguelike.store.summary import LOCK


@contextmanager
def writing(folder: Path, *, is_saved: Callable[[], bool]) -> Iterator[None]:
    """Hold a folder's lock, which is kept afterwards; `is_saved` tells whether any game is saved there.

    Raises:
        SaveError: something prevents the block from writing.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(folder / LOCK)
        yield
    except OSError as error:
        said = f"{refusal(folder, error)} {_remedy(error, is_saved=is_saved())}"
        raise SaveError("unwritable", said) from error


def lock_to_read(folder: Path) -> list[str]:
    """Take a folder's lock; if nothing can be written, return a note and continue without it."""
    if not folder.is_dir():
        return []
    try:
        lock.acquire(folder / LOCK)
    except OSError as error:
        return [f"{refusal(folder, error)} The game will not be saved."]
    return []


def refusal(folder: Path, error: OSError) -> str:
    """Return the message that a folder cannot be written, and why."""
    if folder.exists() and not folder.is_dir():
        return f"The path {folder} cannot be written: it is a file, not a folder."
    return f"The folder {folder} cannot be written: {error.strerror or error}."


def _remedy(error: OSError, *, is_saved: bool) -> str:
    """Return what is saved, and what to do about a folder that cannot be written."""
    if error.errno in (errno.EEXIST, errno.ENOTDIR):
        return "Choose a folder with --saves DIR."
    kept = "What was saved before is intact" if is_saved else "Nothing is saved"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{kept}; make room on the disk and save again."
    mend = "" if error.errno == errno.EROFS else "mend its permissions, or "
    return f"{kept}; {mend}choose another folder with --saves DIR."
