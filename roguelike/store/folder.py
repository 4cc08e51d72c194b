"""A folder of saves: two generations of one game in progress, its journals, and the history of ended games.

  game-000007.save  game-000007.journal     the previous snapshot and the commands that led to the next
  game-000008.save  game-000008.journal     the latest snapshot and the commands since
  RUN.recording                             every command of the game since its first
  history.jsonl  runs/  lock  damaged/  replaced/

Each snapshot is a new file with a higher number: it is there completely or not at all, and until it is, no earlier file
is touched. Bad files are moved aside, never deleted.
"""

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self
from uuid import uuid4

from roguelike import __version__
from roguelike.actions.action import Action
from roguelike.core.records import replace
from roguelike.engine.state.errors import SaveError
from roguelike.runs.ended_run import ended_run, leave_behind
from roguelike.runs.hindsight import Hindsight
from roguelike.runs.history import Run, add_run, is_retired, read_runs
from roguelike.runs.morgue import RunReport
from roguelike.runs.run_reports import read_report, write_report
from roguelike.store import lock
from roguelike.store.atomic import read_bounded, write_whole
from roguelike.store.container import MOST_FILE_BYTES, checksum
from roguelike.store.following import commands_after
from roguelike.store.generations import Generations, Summary
from roguelike.store.journal import Journal
from roguelike.store.journal_lines import Successor
from roguelike.store.loaded import Loaded
from roguelike.store.playing import Playing
from roguelike.store.recording_file import RunRecorder
from roguelike.store.status_line import standing_of
from roguelike.store.summary import HISTORY, LOCK, finish_retiring, in_use, summary
from roguelike.store.writing import lock_to_read, writing
from roguelike.world.content import Content
from roguelike.world.game import Game

if TYPE_CHECKING:  # saves are only opened where a game is read or written
    from roguelike.store.save_file import Header


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
        self._clock = clock
        self._files = Generations(path)
        self.recorder = RunRecorder(path)
        self._run = ""
        self._game: Game | None = None
        self._journal: Journal | None = None
        self._is_aligned = True
        self._playing = Playing(path)

    # --- writing

    def write(
        self, game: Game, commands_since: Sequence[Action] = (), *, beside: bool = False
    ) -> None:
        """Write a snapshot; `commands_since` are all commands since the last one (none: those in the journal).

        With `beside` only one flush is waited for and a thread does the rest; until then the journal has everything.

        Raises:
            SaveError: unwritable or in use; what was saved before is intact.
        """
        from roguelike.store.save_file import encode

        if game.queue:
            raise SaveError("unwritable", "The game cannot be saved in the middle of a turn.")
        with self._writing():
            known = self._run_of(game)
            run = known or uuid4().hex
            older, number = self._files.numbers("save"), self._files.next_number
            if game is not self._game:
                self._close_journal()
            recorded = self.recorder.write(game, run, beside=beside)
            data = encode(game, run=run, created=self._clock(), recorded=recorded)
            self._complete(commands_since)
            beside &= bool(known) and self._journal is not None
            with self._superseded_by(path := self._files.file(number, "save")):
                write_whole(path, data, names_later=beside)
                journal = Journal(path.with_suffix(".journal"), checksum(data), beside=beside)
                if known:
                    self._seal((number, checksum(data)), beside=beside)
                    self._files.forget_before(older[-1] if older else number)
                else:
                    self._files.replace_before(number)
                    self.recorder.replace_others(run)
                self._take_up(game, run, journal)
            self._playing.begin(run, game.turn)

    def append(self, game: Game, commands: Sequence[Action]) -> None:
        """Write commands that have just happened, into the journal or, if none can be continued, as a snapshot.

        Raises:
            SaveError: unwritable or in use; the next call tries a snapshot.
        """
        try:
            self._append(game, commands)
        finally:
            self._playing.show(game.turn)  # anything the disk did not take is reported next time

    def _append(self, game: Game, commands: Sequence[Action]) -> None:
        """Write commands as `append` describes."""
        with self._writing():
            journal = self._journal
            if journal is not None and not (journal.is_on_disk() and journal.follows_a_save()):
                self._close_journal()
            if self._journal is None or game is not self._game:
                self.write(game)
                self._is_aligned = False
                return
            try:
                self._journal.add(commands, standing_of(game))
            except OSError:
                self._close_journal()
                raise

    def retire(self, game: Game, epitaph: str, how: str = "died") -> Run:
        """Write the end of a game into the history and remove its saves, so that a crash in between does no harm.

        Raises:
            SaveError: unwritable or in use; the saves are intact.
        """
        known = self._run_of(game) or uuid4().hex
        hero = "" if self.shared == self.path else self.path.name
        run = ended_run(game, known, epitaph, how=how, when=self._clock(), hero=hero)
        left = (self.shared, run, game, self.recorder.recording_of(game))
        with self._writing():
            lacking = leave_behind(*left)
        self._end(run)
        self.notes += leave_behind(*left) if lacking else ()  # removing the saves has made room
        self._run, self._game = run.run, game
        return run

    def keep_hindsight(self, run: str, hindsight: Hindsight) -> None:
        """Add what would have saved the player to the report of a run; SaveError when that fails."""
        report = read_report(self.shared, run) or RunReport(run)
        with self._writing():
            write_report(self.shared, replace(report, hindsight=hindsight))

    def close(self) -> None:
        """Release the journal, once it is on the disk, and the lock."""
        if self._journal is not None and self._close_journal():
            self._playing.end()
        self._playing.leave()
        with suppress(OSError):
            lock.release(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # --- reading

    def in_use(self) -> str:
        """Return a sentence about another program that is playing here; "" if there is none."""
        return in_use(self.path)

    def claim(self) -> str:
        """Lock other programs out; return a sentence about one that was faster, "" if there is none."""
        with suppress(OSError):  # where nothing can be written, the first save says so
            self.path.mkdir(parents=True, exist_ok=True)
            try:
                lock.acquire(self._lock)
            except SaveError as error:
                return error.message
        return ""

    def summary(self) -> Summary | None:
        """Return what the title screen shows about the save, without loading it; None when there is none."""
        return summary(self.path, self.shared)

    def read(self, content: Content) -> Loaded:
        """Load the game: the latest valid snapshot, and the commands since.

        The caller then performs the commands and calls `write`. Bad files are moved to `damaged/`, as are unreadable
        ones if there is an older readable one.

        Raises:
            SaveError: absent or damaged when nothing is left to load; newer, missing content, in use or unreadable when
                there is something, and then every file is left where it is.
        """
        from roguelike.store.save_file import decode

        finish_retiring(self._files, self._history)
        notes = [*(unwritable := lock_to_read(self.path))]
        unreadable: dict[int, OSError] = {}
        for number in reversed(self._files.numbers("save")):
            path = self._files.file(number, "save")
            try:
                data = read_bounded(path, MOST_FILE_BYTES)
                document = decode(data, str(path))
                game = document.open(content)
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
                return self._loaded(number, data, document.header, game, notes)
        if unreadable:
            raise self._files.unreadable(*next(iter(unreadable.items())))
        if notes != unwritable:
            raise SaveError("damaged", " ".join(notes))
        raise SaveError("absent", f"There is no save in {self.path}.")

    def _loaded(
        self, number: int, data: bytes, header: "Header", game: Game, notes: list[str]
    ) -> Loaded:
        """Find what happened since the save of a game that was read, and what is missing."""
        files, base = self._files, checksum(data)
        same = (header.version, header.data_hash) == (__version__, game.content.data_hash)
        commands, told = commands_after(files, number, base, same_rules=same)
        notes += told
        turn = files.turn_after(number, base, header.turn)
        notes += filter(None, [self._playing.missing(header.run, turn)])
        notes += files.keep_later(number, header.run, header.turn)
        self._take_up(game, header.run, None)
        recorded = self.recorder.read(game, header, notes)
        earlier = files.before(number, header.run)
        return Loaded(game, commands, notes, data, recorded, earlier, files.since(number))

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
    def _lock(self) -> Path:
        return self.path / LOCK

    @property
    def _history(self) -> Path:
        return self.shared / HISTORY

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Hold the lock, and turn any error that prevents writing into a message for the player."""
        with writing(self.path, is_saved=lambda: bool(self._files.numbers("save"))):
            yield

    # --- generations

    def _take_up(self, game: Game, run: str, journal: Journal | None) -> None:
        """Make this game and this journal the current ones."""
        self._close_journal()
        self._run, self._game, self._journal, self._is_aligned = run, game, journal, True

    def _close_journal(self) -> bool:
        """Release the journal; return whether all of it is on the disk."""
        journal, self._journal = self._journal, None
        return journal is None or journal.close()

    def _complete(self, commands_since: Sequence[Action]) -> None:
        """Bring the journal up to date, so that it can be used if the snapshot fails."""
        journal = self._journal
        if journal is None or not commands_since:
            return
        written, happened = journal.commands, list(commands_since)
        try:
            if not self._is_aligned or happened[: len(written)] != written:
                self._close_journal()  # something between the two is missing
            else:
                journal.add(happened[len(written) :])
        except OSError:
            self._close_journal()

    @contextmanager
    def _superseded_by(self, save: Path) -> Iterator[None]:
        """Close the journal if the block fails after the new save is in place: later commands follow another save."""
        try:
            yield
        except BaseException:
            if save.exists():
                self._close_journal()
            raise

    def _seal(self, successor: Successor, *, beside: bool) -> None:
        """Name the new snapshot in the journal, so that the older save leads to it."""
        if self._journal is not None:
            with suppress(OSError):  # it is only needed if the new snapshot is lost
                self._journal.seal(successor, beside=beside)

    # --- the end of a game

    def _run_of(self, game: Game) -> str:
        """Return the id of a game's run, even if another program saved it; "" for a new game."""
        if game is self._game:
            return self._run
        finish_retiring(self._files, self._history)
        for _, header in self._files.headers():
            if header.get("seed") == game.seed and header.get("turn", 0) <= game.turn:
                return str(header.get("run", ""))
        return ""

    def _end(self, run: Run) -> None:
        """Write a run into the history, then remove its saves."""
        with self._writing():
            if not is_retired(self._history, run.run):
                self._add_run(run)
            self._close_journal()
            self._playing.end()
            with suppress(OSError):  # the history has it, so the next start removes the rest
                self._files.remove_run(run.run)
                self.recorder.remove(run.run)

    def _add_run(self, run: Run) -> None:
        """Write a run into the history; on a full disk, after removing the save before the last."""
        try:
            add_run(self._history, run)
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise
            self._files.forget_before(max(self._files.numbers("save"), default=0))
            add_run(self._history, run)
