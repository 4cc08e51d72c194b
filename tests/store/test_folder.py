"""A folder of saves: nothing that goes wrong loses a game, crashes, or brings anybody back from the dead."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from roguelike.engine.play.commands import Pass
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.raws.catalog import Catalog
from roguelike.store import container
from roguelike.store.folder import SaveFolder
from roguelike.store.generations import summary
from roguelike.store.recording import Recording
from roguelike.world.game import Game
from tests.store.folders import act, resume, saves, spoil

Dungeon = Callable[..., Game]


def test_a_game_comes_back(
    folder: SaveFolder, game: Game, recording: Recording, path: Path, catalog: Catalog
) -> None:
    assert summary(folder.path) is None
    assert summary(folder.path) is None
    folder.write(recording)
    again, notes = resume(path, catalog)
    assert state_hash(again) == state_hash(game)
    assert notes == []


def test_a_folder_that_was_deleted_during_play_is_made_again_at_the_next_command(
    folder: SaveFolder, game: Game, recording: Recording, path: Path, catalog: Catalog
) -> None:
    for commands in ([Pass()], []):  # with commands since the save, and without
        folder.write(recording)
        folder.append(act(recording, *commands))
        shutil.rmtree(path)
        folder.append(act(recording, Pass()))
        assert state_hash(resume(path, catalog)[0]) == state_hash(game)


def test_two_generations_are_kept(folder: SaveFolder, recording: Recording, path: Path) -> None:
    for _ in range(4):
        folder.write(act(recording, Pass()))
    assert saves(path) == ["game-000003.save", "game-000004.save"]


def test_the_title_can_say_whose_save_it_is(
    folder: SaveFolder, recording: Recording, path: Path
) -> None:
    folder.write(recording)
    found = summary(path)
    assert found is not None
    assert found.line == "Level 1, 25/30 health, Hall 1, turn 41"
    assert (found.turn, found.fault) == (41, "")


def test_the_turns_of_a_long_game_are_told_as_everywhere_else(
    folder: SaveFolder, game: Game, recording: Recording, path: Path
) -> None:
    game.turn = 34883
    folder.write(recording)
    found = summary(path)
    assert found is not None
    assert found.line.endswith("turn 34,883")


def test_the_title_says_how_the_game_stands_after_its_last_command(
    folder: SaveFolder, game: Game, recording: Recording, path: Path
) -> None:
    folder.write(recording)
    for _ in range(3):
        folder.append(act(recording, Pass()))
    found = summary(path)
    assert found is not None
    assert found.turn == game.turn == 44
    assert found.line == "Level 1, 25/30 health, Hall 1, turn 44"
    (log,) = path.glob("*.recording")
    log.write_bytes(log.read_bytes()[:-4])
    torn = summary(path)
    assert torn is not None
    assert torn.turn == 43
    log.write_bytes(b"anything")
    assert "turn 41" in (summary(path) or torn).line


def test_an_empty_folder_has_no_save(folder: SaveFolder, catalog: Catalog) -> None:
    with pytest.raises(SaveError) as caught:
        folder.read(catalog)
    assert caught.value.kind == "absent"


def test_other_files_in_the_folder_are_ignored(
    folder: SaveFolder, recording: Recording, path: Path, catalog: Catalog
) -> None:
    path.mkdir()
    for name in ("notes.txt", "game-1.save.bak", "game-.save", "options.json"):
        (path / name).write_text("mine")
    assert summary(folder.path) is None
    folder.write(recording)
    resume(path, catalog)
    assert (path / "game-1.save.bak").read_text(encoding="utf-8") == "mine"


def test_the_middle_of_a_turn_is_not_saved(
    folder: SaveFolder, game: Game, recording: Recording
) -> None:
    game.queue.append(None)
    with pytest.raises(SaveError, match="middle of a turn"):
        folder.write(recording)


def test_appending_after_a_load_takes_a_snapshot(
    folder: SaveFolder, recording: Recording, path: Path, catalog: Catalog
) -> None:
    folder.write(recording)
    again = folder.read(catalog).recording()
    for _ in range(2):
        folder.append(act(again, Pass()))
    assert saves(path) == ["game-000001.save", "game-000002.save"]
    folder.write(act(again, Pass()))
    assert state_hash(resume(path, catalog)[0]) == state_hash(again.game)
    spoil(path, 3)
    assert state_hash(resume(path, catalog)[0]) == state_hash(again.game)


def test_another_game_moves_the_old_one_out_of_the_way(
    folder: SaveFolder, dungeon: Dungeon, path: Path, catalog: Catalog
) -> None:
    old, other = Recording(dungeon()), dungeon()
    other.seed, other.turn = "another", 1
    folder.write(old)
    folder.append(act(old, Pass()))
    (log,) = path.glob("*.recording")
    folder.write(act(Recording(other), Pass()))
    assert (path / "replaced" / log.name).read_bytes() == old.data
    assert saves(path) == ["game-000002.save"]
    assert (path / "replaced" / "game-000001.save").exists()
    assert resume(path, catalog)[0].seed == "another"


def test_the_same_game_from_another_program_is_the_same(
    folder: SaveFolder, game: Game, recording: Recording, path: Path
) -> None:
    folder.write(recording)
    SaveFolder(path).write(Recording(game))
    assert saves(path) == ["game-000001.save", "game-000002.save"]
    runs = {container.unframe((path / name).read_bytes(), "")[0]["run"] for name in saves(path)}
    assert len(runs) == 1
