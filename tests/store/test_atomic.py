"""Whole or not at all: what is put in a file's place, what is only written into, and whom a failure names."""

import os
import threading
from pathlib import Path

import pytest

from roguelike.store.atomic import open_to_append, read_bounded, write_whole


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    kept, link = tmp_path / "dotfiles" / "settings.json", tmp_path / "settings.json"
    kept.parent.mkdir()
    kept.write_bytes(b"old")
    link.symlink_to(kept)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert kept.read_bytes() == b"new"


def test_a_link_that_leads_to_itself_is_replaced(tmp_path: Path) -> None:
    link = tmp_path / "settings.json"
    link.symlink_to(link)
    write_whole(link, b"new")
    assert link.read_bytes() == b"new"
    assert not link.is_symlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are of Unix")
def test_what_is_no_file_is_written_into_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(
        pipe, os.O_RDONLY | os.O_NONBLOCK
    )  # there before the writer, who waits for nobody
    try:
        write_whole(pipe, b"film")
        assert os.read(reader, 100) == b"film"
    finally:
        os.close(reader)
    assert pipe.is_fifo(), "a device or a pipe is nobody's to replace"


def test_no_more_is_read_than_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(b"12345")
    assert read_bounded(file, 5) == b"12345"
    with pytest.raises(OSError, match="more than 4 bytes"):
        read_bounded(file, 4)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device of Unix")
def test_a_device_that_says_no_size_and_never_ends_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "progress.json"
    link.symlink_to("/dev/zero")
    with pytest.raises(OSError, match="more than 100 bytes"):
        read_bounded(link, 100)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are of Unix")
def test_a_pipe_with_nobody_at_its_other_end_is_not_waited_for(tmp_path: Path) -> None:
    pipe, came_to = tmp_path / "pipe", list[object]()
    os.mkfifo(pipe)

    def open_both_ways() -> None:
        came_to.append(read_bounded(pipe, 100))
        with pytest.raises(OSError, match="pipe") as fault:
            open_to_append(pipe)
        came_to.append(fault.value.filename)

    waits = threading.Thread(target=open_both_ways, daemon=True)
    waits.start()
    waits.join(5)
    assert came_to == [b"", str(pipe)]


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="a folder of Unix")
def test_a_pipe_that_somebody_writes_to_is_read_to_its_end() -> None:
    """As `roguelike verify <(command)` is."""
    near, far = os.pipe()
    os.write(far, b"half ")
    writer = threading.Timer(0.1, lambda: (os.write(far, b"and half"), os.close(far)))
    writer.start()
    assert read_bounded(Path(f"/dev/fd/{near}"), 100) == b"half and half"
    os.close(near)


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
