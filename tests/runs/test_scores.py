"""The table of scores: sorted, chosen, as JSON, and honest about what cannot be read."""

import json
import shutil
from pathlib import Path

import pytest

from tests.command import run


def test_scores_are_a_table(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--saves", played, "scores") == 0
    heading, *rows = capsys.readouterr().out.splitlines()
    assert heading.split()[:5] == ["No.", "Score", "Depth", "Level", "Turns"]
    assert len(rows) == 2
    assert any(row.split()[0] == "1" and "41" in row and "Gave up" in row for row in rows)


def test_scores_are_sorted_and_chosen(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def numbers(*words: str) -> list[int]:
        assert run("--saves", played, "scores", *words) == 0
        return [int(row.split()[0]) for row in capsys.readouterr().out.splitlines()[1:]]

    assert numbers("--sort", "turns") == [1, 2]
    assert numbers("--sort", "turns", "--reverse") == [2, 1]
    assert numbers("--sort", "date") == [2, 1]
    assert numbers("--sort", "date", "--limit", "1") == [2]
    assert numbers("--seed", "41") == [1]
    assert numbers("--seed", "none") == []
    assert run("--saves", played, "scores", "--seed", "none") == 0
    told = capsys.readouterr().out
    assert "is of that seed and hero (2 runs in all)." in told
    assert "has ended yet" not in told


def test_scores_are_json_too(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--saves", played, "scores", "--json", "--sort", "date") == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["number"] for each in found] == [2, 1]
    assert found[1]["run"]["seed"] == "41"
    assert found[1]["has_replay"]


def test_no_runs_and_bad_lines_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--saves", tmp_path, "scores") == 0
    assert "No run has ended yet" in capsys.readouterr().out
    assert run("--saves", tmp_path, "morgue") == 1
    assert "No run has ended yet" in capsys.readouterr().err
    (tmp_path / "history.jsonl").write_text("{bad\n")
    assert run("--saves", tmp_path, "scores") == 1
    assert "Line 1" in capsys.readouterr().err
    assert not list(tmp_path.glob("lock")), "to look takes no lock"


@pytest.mark.parametrize("command", ["scores", "morgue", "verify 1"])
def test_a_history_that_cannot_be_read_is_not_called_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (tmp_path / "folder" / "history.jsonl").mkdir(parents=True)
    (tmp_path / "file").write_text("no folder")
    for saves, reason in (("folder", "Is a directory"), ("file", "Not a directory")):
        assert run("--saves", tmp_path / saves, *command.split()) == 1
        told = capsys.readouterr()
        assert f"history.jsonl cannot be read: {reason}." in told.err
        assert "No run has ended yet" not in told.err + told.out


@pytest.mark.parametrize("key", ["epitaph", "place", "when", "seed", "hero", "version"])
@pytest.mark.parametrize("odd", ["\x1b[2J\x1b]0;x\x07", "\u202eabc", "x" * 100_000])
def test_a_line_of_the_history_that_no_game_wrote_is_passed_over(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str, odd: str
) -> None:
    history = tmp_path / "history.jsonl"
    sound = (played / "history.jsonl").read_text(encoding="utf-8").splitlines()
    spoilt = json.dumps({**json.loads(sound[-1]), key: odd})
    history.write_text("\n".join([*sound[:-1], spoilt]) + "\n", encoding="utf-8")
    run("--saves", tmp_path, "scores")
    told = capsys.readouterr()
    is_newer = key == "version" and "of a newer version" in told.out
    assert (
        is_newer
        or f"Line {len(sound)} of {history} cannot be read and was passed over." in told.err
    )
    assert odd[:40] not in told.out


@pytest.mark.parametrize("odd", ["\x1b[2J\x1b]0;x\x07", "\u202eabc"])
def test_no_report_speaks_to_the_terminal(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], odd: str
) -> None:
    saves = tmp_path / "saves"
    shutil.copytree(played, saves)
    spoilt = 0
    for path in (saves / "runs").glob("*.json"):
        text = path.read_text(encoding="utf-8")
        report = json.loads(text)
        report["morgue"]["figures"][0]["value"] = odd
        report["morgue"]["messages"][-1]["text"] = odd
        path.write_text(json.dumps(report), encoding="utf-8")
        spoilt += 1
    assert spoilt
    run("--saves", saves, "morgue")
    told = capsys.readouterr()
    assert odd not in told.out + told.err
