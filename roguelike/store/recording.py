"""A run as its commands from the first one on: the text of its log in memory, which crash files and replays take.

A recording that cannot go back to the beginning of the run begins with a save.
"""

from msgspec import to_builtins

from roguelike.actions import acting
from roguelike.engine.state.snapshot import state_hash
from roguelike.store import command_lines, jsonl
from roguelike.store.log import NOW
from roguelike.store.replay import MOST_FAULT, Recorded, head_of, line_of, mark
from roguelike.world.game import Game

MOST_RECORDED = 150_000
"""The most commands of one recording; a longer run is recorded from the save at which it reaches them."""
CHECK_TURNS = 200
"""Number of turns after which hashing all state is worth its milliseconds again."""


class Recording:
    """The commands of a run that happened, with the mark of the game after each."""

    def __init__(
        self, game: Game, start: bytes = b"", before: bytes = b"", *, every: int = 0
    ) -> None:
        """Record a game: a new one, or one loaded from the save `start`.

        `before` is what was recorded of it until then; without it a loaded game is recorded from its save on. With
        `every` all state is hashed now and after each so many turns, else only when somebody asks for it.
        """
        self.game = game
        self.data = bytearray(before)
        self.kept = len(before)
        """How much of it is in a file already."""
        self.is_full = before.count(b"\n") >= MOST_RECORDED
        self._lines, self._every, self._due = before.count(b"\n"), every, game.turn
        self._last: acting.Action | None = None
        self._fault = ""
        if not before:
            self.begin_anew(start)
        if every:
            self.check()

    def begin_anew(self, start: bytes) -> None:
        """Record from this save of the game on, and drop what was before."""
        self.data[:] = jsonl.write_line(to_builtins(head_of(self.game, start)))
        self.kept, self._lines, self.is_full = 0, 1, False

    def note(self, command: acting.Action) -> None:
        """Record a command that has just happened."""
        game = self.game
        self._add({**command_lines.encode(command), "at": mark(game), NOW: line_of(game)})
        if self._every:
            self.check(due_only=True)

    def repeated(self, step: Recorded) -> None:
        """Take a command over that was given again, with its lines in the log; record it if it has none."""
        if not step.lines:
            self.note(step.command)
            return
        self.data += step.lines
        self._lines += step.lines.count(b"\n")
        self.kept = len(self.data)

    def check(self, *, due_only: bool = False) -> None:
        """Record the hash of all state; with `due_only`, only if that was not done for some time."""
        turn = self.game.turn
        if not due_only or turn >= self._due:
            self._due = turn + (self._every or CHECK_TURNS)
            self._add({"turn": turn, "hash": state_hash(self.game)})

    def broke(self, command: acting.Action, fault: BaseException) -> None:
        """Record the command in which the game failed, and the error, for `text` alone."""
        self._last, self._fault = command, f"{type(fault).__name__}: {fault}"[:MOST_FAULT]

    def text(self) -> str:
        """Return it as a replay, with the command in which the game failed, if it did."""
        text = self.data.decode("ascii")
        if self._last is not None:
            fault = {"fault": self._fault, "command": command_lines.encode(self._last)}
            text += jsonl.write_line(fault).decode("ascii")
        return text

    def _add(self, line: dict[str, object]) -> None:
        """Add a line, and note when the recording has as many as may be kept."""
        self.data += jsonl.write_line(line)
        self._lines += 1
        self.is_full = self._lines >= MOST_RECORDED
