"""The finished runs in this folder of saves: listed, read and watched."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roguelike.host.own_data import OwnData, told_to_the_player
from roguelike.ui.program import UserError

if TYPE_CHECKING:  # read only when somebody asks for past runs
    from roguelike.runs.past_runs import PastRun
    from roguelike.runs.past_runs_screen import Past
    from roguelike.runs.watching import Watched
    from roguelike.store.replay import Replay


NOT_KEPT = "This run was played without saving: no replay of it was kept."


class Archive(OwnData):
    """Answers the screens' questions about past runs."""

    _ended = ""
    """The id in the history of the run that ended last in this program."""

    def past_runs(self) -> "Sequence[Past]":
        """Return finished runs, latest first."""
        from roguelike.runs.past_runs import past_runs

        found, notes = past_runs(self.saves)
        self._notices += [note for note in notes if note not in self._notices]
        return [_past(each) for each in reversed(found)]

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
            return Watched(replay, self.catalog_with(replay.packs))


def _past(each: "PastRun") -> "Past":
    """Return a finished run's entry for the list."""
    from roguelike.runs.past_runs_screen import Past

    run = each.run
    hero = f"{run.hero}: " if run.hero else ""
    line = (
        f"{hero}{run.epitaph}, {run.place} (depth {run.depth}), level {run.level}, turn {run.turns:,}, "
        f"score {run.score:,}, seed {run.seed}, {run.when[:10]}{', wizard mode' if run.wizard else ''}"
    )
    return Past(
        line,
        run.score,
        each.number,
        run.epitaph,
        run.tallies.get("deepest", run.depth),
        run.level,
        run.turns,
        run.hero,
        each.has_report,
        each.has_replay,
    )
