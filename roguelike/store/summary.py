"""What the title shows about a folder of saves, without loading what play needs."""

from contextlib import suppress
from pathlib import Path

from msgspec import MsgspecError, convert

from roguelike.core.content_pack import ContentPack, Packs
from roguelike.runs.history import is_retired
from roguelike.store import lock
from roguelike.store.generations import Generations, Summary

HISTORY, LOCK = "history.jsonl", "lock"


def summary(folder: Path, shared: Path | None = None) -> Summary | None:
    """Return a summary of the save; None when there is none. The history is in `shared`, if not here."""
    files = Generations(folder)
    finish_retiring(files, (shared or folder) / HISTORY)
    return files.summary()


def packs_of(folder: Path) -> tuple[ContentPack, ...]:
    """Return the content packs of the latest save; none if no save can be read."""
    for _, header in Generations(folder).headers():
        with suppress(MsgspecError):
            return convert(header.get("packs", ()), Packs)
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
