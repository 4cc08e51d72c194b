"""From a loaded save to where the game was: the commands of its journal are given again."""

from pathlib import Path

from roguelike.engine.crash import crash_report
from roguelike.engine.former_turns import FormerTurns
from roguelike.engine.saves.loaded import Loaded
from roguelike.engine.saves.save_file import decode
from roguelike.engine.session import Session
from roguelike.raws.catalog import Catalog


def resumed(loaded: Loaded, catalog: Catalog, folder: Path) -> Session:
    """Return the session of a loaded game in which its journal was repeated, up to the first fault of ours.

    Such a fault leaves a crash file in `folder` and a note; the save itself is sound, and is not lost for it.
    """
    session = Session(loaded.game, origin=loaded.origin, recorded=loaded.recorded)
    session.remembers, session.former = True, FormerTurns(loaded, catalog)
    for done, command in enumerate(loaded.journal):
        try:
            session.do(command)
        except Exception as fault:  # noqa: BLE001 - whatever it is, the game goes on before it
            left = len(loaded.journal) - done
            crash_report(fault, folder, {"replay": session.recording.text()})
            loaded.notes.append(
                f"A fault of ours keeps the last {left} commands from being repeated: the game goes on before them."
            )
            loaded.game = decode(loaded.origin).open(catalog)
            loaded.journal = loaded.journal[:done]
            return resumed(loaded, catalog, folder)
    return session
