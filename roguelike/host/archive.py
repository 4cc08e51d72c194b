"""The runs that ended in this folder of saves: listed, read and watched."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roguelike.host.own_data import OwnData, told_to_the_player
from roguelike.host.past_lines import past_of
from roguelike.ui.program import Past

if TYPE_CHECKING:  # read only when somebody asks for past runs
    from roguelike.engine.saves.replay import Replay
    from roguelike.engine.watching import Watched


class Archive(OwnData):
    """Answers what screens ask about past runs."""

    def past_runs(self) -> Sequence[Past]:
        """Return finished runs, latest first."""
        from roguelike.engine.saves.past_runs import past_runs

        found, notes = past_runs(self.saves)
        self._notices += [note for note in notes if note not in self._notices]
        return [past_of(each) for each in reversed(found)]

    def morgue(self, number: int) -> Sequence[str]:
        """Return what was written of a finished run, row by row. Raises UserError."""
        from roguelike.engine.saves.past_runs import report_lines

        with told_to_the_player():
            return report_lines(self.saves, number)

    def watch(self, number: int) -> "Watched":
        """Open the recording of a finished run. Raises UserError."""
        from roguelike.engine.saves.past_runs import LAST, replay_of

        with told_to_the_player():
            replay = replay_of(self.saves, LAST if number == -1 else str(number))
        return self.open_replay(replay)

    def open_replay(self, replay: "Replay") -> "Watched":
        """Open a recording, with the content packs that it was made with. Raises UserError."""
        from roguelike.engine.watching import Watched

        with told_to_the_player():
            return Watched(replay, self._catalog_with(replay.packs))
