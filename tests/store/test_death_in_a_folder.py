"""What death does to a folder of saves: one line of the history, and no way back."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from roguelike.engine.play.commands import Pass
from roguelike.engine.state.errors import SaveError
from roguelike.runs.run_reports import end_run
from roguelike.store.folder import SaveFolder
from roguelike.store.generations import summary
from roguelike.store.recording import Recording
from roguelike.world.game import Game
from tests.store.conftest import Kept
from tests.store.folders import NOON, full_disk, saves

Dungeon = Callable[..., Game]


def test_death_retires_the_save(kept: Kept) -> None:
    kept.write()
    kept.append(Pass())
    run = end_run(kept.folder, kept.recording, "Slain by a rat")
    assert summary(kept.folder.path) is None
    assert kept.saves == []
    assert kept.folder.history() == [run]
    assert (run.how, run.epitaph, run.place, run.depth) == ("died", "Slain by a rat", "Hall 1", 1)
    assert (run.when, run.level, run.turns, run.seed) == (NOON, 1, 42, "a seed")
    assert run.tallies["kills"] == 2


def test_a_death_goes_into_the_history_only_once(kept: Kept) -> None:
    kept.write()
    end_run(kept.folder, kept.recording, "Slain by a rat")
    end_run(kept.folder, kept.recording, "Slain by a rat")
    assert len(kept.folder.history()) == 1
    kept.write()
    assert summary(kept.folder.path) is None, "a game that ended is not to be had back"
    with pytest.raises(SaveError):
        kept.folder.read(kept.catalog)


def test_a_crash_between_history_and_removal_is_made_good(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.write()
    kept.write(Pass())

    def crash(*args: object, **more: object) -> None:
        """End here."""
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", crash)
        with pytest.raises(KeyboardInterrupt):
            end_run(kept.folder, kept.recording, "Slain by a rat")
    assert len(kept.saves) == 2
    fresh = SaveFolder(kept.path)
    assert summary(fresh.path) is None
    assert kept.saves == []
    assert len(fresh.history()) == 1


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_full_disk_keeps_the_save_of_the_dead(
    folder: SaveFolder, recording: Recording, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    folder.write(recording)
    with monkeypatch.context() as patch:
        patch.setattr(os, call, full_disk)
        with pytest.raises(SaveError):
            end_run(folder, recording, "Slain by a rat")
    assert summary(folder.path) is not None
    assert folder.history() == []
    end_run(folder, recording, "Slain by a rat")
    assert len(folder.history()) == 1
    assert summary(folder.path) is None


def test_a_death_before_the_first_save(folder: SaveFolder, dungeon: Dungeon, path: Path) -> None:
    other, short_lived = dungeon(), dungeon()
    other.seed = "another"
    folder.write(Recording(other))
    end_run(folder, Recording(short_lived), "Slain by a rat")
    assert [run.seed for run in folder.history()] == ["a seed"]
    assert saves(path) == ["game-000001.save"], "somebody else's save is left alone"


def test_bad_lines_of_the_history_are_passed_over(
    folder: SaveFolder, dungeon: Dungeon, path: Path
) -> None:
    first, second = dungeon(), dungeon()
    end_run(folder, Recording(first), "Slain by a rat")
    history = path / "history.jsonl"
    with history.open("ab") as file:
        file.write(b'{"run": 7}\n[]\n\xff\xfe\n{"run": "x", "how": "di')
    end_run(folder, Recording(second), "Drowned")
    assert [run.epitaph for run in folder.history()] == ["Slain by a rat", "Drowned"]
    assert [note.split(" of ")[0] for note in folder.notes] == [
        "Line 2",
        "Line 3",
        "Line 4",
        "Line 5",
    ]
    assert folder.history()
    assert len(folder.notes) == 4


def test_a_death_on_a_full_disk_takes_the_room_of_an_older_save(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        kept.write(Pass())
    sound = os.write

    def full_while_two_saves(descriptor: int, data: bytes) -> int:
        if len(list(kept.path.glob("*.save"))) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return sound(descriptor, data)

    monkeypatch.setattr(os, "write", full_while_two_saves)
    end_run(kept.folder, kept.recording, "Killed by a rat")
    assert [run.epitaph for run in SaveFolder(kept.path).history()] == ["Killed by a rat"]
    assert not list(kept.path.glob("game-*"))
