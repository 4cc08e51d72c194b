"""What `roguelike pack new` writes: a small, complete content pack that can be played as it is.

One spell, one creature that casts it, one book that teaches it, one vault that holds both; and, for editors that know
JSON Schema, the schemas of its two files. Authors turn it into a pack of their own row by row.
"""

import json
from pathlib import Path
from typing import Any

from roguelike import __version__
from roguelike.core.data_path import GAME, MANIFEST, SPAWNS
from roguelike.raws.bridge import model_of
from roguelike.raws.packs import Manifest
from roguelike.raws.schema import DIALECT, json_schema

SETTINGS = ".vscode"
_VAULT = """\
name: {title} study
depth: 2-8
place: anywhere
a: mobs {title} Adept
b: items Book of {title}
D: props Door

#######
#.....#
#.b.a.D
#.....#
#######
"""
_README = """\
# {title}

A content pack for Blue Mana. Check it, play it:

    roguelike check-data {name}
    roguelike --data {name}

`spawns.json` holds its rows: one of the same section and name as one of the game's replaces it, any other is added.
`prefabs/` holds hand-drawn vaults; boards, puzzles, hints, sounds and pages of the manual may be added: see
`roguelike help packs`, and `roguelike help drawing` for how vaults and boards are drawn.
"""


def write_pack(folder: Path) -> list[Path]:
    """Write a pack into a new folder, which gives it its name, and return its files.

    Raises:
        FileExistsError: the folder is there already, and not empty.
        OSError: it cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} is there already; choose another name.")
    title = folder.name.replace("-", " ").replace("_", " ").title()
    texts = {
        MANIFEST: _json(_manifest(folder.name, title)),
        SPAWNS: _rows(title),
        f"prefabs/vault-{folder.name}.txt": _VAULT.format(title=title),
        f"{SETTINGS}/settings.json": _json(_settings()),
        f"{SETTINGS}/spawns.schema.json": _json(json_schema()),
        f"{SETTINGS}/pack.schema.json": _json(manifest_schema()),
        "README.md": _README.format(name=folder.name, title=title),
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def manifest_schema() -> dict[str, Any]:
    """Return the JSON Schema of a manifest."""
    return {
        "$schema": DIALECT,
        **model_of(Manifest).model_json_schema(),
        "title": f"Blue Mana: {MANIFEST}",
    }


def _json(value: object) -> str:
    """Return JSON laid out for people to read."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _manifest(name: str, title: str) -> dict[str, Any]:
    """Return the contents of the new pack's `pack.json`."""
    return {
        "name": name,
        "version": "0.1",
        "title": title,
        "text": "A spell, somebody who casts it, a book that teaches it, and where to find both.",
        "needs": {GAME: __version__},
        "authors": ["your name"],
        "licence": "CC0-1.0",
    }


def _settings() -> dict[str, Any]:
    """Return the settings by which Visual Studio Code finds the schemas."""
    files = {SPAWNS: "spawns.schema.json", MANIFEST: "pack.schema.json"}
    return {
        "json.schemas": [
            {"fileMatch": [f"/{file}"], "url": f"./{SETTINGS}/{schema}"}
            for file, schema in files.items()
        ]
    }


def _rows(title: str) -> str:
    """Return the rows as text, one line each within their sections, like the game's own data."""
    spell, book, mob = f"{title} Spark", f"Book of {title}", f"{title} Adept"
    sections = {
        "items": [_book(book, spell)],
        "mobs": [_mob(mob, spell)],
        "spells": [_spell(spell)],
        "spawn_table": [
            {"name": mob, "weight": 8, "min_depth": 2, "max_depth": 6},
            {"name": book, "weight": 2, "min_depth": 2, "max_depth": 10},
        ],
    }
    told = []
    for section, rows in sections.items():
        lines = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in rows)
        told.append(f'  "{section}": [\n{lines}\n  ]')
    return "{\n" + ",\n".join(told) + "\n}\n"


def _spell(name: str) -> dict[str, Any]:
    """Return the spell: a bolt that sets nothing on fire."""
    return {
        "name": name,
        "text": "Small, bright, and sure of itself.",
        "school": "arcane",
        "mana_cost": 1,
        "effects": {"ranged": "6", "damage": "1d6+power/2", "particle_line": "*;#FFD75F;300.0"},
    }


def _book(name: str, spell: str) -> dict[str, Any]:
    """Return the book that teaches the spell."""
    return {
        "name": name,
        "text": "Thin, and mostly about sparks.",
        "renderable": {"glyph": "¶", "fg": "#FFD75F"},
        "consumable": {"effects": {"teach_spell": spell}},
        "weight_lbs": 0.5,
        "base_value": 60,
        "vendor_category": "alchemy",
    }


def _mob(name: str, spell: str) -> dict[str, Any]:
    """Return the creature that casts the spell."""
    return {
        "name": name,
        "text": "Has read the book twice, and understood it once.",
        "renderable": {"glyph": "h", "fg": "#FFD75F", "order": 1},
        "level": 2,
        "vision_tiles": 8,
        "movement": "random_waypoint",
        "faction": "Cave Goblins",
        "keep_distance_tiles": 3,
        "mana": 8,
        "gold": "1d6",
        "abilities": [{"spell": spell, "chance": 0.4, "range_tiles": 6, "min_range_tiles": 2}],
    }
