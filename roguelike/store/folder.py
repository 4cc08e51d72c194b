"""A folder of saves: two generations of one game in progress, the log of its run, and the history of ended games.

  game-000007.save     the previous snapshot
  game-000008.save     the latest snapshot, which names its place in the log
  RUN.recording        the log: every command of the game since its first
  history.jsonl  runs/  lock  playing  damaged/  replaced/

Each snapshot is a new file with a higher number: it is there completely or not at all, and until it is, no earlier file
is touched. What led to a snapshot is on the disk before it. Bad files are moved aside, never deleted.
"""

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self
from uuid import uuid4

from roguelike.engine.state.errors import SaveError
from roguelike.store import atomic, generations, lock
from roguelike.store.history import Run, add_run, is_retired, read_runs
from roguelike.store.log import SUFFIX, Log, Place, end_of, log_file
from roguelike.store.playing import Playing
from roguelike.store.recording import Recording
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game

if TYPE_CHECKING:  # saves are only opened where a game is read or written
    from roguelike.store.loaded import Loaded


def now_utc() -> str:
    """Return the date and time in UTC (ISO 8601, seconds), for people to read: no rule sees it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class SaveFolder:
    """One folder of saves, created when first written to."""

    def __init__(
        self, path: Path, clock: Callable[[], str] = now_utc, *, shared: Path | None = None
    ) -> None:
        """Use a folder. With `shared`, history and reports are there, and this folder is named after the hero."""
        self.path, self.shared = path, shared or path
        self.notes: list[str] = []
        self.now = clock
        self._files = generations.Generations(path)
        self._run = ""
        self._game: Game | None = None
        self._recording: Recording | None = None
        self._log: Log | None = None
        self._latest: Path | None = None
        """The save from which the log goes on; None when the next command needs another."""
        self._playing = Playing(path)

    # --- writing

    def write(self, recording: Recording, *, beside: bool = False) -> None:
        """Write a snapshot of the game that is recorded.

        With `beside` only one flush is waited for and a thread does the rest; until then the log has everything.

        Raises:
            SaveError: unwritable or in use; what was saved before is intact.
        """
        from roguelike.store.save_file import encode

        game = recording.game
        if game.queue:
            raise SaveError("unwritable", "The game cannot be saved in the middle of a turn.")
        with self.writing():
            known = self.run_of(game)
            run = known or uuid4().hex
            older, number = self._files.numbers(), self._files.next_number
            self._latest = None
            log, place = self._log_up_to_now(recording, run)
            data = encode(game, run=run, created=self.now(), place=place)
            atomic.write_whole(path := self._files.file(number), data, names_later=beside)
            if known:
                self._files.forget_before(older[-1] if older else number)
            else:
                self._replace_others(number, run)
            self._run, self._game = run, game
            if place.tied:  # else every command needs a snapshot
                self._latest = path
                self._look_after(log, recording, data, beside=beside)
            self._playing.begin(run, game.turn)

    def _log_up_to_now(self, recording: Recording, run: str) -> tuple[Log, Place]:
        """Bring the log up to date, on the disk; return it and its end, or no place if it cannot be written."""
        log = self._log
        if log is None or recording is not self._recording:
            self._close_log()
            log = Log(self.path, run, recording.kept)
            self._log, self._recording = log, recording
        try:
            log.add(recording.data)
            log.wait()
        except OSError:
            return log, Place()
        return log, end_of(recording.data)

    def _look_after(self, log: Log, recording: Recording, save: bytes, *, beside: bool) -> None:
        """Begin the log anew with this save if it is full, hash the state now and then, and flush names and lines."""
        with suppress(OSError):  # the next command meets the same trouble
            if recording.is_full:
                recording.begin_anew(save)
                log.replace(recording.data)
            recording.check(due_only=True)
            log.add(recording.data)
            if beside:
                log.flush_names()
            else:
                log.wait()

    def append(self, recording: Recording) -> None:
        """Write what has just happened, to the log or, if it does not go on from a save, as a snapshot.

        Raises:
            SaveError: unwritable or in use; the next call tries a snapshot.
        """
        try:
            with self.writing():
                if self._log is None or not self._goes_on(recording, self._log):
                    self.write(recording)
                    return
                latest, self._latest = self._latest, None
                self._log.add(recording.data)
                self._latest = latest
        finally:
            self._playing.show(recording.game.turn)  # what the disk did not take is told next time

    def _goes_on(self, recording: Recording, log: Log) -> bool:
        """Return whether the log goes on from a save that is still there, and the disk has all of it."""
        if recording is not self._recording or self._latest is None or not self._latest.exists():
            return False
        try:
            log.wait()
        except OSError:
            return False
        return True

    def retire(self, run: Run) -> None:
        """Write the end of a game into the history and remove its saves, so that a crash in between does no harm.

        Raises:
            SaveError: unwritable or in use; the saves are intact.
        """
        with self.writing():
            if not is_retired(self._history, run.run):
                self._add_run(run)
            self._close_log()
            self._playing.end()
            with suppress(OSError):  # the history has it, so the next start removes the rest
                self._files.remove_run(run.run)
                log_file(self.path, run.run).unlink(missing_ok=True)

    def _add_run(self, run: Run) -> None:
        """Write a run into the history; on a full disk, after removing the save before the last."""
        try:
            add_run(self._history, run)
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise
            self._files.forget_before(max(self._files.numbers(), default=0))
            add_run(self._history, run)

    def close(self) -> None:
        """Release the log, once it is on the disk, and the lock."""
        has_all = self._latest is not None
        if self._close_log() and has_all:
            self._playing.end()
        self._playing.leave()
        with suppress(OSError):
            lock.release(self.path / generations.LOCK)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # --- reading

    def claim(self) -> str:
        """Lock other programs out; return a sentence about one that was faster, "" if there is none."""
        with suppress(OSError):  # where nothing can be written, the first save says so
            self.path.mkdir(parents=True, exist_ok=True)
            try:
                lock.acquire(self.path / generations.LOCK)
            except SaveError as error:
                return error.message
        return ""

    def read(self, content: Catalog) -> "Loaded":
        """Load the game: the latest valid snapshot, and the commands since.

        The caller then performs the commands and calls `write`. Bad files are moved to `damaged/`, as are unreadable
        ones if there is an older readable one.

        Raises:
            SaveError: absent or damaged when nothing is left to load; newer, missing content, in use or unreadable when
                there is something, and then every file is left where it is.
        """
        from roguelike.store.loaded import loaded_from

        generations.finish_retiring(self._files, self._history)
        notes = [*(unwritable := self._lock_to_read())]
        unreadable: dict[int, OSError] = {}
        for number in reversed(self._files.numbers()):
            try:
                loaded = loaded_from(self._files, number, content)
            except SaveError as error:
                if error.kind not in ("damaged", "foreign"):
                    raise
                notes.append(f"{error.message} {self._files.put_away(number)}")
            except OSError as error:
                unreadable[number] = error
            else:
                notes += [self._files.pass_over(*each) for each in unreadable.items()]
                if notes != unwritable:
                    notes.append("The game goes on from the save before it.")
                loaded.notes[:0] = notes
                return self._taken_up(loaded, number)
        if unreadable:
            raise self._files.unreadable(*next(iter(unreadable.items())))
        if notes != unwritable:
            raise SaveError("damaged", " ".join(notes))
        raise SaveError("absent", f"There is no save in {self.path}.")

    def _taken_up(self, loaded: "Loaded", number: int) -> "Loaded":
        """Make a game that was read the current one, with notes on what of it is missing."""
        run, turn = loaded.run, loaded.last_turn
        loaded.troubles.append(partial(self._playing.missing, run, turn))
        loaded.notes += filter(None, [tell() for tell in loaded.troubles])
        loaded.notes += self._files.keep_later(number, run, turn)
        self._close_log()
        self._run, self._game, self._latest = run, loaded.game, None
        return loaded

    def run_of(self, game: Game) -> str:
        """Return the id of a game's run, even if another program saved it; "" for one that was never saved."""
        if game is self._game:
            return self._run
        generations.finish_retiring(self._files, self._history)
        for _, header in self._files.headers():
            if header.get("seed") == game.seed and header.get("turn", 0) <= game.turn:
                return str(header.get("run", ""))
        return ""

    def take_notes(self) -> list[str]:
        """Return what could not be kept or read, in words, and clear the notes."""
        told, self.notes = self.notes, []
        return told

    def history(self) -> list[Run]:
        """Return the runs that ended, oldest first; a line that cannot be read adds a note to `notes`."""
        runs, notes = read_runs(self._history)
        self.notes.extend(note for note in notes if note not in self.notes)
        return runs

    # --- files

    @property
    def _history(self) -> Path:
        return self.shared / generations.HISTORY

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the lock, which is kept afterwards, and turn any error into a message for the player.

        Raises:
            SaveError: something prevents the block from writing.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock.acquire(self.path / generations.LOCK)
            yield
        except OSError as error:
            remedy = _remedy(error, is_saved=bool(self._files.numbers()))
            raise SaveError("unwritable", f"{_refusal(self.path, error)} {remedy}") from error

    def _lock_to_read(self) -> list[str]:
        """Take the lock; if nothing can be written, return a note and continue without it."""
        if not self.path.is_dir():
            return []
        try:
            lock.acquire(self.path / generations.LOCK)
        except OSError as error:
            return [f"{_refusal(self.path, error)} The game will not be saved."]
        return []

    def _close_log(self) -> bool:
        """Release the log; return whether all of it is on the disk."""
        log, self._log, self._latest = self._log, None, None
        return log is None or log.close()

    def _replace_others(self, number: int, run: str) -> None:
        """Move what was saved of another game to `replaced/`: generations before a number, logs of other runs."""
        self._files.replace_before(number)
        for path in self.path.glob(f"*{SUFFIX}"):
            if path != log_file(self.path, run):
                atomic.set_aside(path, self.path / "replaced")


def _refusal(folder: Path, error: OSError) -> str:
    """Return the message that a folder cannot be written, and why."""
    if folder.exists() and not folder.is_dir():
        return f"The path {folder} cannot be written: it is a file, not a folder."
    return f"The folder {folder} cannot be written: {error.strerror or error}."


def _remedy(error: OSError, *, is_saved: bool) -> str:
    """Return what is saved, and what to do about a folder that cannot be written."""
    if error.errno in (errno.EEXIST, errno.ENOTDIR):
        return "Choose a folder with --saves DIR."
    kept = "What was saved before is intact" if is_saved else "Nothing is saved"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{kept}; make room on the disk and save again."
    mend = "" if error.errno == errno.EROFS else "mend its permissions, or "
    return f"{kept}; {mend}choose another folder with --saves DIR."
