"""A folder of saves with a run that ended, made once."""

from pathlib import Path

import pytest

from roguelike.engine.loading import DataLoader
from roguelike.host import LocalHost
from roguelike.lab.bots.roster import make_bot

TURNS = 60


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Let a bot play two runs and give them up, one of a daily dungeon's sort of seed."""
    folder = tmp_path_factory.mktemp("saves")
    for seed, turns in (("41", TURNS), ("a seed of many words", 7)):
        host = LocalHost(folder, DataLoader())
        session = host.start(seed)
        bot = make_bot("greedy", seed)
        while session.game.turn < turns:
            bot.take_turn(session)
            host.after_frame()
        host.abandon()
        host.close()
    return folder
