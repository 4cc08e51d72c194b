"""Only one program at a time writes to a folder of saves.

The operating system holds the lock and drops it when the program ends, however it ends, so no lock can go stale. The
process id in the file is only for the message. Within one program the last to lock takes the lock over.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from roguelike.engine.state.errors import SaveError
from roguelike.store import atomic

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> None:
        """Lock a byte far behind the text, which stays readable; OSError when another program has locked it."""
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _try_lock(descriptor: int) -> None:
        """Lock the file; BlockingIOError when another program has locked it."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_HELD: dict[Path, int] = {}
"""Locked files of this program and their descriptors."""


def acquire(path: Path) -> None:
    """Lock a file, created if necessary; locking it again in the same program does nothing.

    Raises:
        SaveError: another program has it.
        OSError: the file cannot be created.
    """
    atomic.clear_place(path)
    path = Path(os.path.realpath(path))
    if path in _HELD:
        if _is_there(path, _HELD[path]):
            return
        release(path)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _try_lock(descriptor)
    except (BlockingIOError, PermissionError) as error:
        number = _number(descriptor)
        os.close(descriptor)
        raise SaveError("in use", _in_use(path.parent, number)) from error
    except OSError:
        pass  # Some network drives have no locks: better to play without one than not at all.
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        atomic.write_all(descriptor, f"{os.getpid()}\n".encode("ascii"))
    _HELD[path] = descriptor


def _is_there(path: Path, descriptor: int) -> bool:
    """Return whether a locked file is still in place: one that was deleted locks nobody out."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False


def owner(path: Path) -> str:
    """Return a message about another program that has a file locked; "" if none has."""
    if Path(os.path.realpath(path)) in _HELD or path.is_symlink() or not path.is_file():
        return ""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return ""
    try:
        _try_lock(descriptor)
    except (BlockingIOError, PermissionError):
        return _in_use(path.parent, _number(descriptor))
    except OSError:
        pass
    finally:
        os.close(descriptor)  # this releases the lock, too
    return ""


def _number(descriptor: int) -> str:
    """Read the process id of the lock's owner."""
    return os.read(descriptor, 20).decode("ascii", "replace").strip()


def release(path: Path) -> None:
    """Release a lock, if this program has it."""
    descriptor = _HELD.pop(Path(os.path.realpath(path)), None)
    if descriptor is not None:
        os.close(descriptor)


def _in_use(folder: Path, number: str) -> str:
    """Return a message that another program is playing, and what to do."""
    process = f" (process {number})" if number else ""
    remedy = "Close it first, or play as another hero with --save NAME."
    return f"Another Blue Mana{process} is using the saves in {folder}. {remedy}"
