"""The replays that simulated games leave: they play again to the same end, and where they cannot be written is told."""

from pathlib import Path

import pytest

from roguelike.app import main
from roguelike.engine.saves.replay import Checkpoint, read_replay
from roguelike.lab.simulate.simulation import play_seed, replay_path

TURNS = 60


def test_a_game_leaves_what_plays_again_to_its_end(tmp_path: Path) -> None:
    played = play_seed("greedy", "7", TURNS, str(tmp_path))
    path = replay_path(str(tmp_path), "greedy", "7")
    last = read_replay(path.read_bytes()).steps[-1]
    assert isinstance(last, Checkpoint)
    assert played.state_hash
    assert last.digest.startswith(played.state_hash)
    assert main(["verify", str(path)]) == 0


def test_a_recorded_game_goes_as_one_that_is_not(tmp_path: Path) -> None:
    recorded = play_seed("greedy", "7", TURNS, str(tmp_path))
    assert recorded.state_hash == play_seed("greedy", "7", TURNS).state_hash


def test_any_seed_names_one_file_in_the_folder(tmp_path: Path) -> None:
    assert replay_path(str(tmp_path), "seer", "../a b").parent == tmp_path


def test_a_folder_that_cannot_be_made_is_told_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    words = ["simulate", "--seeds", "1", "--replays", str(tmp_path / "file" / "here")]
    assert main(words) == 2
    said = capsys.readouterr()
    assert "no replay can be written" in said.err
    assert not said.out
