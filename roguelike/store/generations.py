"""The files of a folder of saves: which generations there are, whose they are, and where bad ones go.

Nothing here unpacks a save, so the title screen can ask what there is without loading pydantic or what play needs.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import MsgspecError, convert

from roguelike.core import data_path
from roguelike.core.records import Record
from roguelike.core.scalars import FAR
from roguelike.engine.state.errors import SaveError
from roguelike.store import atomic, container, lock
from roguelike.store.history import is_retired
from roguelike.store.log import Place, log_file, since
from roguelike.store.old_journals import Journal, journals

HISTORY, LOCK = "history.jsonl", "lock"
_NAME = re.compile(r"game-([0-9]{6}|[1-9][0-9]{6,})\.(save|journal)")
"""Names as this program writes them; a file with another name would not be found again by its number."""
MOST_TOLD = 200
"""How many characters of a line the title shows."""


class Summary(Record):
    """What the title screen shows about a save; `fault` is why it cannot be played, if it cannot."""

    line: str
    turn: int = 0
    fault: str = ""


class Generations:
    """Numbered saves; the highest number is the latest."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, number: int) -> Path:
        """Return the path of a generation's save."""
        return self.folder / f"game-{number:06}.save"

    def numbers(self) -> list[int]:
        """List the generations that have a save, oldest first."""
        return sorted(number for number, sort in self._names() if sort == "save")

    def _names(self) -> set[tuple[int, str]]:
        """Return number and kind of all files: saves, and journals from before the log of a run."""
        with suppress(OSError):
            names = [_NAME.fullmatch(each.name) for each in self.folder.iterdir()]
            return {(int(name[1]), name[2]) for name in names if name}
        return set()

    @property
    def next_number(self) -> int:
        """The number of the next generation, which no file has yet."""
        return max((number for number, _ in self._names()), default=0) + 1

    def headers(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the generations whose header can be read, latest first."""
        for number, _, header in self.sound():
            yield number, header

    def before(self, number: int, run: str) -> bytes:
        """Return the latest valid save of a run before one of a number; b"" if there is none."""
        for _, data, header in self.sound(before=number):
            if header.get("run") == run:
                return data
        return b""

    def sound(self, before: int | None = None) -> Iterator[tuple[int, bytes, dict[str, Any]]]:
        """Yield the generations that can be read, latest first, with the file's content and its header.

        `before` leaves out those with that number and later.
        """
        for number in reversed(self.numbers()):
            if before is not None and number >= before:
                continue
            with suppress(SaveError, OSError):
                path = self.file(number)
                data = atomic.read_bounded(path, container.MOST_FILE_BYTES)
                yield number, data, container.unframe(data, str(path))[0]

    def journals(self, number: int, save: bytes) -> Iterator[Journal]:
        """Yield the journals that follow an old save, and those of later saves that were lost."""
        return journals(
            lambda each: self.file(each).with_suffix(".journal"), number, container.checksum(save)
        )

    def standing(self, number: int, save: bytes, header: dict[str, Any]) -> dict[str, Any]:
        """Return the turn and the line for the title after the commands that follow a save; {} for none."""
        match header:
            case {"run": str(run), "recorded": int(recorded), "tied": str(tied)} if tied:
                place = Place(recorded, tied)
                return since(log_file(self.folder, run), place, save).standing()
        told = [each.standing for each in self.journals(number, save)]
        return next((each for each in reversed(told) if each), {})

    def forget_before(self, kept: int) -> None:
        """Remove generations that are too old to be useful."""
        for number, _ in sorted(self._names()):
            if number < kept:
                self._remove(number)

    def replace_before(self, kept: int) -> None:
        """Move what was saved of another game to `replaced/`."""
        for number, sort in sorted(self._names()):
            if number < kept:
                atomic.set_aside(
                    self.file(number).with_suffix(f".{sort}"), self.folder / "replaced"
                )

    def keep_later(self, number: int, run: str, turn: int) -> list[str]:
        """Move earlier saves of a run with a later turn than the one being continued aside; return notes on them.

        That happens when a copy is put back under a higher number: the copy is continued, the rest is kept.
        """
        notes = []
        for other, header in [*self.headers()]:
            if other < number and header.get("run") == run and number_in(header, "turn") > turn:
                later = number_in(header, "turn")
                notes.append(
                    f"{self.file(number).name} is of turn {turn}, {self.file(other).name} of turn "
                    f"{later}: the game goes on from the one of the higher number; the other is kept in replaced/."
                )
                with suppress(OSError):
                    atomic.set_aside(self.file(other), self.folder / "replaced")
        return notes

    def put_away(self, number: int) -> str:
        """Move a bad save to `damaged/` and return a note."""
        try:
            target = atomic.set_aside(self.file(number), self.folder / "damaged")
        except OSError:
            return "It could not be moved out of the way."
        return f"It was moved to {target.parent.name}/{target.name}."

    def pass_over(self, number: int, error: OSError) -> str:
        """Move a save that cannot be read out of the way, and return why."""
        why = error.strerror or error
        return f"{self.file(number)} cannot be read: {why}. {self.put_away(number)}"

    def unreadable(self, number: int, error: OSError) -> SaveError:
        """Return the error for a save that cannot be read, with the remedy."""
        remedy = "Mend its permissions, or choose other saves with --saves DIR."
        said = f"{self.file(number)} cannot be read: {error.strerror or error}. {remedy}"
        return SaveError("unreadable", said)

    def remove_run(self, run: str) -> None:
        """Remove the saves of a run and the journals that belong to them."""
        own = [number for number, header in self.headers() if header.get("run") == run]
        for number, _ in sorted(self._names()):
            if own and number >= min(own):
                self._remove(number)

    def _remove(self, number: int) -> None:
        """Remove one generation, the save first. What is no part of one is set aside: folders, a journal alone."""
        save = self.file(number)
        journal, is_alone = save.with_suffix(".journal"), not save.exists()
        for path in (save, journal):
            if path.is_dir() or (path == journal and is_alone and path.exists()):
                atomic.set_aside(path, self.folder / "damaged")
            else:
                path.unlink(missing_ok=True)


def summary(folder: Path, shared: Path | None = None) -> Summary | None:
    """Return what the title shows about a save; None when there is none. The history is in `shared`, if not here."""
    files = Generations(folder)
    finish_retiring(files, (shared or folder) / HISTORY)
    for number, save, header in files.sound():
        fault = ""
        try:
            container.refuse_newer(header, str(files.file(number)))
        except SaveError as error:
            fault = error.message
        said = {**header, "line": header.get("summary")} | files.standing(number, save, header)
        return Summary(_text(said, "line"), number_in(said, "turn"), fault)
    if files.numbers():
        return Summary("", fault=f"The saves in {folder} are damaged, or cannot be read.")
    return None


def packs_of(folder: Path) -> tuple[data_path.ContentPack, ...]:
    """Return the content packs of the latest save; none if no save can be read."""
    for _, header in Generations(folder).headers():
        with suppress(MsgspecError):
            return convert(header.get("packs", ()), data_path.Packs)
    return ()


def in_use(folder: Path) -> str:
    """Return a message about another program that is playing there; "" if there is none."""
    return lock.owner(folder / LOCK)


def finish_retiring(files: Generations, history: Path) -> None:
    """Remove saves of a game whose end is in the history, left by a crash while it was being retired."""
    with suppress(OSError):
        for run in {str(header.get("run", "")) for _, header in files.headers()}:
            if is_retired(history, run):
                files.remove_run(run)


def _text(told: dict[str, Any], name: str) -> str:
    """Return a printable line from a header; "" if it is not one."""
    text = told.get(name)
    return text[:MOST_TOLD] if isinstance(text, str) and text.isprintable() else ""


def number_in(told: dict[str, Any], name: str) -> int:
    """Return a whole number from a header; 0 if it is not one."""
    number = told.get(name)
    return number if type(number) is int and 0 <= number <= FAR else 0
