"""What is worth telling of single runs that ended, beside their lines in the history: a file of JSON for each."""

from contextlib import suppress
from pathlib import Path

from msgspec import DecodeError, json

from roguelike.core.records import Record, field
from roguelike.engine.hindsight import Hindsight
from roguelike.engine.saves.atomic import write_whole

FOLDER = "runs"


class RunReport(Record, forbid_unknown_fields=False):
    """All that is told of a run, which `run` names as the history does. Later versions may add fields."""

    run: str
    hindsight: Hindsight = field(default_factory=Hindsight)


def write_report(saves: Path, report: RunReport) -> None:
    """Write a report into a folder of saves; OSError leaves any earlier one as it was."""
    (saves / FOLDER).mkdir(exist_ok=True)
    write_whole(_file(saves, report.run), json.format(json.encode(report), indent=1))


def read_report(saves: Path, run: str) -> RunReport | None:
    """Return what was written of a run; None when nothing was, or nothing that can be read."""
    with suppress(OSError, DecodeError, RecursionError):
        return json.decode(_file(saves, run).read_bytes(), type=RunReport)
    return None


def _file(saves: Path, run: str) -> Path:
    """Return where the report of a run is."""
    return saves / FOLDER / f"{run}.json"
