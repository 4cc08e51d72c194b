"""The commands of the program, as the command line lists them. Each is imported only when it is given.

Those of the laboratory stand in a table of its own, which is read only where the house does not know the command: the
program works without that folder.
"""

import re
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from roguelike.commands.command_line import Command

LABORATORY = "roguelike.lab"
"""The folder whose `command_list` hangs further commands in, where it is installed."""
HELP = ("-h", "--help")
HERE = "roguelike.commands"
COMMANDS = (
    Command("scores", "list the runs that ended", f"{HERE}.scores", "run_scores"),
    Command("morgue", "print the report of a run", f"{HERE}.scores", "run_morgue", "add_number"),
    Command(
        "replay",
        "watch a run again, play on from any turn of it, or film it",
        f"{HERE}.replay",
        "run_replay",
    ),
    Command(
        "verify",
        "play a replay or crash file without showing it, and check it",
        f"{HERE}.verify",
        "run_verify",
    ),
    Command(
        "check-data",
        "check spawns.json and list everything that is wrong with it",
        f"{HERE}.check",
        "run_check",
    ),
    Command("schema", "print the JSON Schema of spawns.json", f"{HERE}.check", "run_schema", ""),
    Command("help", "print a page of the manual", f"{HERE}.manual", "run_help"),
    Command(
        "puzzle",
        "play a puzzle by number or code, or that of the day",
        f"{HERE}.puzzle",
        "run_puzzle",
    ),
    Command(
        "pack",
        "begin a content pack of your own, or list the installed ones",
        f"{HERE}.pack",
        "run_pack",
    ),
    Command(
        "completion",
        "print a script with which a shell completes commands and options",
        f"{HERE}.manual",
        "run_completion",
        "add_shell",
    ),
    Command("man", "print the manual page, for `man`", f"{HERE}.manual", "run_man", ""),
    Command(
        "mapgen", "show a level, or how it is dug step by step", f"{HERE}.mapgen", "run_mapgen"
    ),
)


def commands_for(words: Sequence[str]) -> Sequence[Command]:
    """Return the commands that a command line may mean: the laboratory's, too, unless it names one of these."""
    named = {each.name for each in COMMANDS}
    said = [word for word in words if re.fullmatch(r"[a-z][a-z-]*", word) or word in HELP]
    if all(word in named for word in said) or find_spec(LABORATORY) is None:
        return COMMANDS
    more: tuple[Command, ...] = import_module(f"{LABORATORY}.command_list").COMMANDS
    return (*COMMANDS, *more)
