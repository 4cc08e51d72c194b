"""Reading a game: the snapshot, what happened since, and what of that cannot be gone on with.

What follows a snapshot is believed as far as it is whole, and then, as it is repeated, as far as it leads where it led.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from roguelike import __version__
from roguelike.actions import acting
from roguelike.core.records import State, field, replace
from roguelike.engine.state.errors import SaveError
from roguelike.store import atomic, command_lines, container, generations, jsonl, save_file
from roguelike.store.log import Place, Since, log_file, since
from roguelike.store.old_journals import Journal
from roguelike.store.recording import Recording
from roguelike.store.replay import Recorded, mark, recorded_in
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game

TORN = "The end of the {what} was damaged and was dropped: the game goes on a little earlier."
CHANGED = "The game has changed since it was saved, so the last {count} commands are not repeated."
NOT_GONE_ON_WITH = "The recording of this run cannot be continued: a new one begins here, and it was kept as {file}."
OTHER_RULES = "The game has changed since it was saved: a new recording begins here, and the one until now is {file}."
DAMAGED, REPLACED = "damaged", "replaced"


class Loaded(State):
    """A game that was read, the commands that bring it up to date, and notes on what had to be done."""

    game: Game
    run: str
    last_turn: int
    """The turn after all that is on the disk, even if it is not repeated."""
    steps: list[Recorded] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    troubles: list[Callable[[], str]] = field(default_factory=list)
    """What else is to be told: each keeps what would be lost, and returns the note."""
    origin: bytes = b""
    """The save that it was read from."""
    recorded: bytes = b""
    """The recording up to that save, from the first command; b"" if it cannot be continued."""
    earlier: bytes = b""
    """The save of the same run before that one; b"" if there is none."""
    files: Sequence[Path] = ()
    """That save, and what holds the commands since."""

    @property
    def commands(self) -> list[acting.Action]:
        """The commands since the save."""
        return [step.command for step in self.steps]

    def recording(self) -> Recording:
        """Return a recording that goes on from the save."""
        return Recording(self.game, self.origin, self.recorded)


def look_on(folder: Path, content: Catalog) -> Loaded:
    """Load the game as it is saved now, while another program may play there: nothing is locked, moved or written.

    Raises:
        SaveError: there is none that can be loaded.
    """
    files = generations.Generations(folder)
    for number in reversed(files.numbers()):
        with suppress(SaveError, OSError):
            return loaded_from(files, number, content)
    raise SaveError("absent", f"There is no save in {folder} that can be looked at.")


def loaded_from(files: generations.Generations, number: int, content: Catalog) -> Loaded:
    """Load a generation, with what happened since; nothing is changed before the troubles are told.

    Raises:
        SaveError: something is wrong with the save.
        OSError: it cannot be read.
    """
    save = atomic.read_bounded(files.file(number), container.MOST_FILE_BYTES)
    document = save_file.decode(save, str(files.file(number)))
    header, game = document.header, document.open(content)
    path = log_file(files.folder, header.run)
    loaded = Loaded(game, header.run, header.turn, origin=save)
    loaded.earlier = files.before(number, header.run)
    if header.tied:
        log = since(path, Place(header.recorded, header.tied), save)
        _read_log(loaded, log, path)
    else:
        log = _old_recording(path, header.recorded, game)
        _read_journals(loaded, files.journals(number, save))
    loaded.files = (files.file(number), *filter(Path.exists, loaded.files))
    if (header.version, header.data_hash) != (__version__, game.content.data_hash):
        if loaded.steps:
            loaded.notes.append(CHANGED.format(count=len(loaded.steps)))
            loaded.steps = []
        if log.is_tied:
            loaded.troubles.append(partial(_kept, path, REPLACED, OTHER_RULES))
    elif log.is_tied:
        loaded.recorded = log.log[: log.start]
    elif header.recorded and os.path.lexists(path):
        loaded.troubles.append(partial(_kept, path, DAMAGED, NOT_GONE_ON_WITH))
    return loaded


def _read_log(loaded: Loaded, log: Since, path: Path) -> None:
    """Take the steps since a save from the log."""
    loaded.files = (path,)
    before = end = log.start
    for line, after in log.lines():
        if command_lines.NAME in line:
            try:
                step = recorded_in(line)
            except (command_lines.CommandError, ValueError):  # also from msgspec
                break
            loaded.steps.append(replace(step, lines=log.log[before:after]))
            loaded.last_turn, before = step.mark[0], after
        end = after
    if 0 < end < len(log.log):
        loaded.troubles.append(partial(_torn, "recording", path, log.log[end:]))


def _read_journals(loaded: Loaded, journals: Iterator[Journal]) -> None:
    """Take the steps since an old save from its journals."""
    for each in journals:
        loaded.files = (*loaded.files, each.path)
        loaded.last_turn = generations.number_in(each.standing, "turn") or loaded.last_turn
        before = len(loaded.steps)
        with suppress(command_lines.CommandError):
            for line in each.commands:
                loaded.steps.append(Recorded(command_lines.decode(line)))
        followed = len(loaded.steps) - before
        if each.is_strange:
            loaded.troubles.append(partial(_moved, each.path))
        elif each.torn or followed < len(each.commands):
            rest = each.data.split(b"\n", 1 + followed)[-1] if each.data else b"\n"
            loaded.troubles.append(partial(_torn, "journal", each.path, rest))
            break


def _old_recording(path: Path, length: int, game: Game) -> Since:
    """Return the recording that led to an old save, tied to it by the mark of its last command."""
    try:
        data = atomic.read_bounded(path, container.MOST_FILE_BYTES)[:length]
    except OSError:
        return Since()
    lines, is_whole = jsonl.read_lines(data)
    marks = [line["at"] for line in lines if "at" in line] or [mark(game)]
    is_tied = is_whole and 0 < length == len(data) and marks[-1] == mark(game)
    return Since(data, length, is_tied=is_tied)


def _kept(path: Path, folder: str, said: str) -> str:
    """Copy a file that will be replaced into a folder, or move it there; return what is said of it, "" for nothing."""
    file = _copied(path, folder)
    return said.format(file=file) if file else ""


def _copied(path: Path, folder: str) -> str:
    """Copy a file into a folder, or move what cannot be copied; return its new name, "" if neither is possible."""
    for way in (atomic.keep_copy, atomic.set_aside):
        with suppress(OSError):
            target = way(path, path.parent / folder)
            return f"{target.parent.name}/{target.name}"
    return ""


def _torn(what: str, path: Path, rest: bytes) -> str:
    """Keep a copy of a file with a damaged end, if whole lines of it are dropped; return the note."""
    file = _copied(path, DAMAGED) if b"\n" in rest else ""
    return TORN.format(what=what) + (f" All of it is kept as {file}." if file else "")


def _moved(path: Path) -> str:
    """Move a journal that belongs to another save out of the way; return the note."""
    try:
        target = atomic.set_aside(path, path.parent / DAMAGED)
    except OSError:
        return f"{path.name} belongs to another save, and could not be moved out of the way."
    return (
        f"{path.name} belongs to another save. It was kept as {target.parent.name}/{target.name}."
    )
