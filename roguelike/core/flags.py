"""Flags: what rules declare beside themselves for rows of the data to name, with the words that pages have for it.

  MUFFLED = flag("status_flags", "muffled", "makes no noise")

A status of `"flags": ["muffled"]` then has it, and the rule asks `MUFFLED in stats_of(entity).status.flags`. Whoever
checks data, or offers names to an editor, asks for `declared`. It reads the sources of the rules: data are checked in a
thread of their own while a game starts, and two threads that import the same packages get in each other's way.
"""

import re
from functools import cache
from pathlib import Path
from typing import Literal

FlagKind = Literal["status_flags", "habits"]
FLAGS: dict[FlagKind, dict[str, str]] = {"status_flags": {}, "habits": {}}
"""The words of each flag, by kind and name, of all rules that are imported."""
RULES = ("world", "effects", "actions", "systems")
"""Folders of the program whose modules may declare flags."""
_DECLARED: dict[FlagKind, re.Pattern[str]] = {
    "status_flags": re.compile(r'flag\(\s*"status_flags",\s*"(\w+)"'),
    "habits": re.compile(r'flag\(\s*"habits",\s*"(\w+)"|\bof="(\w+)",\s*words='),
}


def flag(kind: FlagKind, name: str, words: str) -> str:
    """Declare a flag beside the rule that reads it; return its name."""
    FLAGS[kind][name] = words
    return name


def declared(kind: FlagKind) -> set[str]:
    """Return the names of all flags of a kind, of rules that are not imported too."""
    return {*FLAGS[kind], *_in_sources()[kind]}


@cache
def _in_sources() -> dict[FlagKind, set[str]]:
    """Read once in each process, by kind, the names of all flags in the sources of the rules."""
    found: dict[FlagKind, set[str]] = {kind: set() for kind in FLAGS}
    for folder in RULES:
        for file in (Path(__file__).parent.parent / folder).rglob("*.py"):
            source = file.read_text(encoding="utf-8")
            for kind, pattern in _DECLARED.items():
                for names in pattern.finditer(source):
                    found[kind].update(filter(None, names.groups()))
    return found
