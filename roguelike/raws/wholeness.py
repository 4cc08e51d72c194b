"""Whether data is a whole game: a world without creatures is a mistake, not something that anybody means to play."""

from roguelike.core.data_path import OVERRIDE
from roguelike.raws.faults import Report
from roguelike.raws.packs import WHOLE
from roguelike.raws.reading import Raw


def check_whole(raw: Raw, report: Report) -> None:
    """Report which of the main sections are missing or empty in data that is meant to stand alone."""
    if not raw.sound:
        return
    missing = [section for section in sorted(WHOLE) if not raw.data.get(section)]
    if missing:
        report.at(raw.file).fault(
            f"is no whole game: it has no {', '.join(missing)}",
            f"{OVERRIDE} names a whole data folder; a pack is loaded over the game's own data with --data",
        )
