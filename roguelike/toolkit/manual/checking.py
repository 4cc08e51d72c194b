"""Checks the manual pages of a data folder: readable, with a title, and with valid keys and links."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from roguelike.core import data_path
from roguelike.core.grammar import counted
from roguelike.toolkit.keymap import Keymap, KeymapError
from roguelike.toolkit.manual import setting


class ManualError(Exception):
    """Pages of the manual are wrong; the message lists every fault, one a line."""


def check_manual(folder: Path, others: Sequence[Path] = ()) -> str:
    """Check the pages of a data folder, if it has any; return in words how many there are.

    Args:
        folder: the data folder.
        others: data folders with pages to which its own may link.

    Raises:
        ManualError: something is wrong; it lists every fault, one a line.
    """
    pages = sorted((folder / setting.FOLDER).glob("*.md"))
    names = {
        page.stem for each in (folder, *others) for page in (each / setting.FOLDER).glob("*.md")
    }
    faults = [fault for page in pages for fault in _faults(page, names)]
    if faults:
        raise ManualError("\n".join([f"The manual has {counted(len(faults), 'fault')}:", *faults]))
    return f"  {counted(len(pages), 'page')} of the manual" if pages else ""


def _faults(page: Path, names: set[str]) -> Iterator[str]:
    """Yield what is wrong with a page, each with file and line."""
    try:
        data_path.check_plain(page)
        data = page.read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as fault:
        yield f"  {page}: cannot be read: {fault.strerror}"
        return
    except UnicodeDecodeError as fault:
        yield f"  {page}: is not UTF-8 (byte {fault.start})"
        return
    if len(data) > setting.MOST_BYTES:
        yield f"  {page}: has {len(data):,} bytes, and a page may have {setting.MOST_BYTES:,}"
    if setting.TITLE.search(text) is None:
        yield f'  {page}: has no title (write "# The title" above all else)'
    for found in setting.LINK.finditer(text):
        if found[1] not in names:
            yield f"  {page}, line {_line(text, found.start())}: there is no page {found[1]}.md"
    yield from _wrong_keys(page, text)


def _wrong_keys(page: Path, text: str) -> Iterator[str]:
    """Yield unknown actions that a page names, and keys that are not the defaults."""
    keymap = Keymap()
    for found in setting.ACTION.finditer(text):
        try:
            keymap.keys(found[2])
        except KeymapError as fault:
            yield f"  {page}, line {_line(text, found.start())}: {fault}"
            return
    for action, key, is_all in setting.written(text):
        own = "  ".join(setting.all_keys(keymap, action)) if is_all else keymap.hint(action)
        if key != own:
            yield f"  {page}: `{key}`<!--{action}-->: the game comes with `{own}`"


def _line(text: str, place: int) -> int:
    """Return the line number of a position in a text."""
    return text.count("\n", 0, place) + 1
