"""Files that a long command writes at its end: whether they can be written is checked before it starts."""

from pathlib import Path


def try_to_write(path: Path) -> None:
    """Check, before long work, that a file can be written, and leave it as it was. Raises OSError if not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    found = path.exists()
    with path.open("ab"):
        pass
    if not found:
        path.unlink()
