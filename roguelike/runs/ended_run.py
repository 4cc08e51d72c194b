"""A game that ended: its line in the history, and its report and replay."""

from pathlib import Path

from roguelike import __version__
from roguelike.components.vitals import Pools
from roguelike.core.records import asdict
from roguelike.engine.play.score import score
from roguelike.runs.history import Run
from roguelike.runs.morgue import RunReport, morgue_of
from roguelike.runs.run_reports import write_replay, write_report
from roguelike.store.recording import Recording
from roguelike.world import ecs
from roguelike.world.game import Game


def ended_run(game: Game, run: str, epitaph: str, *, how: str, when: str, hero: str = "") -> Run:
    """Return the line of the history for a game; `run` is its id, `when` the time in UTC, `hero` the save's name."""
    game.enter()
    return Run(
        run=run,
        how=how,
        epitaph=epitaph,
        place=game.level.name,
        depth=game.depth,
        when=when,
        level=ecs.get(game.player, Pools).level,
        turns=game.turn,
        seed=game.seed,
        tallies=asdict(game.tallies),
        version=__version__,
        data_hash=game.content.data_hash,
        wizard=game.wizard,
        score=score(game),
        packs=tuple(map(str, game.content.packs)),
        hero=hero,
    )


def leave_behind(saves: Path, run: Run, recording: Recording) -> list[str]:
    """Keep the report and the replay of a game that ended; return what could not be kept, in words.

    No error here may prevent the run's end from being written into the history.
    """
    notes = []
    try:
        write_report(saves, RunReport(run.run, end=run, morgue=morgue_of(recording.game)))
    except Exception as fault:  # noqa: BLE001  (be it the disk or a fault of ours)
        notes.append(f"The report of this run could not be written: {_reason(fault)}.")
    try:
        recording.check()
        write_replay(saves, run.run, bytes(recording.data))
    except Exception as fault:  # noqa: BLE001  (as above)
        notes.append(f"The replay of this run could not be kept: {_reason(fault)}.")
    return notes


def _reason(fault: Exception) -> str:
    """Return what went wrong; for an OSError the system's message, without numbers and paths."""
    return (isinstance(fault, OSError) and fault.strerror) or str(fault)
