"""Atomic writing: a crash or power cut at any instant leaves the old file or the new one, never half of either.

Plain `os` calls are used, because each says what reaches the disk and when.
"""

import errno
import os
from contextlib import suppress
from pathlib import Path

_TEMPORARY = ".new"
MOST_COPIED = 64_000_000


def write_whole(path: Path, data: bytes, *, names_later: bool = False) -> None:
    """Write a temporary file, flush it to the disk, and move it into place in one step; OSError leaves no trace.

    A link is kept and the file that it leads to is written; a link to itself is replaced. A device or pipe is written
    into, without waiting for a reader. An OSError has the name of `path`, whatever failed. With `names_later` the
    caller flushes the folder's list of names.
    """
    try:
        if path.exists() and not path.is_file():
            _write_to(path, data, os.O_WRONLY | _WAITS_FOR_NOBODY)
        else:
            _put_in_place(Path(os.path.realpath(path)), data)
            if not names_later:
                flush_folder(Path(os.path.realpath(path)).parent)
    except OSError as fault:
        fault.filename, fault.filename2 = str(path), None
        raise


def _put_in_place(path: Path, data: bytes) -> None:
    """Write a new file next to the old one, and rename it into place."""
    temporary = path.with_name(path.name + _TEMPORARY)
    try:
        _write_to(temporary, data, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def _write_to(path: Path, data: bytes, how: int) -> None:
    """Write all of the data to a file opened with the flags `how`, and flush it if it is on a disk."""
    descriptor = os.open(path, how | _BINARY, 0o644)
    try:
        if how & _WAITS_FOR_NOBODY:
            os.set_blocking(descriptor, True)
        write_all(descriptor, data)
        try:
            os.fsync(descriptor)
        except OSError as fault:
            if fault.errno != errno.EINVAL:  # pipes and terminals cannot be flushed
                raise
    finally:
        os.close(descriptor)


def read_bounded(path: Path, most: int) -> bytes:
    """Return the content of a file; OSError when it cannot be read, or holds more than `most` bytes.

    No more than that is read, whatever the reported size: a device reports none and never ends. If the system runs out
    of memory, MemoryError is raised, since the file is not to blame.
    """
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            data = file.read(most + 1)
    except OSError as fault:
        if fault.errno == errno.ENOMEM:
            raise MemoryError from fault
        raise
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(path))
    return data


def _open_at_once(path: str, how: int) -> int:
    """Open a file without waiting: a pipe without a writer counts as empty."""
    descriptor = os.open(path, how | _WAITS_FOR_NOBODY)
    if _WAITS_FOR_NOBODY:
        os.set_blocking(descriptor, True)
    return descriptor


def open_to_append(path: Path) -> int:
    """Open a file for appending, created if necessary; OSError for a pipe without a reader."""
    how = os.O_WRONLY | os.O_CREAT | os.O_APPEND | _BINARY | _WAITS_FOR_NOBODY
    return os.open(path, how, 0o644)


def append(descriptor: int, data: bytes) -> None:
    """Append to a file; a write that fails halfway is undone."""
    length = os.fstat(descriptor).st_size
    try:
        write_all(descriptor, data)
    except OSError:
        with suppress(OSError):
            os.ftruncate(descriptor, length)
        raise


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of the data, in as many calls as necessary."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def flush_folder(path: Path) -> None:
    """Flush a folder's list of names to the disk, if the system supports that."""
    if os.name == "nt":
        return
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def set_aside(path: Path, folder: Path) -> Path:
    """Move a file to another folder under an unused name; return the new path."""
    folder.mkdir(exist_ok=True)
    target = free_name(folder / path.name)
    path.rename(target)
    return target


def clear_place(path: Path) -> None:
    """Move anything but a regular file out of the place of one of our files, into `damaged`; OSError when that fails.

    It was never ours: a pipe would never end, and what a link leads to may be anybody's, and must not be cut off.
    """
    if path.is_symlink() or (path.exists() and not path.is_file()):
        set_aside(path, path.parent / "damaged")


def free_name(path: Path) -> Path:
    """Return this path if nothing is there, else one with a number appended to its name."""
    target, number = path, 1
    while os.path.lexists(target):
        number += 1
        target = path.with_name(f"{path.name}.{number}")
    return target


def keep_copy(path: Path, folder: Path) -> Path:
    """Copy a file to another folder, unless an equal copy is there already; return the path of the copy.

    OSError when that fails, also for a file of more than MOST_COPIED bytes.
    """
    data = read_bounded(path, MOST_COPIED)
    for copy in folder.glob(f"{path.name}*"):
        if copy.is_file() and copy.stat().st_size == len(data) and copy.read_bytes() == data:
            return copy
    folder.mkdir(exist_ok=True)
    target = free_name(folder / path.name)
    write_whole(target, data)
    return target


_BINARY = getattr(os, "O_BINARY", 0)
_WAITS_FOR_NOBODY = getattr(os, "O_NONBLOCK", 0)
"""Without it, opening a pipe waits until somebody opens the other end: in a folder of saves, forever."""
