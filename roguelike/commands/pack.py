"""`roguelike pack`: start a content pack, or list those that can be called by name.

What `roguelike pack new` writes is small, complete, and can be played as it is: one spell, one creature that casts it,
one book that teaches it, one vault that holds both; and, for editors that know JSON Schema, the schemas of its two
files. Authors turn it into a pack of their own row by row.
"""

import argparse
import json
import re
from pathlib import Path
from shlex import quote
from textwrap import indent
from typing import Any, TextIO

from roguelike import __version__
from roguelike.commands.command_line import add_json, json_line, path_argument, saves_of
from roguelike.commands.schema import DIALECT, json_schema
from roguelike.core import data_path
from roguelike.core.records import asdict
from roguelike.raws.bridge import model_of
from roguelike.raws.packs import Manifest

FAILURE = 1
MOST_NAME = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands of `pack`."""
    ways = parser.add_subparsers(title="what to do", metavar="new|list", dest="way", required=True)
    new = ways.add_parser("new", help="write a small pack that can be played, to begin with")
    new.add_argument(
        "name", type=_folder, metavar="NAME", help="its name, or the path of its folder"
    )
    told = ways.add_parser(
        "list", help="list the packs that --data and the options may call by name"
    )
    add_json(told, "one JSON object a line")


def _folder(text: str) -> Path:
    """Return the folder of a new pack, whose name is the pack's. Raises ArgumentTypeError for an invalid name."""
    folder = path_argument(text)
    if not re.fullmatch(data_path.PACK_NAME, folder.name) or len(folder.name) > MOST_NAME:
        raise argparse.ArgumentTypeError(
            f"{folder.name!r} is no name for a pack: write up to {MOST_NAME} letters, digits and hyphens"
        )
    if folder.name == data_path.GAME:
        raise argparse.ArgumentTypeError(
            f"{data_path.GAME!r} is what packs call the game: choose another name"
        )
    return folder


def run_pack(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run the subcommand; return 1 if it failed."""
    saves = saves_of(options)
    if options.way == "list":
        return _list(saves, out, is_json=options.json)
    try:
        files = write_pack(options.name)
    except FileExistsError as fault:
        err.write(f"roguelike: {fault}\n")
        return FAILURE
    except OSError as fault:
        err.write(f"roguelike: {options.name} cannot be written: {fault.strerror}.\n")
        return FAILURE
    out.writelines(["Written:\n", *(f"  {file}\n" for file in files), "\n"])
    named = quote(str(options.name))
    steps = {f"check-data {named}": "say what is wrong with it", f"--data {named}": "play it"}
    steps["help packs"] = "how packs work"
    width = max(map(len, steps))
    out.writelines(f"  roguelike {step:{width}}  {what}\n" for step, what in steps.items())
    return 0


def _list(saves: Path, out: TextIO, *, is_json: bool) -> int:
    """Print the packs that can be called by name."""
    from roguelike.store.installed_packs import FOLDER, installed, passed_over

    found = installed(saves)
    if is_json:
        out.writelines(
            json_line({**asdict(pack), "folder": str(pack.folder)}) for pack in found.values()
        )
        out.writelines(json_line({"error": each}) for each in passed_over(saves))
        return 0
    for pack in found.values():
        by = f", by {pack.authors}" if pack.authors else ""
        out.write(f"{pack.name} {pack.version}: {pack.title}{by}\n")
        out.write(indent(f"{pack.text}\n{pack.folder}\n".lstrip(), "    "))
    out.writelines(f"! {each}\n" for each in passed_over(saves))
    out.write(f"Packs are installed by putting their folders into {saves / FOLDER}.\n")
    return 0


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
        data_path.MANIFEST: _json(_manifest(folder.name, title)),
        data_path.SPAWNS: _rows(title),
        f"prefabs/vault-{folder.name}.txt": _VAULT.format(title=title),
        f"{SETTINGS}/settings.json": _json(_settings()),
        f"{SETTINGS}/spawns.schema.json": _json(json_schema()),
        f"{SETTINGS}/pack.schema.json": _json(manifest_schema()),
        "README.md": _README.format(name=folder.name, title=title),
    }
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def manifest_schema() -> dict[str, Any]:
    """Return the JSON Schema of a manifest."""
    return {
        "$schema": DIALECT,
        **model_of(Manifest).model_json_schema(),
        "title": f"Blue Mana: {data_path.MANIFEST}",
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
        "needs": {data_path.GAME: __version__},
        "authors": ["your name"],
        "licence": "CC0-1.0",
    }


def _settings() -> dict[str, Any]:
    """Return the settings by which Visual Studio Code finds the schemas."""
    files = {data_path.SPAWNS: "spawns.schema.json", data_path.MANIFEST: "pack.schema.json"}
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
