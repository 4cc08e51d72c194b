"""What is kept of each run that ended, besides its line in the history: its report and its replay.

  runs/RUN.json  runs/RUN.txt  runs/RUN.replay.gz

Reports, as JSON and as text, are kept forever. So are replays, except the oldest when they grow too large in total.
"""

from contextlib import suppress
from pathlib import Path

from msgspec import json

from roguelike.runs.morgue import RunReport
from roguelike.runs.morgue_text import morgue_lines
from roguelike.store.atomic import read_bounded, write_whole
from roguelike.store.container import file_of

FOLDER = "runs"
REPLAY = ".replay.gz"
MOST_REPORT_BYTES, MOST_REPLAYS_BYTES = 8_000_000, 64_000_000
"""The most bytes of a report that is read, and of all replays that are kept: those of about a hundred long games."""


def write_report(saves: Path, report: RunReport) -> None:
    """Write a report into a folder of saves; OSError leaves any earlier one as it was."""
    (saves / FOLDER).mkdir(exist_ok=True)
    write_whole(report_file(saves, report.run), json.format(json.encode(report), indent=1))
    text = "\n".join(morgue_lines(report)) + "\n"
    write_whole(_file(saves, report.run, ".txt"), text.encode())


def read_report(saves: Path, run: str) -> RunReport | None:
    """Return the report of a run; None if there is none, or none that can be read."""
    with suppress(OSError, ValueError, RecursionError):
        data = read_bounded(report_file(saves, run), MOST_REPORT_BYTES)
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
    write_whole(path, gzip.compress(recording, mtime=0))
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
    return file_of(saves / FOLDER, run, suffix)
