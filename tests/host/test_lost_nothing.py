"""What is damaged, or was never ours, is kept out of the way and told: nothing of the player's is written over."""

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from roguelike.engine.loading import DataLoader
from roguelike.engine.play.commands import Pass
from roguelike.engine.state.snapshot import state_hash
from roguelike.host import LocalHost
from roguelike.store import atomic
from roguelike.store.history import is_retired
from roguelike.testing import pilot as pilot_module
from roguelike.toolkit.settings import Progress
from roguelike.ui.program import UserError
from roguelike.world.game import Game


@pytest.fixture(scope="module")
def data() -> DataLoader:
    """The data, loaded once."""
    return pilot_module._data()


def played(saves: Path, data: DataLoader, turns: int = 4) -> int:
    """Begin a game, play, save, play on, and leave without a save; return the turn."""
    host = LocalHost(saves, data)
    session = host.start("7")
    for number in range(2 * turns):
        session.do(Pass())
        if number == turns - 1:
            session.save("turns")
    host.close()
    return session.game.turn


def resumed(saves: Path, data: DataLoader) -> tuple[int, str]:
    """Go on with the saved game until a frame was shown; return its turn, and all that its log says."""
    host = LocalHost(saves, data)
    session = host.resume()
    host.after_frame()
    host.close()
    return session.game.turn, " ".join(line.text for line in session.log)


def test_a_progress_file_that_is_none_is_kept_and_told(tmp_path: Path, data: DataLoader) -> None:
    """Of a name that is no text, the reader of JSON saw only that it knows none such: the lessons were lost."""
    for number, text in enumerate((b'{"hints": 5}', b"\xff", b'{"l\xe9ssons": ["walk"]}'), 1):
        (tmp_path / "progress.json").write_bytes(text)
        host = LocalHost(tmp_path, data)
        assert host.load_progress() == Progress()
        (told,) = host.notices()
        kept = "progress.damaged" if number == 1 else f"progress.damaged.{number}"
        assert told.endswith(f" is in {kept}.")
        assert ("Lessons and hints begin anew" in told) == (number > 1)
        host.keep_progress(Progress(["walk"]))
        assert (tmp_path / kept).read_bytes() == text


def test_the_second_broken_settings_file_does_not_replace_the_first(
    tmp_path: Path, data: DataLoader
) -> None:
    for text in ("first", "second"):
        (tmp_path / "settings.json").write_text(text)
        LocalHost(tmp_path, data).load_settings()
    assert (tmp_path / "settings.damaged").read_text(encoding="utf-8") == "first"
    assert (tmp_path / "settings.damaged.2").read_text(encoding="utf-8") == "second"


def test_a_torn_line_of_the_history_ends_nobody(tmp_path: Path, data: DataLoader) -> None:
    turn = played(tmp_path, data)
    (recording,) = tmp_path.glob("*.recording")
    history = tmp_path / "history.jsonl"
    history.write_text(f'{{"run":"{recording.stem}","how":"died","epit')  # where the power was cut
    assert not is_retired(history, recording.stem)
    assert resumed(tmp_path, data)[0] == turn


@pytest.mark.parametrize("name", ["game-1.save", "game-٠٠٠٠٠٩.save", f"game-{'0' * 7}1.journal"])
def test_names_that_the_game_would_not_write_are_left_alone(
    tmp_path: Path, data: DataLoader, name: str
) -> None:
    turn = played(tmp_path, data)
    (tmp_path / name).write_bytes(b"mine")
    found, told = resumed(tmp_path, data)
    assert found == turn
    assert "cannot be read" not in told
    assert (tmp_path / name).read_bytes() == b"mine"


def _pipe(path: Path) -> None:
    os.mkfifo(path)


PIPE = pytest.param(
    _pipe, marks=pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are of Unix")
)  # fmt: skip


@pytest.mark.parametrize("make", [Path.mkdir, PIPE])
@pytest.mark.parametrize("name", ["lock", "playing"])
def test_what_is_no_file_in_the_place_of_one_keeps_nobody_from_saving(
    tmp_path: Path, data: DataLoader, name: str, make: Callable[[Path], None]
) -> None:
    turn = played(tmp_path, data)
    (tmp_path / name).unlink(missing_ok=True)
    make(tmp_path / name)
    assert resumed(tmp_path, data)[0] == turn
    assert (tmp_path / "damaged" / name).exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are of Unix")
def test_to_write_into_a_pipe_that_nobody_reads_is_refused(tmp_path: Path) -> None:
    pipe, refused = tmp_path / "progress.json", list[str | None]()
    os.mkfifo(pipe)

    def write() -> None:
        with pytest.raises(OSError, match="No such device") as fault:
            atomic.write_whole(pipe, b"{}")
        refused.append(fault.value.filename)

    writes = threading.Thread(target=write, daemon=True)
    writes.start()
    writes.join(5)
    assert refused == [str(pipe)]


def test_commands_that_a_fault_of_ours_keeps_from_being_repeated_are_kept_and_told(
    tmp_path: Path, data: DataLoader, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = played(tmp_path, data)
    kept = (max(tmp_path.glob("*.save")), *tmp_path.glob("*.recording"))
    files = {path.name: path.read_bytes() for path in kept}
    host = LocalHost(tmp_path, data)
    with monkeypatch.context() as planted:
        planted.setattr("roguelike.effects.upkeep.grow_hungry", failing_after(2))
        session = host.resume()
    assert session.game.turn == turn - 2
    (told,) = [line.text for line in session.log if "A fault of ours" in line.text]
    assert "the last 2 commands" in told
    for _ in range(2):
        session.do(Pass())
        session.save("turns")
    host.close()
    for name, text in files.items():
        assert f"damaged/{name}" in told
        assert (tmp_path / "damaged" / name).read_bytes() == text


def failing_after(times: int) -> Callable[..., None]:
    """Return what fails whenever the turn is reached that it is called in for the time after these."""
    turns: set[int] = set()

    def fail(game: Game, entity: int) -> None:
        turns.add(game.turn)
        if len(turns) > times:
            turns.discard(game.turn)
            raise ZeroDivisionError

    return fail


@pytest.mark.parametrize(
    "reading",
    [
        "roguelike.store.save_file.read",
        "roguelike.store.loaded.recorded_in",
        "roguelike.engine.session.play",
    ],
)
def test_too_little_memory_is_no_damage(
    tmp_path: Path, data: DataLoader, monkeypatch: pytest.MonkeyPatch, reading: str
) -> None:
    turn = played(tmp_path, data)
    before = sorted(tmp_path.iterdir())

    def fail(*_: object) -> None:
        raise MemoryError

    host = LocalHost(tmp_path, data)
    with monkeypatch.context() as planted:
        planted.setattr(reading, fail)
        with pytest.raises(UserError, match="not enough memory"):
            host.resume()
    host.close()
    assert {*tmp_path.iterdir()} >= {*before}
    assert not (tmp_path / "damaged").exists()
    assert resumed(tmp_path, data)[0] == turn


def test_a_system_without_memory_says_so_and_not_that_the_save_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacking(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    monkeypatch.setattr(os, "open", lacking)
    with pytest.raises(MemoryError):
        atomic.read_bounded(tmp_path / "game-000001.save", 10)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="links that lead to themselves are of Unix")
def test_a_log_that_cannot_be_read_is_kept_and_told(tmp_path: Path, data: DataLoader) -> None:
    played(tmp_path, data)
    (log,) = tmp_path.glob("*.recording")
    log.unlink()
    log.symlink_to(log)
    _, told = resumed(tmp_path, data)
    assert f"it was kept as damaged/{log.name}." in told
    assert (tmp_path / "damaged" / log.name).is_symlink()


def test_a_game_gone_on_with_in_bits_is_the_one_gone_on_with_at_once(
    tmp_path: Path, data: DataLoader
) -> None:
    turn = played(tmp_path, data, turns=9)
    host, bits = LocalHost(tmp_path, data), []
    work = host.resuming()
    assert work.length == 9
    while not work.work(4):
        bits.append(work.done)
    assert (bits, work.session.game.turn) == ([4, 8], turn)
    before = state_hash(work.session.game)
    host.close()
    assert state_hash(LocalHost(tmp_path, data).resume().game) == before


def test_a_game_that_was_not_waited_for_stays_as_it_is_saved(
    tmp_path: Path, data: DataLoader
) -> None:
    turn, before = played(tmp_path, data), {each: each.read_bytes() for each in files(tmp_path)}
    host = LocalHost(tmp_path, data)
    work = host.resuming()
    assert not work.work(1)
    work.drop()
    host.close()
    assert {each: each.read_bytes() for each in files(tmp_path)} == before
    assert resumed(tmp_path, data)[0] == turn


def files(saves: Path) -> list[Path]:
    """List the files of saves and what was done since."""
    return sorted((*saves.glob("game-*"), *saves.glob("*.recording")))
