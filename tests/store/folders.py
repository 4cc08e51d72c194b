"""What tests of a folder of saves do to it, and how they look at it."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from roguelike.actions import acting
from roguelike.store.folder import SaveFolder
from roguelike.store.loaded import Loaded
from roguelike.store.recording import Recording
from roguelike.store.replay import Playback
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game

NOON = "2031-02-03T12:00:00+00:00"


def act(recording: Recording, *commands: acting.Action) -> Recording:
    """Do something that changes the state and draws on chance, and record it."""
    for command in commands:
        play(recording.game, command)
        recording.note(command)
    return recording


def play(game: Game, command: acting.Action) -> None:
    """Do something that changes the state and draws on chance."""
    game.enter()
    acting.perform(command, game.player, game)
    game.rng.below(6)
    game.turn += 1


def saves(path: Path) -> list[str]:
    """List the files of the games in progress."""
    return sorted(each.name for each in path.iterdir() if each.name.startswith("game-"))


def spoil(path: Path, number: int) -> None:
    """Flip a bit of a save."""
    file = path / f"game-{number:06}.save"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 4
    file.write_bytes(data)


def resume(path: Path, catalog: Catalog) -> tuple[Game, list[str]]:
    """Load as another program would, and repeat what happened since."""
    with SaveFolder(path) as folder:
        loaded = folder.read(catalog)
    return repeated(loaded).game, loaded.notes


def repeated(loaded: Loaded) -> Recording:
    """Repeat what happened since a save, which leads where it led."""
    recording = loaded.recording()
    again = Playback(loaded.steps, loaded.game, lambda command: play(loaded.game, command))
    for step in loaded.steps:
        again.next()
        if again.divergence or again.fault:
            raise ValueError(again.divergence or again.fault)
        recording.repeated(step)
    return recording


def forbid(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """Let nobody read a file: whoever runs the tests may be allowed to read everything."""
    opened = os.open

    def refuse(path: Any, how: int, *mode: Any, **where: Any) -> int:
        if Path(path) == file:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, how, *mode, **where)

    monkeypatch.setattr(os, "open", refuse)


def full_disk(*args: object) -> int:
    """Fail as writing to a full disk does."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
