"""`roguelike completion` and `roguelike man`: what shells and `man` want to know, made from the command line's parser.

The one decision: the libraries that write them, shtab and argparse-manpage, are an extra for packagers and whoever
wants completion: nothing that plays needs them.
"""

import argparse
import re
from importlib import import_module
from typing import Any, TextIO

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
