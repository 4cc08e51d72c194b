"""A run as its commands from the first one on, kept in the folder of saves and replayed from crash files.

What was recorded before this session is the text that the folder kept; later steps are kept as records and converted to
text when it is needed. A recording that cannot go back to the beginning of the run begins with a save.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import ValidationError, convert, to_builtins

from roguelike.actions.action import Action
from roguelike.core.records import replace
from roguelike.engine.state.snapshot import state_hash
from roguelike.store.command_lines import encode
from roguelike.store.jsonl import read_lines, write_line
from roguelike.store.replay import MOST_FAULT, Checkpoint, Head, Recorded, head_of, mark
from roguelike.world.game import Game

MOST_RECORDED = 150_000
"""The most commands of one recording; a longer run is recorded from the save at which it reaches them."""
CHECK_TURNS = 200
"""Number of turns after which hashing all state is worth its milliseconds again."""
END_BYTES = 4_000
"""Length of the end of a recording that is read: long enough for several whole lines."""


class Recording:
    """The commands of a run that happened, with the mark of the game after each."""

    def __init__(self, game: Game, origin: bytes | None, before: bytes = b"") -> None:
        """Start with a game that was loaded from `origin`, is new (b""), or is of unknown origin (None).

        `before` is what was recorded of it until then; without it a loaded game is recorded from its save on.
        """
        self.game = game
        self._is_known = origin is not None
        self._text = bytearray(before or self._head(origin or b""))
        self._steps: list[Recorded | Checkpoint] = []
        self._told = 0
        self._lines = before.count(b"\n")
        self._due = game.turn
        self._fault = ""
        self._last: Action | None = None

    def _head(self, start: bytes) -> bytes:
        """Return the first line; b"" if the origin of the game is unknown."""
        return write_line(to_builtins(head_of(self.game, start))) if self._is_known else b""

    def note(self, game: Game, command: Action) -> None:
        """Record a command that has just happened."""
        self._steps.append(Recorded(command, mark(game)))

    def check(self, *, due_only: bool = False) -> None:
        """Record the hash of all state; with `due_only`, only if that was not done for some time."""
        turn = self.game.turn
        if not due_only or turn >= self._due:
            self._due = turn + CHECK_TURNS
            self._steps.append(Checkpoint(turn, state_hash(self.game)))

    def broke(self, command: Action, fault: BaseException) -> None:
        """Record the command in which the game failed, and the error."""
        self._last, self._fault = command, f"{type(fault).__name__}: {fault}"[:MOST_FAULT]

    def begin_anew(self, start: bytes) -> None:
        """Record from this save of the game on, and drop what was before."""
        self._text, self._lines = bytearray(self._head(start)), 0
        self._steps.clear()
        self._told = 0

    @property
    def is_full(self) -> bool:
        """Whether it has reached the maximum length."""
        return self._lines + len(self._steps) - self._told >= MOST_RECORDED

    @property
    def commands(self) -> Sequence[Action]:
        """The commands of this session."""
        return [step.command for step in self._steps if isinstance(step, Recorded)]

    def data(self) -> bytearray:
        """Return all of it as a read-only replay; empty if the origin of the game is unknown."""
        if self._is_known:
            lines = [_line(step) for step in self._steps[self._told :]]  # all of them, or none
            self._text += b"".join(lines)
            self._lines += len(lines)
            self._told += len(lines)
        return self._text

    def text(self) -> str:
        """Return it as a replay, with the command in which the game failed, if it did."""
        text = self.data().decode("ascii")
        if text and self._last is not None:
            fault = {"fault": self._fault, "command": encode(self._last)}
            text += write_line(fault).decode("ascii")
        return text


def _line(step: Recorded | Checkpoint) -> bytes:
    """Return the line of a step."""
    match step:
        case Recorded(command, after):
            return write_line({**encode(command), "at": after})
        case Checkpoint(turn, digest):
            return write_line({"turn": turn, "hash": digest})


def is_recording_of(game: Game, data: bytes) -> bool:
    """Return whether a recording can be continued: it is by this version and ends at the game's present state.

    Only its beginning and end are read: loading a game must not wait for thousands of commands.
    """
    lines, is_whole = read_lines(_ends(data))
    if not is_whole or not lines or _is_other(lines[0], head_of(game)):
        return False
    marks = [line["at"] for line in lines if "at" in line]
    return marks[-1] == mark(game) if marks else "hash" in lines[-1] or len(lines) == 1


def is_of_other_rules(game: Game, data: bytes) -> bool:
    """Return whether a valid recording was made by another version, or with other data or packs."""
    lines, is_whole = read_lines(_ends(data))
    if not is_whole or not lines:
        return False
    try:
        head = convert(lines[0], Head)
    except ValidationError:
        return False
    now = head_of(game)
    made_by = [(each.version, each.data_hash, each.packs) for each in (head, now)]
    return head.seed == now.seed and made_by[0] != made_by[1]


def _is_other(line: dict[str, Any], head: Head) -> bool:
    """Return whether a first line differs from that of a new recording, except in where they start."""
    try:
        return replace(convert(line, Head), start="") != head
    except ValidationError:
        return True


def _ends(data: bytes) -> bytes:
    """Return the first line of some text, and whole lines of its end."""
    first = data.find(b"\n") + 1
    rest = data[first:]
    if len(rest) > END_BYTES:
        rest = rest[-END_BYTES:]
        rest = rest[rest.find(b"\n") + 1 :]
    return data[:first] + rest
