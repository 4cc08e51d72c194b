"""Content packs made for a test."""

import json
from pathlib import Path
from typing import Any

from roguelike.core import data_path

LAMPLIGHTERS = data_path.data_folder() / "packs" / "lamplighters"
"""The example that comes with the game."""
STRONG_ZAP = {"name": "Zap", "mana_cost": 1, "effects": {"ranged": "6", "damage": "30"}}


def pack(folder: Path, *, manifest: dict[str, Any] | None = None, **rows: Any) -> Path:
    """Write a pack, called as its folder is unless the manifest says otherwise; return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    said = {"name": folder.name, "version": "1.0", **(manifest or {})}
    (folder / "pack.json").write_text(json.dumps(said, indent=2), encoding="utf-8")
    if rows:
        (folder / "spawns.json").write_text(json.dumps(rows, indent=2), encoding="utf-8")
    return folder


def draw(folder: Path, part: str, name: str, text: str) -> None:
    """Write a file into a part of a pack."""
    (folder / part).mkdir(exist_ok=True)
    (folder / part / name).write_text(text, encoding="utf-8")
