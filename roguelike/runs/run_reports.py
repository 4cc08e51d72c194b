"""The end of a run, and what is kept of it besides its line in the history: its report and its replay.

  runs/RUN.json  runs/RUN.txt  runs/RUN.replay.gz

Reports, as JSON and as text, are kept forever. So are replays, except the oldest when they grow too large in total.
"""

from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from msgspec import json

from roguelike import __version__
from roguelike.components import vitals
from roguelike.core.records import asdict, replace
from roguelike.engine.play.score import score
from roguelike.runs.hindsight import Hindsight
from roguelike.runs.morgue import RunReport, morgue_lines, morgue_of
from roguelike.store import atomic, container
from roguelike.store.folder import SaveFolder
from roguelike.store.history import Run
from roguelike.store.recording import Recording
from roguelike.world import ecs, perception

FOLDER = "runs"
REPLAY = ".replay.gz"
MOST_REPORT_BYTES, MOST_REPLAYS_BYTES = 8_000_000, 64_000_000
"""The most bytes of a report that is read, and of all replays that are kept: those of about a hundred long games."""


def end_run(folder: SaveFolder, recording: Recording, epitaph: str, how: str = "died") -> Run:
    """End a game: its report and replay are kept, its line in the history, and its saves are removed.

    Raises:
        SaveError: unwritable or in use; the saves are intact.
    """
    run = _line_of(folder, recording, epitaph, how)
    with folder.writing():
        lacking = _leave_behind(folder.shared, run, recording)
        folder.retire(run)
    if lacking:  # removing the saves has made room
        folder.notes += _leave_behind(folder.shared, run, recording)
    return run


def _line_of(folder: SaveFolder, recording: Recording, epitaph: str, how: str) -> Run:
    """Return the line of the history for a game."""
    game = recording.game
    game.enter()
    return Run(
        run=folder.run_of(game) or uuid4().hex,
        how=how,
        epitaph=epitaph,
        place=game.level.name,
        depth=game.depth,
        when=folder.now(),
        level=ecs.get(game.player, vitals.Pools).level,
        turns=game.turn,
        seed=game.seed,
        tallies=asdict(game.tallies),
        version=__version__,
        data_hash=game.content.data_hash,
        wizard=game.wizard,
        score=score(game),
        origin=perception.origin_of(game),
        packs=tuple(map(str, game.content.packs)),
        hero="" if folder.shared == folder.path else folder.path.name,
    )


def keep_hindsight(folder: SaveFolder, run: str, hindsight: Hindsight) -> None:
    """Add what would have saved the player to the report of a run; SaveError when that fails."""
    report = read_report(folder.shared, run) or RunReport(run)
    with folder.writing():
        write_report(folder.shared, replace(report, hindsight=hindsight))


def _leave_behind(saves: Path, run: Run, recording: Recording) -> list[str]:
    """Keep the report and the replay of a game that ended; return what could not be kept, in words.

    No error here may prevent the run's end from being written into the history.
    """
    notes = []
    try:
        write_report(saves, RunReport(run.run, end=run, morgue=morgue_of(recording.game)))
    except Exception as fault:  # noqa: BLE001  (be it the disk or a fault of ours)
        notes.append(f"The report of this run could not be written: {_reason(fault)}.")
    try:
        recording.check()
        write_replay(saves, run.run, bytes(recording.data))
    except Exception as fault:  # noqa: BLE001  (as above)
        notes.append(f"The replay of this run could not be kept: {_reason(fault)}.")
    return notes


def _reason(fault: Exception) -> str:
    """Return what went wrong; for an OSError the system's message, without numbers and paths."""
    return (isinstance(fault, OSError) and fault.strerror) or str(fault)


def write_report(saves: Path, report: RunReport) -> None:
    """Write a report into a folder of saves; OSError leaves any earlier one as it was."""
    (saves / FOLDER).mkdir(exist_ok=True)
    atomic.write_whole(report_file(saves, report.run), json.format(json.encode(report), indent=1))
    text = "\n".join(morgue_lines(report)) + "\n"
    atomic.write_whole(_file(saves, report.run, ".txt"), text.encode())


def read_report(saves: Path, run: str) -> RunReport | None:
    """Return the report of a run; None if there is none, or none that can be read."""
    with suppress(OSError, ValueError, RecursionError):
        data = atomic.read_bounded(report_file(saves, run), MOST_REPORT_BYTES)
        return json.decode(data, type=RunReport)
    return None


def report_file(saves: Path, run: str) -> Path:
    """Return the path of the report of a run, whether or not it exists."""
    return _file(saves, run, ".json")


def replay_file(saves: Path, run: str) -> Path:
    """Return the path of the replay of a run, whether or not it exists."""
    return _file(saves, run, REPLAY)


def write_replay(saves: Path, run: str, recording: bytes) -> None:
    """Keep the replay of a run, and make room for it; OSError when it cannot be written."""
    import gzip  # for the end of a run, and no game begins with that

    (saves / FOLDER).mkdir(exist_ok=True)
    path = replay_file(saves, run)
    atomic.write_whole(path, gzip.compress(recording, mtime=0))
    others = [each for each in (saves / FOLDER).glob(f"*{REPLAY}") if each != path]
    forget_oldest(others, MOST_REPLAYS_BYTES - path.stat().st_size)


def forget_oldest(files: list[Path], most_bytes: int) -> None:
    """Remove the oldest files until the rest have at most this many bytes."""
    latest_first = sorted(
        files, key=lambda each: (each.stat().st_mtime_ns, each.name), reverse=True
    )
    for path in latest_first:
        most_bytes -= path.stat().st_size
        if most_bytes < 0:
            path.unlink(missing_ok=True)


def _file(saves: Path, run: str, suffix: str) -> Path:
    """Return the path of something kept of a run."""
    return container.file_of(saves / FOLDER, run, suffix)
