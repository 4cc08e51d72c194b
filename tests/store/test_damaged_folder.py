"""A folder with damaged saves: they are set aside and told, and the one before is played."""

import json
from pathlib import Path

import pytest

from roguelike.engine.play.commands import Pass, Step
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.store import container, generations
from roguelike.store.folder import SaveFolder
from roguelike.store.recording import Recording
from tests.store.conftest import Kept
from tests.store.folders import forbid, repeated, spoil


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
    assert found is not None
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
        assert found is not None
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
    assert found is not None
    assert found.turn == kept.game.turn, "the log tells how it stands"
    again, notes = kept.resume()
    assert state_hash(again) == kept.hash, "the log goes on from the older save, too"
    assert "game-000002.save is damaged" in notes[0]
    assert "moved to damaged/game-000002.save" in notes[0]
    assert kept.saves == ["game-000001.save"]


def test_after_damage_the_game_goes_on(kept: Kept) -> None:
    kept.write()
    kept.write(Pass())
    spoil(kept.path, 2)
    kept.folder.write(repeated(kept.folder.read(kept.catalog)))
    assert kept.hash_of_resumed == kept.hash


def test_two_damaged_saves_are_both_set_aside(kept: Kept) -> None:
    kept.write()
    kept.write()
    spoil(kept.path, 1)
    spoil(kept.path, 2)
    found = generations.summary(kept.path)
    assert found is not None
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


def test_truncation_anywhere_falls_back(kept: Kept) -> None:
    kept.write()
    kept.write(Pass())
    newest = kept.path / "game-000002.save"
    whole = newest.read_bytes()
    for length in (0, 1, 14, 15, 60, 79, 80, 81, 200, len(whole) // 2, len(whole) - 1):
        newest.write_bytes(whole[:length])
        again, notes = kept.resume()
        assert state_hash(again) == kept.hash
        assert notes
    assert len(list((kept.path / "damaged").iterdir())) == 11


def test_a_newer_save_is_left_alone(kept: Kept) -> None:
    kept.write()
    kept.write()
    newest = kept.path / "game-000002.save"
    header, body = container.unframe(newest.read_bytes(), "here")
    header |= {"schema_version": 99, "version": "9.1.0"}
    newest.write_bytes(data := container.frame(json.dumps(header).encode(), body))
    found = generations.summary(kept.folder.path)
    assert found is not None
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
