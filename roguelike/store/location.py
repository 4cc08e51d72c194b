"""The default location of saves."""

import os
import sys
from pathlib import Path

from roguelike.core import data_path

OVERRIDE = "ROGUELIKE_SAVES"
"""The environment variable that names another folder."""
SHARED = "XDG_DATA_HOME"
"""The variable that names the folder for all programs' data on Linux."""


def default_folder() -> Path:
    """Return `ROGUELIKE_SAVES`, else `saves/` of a checkout, else the platform's folder for user data.

    Raises:
        DataFolderError: the variable that names it, or the user's home, is not a valid path.
    """
    if override := os.environ.get(OVERRIDE):
        return data_path.named_by(OVERRIDE, override)
    checkout = data_path.PACKAGE.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "saves"
    return _data_folder() / "saves"


def _data_folder() -> Path:
    """Return the platform's folder for user data."""
    if sys.platform != "linux":
        import platformdirs

        return platformdirs.user_data_path("bluemana", appauthor=False)
    # Avoids an import that the player would wait for; the rule on Linux is short.
    named = os.environ.get(SHARED, "").strip()
    if named.startswith("/"):
        return data_path.named_by(SHARED, named) / "bluemana"
    home = os.path.expanduser("~/.local/share")  # noqa: PTH111  (never fails, even without a home)
    return data_path.named_by("HOME", home) / "bluemana"
