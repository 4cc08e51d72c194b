"""Where saves lie unless the player says otherwise."""

import os
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
