"""The journal beside a save: torn, of another save, or of other rules."""

from pathlib import Path

import pytest

from roguelike.engine.play.commands import Cast, Pass, Step
from roguelike.engine.state.snapshot import state_hash
from roguelike.raws.catalog import Catalog
from roguelike.store.folder import SaveFolder
from roguelike.store.jsonl import write_line
from roguelike.store.recording import Recording
from roguelike.store.recording_file import RecordingFile
from roguelike.world.game import Game
from tests.store.folders import act, resume


def test_commands_since_the_snapshot_are_kept(
    folder: SaveFolder, game: Game, path: Path, catalog: Catalog
) -> None:
    folder.write(game)
    for command in (Step(1, 0), Pass(), Step(0, 1)):
        folder.append(game, act(game, command))
    again, notes = resume(path, catalog)
    assert state_hash(again) == state_hash(game)
    assert notes == []


def test_a_recording_that_was_deleted_is_written_again_as_a_whole(
    game: Game, tmp_path: Path
) -> None:
    recording, file = Recording(game, b""), RecordingFile(tmp_path, "r1")
    for _ in range(2):
        recording.note(game, *act(game, Pass()))
        assert file.write(recording) == len(recording.data())
        assert (tmp_path / "r1.recording").read_bytes() == recording.data()
        (tmp_path / "r1.recording").unlink()


def test_a_recording_that_is_a_link_is_replaced_and_what_it_leads_to_is_kept(
    tmp_path: Path, game: Game
) -> None:
    elsewhere, folder = tmp_path / "thesis.txt", tmp_path / "saves"
    elsewhere.write_text("three years of work")
    folder.mkdir()
    link = folder / "r1.recording"
    link.symlink_to(elsewhere)
    assert RecordingFile(folder, "r1").write(Recording(game, b"")) > 0
    assert elsewhere.read_text() == "three years of work"
    assert not link.is_symlink()


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
    monkeypatch.setattr("roguelike.store.folder.__version__", "0.0.7")
    loaded = SaveFolder(path).read(catalog)
    assert loaded.journal == []
    assert "last 2 commands are not repeated" in loaded.notes[0]
    assert state_hash(loaded.game) == before
