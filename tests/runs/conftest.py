"""A folder of saves with a run that ended, made once."""

from itertools import cycle
from pathlib import Path

import pytest

from roguelike.engine.loading import DataLoader
from roguelike.engine.play.commands import Rest, Step
from roguelike.host import LocalHost

TURNS = 60


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Walk about in the towns of two seeds, and give both runs up."""
    folder = tmp_path_factory.mktemp("saves")
    for seed, turns in (("41", TURNS), ("a seed of many words", 7)):
        host = LocalHost(folder, DataLoader())
        session = host.start(seed)
        for command in cycle((Step(1, 0), Step(0, 1), Rest(), Step(-1, 0), Step(0, -1))):
            if session.game.turn >= turns:
                break
            session.do(command)
            host.after_frame()
        host.abandon()
        host.close()
    return folder
