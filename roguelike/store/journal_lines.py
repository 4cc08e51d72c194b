"""A journal as lines, without parsing commands, so that the title can show the state of a game.

Through `next`, a journal leads to that of a later save. It is only trusted as far as it is plausible: the number must
rise, so that no chain of journals is endless, and anything invalid ends the journal as a torn line does.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from roguelike.core.records import State, field
from roguelike.store.atomic import read_bounded
from roguelike.store.jsonl import ends_of_lines, read_lines

NOW, NEXT, BASE = "now", "next", "base"
MOST_BYTES = 8_000_000
"""The most bytes of a journal: a hundred times one of five thousand commands would be more."""
MOST_LINES = 20_000
"""The most lines of all journals that follow a save: resuming the game performs them."""
Successor = tuple[int, str]
"""Generation number and checksum of the save to which a journal led."""


class JournalLines(State):
    """What was read of a journal; `is_strange` means that it belongs to another save, or is not a journal."""

    number: int
    lines: list[dict[str, Any]] = field(default_factory=list)
    successor: Successor | None = None
    torn: bool = False
    is_strange: bool = False

    @property
    def now(self) -> dict[str, Any]:
        """The state of the game after the last command; {} if it is not recorded."""
        told = (line[NOW] for line in reversed(self.lines) if NOW in line)
        return next((each for each in told if isinstance(each, dict)), {})


def read_journal_lines(
    path: Path, base: str, number: int = 0, *, brief: bool = False
) -> JournalLines:
    """Read the journal that follows the snapshot with this checksum; an absent one is empty.

    If `brief`, only its ends are read: enough for the last state of the game, and the save to which it led.
    """
    found = JournalLines(number)
    try:
        data = read_bounded(path, MOST_BYTES)
    except FileNotFoundError:
        return found
    except OSError:
        found.torn = True
        return found
    lines, whole = (ends_of_lines(data), True) if brief else read_lines(data)
    found.torn = not whole
    if not lines or lines[0].get(BASE) != base:
        found.is_strange = bool(lines)
        return found
    for line in lines[1 : MOST_LINES + 1]:
        if NEXT in line:
            found.successor = _successor(line[NEXT], number)
            found.torn |= found.successor is None
        else:
            found.successor = None
            found.lines.append(line)
    return found


def _successor(said: object, number: int) -> Successor | None:
    """Return the save to which a journal led; None if the entry is invalid."""
    match said:
        case [int(following), str(checksum)] if following > number and not isinstance(
            following, bool
        ):
            return following, checksum
    return None


def chain(
    file: Callable[[int], Path], number: int, base: str, *, brief: bool = False
) -> Iterator[JournalLines]:
    """Yield the journals that follow a save one after another; `file` returns the path for a generation."""
    left = MOST_LINES
    following: Successor | None = (number, base)
    while following is not None and left > 0:
        found = read_journal_lines(file(following[0]), following[1], following[0], brief=brief)
        found.torn |= len(found.lines) > left
        del found.lines[left:]
        left -= len(found.lines)
        yield found
        following = found.successor
