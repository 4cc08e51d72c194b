"""Where to keep what can be made again at any time."""

import os
import sys
from pathlib import Path

CATALOG = "catalog.txt"


def cache_folder() -> Path | None:
    """Return the platform's folder for what can be made again at any time; None for somebody without a home.

    Not by platformdirs: to import it takes as long as a kept catalog saves.
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
    # By its specification a relative path does not count, as it does not for saves.
    return Path(named if named.startswith("/") else home / ".cache") / "bluemana"


def kept_catalog() -> Path | None:
    """Return the file in which the compiled data is kept for the next start; None for somebody without a home."""
    folder = cache_folder()
    return None if folder is None else folder / CATALOG
