"""`roguelike help`: the manual in a terminal, as plain text."""

import argparse
import shutil
from difflib import get_close_matches
from typing import TextIO

from roguelike.core.data_path import data_folders
from roguelike.toolkit.keymap import Keymap
from roguelike.toolkit.manual.setting import Setter, Topic, topics
from roguelike.toolkit.palette import palette

OK, FAILURE = 0, 1
WIDEST = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the optional topic of `help`."""
    parser.add_argument("topic", nargs="?", metavar="TOPIC", help="a page (default: list them)")


def run_help(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print a topic, or the list of them; return 1 if there is no such topic."""
    found = {topic.name: topic for topic in topics(data_folders())}
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


def _listed(found: list[Topic]) -> str:
    """Return the list of topics."""
    wide = max((len(topic.name) for topic in found), default=0)
    rows = [f"  {topic.name.ljust(wide)}  {topic.title}\n" for topic in found]
    return "".join(["roguelike help TOPIC prints one of these:\n\n", *rows])


def as_text(topic: Topic, width: int) -> str:
    """Return a topic as plain text in lines of at most `width` characters; code and keys in backquotes."""
    setter = Setter(palette("default"), Keymap(), is_plain=True)
    blocks = (
        "\n".join("".join(text for text, _ in line).rstrip() for line in block)
        for block in setter.blocks(topic.text, width)
    )
    return "\n\n".join(blocks) + "\n"
