"""The disk that loses what was not flushed: what is on it is what it says, and nothing else."""

import os
from pathlib import Path

import pytest

from roguelike.lab.campaigns.power_cuts import SimulatedDisk

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="it is for Linux")


def flush(path: Path) -> None:
    """Flush a file or folder."""
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)


def test_what_was_not_flushed_is_lost(tmp_path: Path) -> None:
    home, left = tmp_path / "home", tmp_path / "left"
    home.mkdir()
    (home / "old").write_text("before")
    with SimulatedDisk(home) as disk:
        for name in ("flushed", "empty"):
            (home / name).write_text("now")
        flush(home / "flushed")
        flush(home)
        (home / "nameless").write_text("now")
        disk.cut(left)
    found = {path.name: path.read_text() for path in left.iterdir()}
    assert found == {"old": "before", "flushed": "now", "empty": ""}


def test_a_new_file_is_not_taken_for_one_that_was_removed(tmp_path: Path) -> None:
    home, left = tmp_path / "home", tmp_path / "left"
    home.mkdir()
    names = [str(number) for number in range(20)]
    for name in names:
        (home / name).write_text("before")
    with SimulatedDisk(home) as disk:
        for name in names:
            (home / name).unlink()
        for (
            name
        ) in names:  # most file systems give out the numbers again that have just become free
            (home / f"new {name}").write_text("now")
        flush(home)
        disk.cut(left)
    assert {path.read_text() for path in left.iterdir()} == {""}


def test_whoever_still_flushes_when_the_block_ends_changes_nothing(tmp_path: Path) -> None:
    """A thread that wrote a snapshot meanwhile kept files open for ever, or ended the case with an error."""
    home, left = tmp_path / "home", tmp_path / "left"
    home.mkdir()
    with SimulatedDisk(home) as disk:
        watched = os.fsync
    (home / "late").write_text("now")
    open_files = len(list(Path("/proc/self/fd").iterdir()))
    with (home / "late").open() as file:
        watched(file.fileno())
    with_folder = os.open(home, os.O_RDONLY)
    watched(with_folder)
    os.close(with_folder)
    assert len(list(Path("/proc/self/fd").iterdir())) == open_files
    disk.cut(left)
    assert not list(left.iterdir())
