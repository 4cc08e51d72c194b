"""Where to keep files that can be regenerated at any time."""

import os
import sys
from pathlib import Path

CATALOG = "catalog.txt"


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
