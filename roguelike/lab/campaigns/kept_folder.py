"""A folder of saves with everything in it that the game keeps: as a program leaves it that is killed while it plays."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from roguelike.core.data_path import data_folder
from roguelike.core.records import Record
from roguelike.engine.commands import Pass
from roguelike.engine.crash import crash_report
from roguelike.engine.drawing import PLAYER, text_of
from roguelike.engine.loading import DataLoader
from roguelike.engine.puzzles.codes import code_of
from roguelike.engine.session import Session
from roguelike.host import LocalHost
from roguelike.host.own_files import SETTINGS_FILE
from roguelike.lab.bots.roster import make_bot
from roguelike.mapgen.boards import boards
from roguelike.ui.progress import Progress
from roguelike.ui.settings import Settings
from roguelike.world import ecs

PACK = "lamplighters"
TURNS, TURNS_A_SAVE = 13, 5
"""Turns of each game; between two saves, so that the journal of the last one holds some."""


class KeptFolder(Record):
    """Where it is, and the turn to which the saved game had come."""

    path: Path
    turn: int


@contextmanager
def kept_folder(seed: str, data: DataLoader) -> Iterator[KeptFolder]:
    """Play two games to their ends and a third one that is not ended, and keep what they leave."""
    with TemporaryDirectory(prefix="blue-mana-files-") as place:
        played, kept = Path(place) / "played", Path(place) / "kept"
        host = LocalHost(played, data)
        drawn, daily = text_of({(9, 6): PLAYER, (12, 5): "mobs Orc"}), code_of(boards("puzzle")[0])
        host.keep_progress(Progress(["walk"], ["first"], drawn, ["one"], host.today(), daily))
        for number in range(2):
            ended = _play(host, f"{seed}/{number}")
            host.abandon()
            ecs.drop_world(ended.game.world)
        session = _play(host, f"{seed}/2")
        turn = session.game.turn
        fault = ValueError("a fault")
        session.recording.broke(Pass(), fault)
        crash_report(fault, played, {"seed": seed, "replay": session.recording.text()})
        (played / SETTINGS_FILE).write_text(Settings(animation="fast", packs=(PACK,)).to_json())
        shutil.copytree(data_folder() / "packs" / PACK, played / "packs" / PACK)
        shutil.copytree(played, kept)
        host.abandon()
        host.close()
        ecs.drop_world(session.game.world)
        yield KeptFolder(kept, turn)


def _play(host: LocalHost, seed: str) -> Session:
    """Play a new game for some turns, as a program does that shows each."""
    session = host.start(seed)
    host.after_frame()
    bot = make_bot("greedy", seed)
    for turn in range(1, TURNS + 1):
        bot.take_turn(session)
        if turn % TURNS_A_SAVE == 0:
            session.save_soon("turns")
        host.after_frame()
    return session
