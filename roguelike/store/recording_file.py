"""The recording of the game in progress, in a file next to its saves.

It is written just before each snapshot, whose header contains its length at that time; what happened since is in the
journal. So anything beyond that length was left by a crash, and is cut off.
"""

import os
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from roguelike.store.atomic import (
    append,
    clear_place,
    flush_folder,
    open_to_append,
    read_bounded,
    set_aside,
)
from roguelike.store.container import MOST_FILE_BYTES, file_of
from roguelike.store.flushing import Flusher
from roguelike.store.recording import Recording, is_of_other_rules, is_recording_of
from roguelike.world.game import Game

if TYPE_CHECKING:  # the title lists the folder without loading what reads it
    from roguelike.store.save_file import Header

SUFFIX = ".recording"
NOT_GONE_ON_WITH = "The recording of this run cannot be continued: a new one begins here, and it was kept as {file}."
OTHER_RULES = "The game has changed since it was saved: a new recording begins here, and the one until now is {file}."


class RecordingFile:
    """The recording file of one run; the game works without it, so errors in writing it are ignored."""

    def __init__(self, folder: Path, run: str, length: int = 0) -> None:
        """Continue after the first `length` bytes of the file, which belong to the recording."""
        self._folder, self._run = folder, run
        self._length = length

    @cached_property
    def _path(self) -> Path:
        """The file; computed when it is needed, which is after the first frame."""
        return file_of(self._folder, self._run, SUFFIX)

    def write(self, recording: Recording, *, beside: bool = False) -> int:
        """Bring the file up to date and flush it; return its length, 0 if it cannot be continued.

        With `beside` nobody waits for the disk.
        """
        data = recording.data()
        try:
            clear_place(self._path)
            is_new = not self._path.exists()
            if is_new or len(data) < self._length:  # it was deleted, or restarted
                self._length = 0
            flusher, descriptor = Flusher(), open_to_append(self._path)
            try:
                os.ftruncate(descriptor, self._length)
                append(descriptor, bytes(data[self._length :]))
                flusher.flush(descriptor)
                if not beside:
                    flusher.wait()
            finally:
                if beside:
                    flusher.let_go(descriptor)
                else:
                    os.close(descriptor)
            if is_new:
                flush_folder(self._path.parent)
        except OSError:
            return 0
        self._length = len(data)
        return self._length

    def keep(self, game: Game) -> str:
        """Move a file that cannot be continued out of the way; return a sentence about it, "" if there is none."""
        with suppress(OSError):
            if self._length and self._path.exists():
                is_whole = is_of_other_rules(game, self._own())
                folder, words = (
                    ("replaced", OTHER_RULES) if is_whole else ("damaged", NOT_GONE_ON_WITH)
                )
                target = set_aside(self._path, self._folder / folder)
                return words.format(file=f"{target.parent.name}/{target.name}")
        return ""

    def read(self, game: Game) -> bytes:
        """Return what was recorded of a game just loaded; b"" if that is invalid or incomplete."""
        with suppress(OSError):
            if is_recording_of(game, data := self._own()):
                return data
        return b""

    def _own(self) -> bytes:
        """Return the part of the file that belongs to the recording; b"" if some is missing. Raises OSError."""
        data = read_bounded(self._path, MOST_FILE_BYTES)[: self._length]
        return data if len(data) == self._length else b""


class RunRecorder:
    """Keeps the recording of the game that is saved in a folder; `recording` is None if it is not recorded."""

    def __init__(self, folder: Path) -> None:
        """Take the folder; nothing is kept before a game begins or is loaded."""
        self.recording: Recording | None = None
        self._folder = folder
        self._run = ""
        self._file = RecordingFile(folder, "")

    def recording_of(self, game: Game) -> Recording | None:
        """Return the recording of a game; None if it is not recorded."""
        recording = self.recording
        return recording if recording is not None and recording.game is game else None

    def write(self, game: Game, run: str, *, beside: bool = False) -> int:
        """Bring the recording of a run up to date; return its length, 0 if there is none."""
        recording = self.recording_of(game)
        if recording is None:
            return 0
        if recording.is_full:
            from roguelike.store.save_file import encode

            recording.begin_anew(encode(game, run=run))
        recording.check(due_only=True)
        if run != self._run:
            self._run, self._file = run, RecordingFile(self._folder, run)
        return self._file.write(recording, beside=beside)

    def read(self, game: Game, header: "Header", notes: list[str]) -> bytes:
        """Return what was recorded of a loaded game up to its save; b"" if nothing valid was.

        Invalid recordings are kept, with a note in `notes`.
        """
        self._run = header.run
        file = RecordingFile(self._folder, self._run, header.recorded)
        data = file.read(game)
        if not data:
            notes += filter(None, [file.keep(game)])
        self._file = RecordingFile(self._folder, self._run, len(data))
        return data

    def remove(self, run: str) -> None:
        """Remove the file of a run that ended; ignore errors."""
        with suppress(OSError):
            file_of(self._folder, run, SUFFIX).unlink(missing_ok=True)

    def replace_others(self, run: str) -> None:
        """Move recordings of other runs to `replaced/`, where their saves go."""
        for path in self._folder.glob(f"*{SUFFIX}"):
            if path != file_of(self._folder, run, SUFFIX):
                set_aside(path, self._folder / "replaced")
