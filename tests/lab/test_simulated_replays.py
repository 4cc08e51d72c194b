"""The replays that simulated games leave: they play again to the same end, and where they cannot be written is told."""

from collections.abc import Iterator
from errno import ENOSPC
from os import strerror
from pathlib import Path

import pytest

from roguelike.actions import wizardry
from roguelike.app import main
from roguelike.engine.play.commands import Action, Pass, Step
from roguelike.engine.session import Session
from roguelike.lab.bots.bot import Bot
from roguelike.lab.simulate import play, play_seed, replay_path
from roguelike.store.replay import Checkpoint, read_replay
from roguelike.world import ecs, spawning
from roguelike.world.catalog import Catalog

TURNS = 60
AMULET = "Amulet of Yala"


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


def test_who_plays_at_random_is_sent_to_depths_drawn_by_lot(tmp_path: Path) -> None:
    """Left to itself it starved in town, and tested nothing else."""
    played = [play_seed("random", str(seed), 3, str(tmp_path)) for seed in range(4)]
    assert len({game.depth for game in played}) > 2
    assert not [game.failure for game in played if game.failure]


def test_any_seed_names_one_file_in_the_folder(tmp_path: Path) -> None:
    assert replay_path(str(tmp_path), "seer", "../a b").parent == tmp_path


def test_a_folder_that_cannot_be_made_is_told_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    words = ["simulate", "--seeds", "1", "--replays", str(tmp_path / "file" / "here")]
    assert main(words) == 1
    said = capsys.readouterr()
    assert "no replay can be written" in said.err
    assert not said.out


def test_a_replay_that_finds_no_room_is_told_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> None:
        raise OSError(ENOSPC, strerror(ENOSPC))

    monkeypatch.setattr("roguelike.store.atomic.write_whole", no_room)
    words = ["simulate", "--seeds", "1", "--turns", "3", "--jobs", "1", "--replays", str(tmp_path)]
    assert main(words) == 1
    path = replay_path(str(tmp_path), "greedy", "1")
    assert (
        capsys.readouterr().err
        == f"roguelike: {path} cannot be written: No space left on device.\n"
    )


def test_a_victory_is_the_end_though_the_turn_does_not_pass(catalog: Catalog) -> None:
    session = Session.start("3", catalog)
    game, (x, y) = session.game, session.here
    for command in (wizardry.ToggleGod(), wizardry.Give(AMULET), Pass()):
        session.do(command)
    dx, dy = next((dx, dy) for dx, dy in ((1, 0), (0, 1)) if game.level.is_free((x + dx, y + dy)))
    spawning.spawn(game, "props", "Altar", (x + dx, y + dy), game.depth, game.stream("altar"))

    def bring_it_home(_session: Session, _rng: object) -> Iterator[Action]:
        yield Step(dx, dy)

    turn = game.turn
    assert play(session, Bot("homing", [bring_it_home], "3"), turn + 1) is None
    assert session.is_won
    assert game.turn == turn
    ecs.drop_world(game.world)
