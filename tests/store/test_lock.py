"""One program at a time: a second one is refused while the first lives, and not a moment longer."""

import subprocess
import sys
from pathlib import Path

import pytest

from roguelike.engine.state.errors import SaveError
from roguelike.raws.catalog import Catalog
from roguelike.store import lock
from roguelike.store.folder import SaveFolder
from roguelike.store.generations import summary
from roguelike.store.recording import Recording

ROOT = Path(__file__).parents[2]
HOLD = """
import sys
from pathlib import Path
from roguelike.store import lock
lock.acquire(Path(sys.argv[1]))
print("locked", flush=True)
sys.stdin.read()
"""


def test_a_second_program_is_refused(
    tmp_path: Path, recording: Recording, catalog: Catalog
) -> None:
    folder = SaveFolder(tmp_path)
    folder.write(recording)
    folder.close()
    arguments = [sys.executable, "-c", HOLD, str(tmp_path / "lock")]
    with subprocess.Popen(
        arguments, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        for attempt in (lambda: folder.write(recording), lambda: folder.read(catalog)):
            with pytest.raises(SaveError) as caught:
                attempt()
            assert caught.value.kind == "in use"
            assert f"process {other.pid}" in caught.value.message
        assert summary(folder.path) is not None, "looking is free"
        other.kill()
        other.wait()
    folder.write(recording)
    folder.close()


def test_a_file_left_by_a_dead_program_is_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_text("999999\n")
    lock.acquire(path)
    lock.acquire(path)
    lock.release(path)
    lock.release(path)


def test_a_lock_that_was_deleted_is_taken_anew(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock.acquire(path)
    path.unlink()
    lock.acquire(path)
    assert path.exists(), "what was deleted keeps no other program out"
    lock.release(path)


def test_a_lock_that_is_a_link_is_replaced_and_what_it_leads_to_is_kept(tmp_path: Path) -> None:
    elsewhere, path = tmp_path / "thesis.txt", tmp_path / "saves" / "lock"
    elsewhere.write_text("three years of work")
    path.parent.mkdir()
    path.symlink_to(elsewhere)
    assert lock.owner(path) == ""
    lock.acquire(path)
    lock.release(path)
    assert elsewhere.read_text() == "three years of work"
    assert not path.is_symlink()


def test_one_program_may_open_a_folder_twice(tmp_path: Path, recording: Recording) -> None:
    first, second = SaveFolder(tmp_path), SaveFolder(tmp_path)
    first.write(recording)
    second.write(recording)
    first.close()
    second.write(recording)
    second.close()
