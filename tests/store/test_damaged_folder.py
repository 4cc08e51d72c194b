"""A folder with damaged saves: they are set aside and told, and the one before is played."""

import json
from pathlib import Path

import pytest

from roguelike.engine.play.commands import Pass, Step
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.raws.catalog import Catalog
from roguelike.store import container
from roguelike.store.folder import SaveFolder
from roguelike.store.generations import summary
from roguelike.store.recording import Recording
from roguelike.world.game import Game
from tests.store.folders import act, forbid, repeated, resume, saves, spoil


@pytest.mark.parametrize("trouble", ["folder", "forbidden"])
def test_a_save_that_cannot_be_read_gives_way_to_the_one_before(
    folder: SaveFolder, game: Game, recording: Recording, path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch,
    trouble: str,
) -> None:  # fmt: skip
    folder.write(recording)
    folder.write(act(recording, Pass()))
    newest = path / "game-000002.save"
    if trouble == "folder":
        newest.unlink()
        newest.mkdir()
        (newest / "inside").write_text("mine")
    else:
        forbid(monkeypatch, newest)
    found = summary(path)
    assert found is not None
    assert not found.fault
    again, notes = resume(path, catalog)
    assert state_hash(again) == state_hash(game)
    assert "game-000002.save cannot be read" in notes[0]
    assert "moved to damaged/game-000002.save" in notes[0]
    assert notes[1] == "The game goes on from the save before it."
    for _ in range(3):
        folder.write(act(recording, Pass()))
    assert "game-000002.save" not in saves(path)
    assert (path / "damaged" / "game-000002.save").exists()


def test_with_no_save_before_it_nothing_is_moved(
    folder: SaveFolder,
    game: Game,
    recording: Recording,
    path: Path,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder.write(recording)
    only = path / "game-000001.save"
    with monkeypatch.context() as patch:
        forbid(patch, only)
        with pytest.raises(SaveError) as caught:
            folder.read(catalog)
        assert caught.value.kind == "unreadable"
        assert "game-000001.save cannot be read: Permission denied." in caught.value.message
        found = summary(path)
        assert found is not None
        assert "cannot be read" in found.fault
    again, notes = resume(path, catalog)
    assert state_hash(again) == state_hash(game)
    assert notes == []


def test_a_damaged_save_costs_nothing(
    folder: SaveFolder, game: Game, recording: Recording, path: Path, catalog: Catalog
) -> None:
    folder.write(recording)
    folder.append(act(recording, Step(1, 0)))
    folder.write(act(recording, Pass()))
    folder.append(act(recording, Step(1, 1)))
    spoil(path, 2)
    found = summary(path)
    assert found is not None
    assert found.turn == game.turn, "the log tells how it stands"
    again, notes = resume(path, catalog)
    assert state_hash(again) == state_hash(game), "the log goes on from the older save, too"
    assert "game-000002.save is damaged" in notes[0]
    assert "moved to damaged/game-000002.save" in notes[0]
    assert saves(path) == ["game-000001.save"]


def test_after_damage_the_game_goes_on(
    folder: SaveFolder, game: Game, recording: Recording, path: Path, catalog: Catalog
) -> None:
    folder.write(recording)
    folder.write(act(recording, Pass()))
    spoil(path, 2)
    folder.write(repeated(folder.read(catalog)))
    assert state_hash(resume(path, catalog)[0]) == state_hash(game)


def test_two_damaged_saves_are_both_set_aside(
    folder: SaveFolder, recording: Recording, path: Path, catalog: Catalog
) -> None:
    folder.write(recording)
    folder.write(recording)
    spoil(path, 1)
    spoil(path, 2)
    found = summary(path)
    assert found is not None
    assert "damaged" in found.fault
    with pytest.raises(SaveError) as caught:
        SaveFolder(path).read(catalog)
    assert caught.value.kind == "damaged"
    assert sorted(each.name for each in (path / "damaged").iterdir()) == [
        "game-000001.save",
        "game-000002.save",
    ]
    assert summary(path) is None


def test_set_aside_names_never_clash(folder: SaveFolder, path: Path, catalog: Catalog) -> None:
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
    folder: SaveFolder, game: Game, recording: Recording, path: Path, catalog: Catalog
) -> None:
    folder.write(recording)
    folder.write(act(recording, Pass()))
    newest = path / "game-000002.save"
    whole = newest.read_bytes()
    for length in (0, 1, 14, 15, 60, 79, 80, 81, 200, len(whole) // 2, len(whole) - 1):
        newest.write_bytes(whole[:length])
        again, notes = resume(path, catalog)
        assert state_hash(again) == state_hash(game)
        assert notes
    assert len(list((path / "damaged").iterdir())) == 11


def test_a_newer_save_is_left_alone(
    folder: SaveFolder, recording: Recording, path: Path, catalog: Catalog
) -> None:
    folder.write(recording)
    folder.write(recording)
    newest = path / "game-000002.save"
    header, body = container.unframe(newest.read_bytes(), "here")
    header |= {"schema_version": 99, "version": "9.1.0"}
    newest.write_bytes(data := container.frame(json.dumps(header).encode(), body))
    found = summary(folder.path)
    assert found is not None
    assert "version 9.1.0" in found.fault
    with pytest.raises(SaveError) as caught:
        folder.read(catalog)
    assert caught.value.kind == "newer"
    assert newest.read_bytes() == data
    assert saves(path)[0] == "game-000001.save"


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
    folder: SaveFolder, recording: Recording, path: Path, catalog: Catalog, log: str
) -> None:
    folder.write(recording)
    copy = (path / "game-000001.save").read_bytes()
    folder.write(act(recording, Pass(), Pass()))
    folder.close()
    (path / "game-000009.save").write_bytes(copy)
    if log == "there":
        again, notes = resume(path, catalog)
        assert (again.turn, notes) == (43, [])
        return
    next(path.glob("*.recording")).unlink()
    again, notes = resume(path, catalog)
    assert again.turn == 41
    assert "game-000009.save is of turn 41, game-000002.save of turn 43" in notes[0]
    assert (path / "replaced" / "game-000002.save").exists()
