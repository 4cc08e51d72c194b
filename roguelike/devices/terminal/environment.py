"""What the environment says about a terminal: its colours, whether it has more than ASCII, and which keys it lacks."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from roguelike.devices.terminal.colours import Colours
from roguelike.ui.keymap import NOT_IN_ANY_TERMINAL, NOT_IN_MOST_TERMINALS

REPORT_ALL_KEYS: Final = ("xterm-kitty", "xterm-ghostty", "foot", "foot-extra", "alacritty")
"""Terminals that support the kitty keyboard protocol, which reports ctrl with a digit."""
STARTED_WITH: Final = Path("/proc/self/environ")
"""Where Linux keeps a process's initial environment."""
SIXTEEN_COLOURS: Final = ("linux", "xterm-16color", "rxvt", "ansi", "cygwin")
"""Terminals of which nothing is known except that they have sixteen colours."""


def colours_of(environment: Mapping[str, str]) -> Colours:
    """Choose the colour mode: 24 bits, unless the terminal is known to have fewer or the player wants none."""
    if environment.get("NO_COLOR"):  # https://no-color.org
        return "none"
    if environment.get("COLORTERM") in ("truecolor", "24bit"):
        return "truecolour"
    term = environment.get("TERM", "")
    if term in SIXTEEN_COLOURS:
        return "16"
    is_old_screen = term.startswith("screen") and "TMUX" not in environment
    if environment.get("TERM_PROGRAM") == "Apple_Terminal" or is_old_screen:
        return "256"
    return "none" if term.startswith("vt") else "truecolour"


def is_ascii_only(environment: Mapping[str, str]) -> bool:
    """Tell whether the locale has no UTF-8: the first of these variables that is set counts (POSIX)."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    return bool(locale) and "utf" not in locale.lower()


def as_started(environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return the environment with the LC_CTYPE that the program was started with, if the system still knows it.

    In the C locale Python sets LC_CTYPE to UTF-8 for itself (PEP 538), which does not mean that the terminal has it.
    """
    try:
        entries = STARTED_WITH.read_bytes().split(b"\0")
    except OSError:
        return environment
    given = next((each for each in entries if each.startswith(b"LC_CTYPE=")), b"=")
    return {**environment, "LC_CTYPE": os.fsdecode(given.partition(b"=")[2])}


def lacking_keys_of(environment: Mapping[str, str]) -> frozenset[str]:
    """Return the keys that this terminal cannot be relied on to send."""
    is_told = environment.get("TERM") in REPORT_ALL_KEYS
    return NOT_IN_ANY_TERMINAL | (frozenset() if is_told else NOT_IN_MOST_TERMINALS)
