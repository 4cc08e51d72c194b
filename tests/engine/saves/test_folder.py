"""A folder of saves: nothing that goes wrong loses a game, crashes, or brings anybody back from the dead."""

import errno
import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from roguelike.actions.action import Action, perform
from roguelike.engine.commands import Cast, Pass, Step
from roguelike.engine.saves import container
from roguelike.engine.saves.errors import SaveError
from roguelike.engine.saves.folder import SaveFolder
from roguelike.engine.saves.jsonl import write_line
from roguelike.engine.saves.recording import Recording
from roguelike.engine.saves.recording_file import RecordingFile
from roguelike.engine.saves.snapshot import state_hash
from roguelike.raws.catalog import Catalog
from roguelike.world.game import Game

Dungeon = Callable[..., Game]

NOON = "2031-02-03T12:00:00+00:00"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the saves are."""
    return tmp_path / "my saves"


@pytest.fixture
def folder(path: Path) -> Iterator[SaveFolder]:
    """A folder of saves that does not exist yet."""
    with SaveFolder(path, clock=lambda: NOON) as found:
        yield found


def act(game: Game, *commands: Action) -> list[Action]:
    """Do something that changes the state and draws on chance."""
    for command in commands:
        game.enter()
        perform(command, game.player, game)
        game.rng.below(6)
        game.turn += 1
    return list(commands)


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
    """Load as another program would, and repeat the journal."""
    with SaveFolder(path) as folder:
        loaded = folder.read(catalog)
    act(loaded.game, *loaded.journal)
    return loaded.game, loaded.notes


def test_a_game_comes_back(folder: SaveFolder, game: Game, path: Path, catalog: Catalog) -> None:
    assert folder.summary() is None
    assert folder.summary() is None
    folder.write(game)
    again, notes = resume(path, catalog)
    assert state_hash(again) == state_hash(game)
    assert notes == []


def test_commands_since_the_snapshot_are_kept(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    folder.write(game)
    for command in (Step(1, 0), Pass(), Step(0, 1)):
        folder.append(game, act(game, command))
    again, notes = resume(path, catalog)
    assert state_hash(again) == state_hash(game)
    assert notes == []


def test_a_folder_that_was_deleted_during_play_is_made_again_at_the_next_command(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    for commands in ([Pass()], []):  # with a journal, and before there is one
        folder.write(game)
        folder.append(game, act(game, *commands))
        shutil.rmtree(path)
        folder.append(game, act(game, Pass()))
        assert state_hash(resume(path, catalog)[0]) == state_hash(game)


def test_a_recording_that_was_deleted_is_written_again_as_a_whole(
    game: Game, tmp_path: Path
) -> None:
    recording, file = Recording(game, b""), RecordingFile(tmp_path, "r1")
    for _ in range(2):
        recording.note(game, *act(game, Pass()))
        assert file.write(recording) == len(recording.data())
        assert (tmp_path / "r1.recording").read_bytes() == recording.data()
        (tmp_path / "r1.recording").unlink()


def test_two_generations_are_kept(folder: SaveFolder, game: Game, path: Path) -> None:
    for _ in range(4):
        folder.write(game, act(game, Pass()))
    assert saves(path) == ["game-000003.journal", "game-000003.save", "game-000004.save"]


def test_the_title_can_say_whose_save_it_is(folder: SaveFolder, game: Game, path: Path) -> None:
    folder.write(game)
    summary = SaveFolder(path).summary()
    assert summary is not None
    assert summary.line == "Level 1, 25/30 hit points, Hall 1, turn 41"
    assert (summary.seed, summary.turn, summary.created, summary.fault) == ("a seed", 41, NOON, "")


def test_the_title_says_how_the_game_stands_after_its_last_command(
    folder: SaveFolder, game: Game, path: Path
) -> None:
    folder.write(game)
    for _ in range(3):
        folder.append(game, act(game, Pass()))
    summary = SaveFolder(path).summary()
    assert summary is not None
    assert summary.turn == game.turn == 44
    assert summary.line == "Level 1, 25/30 hit points, Hall 1, turn 44"
    journal = path / "game-000001.journal"
    journal.write_bytes(journal.read_bytes()[:-4])
    torn = SaveFolder(path).summary()
    assert torn is not None
    assert torn.turn == 43
    journal.write_bytes(b"anything")
    assert "turn 41" in (SaveFolder(path).summary() or summary).line


# --- damage


@pytest.mark.parametrize("trouble", ["folder", "forbidden"])
def test_a_save_that_cannot_be_read_gives_way_to_the_one_before(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch,
    trouble: str,
) -> None:  # fmt: skip
    folder.write(game)
    older = state_hash(game)
    folder.write(game, act(game, Pass()))
    newest = path / "game-000002.save"
    if trouble == "folder":
        newest.unlink()
        newest.mkdir()
        (newest / "inside").write_text("mine")
    else:
        forbid(monkeypatch, newest)
    summary = SaveFolder(path).summary()
    assert summary is not None
    assert not summary.fault
    again, notes = resume(path, catalog)
    assert state_hash(again) in (older, state_hash(game))
    assert "game-000002.save cannot be read" in notes[0]
    assert "moved to damaged/game-000002.save" in notes[0]
    assert notes[1] == "The game goes on from the save before it."
    for _ in range(3):
        folder.write(again, act(again, Pass()))
    assert "game-000002.save" not in saves(path)
    assert (path / "damaged" / "game-000002.save").exists()


def test_with_no_save_before_it_nothing_is_moved(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write(game)
    only = path / "game-000001.save"
    with monkeypatch.context() as patch:
        forbid(patch, only)
        with pytest.raises(SaveError) as caught:
            folder.read(catalog)
        assert caught.value.kind == "unreadable"
        assert "game-000001.save cannot be read: Permission denied." in caught.value.message
        summary = SaveFolder(path).summary()
        assert summary is not None
        assert "cannot be read" in summary.fault
    again, notes = resume(path, catalog)
    assert state_hash(again) == state_hash(game)
    assert notes == []


def forbid(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """Let nobody read a file: whoever runs the tests may be allowed to read everything."""
    opened = os.open

    def refuse(path: Any, how: int, *mode: Any, **where: Any) -> int:
        if Path(path) == file:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, how, *mode, **where)

    monkeypatch.setattr(os, "open", refuse)


def test_a_damaged_save_costs_nothing(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    folder.write(game)
    done = act(game, Step(1, 0))
    folder.append(game, done)
    folder.write(game, done + act(game, Pass()))
    folder.append(game, act(game, Step(1, 1)))
    spoil(path, 2)
    summary = SaveFolder(path).summary()
    assert summary is not None
    assert summary.turn == game.turn, "the journals tell how it stands"
    again, notes = resume(path, catalog)
    assert state_hash(again) == state_hash(game), "the older save's journal leads to the newer's"
    assert "game-000002.save is damaged" in notes[0]
    assert "moved to damaged/game-000002.save" in notes[0]
    assert saves(path) == ["game-000001.journal", "game-000001.save", "game-000002.journal"]


def test_after_damage_the_game_goes_on(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    folder.write(game)
    folder.write(game, act(game, Pass()))
    spoil(path, 2)
    loaded = folder.read(catalog)
    act(loaded.game, *loaded.journal)
    folder.write(loaded.game)
    assert state_hash(resume(path, catalog)[0]) == state_hash(game)


def test_two_damaged_saves_are_both_set_aside(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    folder.write(game)
    folder.write(game)
    spoil(path, 1)
    spoil(path, 2)
    summary = SaveFolder(path).summary()
    assert summary is not None
    assert "damaged" in summary.fault
    with pytest.raises(SaveError) as caught:
        SaveFolder(path).read(catalog)
    assert caught.value.kind == "damaged"
    assert sorted(each.name for each in (path / "damaged").iterdir()) == [
        "game-000001.save",
        "game-000002.save",
    ]
    assert SaveFolder(path).summary() is None


def test_set_aside_names_never_clash(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    for _ in range(3):
        path.mkdir(exist_ok=True)
        (path / "game-000001.save").write_bytes(b"nothing of ours")
        with pytest.raises(SaveError):
            folder.read(catalog)
    assert sorted(each.name for each in (path / "damaged").iterdir()) == [
        "game-000001.save",
        "game-000001.save.2",
        "game-000001.save.3",
    ]


def test_truncation_anywhere_falls_back(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    folder.write(game)
    folder.write(game, act(game, Pass()))
    newest = path / "game-000002.save"
    whole = newest.read_bytes()
    for length in (0, 1, 14, 15, 60, 79, 80, 81, 200, len(whole) // 2, len(whole) - 1):
        newest.write_bytes(whole[:length])
        again, notes = resume(path, catalog)
        assert state_hash(again) == state_hash(game)
        assert notes
    assert len(list((path / "damaged").iterdir())) == 11


def test_a_newer_save_is_left_alone(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    folder.write(game)
    folder.write(game)
    newest = path / "game-000002.save"
    header, body = container.unframe(newest.read_bytes(), "here")
    header |= {"schema_version": 99, "version": "9.1.0"}
    newest.write_bytes(data := container.frame(json.dumps(header).encode(), body))
    summary = folder.summary()
    assert summary is not None
    assert "version 9.1.0" in summary.fault
    with pytest.raises(SaveError) as caught:
        folder.read(catalog)
    assert caught.value.kind == "newer"
    assert newest.read_bytes() == data
    assert saves(path)[0] == "game-000001.journal"


def test_a_torn_journal_loses_its_tail_alone(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    folder.write(game)
    folder.append(game, act(game, Step(1, 0)))
    before = state_hash(game)
    folder.append(game, act(game, Cast("Magic Missile", (9, 9))))
    journal = path / "game-000001.journal"
    whole = journal.read_bytes()
    end = whole.rindex(b"\n", 0, -1) + 1
    for length in range(end + 1, len(whole), 5):
        journal.write_bytes(whole[:length])
        again, notes = resume(path, catalog)
        assert state_hash(again) == before
        assert "journal was damaged" in notes[0]
    journal.write_bytes(whole.replace(b"Missile", b"Missive"))
    assert state_hash(resume(path, catalog)[0]) == before


def test_a_journal_of_another_save_is_not_used(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    folder.write(game)
    folder.append(game, act(game, Step(1, 0)))
    stray = (path / "game-000001.journal").read_bytes()
    folder.write(game)
    (path / "game-000002.journal").write_bytes(stray)
    assert state_hash(resume(path, catalog)[0]) == state_hash(game)


@pytest.mark.parametrize("lines", [[{"next": 5}], [{"base": "?"}, {"do": "pass"}], [{"base": 5}]])
def test_a_journal_of_another_save_is_kept_and_told(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog, lines: list[dict[str, object]]
) -> None:
    folder.write(game)
    folder.close()
    data = b"".join(map(write_line, lines))
    (path / "game-000001.journal").write_bytes(data)
    assert SaveFolder(path).summary() is not None
    again, notes = resume(path, catalog)
    assert state_hash(again) == state_hash(game)
    assert notes == [
        "game-000001.journal belongs to another save. It was kept as damaged/game-000001.journal."
    ]
    assert (path / "damaged" / "game-000001.journal").read_bytes() == data


@pytest.mark.parametrize(
    "now", [5, None, {"line": 7, "turn": -3, "depth": "x"}, {"line": "\x1b[2J"}]
)
def test_what_a_journal_tells_the_title_is_looked_at(
    folder: SaveFolder, game: Game, path: Path, now: object
) -> None:
    folder.write(game)
    folder.append(game, act(game, Pass()))
    folder.close()
    journal = path / "game-000001.journal"
    first = journal.read_bytes().split(b"\n")[0] + b"\n"
    journal.write_bytes(first + write_line({"do": "pass", "now": now}))
    summary = SaveFolder(path).summary()
    assert summary is not None
    assert summary.line.isprintable()
    assert summary.turn in (0, 41)


def test_other_rules_do_not_repeat_commands(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write(game)
    before = state_hash(game)
    folder.append(game, act(game, Step(1, 0), Pass()))
    monkeypatch.setattr("roguelike.engine.saves.folder.__version__", "0.0.7")
    loaded = SaveFolder(path).read(catalog)
    assert loaded.journal == []
    assert "last 2 commands are not repeated" in loaded.notes[0]
    assert state_hash(loaded.game) == before


def test_an_empty_folder_has_no_save(folder: SaveFolder, catalog: Catalog) -> None:
    with pytest.raises(SaveError) as caught:
        folder.read(catalog)
    assert caught.value.kind == "absent"


def test_other_files_in_the_folder_are_ignored(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    path.mkdir()
    for name in ("notes.txt", "game-1.save.bak", "game-.save", "options.json"):
        (path / name).write_text("mine")
    assert folder.summary() is None
    folder.write(game)
    resume(path, catalog)
    assert (path / "game-1.save.bak").read_text(encoding="utf-8") == "mine"


# --- disks


def _full(*args: object) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_full_disk_leaves_the_old_save(
    folder: SaveFolder,
    game: Game,
    path: Path,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
    call: str,
) -> None:
    folder.write(game)
    before, files = state_hash(game), saves(path)
    act(game, Pass())
    with monkeypatch.context() as patch:
        patch.setattr(os, call, _full)
        with pytest.raises(SaveError) as caught:
            folder.write(game)
    assert caught.value.kind == "unwritable"
    assert "make room" in caught.value.message
    assert saves(path) == files
    assert state_hash(resume(path, catalog)[0]) == before
    folder.write(game)
    assert state_hash(resume(path, catalog)[0]) == state_hash(game)


def test_a_disk_that_fills_up_half_way(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write(game)
    before = state_hash(game)
    genuine, room = os.write, [700]

    def little(descriptor: int, data: memoryview) -> int:
        """Take what there is room for."""
        if not room[0]:
            _full()
        taken = genuine(descriptor, data[: room[0]])
        room[0] -= taken
        return taken

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", little)
        with pytest.raises(SaveError):
            folder.write(game, act(game, Pass()))
    again, _ = resume(path, catalog)
    assert state_hash(again) in (before, state_hash(game))
    assert saves(path) in (["game-000001.save"], ["game-000001.journal", "game-000001.save"])


def test_a_command_that_cannot_be_written_is_not_skipped(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write(game)
    folder.append(game, act(game, Step(1, 0)))
    first = state_hash(game)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", _full)
        with pytest.raises(SaveError):
            folder.append(game, act(game, Step(0, 1)))
    assert state_hash(resume(path, catalog)[0]) == first
    folder.append(game, act(game, Step(-1, 0)))
    assert state_hash(resume(path, catalog)[0]) == state_hash(game)


def test_a_snapshot_that_fails_leaves_no_gap_in_the_journal(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write(game)
    done = act(game, Step(1, 0))
    folder.append(game, done)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", _full)
        with pytest.raises(SaveError):
            folder.write(game, done + act(game, Step(0, 1)))
    folder.append(game, act(game, Step(-1, 0)))
    assert state_hash(resume(path, catalog)[0]) == state_hash(game)


def test_commands_that_do_not_fit_the_journal_are_not_added(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    folder.write(game)
    folder.append(game, act(game, Step(1, 0)))
    first = state_hash(game)
    folder.write(game, act(game, Pass(), Pass()))
    spoil(path, 2)
    assert state_hash(resume(path, catalog)[0]) == first


def test_an_unwritable_folder_says_so(tmp_path: Path, game: Game) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveError) as caught:
        SaveFolder(tmp_path / "file" / "saves").write(game)
    assert caught.value.kind == "unwritable"
    assert "--saves" in caught.value.message


def test_a_read_only_folder_can_be_loaded_from(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write(game)
    folder.close()
    genuine = os.open

    def refuse(name: Path, flags: int, mode: int = 0o777) -> int:
        """Open nothing for writing."""
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise PermissionError(errno.EACCES, "Permission denied")
        return genuine(name, flags, mode)

    monkeypatch.setattr(os, "open", refuse)
    loaded = folder.read(catalog)
    assert state_hash(loaded.game) == state_hash(game)
    assert "will not be saved" in loaded.notes[0]
    assert loaded.notes[1:] == [], "this is the latest save, and no older one"
    with pytest.raises(SaveError):
        folder.write(game)


def test_a_crash_amid_writing_leaves_the_old_save(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write(game)
    before = state_hash(game)

    def crash(*args: object) -> None:
        """End here, as a power cut would; the thread that flushes commands ends with the program."""
        if threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", crash)
        with pytest.raises(KeyboardInterrupt):
            folder.write(game, act(game, Pass()))
    assert (path / "game-000002.save.new").exists()
    again, notes = resume(path, catalog)
    assert state_hash(again) in (before, state_hash(game))
    assert notes == []


def test_the_middle_of_a_turn_is_not_saved(folder: SaveFolder, game: Game) -> None:
    game.queue.append(None)
    with pytest.raises(SaveError, match="middle of a turn"):
        folder.write(game)


# --- the first append after loading


def test_appending_after_a_load_takes_a_snapshot(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    folder.write(game)
    again = folder.read(catalog).game
    done = act(again, Pass())
    folder.append(again, done)
    done += act(again, Pass())
    folder.append(again, done[1:])
    done += act(again, Pass())
    folder.write(again, done)
    assert state_hash(resume(path, catalog)[0]) == state_hash(again)
    spoil(path, max(int(name[5:11]) for name in saves(path) if name.endswith("save")))
    assert resume(path, catalog)[0].turn == again.turn - 1, "what may have a gap is not trusted"


# --- games that take one another's place


def test_another_game_moves_the_old_one_out_of_the_way(
    folder: SaveFolder, dungeon: Dungeon, path: Path, catalog: Catalog
) -> None:
    old, new = dungeon(), dungeon()
    new.seed, new.turn = "another", 1
    folder.write(old)
    folder.append(old, act(old, Pass()))
    journal = (path / "game-000001.journal").read_bytes()
    folder.write(new, act(new, Pass()))
    assert (path / "replaced" / "game-000001.journal").read_bytes() == journal
    assert saves(path) == ["game-000002.save"]
    assert sorted(each.name for each in (path / "replaced").iterdir()) == [
        "game-000001.journal",
        "game-000001.save",
    ]
    assert resume(path, catalog)[0].seed == "another"


def test_the_same_game_from_another_program_is_the_same(
    folder: SaveFolder, game: Game, path: Path
) -> None:
    folder.write(game)
    SaveFolder(path).write(game)
    assert saves(path) == ["game-000001.save", "game-000002.save"]
    runs = {container.unframe((path / name).read_bytes(), "")[0]["run"] for name in saves(path)}
    assert len(runs) == 1


# --- the end


def test_death_retires_the_save(folder: SaveFolder, game: Game, path: Path) -> None:
    folder.write(game)
    folder.append(game, act(game, Pass()))
    run = folder.retire(game, "Slain by a rat")
    assert folder.summary() is None
    assert saves(path) == []
    assert folder.history() == [run]
    assert (run.how, run.epitaph, run.place, run.depth) == ("died", "Slain by a rat", "Hall 1", 1)
    assert (run.when, run.level, run.turns, run.seed) == (NOON, 1, 42, "a seed")
    assert run.tallies["kills"] == 2


def test_a_death_goes_into_the_history_only_once(
    folder: SaveFolder, game: Game, catalog: Catalog
) -> None:
    folder.write(game)
    folder.retire(game, "Slain by a rat")
    folder.retire(game, "Slain by a rat")
    assert len(folder.history()) == 1
    folder.write(game)
    assert folder.summary() is None, "a game that ended is not to be had back"
    with pytest.raises(SaveError):
        folder.read(catalog)


def test_a_crash_between_history_and_removal_is_made_good(
    folder: SaveFolder, game: Game, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write(game)
    folder.write(game, act(game, Pass()))

    def crash(*args: object, **more: object) -> None:
        """End here."""
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", crash)
        with pytest.raises(KeyboardInterrupt):
            folder.retire(game, "Slain by a rat")
    assert len(saves(path)) == 3
    fresh = SaveFolder(path)
    assert fresh.summary() is None
    assert saves(path) == []
    assert len(fresh.history()) == 1


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_full_disk_keeps_the_save_of_the_dead(
    folder: SaveFolder, game: Game, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    folder.write(game)
    with monkeypatch.context() as patch:
        patch.setattr(os, call, _full)
        with pytest.raises(SaveError):
            folder.retire(game, "Slain by a rat")
    assert folder.summary() is not None
    assert folder.history() == []
    folder.retire(game, "Slain by a rat")
    assert len(folder.history()) == 1
    assert folder.summary() is None


def test_a_death_before_the_first_save(folder: SaveFolder, dungeon: Dungeon, path: Path) -> None:
    other, short_lived = dungeon(), dungeon()
    other.seed = "another"
    folder.write(other)
    folder.retire(short_lived, "Slain by a rat")
    assert [run.seed for run in folder.history()] == ["a seed"]
    assert saves(path) == ["game-000001.save"], "somebody else's save is left alone"


def test_bad_lines_of_the_history_are_passed_over(
    folder: SaveFolder, dungeon: Dungeon, path: Path
) -> None:
    first, second = dungeon(), dungeon()
    folder.retire(first, "Slain by a rat")
    history = path / "history.jsonl"
    with history.open("ab") as file:
        file.write(b'{"run": 7}\n[]\n\xff\xfe\n{"run": "x", "how": "di')
    folder.retire(second, "Drowned")
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
    folder: SaveFolder, game: Game, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        folder.write(game, act(game, Pass()))
    sound = os.write

    def full_while_two_saves(descriptor: int, data: bytes) -> int:
        if len(list(path.glob("*.save"))) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return sound(descriptor, data)

    monkeypatch.setattr(os, "write", full_while_two_saves)
    folder.retire(game, "Killed by a rat")
    assert [run.epitaph for run in SaveFolder(path).history()] == ["Killed by a rat"]
    assert not list(path.glob("game-*"))


def test_of_a_folder_without_a_save_nothing_is_said_to_be_intact(
    tmp_path: Path, game: Game
) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(SaveError) as caught:
        SaveFolder(Path("/proc/nowhere")).write(game)
    assert "intact" not in caught.value.message
    assert "Nothing is saved" in caught.value.message


def test_a_copy_of_an_older_save_under_a_higher_number_is_told(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    folder.write(game)
    copy = (path / "game-000001.save").read_bytes()
    folder.write(game, act(game, Pass(), Pass()))
    folder.close()
    (path / "game-000009.save").write_bytes(copy)
    again, notes = resume(path, catalog)
    assert again.turn == 41
    assert "game-000009.save is of turn 41, game-000002.save of turn 43" in notes[0]
    assert (path / "replaced" / "game-000002.save").exists()
