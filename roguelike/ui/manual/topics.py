"""The topics of the manual: the files of `manual/` in the data folder and in the packs over it.

`index.md` lists them in order; pages that it does not list, such as those of packs, follow in alphabetical order.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from roguelike.core.data_path import check_plain
from roguelike.core.records import Record

FOLDER, INDEX = "manual", "index"
MOST_BYTES = 200_000
LINK = re.compile(r"\]\(([\w-]+)\.md\)")
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


class Topic(Record):
    """A page of the manual: its name in commands, its heading, and its text in Markdown."""

    name: str
    title: str
    text: str


def topics(folders: Sequence[Path]) -> list[Topic]:
    """Return the topics of some data folders in order, later folders over earlier ones; without the index."""
    texts: dict[str, str] = {}
    for folder in folders:
        for file in sorted((folder / FOLDER).glob("*.md")):
            text = _text_of(file)
            # Packs may add pages, but the index stays the game's.
            if text is not None and not (file.stem == INDEX and INDEX in texts):
                texts[file.stem] = text
    first = LINK.findall(texts.pop(INDEX, ""))
    order = dict.fromkeys([*(name for name in first if name in texts), *sorted(texts)])
    return [Topic(name, _title_of(name, texts[name]), texts[name]) for name in order]


def _text_of(file: Path) -> str | None:
    """Return the text of a page; None if it cannot be read or is not a page."""
    try:
        check_plain(file, MOST_BYTES)
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _title_of(name: str, text: str) -> str:
    """Return the first heading of a page, or else its name."""
    found = TITLE.search(text)
    return found[1].strip() if found else name.replace("-", " ").capitalize()
