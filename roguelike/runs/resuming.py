"""From a loaded save to the state at the end of its log: the commands are given again, some at a time.

There are seldom more than those of fifty turns, but a file that holds thousands must not keep a screen waiting.
"""

from pathlib import Path

from roguelike.engine.crash import crash_report
from roguelike.engine.session import Session
from roguelike.raws.catalog import Catalog
from roguelike.runs.former_turns import FormerTurns
from roguelike.store.atomic import keep_copy
from roguelike.store.loaded import CHANGED, Loaded
from roguelike.store.recording import DivergedError
from roguelike.store.save_file import decode
from roguelike.world import ecs


class Resumption:
    """A loaded game whose commands since the save are repeated, as far as they lead where they led before.

    The first that meets a bug or leads elsewhere is left out, with all after it; a note tells so, and a bug leaves a
    crash file in `folder`. The save itself is valid and is kept; so is a copy of it with all the commands, for a
    version of the game that can repeat them.
    """

    def __init__(
        self, loaded: Loaded, catalog: Catalog, folder: Path, *, unsaved: str = ""
    ) -> None:
        """Start at the save; no command is given yet.

        `unsaved` tells a player who only looks on why the game is not saved; "" where it is saved.
        """
        self.loaded, self.unsaved = loaded, unsaved
        self._catalog, self._folder = catalog, folder
        self._begin()

    def _begin(self) -> None:
        """Open the game as it was saved, with no command repeated yet."""
        loaded = self.loaded
        self.recording, self.done = loaded.recording(), 0
        self.session = Session(loaded.game)
        self.session.remembers, self.session.former = True, FormerTurns(loaded, self._catalog)
        self._record_if_done()

    def _record_if_done(self) -> None:
        """Have the session record what it does from the last repeated command on: the rest is recorded already."""
        if self.done == self.length:
            self.session.recording = self.recording

    @property
    def length(self) -> int:
        """How many commands there are to repeat."""
        return len(self.loaded.steps)

    def work(self, commands: int) -> bool:
        """Repeat this many more commands; return whether that was the last of them."""
        for step in self.loaded.steps[self.done : self.done + commands]:
            try:
                self.session.do(step.command)
                self.recording.repeated(step.command, step.after, step.lines)
            except MemoryError:
                raise  # there may be enough another time
            except DivergedError:
                self._go_on_before(CHANGED.format(count=self.length - self.done))
                break
            except Exception as fault:  # noqa: BLE001 - any bug: the game goes on from before it
                self.recording.broke(step.command, fault)
                crash_report(fault, self._folder, {"replay": self.recording.text()})
                self._go_on_before(FAULT.format(count=self.length - self.done))
                break
            self.done += 1
        self._record_if_done()
        return self.done == self.length

    def _go_on_before(self, told: str) -> None:
        """Start again, to stop before the next command."""
        loaded = self.loaded
        loaded.notes.append(f"{told}{_kept(loaded)}")
        ecs.drop_world(loaded.game.world)
        loaded.game = decode(loaded.origin).open(self._catalog)
        loaded.steps = loaded.steps[: self.done]
        self._begin()

    def drop(self) -> None:
        """Drop the game without playing it."""
        ecs.drop_world(self.session.game.world)


FAULT = "A fault of ours keeps the last {count} commands from being repeated: the game goes on before them."


def _kept(loaded: Loaded) -> str:
    """Keep copies of the files that hold the remaining commands; return a sentence saying so."""
    try:
        kept = [keep_copy(each, each.parent / "damaged") for each in loaded.files]
    except OSError as fault:
        return f" They could not be copied: {fault.strerror}."
    names = " and ".join(f"{each.parent.name}/{each.name}" for each in kept)
    return f" All of them are kept in {names}." if kept else ""
