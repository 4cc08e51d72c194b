"""Whole games by bots: a save at any turn is the game itself, and a recording is the game over again."""

from pathlib import Path

import pytest

from roguelike.engine.play.dungeon import new_game
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.bots.roster import make_bot
from roguelike.raws.catalog import Catalog
from roguelike.store.folder import SaveFolder
from roguelike.store.recording import Recording
from roguelike.store.replay import Playback, read_replay
from roguelike.store.save_file import decode, encode

TURNS = 120


def played(seed: str, catalog: Catalog, turns: int = TURNS) -> Session:
    """Let a bot play for a while."""
    session = Session.start(seed, catalog)
    bot = make_bot("random", seed)
    while session.game.turn < turns and not session.is_over:
        bot.take_turn(session)
    return session


@pytest.mark.parametrize("seed", ["3", "4"])
def test_saved_and_unsaved_games_stay_alike(seed: str, catalog: Catalog) -> None:
    """One game plays on, its double is saved and loaded after every few commands."""
    commands = list(played(seed, catalog).commands)
    plain, saved = Session.start(seed, catalog), Session.start(seed, catalog)
    for number, command in enumerate(commands):
        plain.do(command)
        saved.do(command)
        if number % 7 == 0:
            digest = state_hash(saved.game)
            saved = Session(decode(encode(saved.game)).open(catalog))
            assert state_hash(saved.game) == digest
            assert digest == state_hash(plain.game)
    assert state_hash(saved.game) == state_hash(plain.game)


def test_a_recorded_game_plays_back(catalog: Catalog) -> None:
    commands = list(played("5", catalog).commands)
    session = Session.start("5", catalog)
    recording = session.recording = Recording(session.game, every=10)
    for command in commands:
        session.do(command)
    recording.check()
    again = Session(new_game("5", catalog))
    replay = read_replay(bytes(recording.data))
    assert Playback(replay.steps, again.game, again.do).finish() is None


def test_a_program_that_dies_loses_nothing(catalog: Catalog, tmp_path: Path) -> None:
    """Kept as the program keeps it, and never closed."""
    folder = SaveFolder(tmp_path)

    def keep(game: object, why: str) -> None:
        """Do as the session asks."""
        (folder.append if why == "command" else folder.write)(recording)

    session = Session.start("6", catalog, keep)
    recording = session.recording = Recording(session.game)
    session.save("start")
    bot = make_bot("random", "6")
    for turn in range(1, 120):
        bot.take_turn(session)
        if turn % 23 == 0:
            loaded = SaveFolder(tmp_path).read(catalog)
            resumed = Session(loaded.game)
            for command in loaded.commands:
                resumed.do(command)
            assert state_hash(resumed.game) == state_hash(session.game)
            assert loaded.notes == []
    newest = max(tmp_path.glob("game-*.save"))
    newest.write_bytes(newest.read_bytes()[:-1])
    loaded = SaveFolder(tmp_path).read(catalog)
    resumed = Session(loaded.game)
    for command in loaded.commands:
        resumed.do(command)
    assert state_hash(resumed.game) == state_hash(session.game), "nor with the latest save damaged"
