"""kill -9 at any moment: every turn that was shown is there at the next start, and the recording is complete.

A program that plays the saved game of a folder and prints each turn that it has shown, to be killed meanwhile.

python -m roguelike.lab.campaigns.kills FOLDER SEED
"""

import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

from roguelike.core import data_path
from roguelike.core.rng import Stream
from roguelike.engine.loading import DataLoader
from roguelike.host import LocalHost
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.base_states import from_saves, resumed
from roguelike.lab.campaigns.campaign import Verdict, campaign
from roguelike.runs.verifying import verify
from roguelike.store.replay import read_replay

MOST_TURNS, MOST_MILLISECONDS = 25, 30
PROGRAM = "roguelike.lab.campaigns.kills"


@campaign("kill", "kill -9 in the middle of play", 300, 1, opened=from_saves)
def trial(folder: Path, data: DataLoader, rng: Stream, _: int) -> Verdict:
    """Let a program play, kill it, and start again."""
    seen = _killed(folder, rng)
    return _compared(folder, data, seen)


def _killed(folder: Path, rng: Stream) -> int:
    """Kill a program after some turns and milliseconds; return the last turn it showed, 0 for none."""
    command = [sys.executable, "-m", PROGRAM, str(folder), str(rng.below(1000))]
    beside = data_path.PACKAGE.parent
    with subprocess.Popen(command, cwd=beside, stdout=subprocess.PIPE, text=True) as player:  # noqa: S603
        assert player.stdout is not None
        shown = list(islice(player.stdout, 1 + rng.below(MOST_TURNS)))
        time.sleep(rng.below(MOST_MILLISECONDS) / 1000)
        player.kill()
        shown += player.stdout
    # The last line may be cut off in the middle; that of a finished game is not a number.
    whole = [line.strip() for line in shown if line.endswith("\n")]
    return max((int(line) for line in whole if line.isdigit()), default=0)


def _compared(folder: Path, data: DataLoader, seen: int) -> Verdict:
    """Start again; the turn must be the one shown last, or later."""
    with resumed(folder, data) as session:
        if session is None:
            return Verdict("kill -9", "the game was over")
    turn = session.game.turn
    notes = [line.text for line in session.log if "missing" in line.text or "damaged" in line.text]
    assert session.recording is not None
    again = verify(read_replay(session.recording.text().encode()), data.catalog())
    if not again.is_alike:
        return Verdict("kill -9", "recorded otherwise", again.text)
    if turn < seen or notes:
        told = f"turn {seen} was shown, {turn} is there: {notes}"
        return Verdict("kill -9", "turns missing", told)
    return Verdict("kill -9", "all there")


SAVE_EVERY_TURNS = 4


def main(folder: str, seed: str) -> None:
    """Play until killed, or until the game is over."""
    host = LocalHost(Path(folder))
    session = host.resume()
    bot = make_bot("greedy", seed)
    while not session.is_over:
        sys.stdout.write(f"{session.game.turn}\n")
        sys.stdout.flush()
        bot.take_turn(session)
        if session.game.turn % SAVE_EVERY_TURNS == 0:
            session.save_soon("turns")
        host.after_frame()
    sys.stdout.write("over\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
