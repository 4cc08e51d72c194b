"""Files that a long command writes at its end: whether they can be written is checked before it starts."""

from pathlib import Path


def try_to_write(path: Path, *, folder: Path | None = None) -> None:
    """Check, before long work, that a file can be written, and leave it as it was. Raises OSError if not.

    No folder is made but the one that was named, `folder`.
    """
    if folder is not None:
        folder.mkdir(exist_ok=True)
    found = path.exists()
    with path.open("ab"):
        pass
    if not found:
        path.unlink()
