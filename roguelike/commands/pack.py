"""`roguelike pack`: start a content pack, or list those that can be called by name."""

import argparse
import re
from pathlib import Path
from shlex import quote
from textwrap import indent
from typing import TextIO

from roguelike.commands.command_line import path_argument
from roguelike.core.data_path import GAME, PACK_NAME

FAILURE = 1
MOST_NAME = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands of `pack`."""
    ways = parser.add_subparsers(title="what to do", metavar="new|list", dest="way", required=True)
    new = ways.add_parser("new", help="write a small pack that can be played, to begin with")
    new.add_argument(
        "name", type=_folder, metavar="NAME", help="its name, or the path of its folder"
    )
    ways.add_parser("list", help="list the packs that --data and the options may call by name")


def _folder(text: str) -> Path:
    """Return the folder of a new pack, whose name is the pack's. Raises ArgumentTypeError for an invalid name."""
    folder = path_argument(text)
    if not re.fullmatch(PACK_NAME, folder.name) or len(folder.name) > MOST_NAME:
        raise argparse.ArgumentTypeError(
            f"{folder.name!r} is no name for a pack: write up to {MOST_NAME} letters, digits and hyphens"
        )
    if folder.name == GAME:
        raise argparse.ArgumentTypeError(
            f"{GAME!r} is what packs call the game: choose another name"
        )
    return folder


def run_pack(options: argparse.Namespace, saves: Path, out: TextIO, err: TextIO) -> int:
    """Run the subcommand; return 1 if it failed."""
    if options.way == "list":
        return _list(saves, out)
    from roguelike.commands.new_pack import write_pack

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


def _list(saves: Path, out: TextIO) -> int:
    """Print the packs that can be called by name."""
    from roguelike.store.installed_packs import FOLDER, installed, passed_over

    found = installed(saves)
    for pack in found.values():
        by = f", by {pack.authors}" if pack.authors else ""
        out.write(f"{pack.name} {pack.version}: {pack.title}{by}\n")
        out.write(indent(f"{pack.text}\n{pack.folder}\n".lstrip(), "    "))
    out.writelines(f"! {each}\n" for each in passed_over(saves))
    out.write(f"Packs are installed by putting their folders into {saves / FOLDER}.\n")
    return 0
