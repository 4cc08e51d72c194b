"""From a loaded save to where the game was: the commands of its journal are given again."""

from pathlib import Path

from roguelike.engine.crash import crash_report
from roguelike.engine.former_turns import FormerTurns
from roguelike.engine.saves.atomic import keep_copy
from roguelike.engine.saves.loaded import Loaded
from roguelike.engine.saves.save_file import decode
from roguelike.engine.session import Session
from roguelike.raws.catalog import Catalog


def resumed(loaded: Loaded, catalog: Catalog, folder: Path) -> Session:
    """Return the session of a loaded game in which its journal was repeated, up to the first fault of ours.

    Such a fault leaves a crash file in `folder` and a note. The save itself is sound, and is not lost for it; a copy of
    it and of all its commands is kept, for a version of the game that can repeat them.
    """
    session = Session(loaded.game, origin=loaded.origin, recorded=loaded.recorded)
    session.remembers, session.former = True, FormerTurns(loaded, catalog)
    for done, command in enumerate(loaded.journal):
        try:
            session.do(command)
        except MemoryError:
            raise  # another time there may be more of it
        except Exception as fault:  # noqa: BLE001 - whatever it is, the game goes on before it
            crash_report(fault, folder, {"replay": session.recording.text()})
            loaded.notes.append(_told(len(loaded.journal) - done, loaded))
            loaded.game = decode(loaded.origin).open(catalog)
            loaded.journal = loaded.journal[:done]
            return resumed(loaded, catalog, folder)
    return session


def _told(left: int, loaded: Loaded) -> str:
    """Keep copies of the files that hold the commands which are left, and say so."""
    said = f"A fault of ours keeps the last {left} commands from being repeated: the game goes on before them."
    try:
        kept = [keep_copy(each, each.parent / "damaged") for each in loaded.files]
    except OSError as fault:
        return f"{said} They could not be copied: {fault.strerror}."
    names = " and ".join(f"{each.parent.name}/{each.name}" for each in kept)
    return f"{said} All of them are kept in {names}." if kept else said
