"""Where saves lie unless the player says otherwise, and where to keep what can be made again."""

import os
import sys
from pathlib import Path

from roguelike.core.data_path import PACKAGE

OVERRIDE = "ROGUELIKE_SAVES"
"""The environment variable that names another folder."""


def default_folder() -> Path:
    """Return `ROGUELIKE_SAVES`, else `saves/` of a checkout, else the platform's folder for user data."""
    if override := os.environ.get(OVERRIDE):
        return Path(override).expanduser()
    checkout = PACKAGE.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "saves"
    import platformdirs

    return platformdirs.user_data_path("bluemana", appauthor=False) / "saves"


def cache_folder() -> Path:
    """Return the platform's folder for what can be made again at any time.

    Not by platformdirs: to import it takes as long as a kept catalog saves.
    """
    home = Path.home()
    if sys.platform == "win32":
        return (
            Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
            / "bluemana"
            / "Cache"
        )
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "bluemana"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "bluemana"
