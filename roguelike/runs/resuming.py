"""From a loaded save to the state at the end of its journal: the commands are given again, some at a time.

There are seldom more than those of fifty turns, but a file that holds thousands must not keep a screen waiting.
"""

from pathlib import Path

from roguelike.engine.crash import crash_report
from roguelike.engine.session import Session
from roguelike.raws.catalog import Catalog
from roguelike.runs.former_turns import FormerTurns
from roguelike.store.atomic import keep_copy
from roguelike.store.loaded import Loaded
from roguelike.store.save_file import decode
from roguelike.world import ecs


class Resumption:
    """A loaded game whose journal is repeated, up to the first command that meets a bug.

    A bug leaves a crash file in `folder` and a note. The save itself is valid and is kept; so is a copy of it with all
    its commands, for a version of the game that can repeat them.
    """

    def __init__(
        self, loaded: Loaded, catalog: Catalog, folder: Path, *, unsaved: str = ""
    ) -> None:
        """Start at the save; no command is given yet.

        `unsaved` tells a player who only looks on why the game is not saved; "" where it is saved.
        """
        self.loaded, self.done, self.unsaved = loaded, 0, unsaved
        self._catalog, self._folder = catalog, folder
        self._begin()

    def _begin(self) -> None:
        """Open the game as it was saved, with no command repeated yet."""
        loaded = self.loaded
        self.session = Session(loaded.game, origin=loaded.origin, recorded=loaded.recorded)
        self.session.remembers, self.session.former = True, FormerTurns(loaded, self._catalog)
        self.done = 0

    @property
    def length(self) -> int:
        """How many commands there are to repeat."""
        return len(self.loaded.journal)

    def work(self, commands: int) -> bool:
        """Repeat this many more commands; return whether that was the last of them."""
        for command in self.loaded.journal[self.done : self.done + commands]:
            try:
                self.session.do(command)
            except MemoryError:
                raise  # there may be enough another time
            except Exception as fault:  # noqa: BLE001 - any bug: the game goes on from before it
                self._go_on_before(fault)
                break
            self.done += 1
        return self.done == self.length

    def _go_on_before(self, fault: Exception) -> None:
        """Start again, to stop before the command that met a bug."""
        loaded = self.loaded
        crash_report(fault, self._folder, {"replay": self.session.recording.text()})
        loaded.notes.append(_told(self.length - self.done, loaded))
        loaded.game = decode(loaded.origin).open(self._catalog)
        loaded.journal = loaded.journal[: self.done]
        self._begin()

    def drop(self) -> None:
        """Drop the game without playing it."""
        ecs.drop_world(self.session.game.world)


def _told(left: int, loaded: Loaded) -> str:
    """Keep copies of the files that hold the remaining commands; return a sentence saying so."""
    said = f"A fault of ours keeps the last {left} commands from being repeated: the game goes on before them."
    try:
        kept = [keep_copy(each, each.parent / "damaged") for each in loaded.files]
    except OSError as fault:
        return f"{said} They could not be copied: {fault.strerror}."
    names = " and ".join(f"{each.parent.name}/{each.name}" for each in kept)
    return f"{said} All of them are kept in {names}." if kept else said
