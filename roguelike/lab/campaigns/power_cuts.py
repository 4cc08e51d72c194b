"""Power cuts: what the player saw is on the disk, or the game says how many turns are missing."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from roguelike.core.rng import Stream
from roguelike.engine.loading import DataLoader
from roguelike.engine.play.commands import Pass
from roguelike.engine.session import Session
from roguelike.host import LocalHost
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.base_states import folder_with_save
from roguelike.lab.campaigns.campaign import Campaign, Trial, Verdict
from roguelike.lab.campaigns.simulated_disk import PowerCut, SimulatedDisk, booted
from roguelike.world import ecs

MOST_TURNS, MOST_FLUSHES = 12, 40
SAVE_PERCENT = 15
BOOTS = (("before", "after"), ("", ""), ("the same", "the same"))
"""What the system says of its start before and after the cut: the truth, nothing, or that there was no cut."""


@contextmanager
def _open(seed: str) -> Iterator[Trial]:
    """Load the data once, and start every case from the same save."""
    data = DataLoader()
    with TemporaryDirectory(prefix="blue-mana-cuts-") as place:

        def trial(rng: Stream, number: int) -> Verdict:
            """Play on a simulated disk, cut the power, and start again on what is left."""
            folder = folder_with_save(Path(place) / str(number), seed)
            try:
                return _tried(data, folder, rng)
            finally:
                shutil.rmtree(folder)
                shutil.rmtree(folder.with_suffix(".left"), ignore_errors=True)

        yield trial


def _tried(data: DataLoader, folder: Path, rng: Stream) -> Verdict:
    """Play some turns, cut the power between two of them or during a flush, and compare."""
    amid, (before, after) = rng.chance(50), rng.choice(BOOTS)
    left, seen = folder.with_suffix(".left"), [-1]
    with SimulatedDisk(folder, cut_at=rng.below(MOST_FLUSHES) if amid else -1) as disk:
        host = LocalHost(folder, data)
        with booted(before), suppress(PowerCut):
            _play(host, rng, seen)
        disk.cut(left, rng if rng.chance(50) else None)
    with booted(before):
        _let_go(host)
    with booted(after):
        return _compared(data, left, seen[0], "a cut amid a flush" if amid else "a cut in between")


def _play(host: LocalHost, rng: Stream, seen: list[int]) -> None:
    """Play with a frame after each command, as in play; `seen` holds the turn that was shown last."""
    session = host.resume()
    bot = make_bot("greedy", str(rng.below(1000)))
    seen[0] = session.game.turn
    host.after_frame()
    for _ in range(1 + rng.below(MOST_TURNS)):
        if session.is_over:
            return
        bot.take_turn(session)
        seen[0] = session.game.turn
        if rng.chance(SAVE_PERCENT):
            session.save_soon("turns")
        host.after_frame()


def _let_go(host: LocalHost) -> None:
    """Release what the program held on the machine that lost power."""
    try:
        host.close()
    except PowerCut:
        host.close()


def _compared(data: DataLoader, left: Path, seen: int, tried: str) -> Verdict:
    """Start again on what is left; the turn must be the one seen, unless the log says how many are missing."""
    host = LocalHost(left, data)
    try:
        over = [run.turns for run in host.folder().history()]
        if over:
            return Verdict(tried, "the game was over")
        session = host.resume()
        missing = seen - session.game.turn
        told = _missing_turns(session)
        session.do(Pass())
    except Exception as error:  # noqa: BLE001  (whatever keeps the game from being resumed is a failure)
        return Verdict(tried, "lost", f"{type(error).__name__}: {error}")
    finally:
        host.close()
    ecs.drop_world(session.game.world)
    if missing > told:
        return Verdict(tried, "turns missing", f"{missing} turns are missing, and {told} told")
    return Verdict(tried, "turns missing, and told" if missing > 0 else "all there")


def _missing_turns(session: Session) -> int:
    """Return how many turns the log says are missing."""
    found = [re.search(r"(\d+) turns? (?:is|are) missing", line.text) for line in session.log]
    return max((int(each[1]) for each in found if each), default=0)


POWER = Campaign("power", "power cuts on a disk that loses what was not flushed", 2_000, 12, _open)
