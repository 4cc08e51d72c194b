"""Where saves lie unless the player says otherwise."""

import os
import sys
from pathlib import Path

from roguelike.core.data_path import PACKAGE, named_by

OVERRIDE = "ROGUELIKE_SAVES"
"""The environment variable that names another folder."""


def default_folder() -> Path:
    """Return `ROGUELIKE_SAVES`, else `saves/` of a checkout, else the platform's folder for user data.

    Raises:
        DataFolderError: `ROGUELIKE_SAVES` names what is no path.
    """
    if override := os.environ.get(OVERRIDE):
        return named_by(OVERRIDE, override)
    checkout = PACKAGE.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "saves"
    return _data_folder() / "saves"


def _data_folder() -> Path:
    """Return the platform's folder for user data."""
    if sys.platform != "linux":
        import platformdirs

        return platformdirs.user_data_path("bluemana", appauthor=False)
    # The player waits for every import, and the rule on Linux is a short one.
    named = os.environ.get("XDG_DATA_HOME", "").strip()
    home = os.path.expanduser("~/.local/share")  # noqa: PTH111  (never fails, even without a home)
    return Path(named if named.startswith("/") else home) / "bluemana"
