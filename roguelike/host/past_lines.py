"""How finished runs are described in the list of them."""

from typing import TYPE_CHECKING

from roguelike.ui.program import Past

if TYPE_CHECKING:  # read only when somebody asks for the list
    from roguelike.runs.past_runs import PastRun


def past_of(each: "PastRun") -> Past:
    """Return a finished run's entry for the list."""
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
