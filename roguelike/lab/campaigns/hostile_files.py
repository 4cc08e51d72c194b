"""Files other than the save that are damaged, made up or not regular: reported in words, and none of them lost.

A folder with everything that the game keeps is copied, one file of it is damaged, and the program does with it what it
does at the start: title, past runs, reports, replays and crash files, verification, packs, and the saved game, twice.
The damaged file must still be there afterwards, under its own name or in a folder for it. Some cases leave all files
intact, and run commands in an environment with arbitrary values.
"""

import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.engine.loading import DataLoader
from roguelike.lab.campaigns.campaign import Came, Campaign, Trial, Verdict, judged
from roguelike.lab.campaigns.file_losses import Losses
from roguelike.lab.campaigns.file_visits import visited, visited_catalog
from roguelike.lab.campaigns.hostile_environment import environment_tried
from roguelike.lab.campaigns.kept_folder import PACK, KeptFolder, kept_folder
from roguelike.lab.campaigns.spoiling.files import (
    Way,
    bytes_changed,
    code_spoilt,
    crash_spoilt,
    end_spoilt,
    history_spoilt,
    json_spoilt,
    lines_spoilt,
    no_plain_file,
    number_spoilt,
    odd_names,
    packed_spoilt,
    spoil_catalog,
    text_spoilt,
)
from roguelike.raws.catalog import load_cached_catalog

HANGS_AFTER = 60
"""Wall-clock seconds after which a case is interrupted."""


class Kind(Record):
    """What is damaged, the pattern that finds it, and ways to damage it besides those for any file."""

    called: str
    pattern: str = ""
    ways: Sequence[Way] = ()

    def least_turn(self, turn: int) -> int:
        """Return the least turn that must be there without a report of damage, given the turn that was shown last."""
        return 0 if self.called in ("log", "save") else turn


CATALOG, NAMES, ENVIRONMENT = "kept catalog", "names of files", "environment"
PACK_FILES = f"packs/{PACK}"
ANY: Sequence[Way] = (bytes_changed, bytes_changed, no_plain_file)
TEXT: Sequence[Way] = (text_spoilt, text_spoilt)
KINDS: Sequence[Kind] = (
    Kind("log", "*.recording", (lines_spoilt, end_spoilt, end_spoilt)),
    Kind("save", "game-*.save"),
    Kind("playing", "playing", (lines_spoilt,)),
    Kind("lock", "lock"),
    Kind("settings", "settings.json", (*TEXT, json_spoilt, number_spoilt)),
    Kind("progress", "progress.json", (*TEXT, json_spoilt, number_spoilt)),
    Kind("puzzle of the day", "progress.json", (code_spoilt, code_spoilt)),
    Kind("history", "history.jsonl", (*TEXT, history_spoilt, history_spoilt, number_spoilt)),
    Kind("report", "runs/*.json", (*TEXT, json_spoilt, number_spoilt)),
    Kind("report as text", "runs/*.txt", TEXT),
    Kind("replay", "runs/*.replay.gz", (packed_spoilt, packed_spoilt)),
    Kind("crash file", "crash-1.json", (*TEXT, crash_spoilt, crash_spoilt)),
    Kind("manifest", f"{PACK_FILES}/pack.json", (*TEXT, json_spoilt, number_spoilt)),
    Kind("pack", f"{PACK_FILES}/**/*.*", TEXT),
)


class HangError(BaseException):
    """A case that does not end: not an Exception, so that no error handling catches it."""


@contextmanager
def _open(seed: str) -> Iterator[Trial]:
    """Load the data, and play once what every case starts from."""
    data = DataLoader()
    data.catalog()
    kinds = [*KINDS, Kind(CATALOG), Kind(NAMES), Kind(ENVIRONMENT)]
    with kept_folder(seed, data) as kept, TemporaryDirectory(prefix="blue-mana-case-") as place:
        case, cache = Path(place) / "saves", Path(place) / "catalog.txt"
        load_cached_catalog(cache)
        sound = cache.read_bytes()

        def trial(rng: Stream, number: int) -> Verdict:
            """Damage one file, and do everything the program does with the folder."""
            kind = kinds[number % len(kinds)]
            if kind.called == CATALOG:
                mark = spoil_catalog(cache, sound, rng)
                return _bounded_verdict(CATALOG, partial(visited_catalog, cache, mark, rng))
            shutil.copytree(kept.path, case)
            try:
                return _tried(kept, case, kind, data, rng)
            finally:
                shutil.rmtree(case)

        yield trial


def _tried(kept: KeptFolder, case: Path, kind: Kind, data: DataLoader, rng: Stream) -> Verdict:
    """Damage a file of a copy, and return how that ends."""
    if kind.called == ENVIRONMENT:
        return _bounded_verdict(ENVIRONMENT, partial(environment_tried, case, rng))
    if kind.called == NAMES:
        odd_names(case, rng)
        losses = Losses(case, kept.path, None)
        least = kept.turn
    else:
        path = rng.choice(sorted(case.glob(kind.pattern)))
        way = rng.choice((*ANY, *kind.ways))
        way(path, rng)
        losses = Losses(case, kept.path, path)
        least = kind.least_turn(kept.turn)

    def visit() -> Came:
        """Do with the copy everything the program does, and look for losses."""
        seen = visited(case, data, rng, with_packs=kind.pattern.startswith(PACK_FILES))
        if seen.turn < least and not seen.told:
            return seen.came_to, f"turn {least} is there no more, and nothing was told"
        return seen.came_to, losses.found(told=seen.told)

    return _bounded_verdict(kind.called, visit)


def _bounded_verdict(tried: str, visit: Callable[[], Came]) -> Verdict:
    """Return the verdict of a visit: a crash, a hang, a loss, or success."""
    try:
        with _bounded():
            return judged(tried, visit)
    except HangError:
        return Verdict(tried, "hung", f"it did not end in {HANGS_AFTER} s")


@contextmanager
def _bounded() -> Iterator[None]:
    """Interrupt what does not end, if the system can: by wall-clock time, since waiting counts, too."""
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def rang(number: int, frame: FrameType | None) -> None:
        """Interrupt the case: it has run for too long."""
        raise HangError

    before = signal.signal(signal.SIGALRM, rang)
    signal.alarm(HANGS_AFTER)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


FILES = Campaign(
    "files", "damaged files beside the save, and whether any is lost", 3_600, 18, _open
)
