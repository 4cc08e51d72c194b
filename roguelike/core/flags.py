"""Flags: what rules declare beside themselves for rows of the data to name, with the words that pages have for it.

  MUFFLED = flag("status_flags", "muffled", "makes no noise")

A status of `"flags": ["muffled"]` then has it, and the rule asks `MUFFLED in stats_of(entity).status.flags`. Whoever
checks data, or offers names to an editor, asks for `declared`, which first imports every rule.
"""

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Literal

FlagKind = Literal["status_flags", "habits"]
FLAGS: dict[FlagKind, dict[str, str]] = {"status_flags": {}, "habits": {}}
"""The words of each flag, by kind and name."""
RULES = ("effects", "actions", "systems")
"""Folders of the program whose modules may declare flags."""


def flag(kind: FlagKind, name: str, words: str) -> str:
    """Declare a flag beside the rule that reads it; return its name."""
    FLAGS[kind][name] = words
    return name


def declared(kind: FlagKind) -> set[str]:
    """Return the names of all flags of a kind, after importing all rules."""
    for folder in RULES:
        where = str(Path(__file__).parent.parent / folder)
        for found in walk_packages([where], f"roguelike.{folder}."):
            import_module(found.name)
    return set(FLAGS[kind])
