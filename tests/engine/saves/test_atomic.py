"""Whole or not at all: what is put in a file's place, what is only written into, and whom a failure names."""

import os
import threading
from pathlib import Path

import pytest

from roguelike.engine.saves.atomic import write_whole


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    kept, link = tmp_path / "dotfiles" / "settings.json", tmp_path / "settings.json"
    kept.parent.mkdir()
    kept.write_bytes(b"old")
    link.symlink_to(kept)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert kept.read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are of Unix")
def test_what_is_no_file_is_written_into_and_not_replaced(tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_whole(pipe, b"film")
    reader.join(5)
    assert heard == [b"film"]
    assert pipe.is_fifo(), "a device or a pipe is nobody's to replace"


@pytest.mark.parametrize("place", ["absent/film", "folder"])
def test_a_failure_names_the_file_that_was_asked_for(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=place) as fault:
        write_whole(tmp_path / place, b"film")
    assert fault.value.filename == str(tmp_path / place)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"], "nothing is left beside it"


def test_a_full_disk_is_named_by_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int, __: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space") as fault:
        write_whole(tmp_path / "film", b"film")
    assert fault.value.filename == str(tmp_path / "film")
