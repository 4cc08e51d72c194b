"""The log of a run and the saves that name their places in it: torn, damaged, of another run, or of other rules.

Commands as data behind checksums: there and back, clear words for what is none, the sound beginning of a file.

Whole or not at all: what is put in a file's place, what is only written into, and whom a failure names.
"""

import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from roguelike.actions import acting
from roguelike.core.records import field_names
from roguelike.core.scalars import FAR
from roguelike.engine.play.commands import Cast, Pass, Step
from roguelike.engine.state.snapshot import state_hash
from roguelike.store import atomic, command_lines, generations, jsonl
from roguelike.store import recording as recording_module
from roguelike.store.folder import SaveFolder
from roguelike.store.log import MOST_REPEATED, Log
from roguelike.store.recording import Recording
from roguelike.store.replay import read_replay
from tests.store.conftest import Kept
from tests.store.folders import act, repeated


def log_of(path: Path) -> Path:
    """Return the log of the only run in a folder."""
    (file,) = path.glob("*.recording")
    return file


def written(file: Path, lines: list[dict[str, object]]) -> None:
    """Write lines with checksums in place of a file."""
    file.write_bytes(b"".join(map(jsonl.write_line, lines)))


@pytest.fixture
def played(folder: SaveFolder, recording: Recording) -> Recording:
    """A game that was saved, and played on for three commands."""
    folder.write(recording)
    for command in (Step(1, 0), Pass(), Step(0, 1)):
        folder.append(act(recording, command))
    return recording


def test_commands_since_the_save_come_back_and_the_recording_with_them(
    kept: Kept, played: Recording
) -> None:
    loaded = SaveFolder(kept.path).read(kept.catalog)
    assert loaded.commands == [Step(1, 0), Pass(), Step(0, 1)]
    again = repeated(loaded)
    assert state_hash(again.game) == state_hash(played.game)
    assert again.data == played.data == log_of(kept.path).read_bytes()
    assert read_replay(bytes(again.data)).commands == loaded.commands
    assert loaded.notes == []
    kept.folder.append(act(played, Pass()))
    kept.folder.write(played)
    assert kept.resume()[0].turn == played.game.turn


def test_a_torn_log_loses_its_tail_alone(kept: Kept) -> None:
    kept.write()
    before = state_hash(act(kept.recording, Step(1, 0)).game)
    kept.append()
    kept.append(Cast("Magic Missile", (9, 9)))
    file = log_of(kept.path)
    whole = file.read_bytes()
    end = whole.rindex(b"\n", 0, -1) + 1
    for rest in (*range(end + 1, len(whole), 9), len(whole)):
        torn = whole[:rest] if rest < len(whole) else whole[:end] + bytes(len(whole) - end)
        file.write_bytes(torn)
        again, notes = kept.resume()
        assert state_hash(again) == before
        assert notes[0].startswith("The end of the recording was damaged and was dropped")
        assert not (kept.path / "damaged").exists(), "no whole line was lost"
        assert file.read_bytes() == torn, "nothing is cut off before the game goes on"
    kept.folder.close()
    with SaveFolder(kept.path) as other:
        again = repeated(other.read(kept.catalog))
        other.append(act(again, Pass()))
    assert bytes(again.data) == file.read_bytes()
    assert read_replay(file.read_bytes()).commands == [Step(1, 0), Pass()]


@pytest.mark.parametrize(
    "line", [{"do": "juggle"}, {"do": "pass", "at": 5}, {"do": "step", "dx": "left"}]
)
def test_a_line_that_is_no_command_ends_the_log_and_all_of_it_is_kept(
    kept: Kept, played: Recording, line: dict[str, object]
) -> None:
    kept.folder.close()
    file = log_of(kept.path)
    lines = [value for value, _ in jsonl.sound_lines(file.read_bytes())]
    written(file, [*lines[:-1], line, lines[-1]])
    data = file.read_bytes()
    loaded = SaveFolder(kept.path).read(kept.catalog)
    assert loaded.commands == [Step(1, 0), Pass()]
    assert f"All of it is kept as damaged/{file.name}." in loaded.notes[0]
    assert (kept.path / "damaged" / file.name).read_bytes() == data


def test_what_led_to_the_save_may_be_damaged_and_what_came_since_is_still_there(
    kept: Kept, played: Recording
) -> None:
    kept.folder.write(played)
    kept.folder.append(act(played, Pass()))
    kept.folder.close()
    file = log_of(kept.path)
    damaged = bytearray(file.read_bytes())
    damaged[damaged.index(b"step")] ^= 1
    file.write_bytes(damaged)
    for _ in range(2):  # it is told until the game goes on
        with SaveFolder(kept.path) as other:
            loaded = other.read(kept.catalog)
            assert loaded.notes[0].endswith(f"it was kept as damaged/{file.name}.")
            again = repeated(loaded)
    assert state_hash(again.game) == state_hash(played.game)
    assert len(list((kept.path / "damaged").iterdir())) == 1
    with SaveFolder(kept.path) as other:
        again = repeated(other.read(kept.catalog))
        other.append(act(again, Step(1, 0)))
    replay = read_replay(file.read_bytes())
    assert replay.start == loaded.origin
    assert replay.commands == [Pass(), Step(1, 0)]
    with SaveFolder(kept.path) as other:
        assert other.read(kept.catalog).notes == []


def test_commands_of_another_game_are_not_taken_for_its_own(kept: Kept, played: Recording) -> None:
    kept.folder.close()
    file = log_of(kept.path)
    lines = [value for value, _ in jsonl.sound_lines(file.read_bytes())]
    written(file, [*lines[:-1], {**lines[-1], "at": [44, 7, 7, 7]}])
    with pytest.raises(ValueError, match="diverges"):
        repeated(SaveFolder(kept.path).read(kept.catalog))


@pytest.mark.parametrize("harm", ["gone", "empty", "of another run"])
def test_without_its_log_the_save_is_there_and_a_new_one_begins(
    kept: Kept, played: Recording, harm: str
) -> None:
    kept.folder.write(played)
    before = state_hash(played.game)
    kept.folder.close()
    file = log_of(kept.path)
    match harm:
        case "gone":
            file.unlink()
        case "empty":
            file.write_bytes(b"")
        case _:
            file.write_bytes(bytes(act(Recording(played.game), Pass()).data))
    with SaveFolder(kept.path) as other:
        loaded = other.read(kept.catalog)
        assert bool(loaded.notes) == (harm != "gone")
        again = repeated(loaded)
        assert state_hash(again.game) == before
        other.append(act(again, Pass()))
    assert read_replay(file.read_bytes()).start == loaded.origin


def test_of_a_log_without_end_only_so_many_commands_are_repeated(
    kept: Kept, played: Recording
) -> None:
    kept.folder.close()
    file = log_of(kept.path)
    data = file.read_bytes()
    file.write_bytes(data + data[data.rindex(b"\n", 0, -1) + 1 :] * MOST_REPEATED)
    assert len(SaveFolder(kept.path).read(kept.catalog).commands) <= MOST_REPEATED
    os.truncate(file, 10**12)
    loaded = SaveFolder(kept.path).read(kept.catalog)
    assert loaded.commands == []
    assert loaded.notes


def test_other_rules_do_not_repeat_commands_and_begin_a_recording_of_their_own(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.write()
    before = state_hash(kept.recording.game)
    kept.append(Step(1, 0), Pass())
    kept.folder.close()
    monkeypatch.setattr("roguelike.store.loaded.__version__", "0.0.7")
    loaded = SaveFolder(kept.path).read(kept.catalog)
    assert loaded.commands == []
    assert "last 2 commands are not repeated" in loaded.notes[0]
    file = log_of(kept.path)
    assert loaded.notes[1].endswith(f"the one until now is replaced/{file.name}.")
    assert (kept.path / "replaced" / file.name).read_bytes() == file.read_bytes()
    assert not (kept.path / "damaged").exists(), "it is whole, and plays where it was made"
    assert state_hash(loaded.game) == before
    assert loaded.recording().kept == 0
    assert read_replay(bytes(loaded.recording().data)).start == loaded.origin


def test_a_log_that_is_full_begins_anew_with_the_latest_save(
    kept: Kept, played: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording_module, "MOST_RECORDED", 5)
    kept.folder.append(act(played, Pass()))
    kept.folder.write(played)
    kept.folder.append(act(played, Step(1, 0)))
    loaded = SaveFolder(kept.path).read(kept.catalog)
    assert (loaded.notes, loaded.commands) == ([], [Step(1, 0)])
    assert read_replay(log_of(kept.path).read_bytes()).start == loaded.origin
    assert state_hash(repeated(loaded).game) == state_hash(played.game)


def test_a_log_that_was_deleted_is_written_again_as_a_whole(kept: Kept, played: Recording) -> None:
    log_of(kept.path).unlink()
    kept.folder.append(act(played, Pass()))
    assert log_of(kept.path).read_bytes() == played.data
    assert kept.hash_of_resumed == state_hash(played.game)


def test_a_log_that_is_a_link_is_replaced_and_what_it_leads_to_is_kept(
    tmp_path: Path, recording: Recording
) -> None:
    elsewhere, folder = tmp_path / "thesis.txt", tmp_path / "saves"
    elsewhere.write_text("three years of work")
    folder.mkdir()
    link = folder / "r1.recording"
    link.symlink_to(elsewhere)
    Log(folder, "r1", 0).add(recording.data)
    assert elsewhere.read_text() == "three years of work"
    assert link.read_bytes() == recording.data
    assert not link.is_symlink()


@pytest.mark.parametrize("now", [5, None, {"line": 7}, "\x1b[2J", "Level 9"])
@pytest.mark.parametrize("at", [5, [-3, 0, 0, 0], ["x"], [44, 1, 1, 1]])
def test_what_the_log_tells_the_title_is_looked_at(
    folder: SaveFolder, played: Recording, path: Path, now: object, at: object
) -> None:
    folder.close()
    data = log_of(path).read_bytes()
    start = data[: data.index(b'"do"')].rindex(b"\n") + 1
    log_of(path).write_bytes(data[:start] + jsonl.write_line({"do": "pass", "at": at, "now": now}))
    found = generations.summary(path)
    assert found.line.isprintable()
    assert found.turn in (0, 41, 44)


def test_no_command_waits_for_its_own_flush_and_the_next_one_does(
    tmp_path: Path, recording: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, flushed = Log(tmp_path, "r1", 0), list[float]()
    log.add(recording.data)

    def slow(descriptor: int) -> None:
        time.sleep(0.3)
        flushed.append(time.monotonic())

    monkeypatch.setattr(os, "fsync", slow)
    log.add(act(recording, Pass()).data)
    assert not flushed, "the disk is still at it"
    assert (tmp_path / "r1.recording").read_bytes() == recording.data, "and a kill loses nothing"
    log.add(act(recording, Pass()).data)
    assert flushed, "the next one waits for it"
    assert log.close()


def test_what_the_disk_refused_is_written_again(
    tmp_path: Path, recording: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    log = Log(tmp_path, "r1", 0)
    log.add(recording.data)
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", refuse)
        log.add(act(recording, Pass()).data)
        with pytest.raises(OSError, match="Input/output"):
            log.add(act(recording, Pass()).data)
    rewritten = list[bytes]()
    genuine = atomic.append
    monkeypatch.setattr(
        atomic, "append", lambda file, data: (rewritten.append(data), genuine(file, data))
    )
    log.add(recording.data)
    assert b"".join(rewritten).count(b"\n") == 2, "both commands, on to what the disk has"
    assert log.close()
    assert (tmp_path / "r1.recording").read_bytes() == recording.data


KINDS = [acting.ACTIONS[name] for name in sorted(acting.ACTIONS)]
NUMBERS = st.integers(-FAR, FAR)
VALUES: dict[Any, st.SearchStrategy[Any]] = {
    int: NUMBERS,
    str: st.text(st.characters(exclude_categories=("C", "Z")), max_size=100),
    tuple[int, int] | None: st.none() | st.tuples(NUMBERS, NUMBERS),
}
"""What play can come to in a field of a command."""


@given(st.data())
def test_every_action_comes_back(data: st.DataObject) -> None:
    for kind in KINDS:
        values = {each.name: VALUES[each.type] for each in fields(kind)}
        action = data.draw(st.builds(kind, **values))
        again = command_lines.decode(json.loads(json.dumps(command_lines.encode(action))))
        assert again == action
        assert type(again) is kind


def test_commands_read_plainly() -> None:
    assert command_lines.encode(Step(1, 0)) == {"do": "step", "dx": 1, "dy": 0}
    assert command_lines.encode(Cast("Fireball", (3, 4))) == {
        "do": "cast", "spell": "Fireball", "target": [3, 4], "choice": 0,
    }  # fmt: skip
    assert command_lines.decode({"do": "cast", "spell": "Fireball"}) == Cast("Fireball")
    assert command_lines.decode({"do": "pass"}) == Pass()


def test_no_field_of_an_action_is_called_do() -> None:
    assert not [kind for kind in KINDS if "do" in field_names(kind)]


def test_an_undeclared_action_is_refused() -> None:
    class Dream(acting.Action):
        """Not an action that anybody declared."""

    with pytest.raises(command_lines.CommandError, match="Dream is no declared action"):
        command_lines.encode(Dream())


objects = st.dictionaries(st.text(max_size=4), st.integers() | st.text(max_size=4), max_size=3)


@given(st.lists(objects, max_size=5))
def test_lines_come_back(values: list[dict[str, object]]) -> None:
    assert jsonl.read_lines(b"".join(map(jsonl.write_line, values))) == (values, True)


@given(st.lists(objects, min_size=1, max_size=4), st.data())
def test_a_torn_file_keeps_whole_lines(
    values: list[dict[str, object]], data: st.DataObject
) -> None:
    lines = [jsonl.write_line(value) for value in values]
    whole = b"".join(lines)
    length = data.draw(st.integers(0, len(whole)))
    count = next(n for n in range(len(lines), -1, -1) if len(b"".join(lines[:n])) <= length)
    found, is_whole = jsonl.read_lines(whole[:length])
    assert found == values[:count]
    assert is_whole == (len(b"".join(lines[:count])) == length)


@given(st.lists(objects, min_size=1, max_size=4), st.data())
def test_a_flipped_bit_ends_the_file(values: list[dict[str, object]], data: st.DataObject) -> None:
    whole = bytearray(b"".join(map(jsonl.write_line, values)))
    place = data.draw(st.integers(0, len(whole) - 1))
    line = whole[:place].count(b"\n")
    whole[place] ^= 1 << data.draw(st.integers(0, 7))
    found, is_whole = jsonl.read_lines(bytes(whole))
    assert not is_whole
    assert found == values[:line]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    kept, link = tmp_path / "dotfiles" / "settings.json", tmp_path / "settings.json"
    kept.parent.mkdir()
    kept.write_bytes(b"old")
    link.symlink_to(kept)
    atomic.write_whole(link, b"new")
    assert link.is_symlink()
    assert kept.read_bytes() == b"new"


def test_a_link_that_leads_to_itself_is_replaced(tmp_path: Path) -> None:
    link = tmp_path / "settings.json"
    link.symlink_to(link)
    atomic.write_whole(link, b"new")
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
        atomic.write_whole(pipe, b"film")
        assert os.read(reader, 100) == b"film"
    finally:
        os.close(reader)
    assert pipe.is_fifo(), "a device or a pipe is nobody's to replace"


def test_no_more_is_read_than_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(b"12345")
    assert atomic.read_bounded(file, 5) == b"12345"
    with pytest.raises(OSError, match="more than 4 bytes"):
        atomic.read_bounded(file, 4)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device of Unix")
def test_a_device_that_says_no_size_and_never_ends_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "progress.json"
    link.symlink_to("/dev/zero")
    with pytest.raises(OSError, match="more than 100 bytes"):
        atomic.read_bounded(link, 100)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are of Unix")
def test_a_pipe_with_nobody_at_its_other_end_is_not_waited_for(tmp_path: Path) -> None:
    pipe, came_to = tmp_path / "pipe", list[object]()
    os.mkfifo(pipe)

    def open_both_ways() -> None:
        came_to.append(atomic.read_bounded(pipe, 100))
        with pytest.raises(OSError, match="pipe") as fault:
            atomic.open_to_append(pipe)
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
    assert atomic.read_bounded(Path(f"/dev/fd/{near}"), 100) == b"half and half"
    os.close(near)


@pytest.mark.parametrize("place", ["absent/film", "folder"])
def test_a_failure_names_the_file_that_was_asked_for(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=place) as fault:
        atomic.write_whole(tmp_path / place, b"film")
    assert fault.value.filename == str(tmp_path / place)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"], "nothing is left beside it"


def test_a_full_disk_is_named_by_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int, __: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space") as fault:
        atomic.write_whole(tmp_path / "film", b"film")
    assert fault.value.filename == str(tmp_path / "film")
