"""The runs that ended in a folder of saves, by their permanent numbers: the first that ended is number 1."""

from pathlib import Path

from roguelike.core import data_path
from roguelike.core.plain_words import quotable
from roguelike.core.records import Record, replace
from roguelike.engine.state.errors import SaveError
from roguelike.runs.morgue import RunReport, morgue_lines
from roguelike.runs.run_reports import read_report, replay_file, report_file
from roguelike.runs.verifying import read_replay_file
from roguelike.store import generations
from roguelike.store.history import Run, read_runs
from roguelike.store.replay import Replay

LAST = "last"
"""The name for the run that ended last."""


class PastRun(Record):
    """A run that ended, its number, and what is kept of it besides its line in the history."""

    number: int
    run: Run
    has_report: bool
    has_replay: bool


def past_runs(saves: Path) -> tuple[list[PastRun], list[str]]:
    """Return the runs, oldest first, and a note for each line of the history that cannot be read."""
    runs, notes = read_runs(saves / generations.HISTORY)
    found = [
        PastRun(
            number,
            run,
            report_file(saves, run.run).is_file(),
            replay_file(saves, run.run).is_file(),
        )
        for number, run in enumerate(runs, 1)
    ]
    return found, notes


def run_numbered(saves: Path, number: int) -> Run:
    """Return a run by its number, -1 for the last. Raises SaveError, which says which numbers there are."""
    runs, notes = read_runs(saves / generations.HISTORY)
    if not runs:
        raise SaveError("absent", " ".join(notes) or f"No run has ended yet in {saves}.")
    if number == -1:
        return runs[-1]
    if not 1 <= number <= len(runs):
        there = "only run 1" if len(runs) == 1 else f"1 to {len(runs)}"
        raise SaveError("absent", f"There is no run {number} in {saves}, but {there}.")
    return runs[number - 1]


def report_of(saves: Path, number: int) -> RunReport:
    """Return the report of a run; for runs from before there were reports, its line in the history.

    Raises:
        SaveError: no such run, or its report cannot be read.
    """
    run = run_numbered(saves, number)
    report = read_report(saves, run.run)
    if report is None and report_file(saves, run.run).exists():
        path = report_file(saves, run.run)
        raise SaveError("damaged", f"{path} cannot be read; `roguelike scores` tells of the run.")
    if report is None or report.end is None:
        return replace(report or RunReport(run.run), end=run)
    return report


def report_lines(saves: Path, number: int) -> list[str]:
    """Return the report of a run, row by row, and its files. Raises SaveError as `report_of` does."""
    report = report_of(saves, number)
    files = (report_file(saves, report.run).with_suffix(".txt"), replay_file(saves, report.run))
    kept = [str(path) for path in files if path.exists()]
    return [*morgue_lines(report), *(["", "Files", "-----", *kept] if kept else [])]


def replay_of(saves: Path, what: str) -> Replay:
    """Read a replay: that of a run given by number or LAST, or a file.

    Raises:
        SaveError: there is none, or something is wrong with it.
    """
    return read_replay_file(replay_path(saves, what))


def replay_path(saves: Path, what: str) -> Path:
    """Return the file of a replay, named as for `replay_of`.

    Raises:
        SaveError: it is not a valid path, or no replay was kept of the run.
    """
    if fault := data_path.path_fault(what):
        raise SaveError("unreadable", f"{quotable(what)}: {fault}.")
    path = data_path.typed_path(what)
    if what != LAST and (not what.isdecimal() or path.exists()):
        return path
    run = run_numbered(saves, -1 if what == LAST else int(what))
    path = replay_file(saves, run.run)
    if not path.exists():
        raise SaveError("absent", f"No replay of {_called(what)} was kept ({path}).")
    return path


def _called(what: str) -> str:
    """Return the name of a run in a sentence."""
    return "the last run" if what == LAST else f"run {what}"
