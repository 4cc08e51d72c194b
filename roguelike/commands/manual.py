"""`roguelike help`: the manual in a terminal, as plain text.

`roguelike completion` and `roguelike man` give shells and `man` what they want to know, made from the command line's
parser. The libraries that write it, shtab and argparse-manpage, are an extra for packagers and whoever wants
completion: nothing that plays needs them.
"""

import argparse
import re
import shutil
from difflib import get_close_matches
from importlib import import_module
from typing import Any, TextIO

from roguelike.core import data_path
from roguelike.toolkit.keymap import Keymap
from roguelike.toolkit.manual import setting
from roguelike.toolkit.palette import palette

OK, FAILURE = 0, 1
WIDEST = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the optional topic of `help`."""
    parser.add_argument("topic", nargs="?", metavar="TOPIC", help="a page (default: list them)")


def run_help(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print a topic, or the list of them; return 1 if there is no such topic."""
    found = {topic.name: topic for topic in setting.topics(data_path.data_folders())}
    if options.topic is None:
        out.write(_listed(list(found.values())))
        return OK
    topic = found.get(options.topic.lower())
    if topic is None:
        near = get_close_matches(options.topic.lower(), found, 1)
        meant = f" Did you mean {near[0]!r}?" if near else ""
        err.write(
            f"roguelike: The manual has no topic {options.topic!r}.{meant} There are: {', '.join(found)}.\n"
        )
        return FAILURE
    out.write(as_text(topic, min(WIDEST, shutil.get_terminal_size().columns)))
    return OK


def _listed(found: list[setting.Topic]) -> str:
    """Return the list of topics."""
    wide = max((len(topic.name) for topic in found), default=0)
    rows = [f"  {topic.name.ljust(wide)}  {topic.title}\n" for topic in found]
    return "".join(["roguelike help TOPIC prints one of these:\n\n", *rows])


def as_text(topic: setting.Topic, width: int) -> str:
    """Return a topic as plain text in lines of at most `width` characters; code and keys in backquotes."""
    setter = setting.Setter(palette("default"), Keymap(), is_plain=True)
    blocks = (
        "\n".join("".join(text for text, _ in line).rstrip() for line in block)
        for block in setter.blocks(topic.text, width)
    )
    return "\n\n".join(blocks) + "\n"


ABOUT = "a roguelike whose heart is magic"
SHELLS = ("bash", "zsh", "tcsh")
MISSING = "roguelike: that needs a library: pip install 'bluemana[shell]'\n"


def add_shell(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `completion`."""
    parser.add_argument("shell", choices=SHELLS, help="the shell for which it is")


def run_completion(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Print a script that completes commands and options; return 1 if the library for it is missing."""
    shtab = _library("shtab", errors)
    if shtab is None:
        return 1
    out.write(shtab.complete(options.whole(), options.shell).rstrip() + "\n")
    return 0


def run_man(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Print the manual page in roff; return 1 if the library for it is missing."""
    manpage = _library("argparse_manpage.manpage", errors)
    if manpage is None:
        return 1
    page = manpage.Manpage(options.whole())
    page.manual, page.description = "Blue Mana", ABOUT
    # A line of roff that begins with an apostrophe is a command, so its text would be lost.
    out.write(re.sub("^'", r"\\(aq", f"{page}".rstrip(), flags=re.MULTILINE) + "\n")
    return 0


def _library(name: str, errors: TextIO) -> Any:
    """Import a library that need not be installed; None, with a word on `errors`, if it is not."""
    try:
        return import_module(name)
    except ImportError:
        errors.write(MISSING)
        return None
