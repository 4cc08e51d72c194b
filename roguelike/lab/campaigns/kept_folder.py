"""A folder of saves with everything that the game keeps: as left by a program that is killed during play."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from roguelike.core.data_path import data_folder
from roguelike.core.records import Record
from roguelike.engine.crash import crash_report
from roguelike.engine.loading import DataLoader
from roguelike.engine.play.commands import Pass
from roguelike.engine.session import Session
from roguelike.host import LocalHost
from roguelike.host.own_data import SETTINGS_FILE
from roguelike.lab.bots.roster import make_bot
from roguelike.mapgen.boards import boards
from roguelike.practice.drawing import PLAYER, text_of
from roguelike.puzzles.codes import code_of
from roguelike.ui.settings import Progress, Settings
from roguelike.world import ecs

PACK = "lamplighters"
TURNS, TURNS_A_SAVE = 13, 5
"""Turns of each game, and between two saves: the log then has some turns after the last save."""


class KeptFolder(Record):
    """The folder, and the turn that the saved game had reached."""

    path: Path
    turn: int


@contextmanager
def kept_folder(seed: str, data: DataLoader) -> Iterator[KeptFolder]:
    """Play two games to a finish and a third one that goes on, and yield a copy of the folder they leave."""
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
        assert session.recording is not None
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
    """Play a new game for some turns, showing each, as the program does."""
    session = host.start(seed)
    host.after_frame()
    bot = make_bot("greedy", seed)
    for turn in range(1, TURNS + 1):
        bot.take_turn(session)
        if turn % TURNS_A_SAVE == 0:
            session.save_soon("turns")
        host.after_frame()
    return session
