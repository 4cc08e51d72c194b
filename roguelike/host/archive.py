"""The finished runs in this folder of saves: listed, read and watched."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roguelike.host.own_data import OwnData, told_to_the_player
from roguelike.host.past_lines import past_of
from roguelike.ui.program import Past, UserError

if TYPE_CHECKING:  # read only when somebody asks for past runs
    from roguelike.runs.watching import Watched
    from roguelike.store.replay import Replay


NOT_KEPT = "This run was played without saving: no replay of it was kept."


class Archive(OwnData):
    """Answers the screens' questions about past runs."""

    _ended = ""
    """The id in the history of the run that ended last in this program."""

    def past_runs(self) -> Sequence[Past]:
        """Return finished runs, latest first."""
        from roguelike.runs.past_runs import past_runs

        found, notes = past_runs(self.saves)
        self._notices += [note for note in notes if note not in self._notices]
        return [past_of(each) for each in reversed(found)]

    def morgue(self, number: int) -> Sequence[str]:
        """Return the report of a finished run, row by row. Raises UserError."""
        from roguelike.runs.past_runs import report_lines

        with told_to_the_player():
            return report_lines(self.saves, number)

    def watch(self, number: int | None) -> "Watched":
        """Open the recording of a finished run; None is the one that ended just now. Raises UserError."""
        from roguelike.runs.past_runs import past_runs, replay_of

        if number is None:
            found, _ = past_runs(self.saves)
            number = next((each.number for each in found if each.run.run == self._ended), None)
        if number is None:
            raise UserError(NOT_KEPT)
        with told_to_the_player():
            replay = replay_of(self.saves, str(number))
        return self.open_replay(replay)

    def open_replay(self, replay: "Replay") -> "Watched":
        """Open a recording, with the content packs that it was made with. Raises UserError."""
        from roguelike.runs.watching import Watched

        with told_to_the_player():
            return Watched(replay, self._catalog_with(replay.packs))
