"""From a loaded save to the state at the end of its log: the commands are given again, some at a time.

There are seldom more than those of fifty turns, but a file that holds thousands must not keep a screen waiting.

For looking back, the turns before a game was loaded are found in the same log: from the save before the loaded one, at
most some fifty turns earlier, or, if that is too recent, from the beginning of the recording, unless that is too long.
So it takes bounded time, and it is done in steps.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from roguelike.engine.crash import crash_report
from roguelike.engine.play.last_turns import LAST_TURNS, Moment
from roguelike.engine.session import Session
from roguelike.engine.state.errors import SaveError
from roguelike.store import atomic, save_file
from roguelike.store.loaded import CHANGED, Loaded
from roguelike.store.log import Place, end_of
from roguelike.store.replay import Playback, Replay, read_replay
from roguelike.world import ecs
from roguelike.world.catalog import Catalog

if TYPE_CHECKING:  # nobody looks back before the end
    from roguelike.runs.watching import Watched

FAULT = "A fault of ours keeps the last {count} commands from being repeated: the game goes on before them."
MOST_REPLAYED = 5_000
"""The most commands that are replayed from the beginning: on a slow machine, half a minute next to other work."""
MOST_KEPT = 50
"""States are kept for this many commands before the end: many may take no turn."""


class Resumption:
    """A loaded game whose commands since the save are repeated, as far as they lead where they led before.

    The first that meets a bug or leads elsewhere is left out, with all after it; a note tells so, and a bug leaves a
    crash file in `folder`. The save itself is valid and is kept; so is a copy of it with all the commands, for a
    version of the game that can repeat them.
    """

    def __init__(
        self,
        loaded: Loaded,
        catalog: Catalog,
        folder: Path,
        ready: Callable[["Resumption"], object] = lambda _: None,
        *,
        unsaved: str = "",
        told: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Start at the save; no command is given yet. When all are, `ready` makes it the game in progress.

        `unsaved` tells a player who only looks on why the game is not saved; "" where it is saved. `told` puts what
        can go wrong on the way into the player's words.
        """
        self.loaded, self.unsaved = loaded, unsaved
        self._catalog, self._folder, self._ready, self._told = catalog, folder, ready, told
        self._begin()

    def _begin(self) -> None:
        """Open the game as it was saved, with no command repeated yet."""
        loaded = self.loaded
        self.recording = loaded.recording()
        self.session = Session(loaded.game)
        self._playback = Playback(loaded.steps, loaded.game, self.session.do)
        self.session.remembers, self.session.former = True, FormerTurns(loaded, self._catalog)
        self._record_if_done()

    def _record_if_done(self) -> None:
        """Have the session record what it does from the last repeated command on: the rest is recorded already."""
        if self.done == self.length:
            self.session.recording = self.recording

    @property
    def done(self) -> int:
        """How many commands are repeated."""
        return self._playback.at

    @property
    def length(self) -> int:
        """How many commands there are to repeat."""
        return len(self.loaded.steps)

    def work(self, commands: int) -> bool:
        """Repeat this many more commands; return whether that was the last of them."""
        with self._told():
            for _ in range(min(commands, self.length - self.done)):
                self._repeat()
        if self.done < self.length:
            return False
        self._record_if_done()
        self._ready(self)
        return True

    def _repeat(self) -> None:
        """Repeat the next command; go on without it if it does not lead where it led."""
        played = self._playback
        if played.is_over:
            return
        before = played.at
        step = self.loaded.steps[before]
        played.next()
        if played.fault is not None:
            self.recording.broke(step.command, played.fault)
            crash_report(played.fault, self._folder, {"replay": self.recording.text()})
            self._go_on_before(before, FAULT)
        elif played.divergence is not None:
            self._go_on_before(before, CHANGED)
        else:
            self.recording.repeated(step)

    def _go_on_before(self, done: int, told: str) -> None:
        """Start again, to stop after `done` commands."""
        loaded = self.loaded
        loaded.notes.append(f"{told.format(count=self.length - done)}{_kept(loaded)}")
        ecs.drop_world(loaded.game.world)
        loaded.game = save_file.decode(loaded.origin).open(self._catalog)
        loaded.steps = loaded.steps[:done]
        self._begin()

    def drop(self) -> None:
        """Drop the game without playing it."""
        ecs.drop_world(self.session.game.world)


def _kept(loaded: Loaded) -> str:
    """Keep copies of the files that hold the remaining commands; return a sentence saying so."""
    try:
        kept = [atomic.keep_copy(each, each.parent / "damaged") for each in loaded.files]
    except OSError as fault:
        return f" They could not be copied: {fault.strerror}."
    names = " and ".join(f"{each.parent.name}/{each.name}" for each in kept)
    return f" All of them are kept in {names}." if kept else ""


class FormerTurns:
    """Finds the last turns before a load; nothing is opened until it is needed."""

    def __init__(self, loaded: Loaded, catalog: Catalog) -> None:
        """Take what was read with the game; the commands since must not have been repeated on it yet."""
        self._recorded, self._earlier = loaded.recorded, loaded.earlier
        self._turn, self._catalog = loaded.game.turn, catalog
        self._played: Watched | None = None
        self.is_finished = not loaded.recorded
        self.moments: tuple[Moment, ...] = ()
        """The result; empty until it is finished, and if the game diverged from the recording."""

    @property
    def progress(self) -> float:
        """The share of commands that were replayed, 0.0 to 1.0."""
        if self._played is None:
            return float(self.is_finished)
        return self._played.done / max(1, self._played.length)

    def work(self, commands: int) -> None:
        """Replay some more commands; this leaves another world as esper's current one."""
        if self.is_finished:
            return
        if self._played is None:
            self._played = self._opened()
        played = self._played
        for _ in range(commands):
            if played is not None:
                played.remembers = played.length - played.done <= MOST_KEPT
                played.forward()
        if played is None or played.is_at_end:
            self.moments = played.last_turns.moments if played and not played.trouble else ()
            self.close()

    def close(self) -> None:
        """Drop the game being replayed and its world; the search is over."""
        self.is_finished = True
        if self._played is not None:
            self._played.close()
            self._played = None

    def _opened(self) -> "Watched | None":
        """Open the first recording that can be used; None if there is none."""
        from roguelike.runs.watching import Watched

        for replay in self._recordings():
            with suppress(SaveError):
                return Watched(replay, self._catalog, every=MOST_REPLAYED)
        return None

    def _recordings(self) -> Iterator[Replay]:
        """Yield the recordings that could be replayed, best first: since the save before, or all. Skip damaged ones."""
        turn, since = self._since_the_save_before()
        is_short = self._recorded.count(b"\n") <= MOST_REPLAYED
        is_near = since and self._turn - turn < LAST_TURNS
        texts = [self._recorded] if is_short else []
        for text in [*texts, since] if is_near else [since, *texts]:
            try:
                replay = read_replay(text)
            except SaveError:
                continue
            if text is since:
                replay.start = self._earlier
            yield replay

    def _since_the_save_before(self) -> tuple[int, bytes]:
        """Return the turn of the save before the loaded one, and the recording since it; b"" if there is none."""
        try:
            header = save_file.decode(self._earlier).header
        except SaveError:
            return 0, b""
        place = Place(header.recorded, header.tied)
        if not header.recorded or end_of(self._recorded[: header.recorded]) != place:
            return 0, b""
        first = self._recorded.find(b"\n") + 1
        return header.turn, self._recorded[:first] + self._recorded[header.recorded :]
