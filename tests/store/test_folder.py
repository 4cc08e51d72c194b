"""A folder of saves: nothing that goes wrong loses a game, crashes, or brings anybody back from the dead.

What death does to a folder of saves: one line of the history, and no way back.
A folder with damaged saves: they are set aside and told, and the one before is played.
"""

import errno
import json
import os
import shutil
from pathlib import Path

import pytest

from roguelike.engine.play.commands import Pass, Step
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.runs.run_reports import end_run
from roguelike.store import container, generations
from roguelike.store.folder import SaveFolder
from roguelike.store.recording import Recording
from roguelike.world.catalog import Catalog
from tests.store.conftest import Dungeon, Kept
from tests.store.folders import NOON, act, forbid, full_disk, saves, spoil


def test_a_folder_that_was_deleted_during_play_is_made_again_at_the_next_command(
    kept: Kept,
) -> None:
    for commands in ([Pass()], []):  # with commands since the save, and without
        kept.write()
        kept.append(*commands)
        shutil.rmtree(kept.path)
        kept.append(Pass())
        assert kept.hash_of_resumed == kept.hash


def test_two_generations_are_kept(kept: Kept) -> None:
    for _ in range(4):
        kept.write(Pass())
    assert kept.saves == ["game-000003.save", "game-000004.save"]


def test_the_title_can_say_whose_save_it_is(kept: Kept) -> None:
    kept.write()
    found = generations.summary(kept.path)
    assert found.line == "Level 1, 25/30 health, Hall 1, turn 41"
    assert (found.turn, found.fault) == (41, "")


def test_the_turns_of_a_long_game_are_told_as_everywhere_else(kept: Kept) -> None:
    kept.game.turn = 34883
    kept.write()
    found = generations.summary(kept.path)
    assert found.line.endswith("turn 34,883")


def test_the_title_says_how_the_game_stands_after_its_last_command(kept: Kept) -> None:
    kept.write()
    for _ in range(3):
        kept.append(Pass())
    found = generations.summary(kept.path)
    assert found.turn == kept.game.turn == 44
    assert found.line == "Level 1, 25/30 health, Hall 1, turn 44"
    (log,) = kept.path.glob("*.recording")
    log.write_bytes(log.read_bytes()[:-4])
    torn = generations.summary(kept.path)
    assert torn.turn == 43
    log.write_bytes(b"anything")
    assert "turn 41" in (generations.summary(kept.path) or torn).line


def test_an_empty_folder_has_no_save(folder: SaveFolder, catalog: Catalog) -> None:
    with pytest.raises(SaveError) as caught:
        folder.read(catalog)
    assert caught.value.kind == "absent"


def test_other_files_in_the_folder_are_ignored(kept: Kept) -> None:
    kept.path.mkdir()
    for name in ("notes.txt", "game-1.save.bak", "game-.save", "options.json"):
        (kept.path / name).write_text("mine")
    assert generations.summary(kept.folder.path) is None
    kept.write()
    kept.resume()
    assert (kept.path / "game-1.save.bak").read_text(encoding="utf-8") == "mine"


def test_the_middle_of_a_turn_is_not_saved(kept: Kept) -> None:
    kept.game.queue.append(None)
    with pytest.raises(SaveError, match="middle of a turn"):
        kept.write()


def test_appending_after_a_load_takes_a_snapshot(kept: Kept) -> None:
    kept.write()
    again = kept.folder.read(kept.catalog).recording()
    for _ in range(2):
        kept.folder.append(act(again, Pass()))
    assert kept.saves == ["game-000001.save", "game-000002.save"]
    kept.folder.write(act(again, Pass()))
    assert kept.hash_of_resumed == state_hash(again.game)
    spoil(kept.path, 3)
    assert kept.hash_of_resumed == state_hash(again.game)


def test_another_game_moves_the_old_one_out_of_the_way(kept: Kept, dungeon: Dungeon) -> None:
    old, other = Recording(dungeon()), dungeon()
    other.seed, other.turn = "another", 1
    kept.folder.write(old)
    kept.folder.append(act(old, Pass()))
    (log,) = kept.path.glob("*.recording")
    kept.folder.write(act(Recording(other), Pass()))
    assert (kept.path / "replaced" / log.name).read_bytes() == old.data
    assert kept.saves == ["game-000002.save"]
    assert (kept.path / "replaced" / "game-000001.save").exists()
    assert kept.resume()[0].seed == "another"


def test_the_same_game_from_another_program_is_the_same(kept: Kept) -> None:
    kept.write()
    with SaveFolder(kept.path) as other:
        other.write(Recording(kept.game))
        assert kept.saves == ["game-000001.save", "game-000002.save"]
        kept.folder.close()
        other.write(Recording(kept.game))
    runs = {container.unframe((kept.path / name).read_bytes(), "")[0]["run"] for name in kept.saves}
    assert len(runs) == 1


def test_death_retires_the_save(kept: Kept) -> None:
    kept.write()
    kept.append(Pass())
    run = end_run(kept.folder, kept.recording, "Slain by a rat")
    assert generations.summary(kept.folder.path) is None
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
    assert generations.summary(kept.folder.path) is None, "a game that ended is not to be had back"
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
    assert generations.summary(fresh.path) is None
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
    assert generations.summary(folder.path) is not None
    assert folder.history() == []
    end_run(folder, recording, "Slain by a rat")
    assert len(folder.history()) == 1
    assert generations.summary(folder.path) is None


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


@pytest.mark.parametrize("trouble", ["folder", "forbidden"])
def test_a_save_that_cannot_be_read_gives_way_to_the_one_before(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    kept.write()
    kept.write(Pass())
    newest = kept.path / "game-000002.save"
    if trouble == "folder":
        newest.unlink()
        newest.mkdir()
        (newest / "inside").write_text("mine")
    else:
        forbid(monkeypatch, newest)
    found = generations.summary(kept.path)
    assert not found.fault
    again, notes = kept.resume()
    assert state_hash(again) == kept.hash
    assert "game-000002.save cannot be read" in notes[0]
    assert "moved to damaged/game-000002.save" in notes[0]
    assert notes[1] == "The game goes on from the save before it."
    for _ in range(3):
        kept.write(Pass())
    assert "game-000002.save" not in kept.saves
    assert (kept.path / "damaged" / "game-000002.save").exists()


def test_with_no_save_before_it_nothing_is_moved(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.write()
    only = kept.path / "game-000001.save"
    with monkeypatch.context() as patch:
        forbid(patch, only)
        with pytest.raises(SaveError) as caught:
            kept.folder.read(kept.catalog)
        assert caught.value.kind == "unreadable"
        assert "game-000001.save cannot be read: Permission denied." in caught.value.message
        found = generations.summary(kept.path)
        assert "cannot be read" in found.fault
    again, notes = kept.resume()
    assert state_hash(again) == kept.hash
    assert notes == []


def test_what_is_called_a_journal_and_belongs_to_no_save_is_kept(kept: Kept) -> None:
    """The second save after it removed it: its number is the highest."""
    kept.write()
    stray = kept.path / "game-999999.journal"
    stray.write_text("mine")
    for _ in range(3):
        kept.write(Pass())
    assert not stray.exists()
    assert (kept.path / "damaged" / stray.name).read_text() == "mine"


def test_a_damaged_save_costs_nothing(kept: Kept) -> None:
    kept.write()
    kept.append(Step(1, 0))
    kept.write(Pass())
    kept.append(Step(1, 1))
    spoil(kept.path, 2)
    found = generations.summary(kept.path)
    assert found.turn == kept.game.turn, "the log tells how it stands"
    again, notes = kept.resume()
    assert state_hash(again) == kept.hash, "the log goes on from the older save, too"
    assert "game-000002.save is damaged" in notes[0]
    assert "moved to damaged/game-000002.save" in notes[0]
    assert kept.saves == ["game-000001.save"]


def test_two_damaged_saves_are_both_set_aside(kept: Kept) -> None:
    kept.write()
    kept.write()
    spoil(kept.path, 1)
    spoil(kept.path, 2)
    found = generations.summary(kept.path)
    assert "damaged" in found.fault
    with pytest.raises(SaveError) as caught:
        SaveFolder(kept.path).read(kept.catalog)
    assert caught.value.kind == "damaged"
    assert sorted(each.name for each in (kept.path / "damaged").iterdir()) == [
        "game-000001.save",
        "game-000002.save",
    ]
    assert generations.summary(kept.path) is None


def test_set_aside_names_never_clash(kept: Kept) -> None:
    for _ in range(3):
        kept.path.mkdir(exist_ok=True)
        (kept.path / "game-000001.save").write_bytes(b"nothing of ours")
        with pytest.raises(SaveError):
            kept.folder.read(kept.catalog)
    assert sorted(each.name for each in (kept.path / "damaged").iterdir()) == [
        "game-000001.save",
        "game-000001.save.2",
        "game-000001.save.3",
    ]


def test_a_newer_save_is_left_alone(kept: Kept) -> None:
    kept.write()
    kept.write()
    newest = kept.path / "game-000002.save"
    header, body = container.unframe(newest.read_bytes(), "here")
    header |= {"schema_version": 99, "version": "9.1.0"}
    newest.write_bytes(data := container.frame(json.dumps(header).encode(), body))
    found = generations.summary(kept.folder.path)
    assert "version 9.1.0" in found.fault
    with pytest.raises(SaveError) as caught:
        kept.folder.read(kept.catalog)
    assert caught.value.kind == "newer"
    assert newest.read_bytes() == data
    assert kept.saves[0] == "game-000001.save"


def test_of_a_folder_without_a_save_nothing_is_said_to_be_intact(
    tmp_path: Path, recording: Recording
) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(SaveError) as caught:
        SaveFolder(Path("/proc/nowhere")).write(recording)
    assert "intact" not in caught.value.message
    assert "Nothing is saved" in caught.value.message


@pytest.mark.parametrize("log", ["there", "gone"])
def test_a_copy_of_an_older_save_under_a_higher_number_leads_to_the_end_or_is_told(
    kept: Kept, log: str
) -> None:
    kept.write()
    copy = (kept.path / "game-000001.save").read_bytes()
    kept.write(Pass(), Pass())
    kept.folder.close()
    (kept.path / "game-000009.save").write_bytes(copy)
    if log == "there":
        again, notes = kept.resume()
        assert (again.turn, notes) == (43, [])
        return
    next(kept.path.glob("*.recording")).unlink()
    again, notes = kept.resume()
    assert again.turn == 41
    assert "game-000009.save is of turn 41, game-000002.save of turn 43" in notes[0]
    assert (kept.path / "replaced" / "game-000002.save").exists()
