"""The history of runs: one line of JSON for each game that ended.

A line that a later version wrote is read as far as this one understands it, and shown as newer.

The line carries the id of the run whose save it retires. Death writes the line and then removes the save; if the
program dies between the two, the next start sees the id and removes the save then. So nobody dies twice, or comes back.
"""

import os
import re
from codecs import BOM_UTF8
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from msgspec import ValidationError, convert, json
from msgspec.structs import fields

from roguelike import __version__
from roguelike.core.records import Meta, Record, field, replace
from roguelike.core.scalars import Coordinate, Few, Line, Tally
from roguelike.store import atomic

MOST_TALLIES, MOST_SCORE = 1_000, 10**12
Points = Annotated[int, Meta(ge=-MOST_SCORE, le=MOST_SCORE)]


class Run(Record, forbid_unknown_fields=False):
    """One game that ended: how, where and when. Later versions may add fields.

    The bounds are those of a game's state: no game writes a line beyond them, and lists and terminals show it.
    """

    run: Line
    how: Line
    epitaph: Line
    place: Line
    depth: Coordinate
    when: Line
    level: Tally
    turns: Tally
    seed: Line
    tallies: Annotated[dict[Line, Tally], Meta(max_length=MOST_TALLIES)] = field(
        default_factory=dict
    )
    version: Line = ""
    data_hash: Line = ""
    wizard: bool = False
    score: Points = 0
    hero: Line = ""
    """The name of the save; "" for the one without a name."""
    packs: Annotated[tuple[Line, ...], Few] = ()
    origin: Line = ""
    """Who the hero was before; "" in runs from before anybody was asked."""


class NewerRun(Run):
    """A game that a later version ended: what this version cannot read of it has the value of nothing."""


_NOTHING = NewerRun("", "", "", "", 0, "", 0, 0, "")


MOST_BYTES = 64_000_000
"""The most bytes of the history: a hundred thousand runs."""


def newer_words(run: NewerRun) -> str:
    """Say which version ended a run."""
    return f"of a newer version, {run.version}" if run.version else "of a newer version"


def add_run(path: Path, run: Run) -> None:
    """Append a run to the history and flush it to the disk; OSError leaves the history as it was."""
    line = json.encode(run) + b"\n"
    descriptor = atomic.open_to_append(path)
    try:
        length = os.fstat(descriptor).st_size
        added = b"\n" + line if _is_torn(path) else line
        atomic.append(descriptor, added)
        try:
            os.fsync(descriptor)
        except OSError:
            if os.fstat(descriptor).st_size == length + len(
                added
            ):  # no other line has been added behind it
                os.ftruncate(descriptor, length)
            raise
    finally:
        os.close(descriptor)
    atomic.flush_folder(path.parent)


def read_runs(path: Path) -> tuple[list[Run], list[str]]:
    """Return the runs, oldest first, and a note for each line, or for the file, that cannot be read."""
    runs: list[Run] = []
    notes: list[str] = []
    try:
        lines = _lines(path)
    except OSError as fault:
        return runs, [f"{path} cannot be read: {fault.strerror}."]
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        run = _read(line)
        if run is None:
            notes.append(f"Line {number} of {path} cannot be read and was passed over.")
        else:
            runs.append(run)
    return runs, notes


def _read(line: bytes) -> Run | None:
    """Return the run of a line; None if it cannot be read: one torn by a power cut does not end a run."""
    try:
        data = json.decode(line)
        if isinstance(data, dict) and _is_newer(data):
            return _as_far_as_known(data)
        return convert(data, Run)
    except (ValueError, RecursionError):  # also for bytes that are not text
        return None


def _is_newer(data: dict[str, object]) -> bool:
    """Return whether a later version than this wrote a line: it says so, or has fields of which we know nothing."""
    return not data.keys() <= set(Run.__struct_fields__) or _version(data) > _version(
        {"version": __version__}
    )


def _version(data: dict[str, object]) -> list[int]:
    """Return the numbers of the version that wrote a line; none if it says none."""
    return [int(number) for number in re.findall(r"\d{1,9}", str(data.get("version", "")))]


def _as_far_as_known(data: dict[str, object]) -> NewerRun | None:
    """Return what can be read of a newer line; None if not even the run's name can."""
    known: dict[str, object] = {}
    for each in fields(Run):
        with suppress(ValidationError):
            if each.name in data:
                known[each.name] = convert(data[each.name], each.type)
    return replace(_NOTHING, **known) if known.get("run") else None


def is_retired(path: Path, run: str) -> bool:
    """Return whether a run is in the history."""
    mark = b'"run":' + json.encode(run)
    try:
        return bool(run) and any(mark in line and _read(line) is not None for line in _lines(path))
    except OSError:
        return False


def _lines(path: Path) -> list[bytes]:
    """Return the lines of the history; none if there is no file. Raises OSError when it cannot be read."""
    try:
        return atomic.read_bounded(path, MOST_BYTES).removeprefix(BOM_UTF8).split(b"\n")
    except FileNotFoundError:
        return []


def _is_torn(path: Path) -> bool:
    """Return whether the history ends in the middle of a line."""
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return False
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"
