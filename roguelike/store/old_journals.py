"""Reading the journals of saves from before the log of a run held the commands since a save.

  game-000007.journal
    {"base": the save's checksum}          which save these commands follow
    {"do": "step", "dx": 1, "now": {...}}  one line a command; the last also has the state of the game "now"
    {"next": [8, checksum]}                the save that the commands led to, when there is one

Through `next`, an older save leads to the newer save's journal even if the newer save is damaged. It is only trusted as
far as it is plausible: the number must rise, so that no chain of journals is endless, and anything invalid ends the
journal as a torn line does.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from roguelike.core.records import State, field
from roguelike.store import atomic, jsonl
from roguelike.store.log import MOST_REPEATED, NOW

NEXT, BASE = "next", "base"
MOST_BYTES = 8_000_000
"""The most bytes of a journal: a hundred times one of five thousand commands would be more."""
Successor = tuple[int, str]
"""Generation number and checksum of the save to which a journal led."""


class Journal(State):
    """What was read of a journal; `is_strange` means that it belongs to another save, or is not a journal."""

    path: Path
    data: bytes = b""
    commands: list[dict[str, Any]] = field(default_factory=list)
    standing: dict[str, Any] = field(default_factory=dict)
    successor: Successor | None = None
    torn: bool = False
    is_strange: bool = False


def journals(file: Callable[[int], Path], number: int, checksum: str) -> Iterator[Journal]:
    """Yield the journals that follow a save one after another; `file` returns the path for a generation."""
    left = MOST_REPEATED
    following: Successor | None = (number, checksum)
    while following is not None and left > 0:
        number, base = following
        found = _read(file(number), base, number)
        found.torn |= len(found.commands) > left
        del found.commands[left:]
        left -= len(found.commands)
        yield found
        following = found.successor


def _read(path: Path, base: str, number: int) -> Journal:
    """Read the journal that follows the save with this checksum; an absent one is empty."""
    try:
        found = Journal(path, atomic.read_bounded(path, MOST_BYTES))
    except OSError as fault:
        return Journal(path, torn=not isinstance(fault, FileNotFoundError))
    lines, is_whole = jsonl.read_lines(found.data)
    found.torn = not is_whole
    if not lines or lines[0].get(BASE) != base:
        found.is_strange = bool(lines)
        return found
    for line in lines[1:]:
        if NEXT in line:
            found.successor = _successor(line[NEXT], number)
            found.torn |= found.successor is None
        else:
            now = line.pop(NOW, None)
            found.successor, found.standing = None, now if isinstance(now, dict) else found.standing
            found.commands.append(line)
    return found


def _successor(said: object, number: int) -> Successor | None:
    """Return the save to which a journal led; None if the entry is invalid."""
    match said:
        case [int(following), str(checksum)] if following > number and not isinstance(
            following, bool
        ):
            return following, checksum
    return None
