"""The commands about runs: their tables, texts and films; a sentence and a code for whatever is wrong.

The table of scores: sorted, chosen, as JSON, and honest about what cannot be read.
"""

import gzip
import io
import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from roguelike.app import main
from roguelike.runs.past_runs import LAST, replay_path
from tests.command import refusal, run
from tests.goldens import compare_faults, wrong
from tests.runs.conftest import TURNS


def test_a_morgue_is_text_and_json(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--saves", played, "morgue", "1") == 0
    text = capsys.readouterr().out
    for words in ("Seed              41", "Worn and wielded", "Last messages", "The map", "@"):
        assert words in text
    assert re.search(r"^When +\d{4}-\d\d-\d\d, \d\d:\d\d UTC$", text, re.MULTILINE)
    assert max(map(len, text.partition("\nFiles\n")[0].splitlines())) <= 76
    assert f"{played / 'runs'}" in text
    assert run("--saves", played, "morgue", "1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["morgue"]["map"]
    assert run("--saves", played, "morgue") == 0
    assert "a seed of many words" in capsys.readouterr().out


def test_whatever_is_wrong_is_told(
    played: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roguelike.commands.replay.play", lambda *_: 0)
    told = [
        (words, refusal(capsys, "--saves", played, *words).replace(str(played), "saves"))
        for words in wrong("commands about runs")
    ]
    compare_faults("commands about runs", told)


@pytest.mark.parametrize(
    "text", [b"", b"{}", b"blue-mana", b"\x1f\x8b\x00", b'{"replay": 3}', b"{" * 100_000]
)
def test_what_is_no_replay_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes
) -> None:
    path = tmp_path / "x.replay"
    path.write_bytes(text)
    for command in ("verify", "replay"):
        assert run("--saves", tmp_path, command, str(path)) == 1
        assert "is not a replay" in capsys.readouterr().err
    assert path.read_bytes() == text


def test_runs_are_verified_by_number(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--saves", played, "verify", "1") == 0
    assert f"all as recorded, to turn {TURNS}" in capsys.readouterr().out
    path = next((played / "runs").glob("*.gz"))
    assert run("--saves", played, "verify", str(path)) == 0
    capsys.readouterr()
    assert run("--saves", played, "verify") == 0
    assert "all as recorded, to turn 7." in capsys.readouterr().out


def test_a_recording_of_which_a_part_is_missing_is_not_whole(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = gzip.decompress(next((played / "runs").glob("*.gz")).read_bytes())
    torn = tmp_path / "torn.replay"
    torn.write_bytes(whole[: len(whole) * 2 // 3])
    assert run("--saves", played, "verify", str(torn)) == 1
    heard = capsys.readouterr().out
    assert "all as recorded" in heard
    assert "is torn" in heard


@pytest.mark.parametrize("lines", [1, 2, 30])
def test_a_recording_cut_at_the_end_of_a_line_has_no_end(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: int
) -> None:
    whole = gzip.decompress(next((played / "runs").glob("*.gz")).read_bytes())
    kept = [line for line in whole.splitlines(keepends=True) if b'"hash":' not in line][:lines]
    cut = tmp_path / "cut.replay"
    cut.write_bytes(b"".join(kept))
    assert run("--saves", played, "verify", str(cut)) == 1
    assert "It has no end" in capsys.readouterr().out


@pytest.mark.parametrize("film", ["--cast", "--gif"])
@pytest.mark.parametrize("named", ["1", "last", "file", "link"])
def test_no_film_takes_the_place_of_its_replay(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], film: str, named: str
) -> None:
    path = replay_path(played, named if named in ("1", LAST) else "1")
    before, link = path.read_bytes(), tmp_path / "link"
    link.symlink_to(path)
    what = {"file": str(path), "link": str(link)}.get(named, named)
    assert run("--saves", played, "replay", what, film, str(path)) == 1
    assert "is the replay itself" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_two_films_are_two_files(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = tmp_path / "film"
    assert (
        run("--saves", played, "replay", "1", "--cast", str(film), "--gif", f"{tmp_path}/./film")
        == 1
    )
    assert "cannot be both --cast and --gif" in capsys.readouterr().err
    assert not film.exists()


def test_the_folder_may_be_named_after_the_command(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "1", "--saves", str(played)]) == 0
    assert main(["scores", "--saves", str(played)]) == 0
    assert capsys.readouterr().out.count("\n") == 4


# --- what the output cannot write


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "ascii", "utf-8"])
def test_what_the_output_cannot_write_is_written_in_ascii(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    pages = {}
    for each in (encoding, "utf-8"):
        written = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding))
        assert run("--saves", tmp_path / "no \udcff name", "help", "terminal") == 0
        assert run("--saves", tmp_path / "no \udcff name", "scores") == 0
        pages[each] = written.getvalue().decode(each)
    assert "No run has ended yet" in pages[encoding]
    assert "no ? name" in pages[encoding]
    assert len(pages[encoding]) == len(pages["utf-8"])  # sign by sign


LONG = ["/tmp/" + "x" * 5000, "/tmp/" + "x/" * 2500, "x" * 300]  # noqa: S108


@pytest.mark.parametrize("path", LONG, ids=["a name", "names", "a short one"])
@pytest.mark.parametrize(
    "words",
    [
        ["--saves", "{}", "scores"],
        ["scores", "--saves", "{}"],
        ["--data", "{}", "check-data"],
        ["check-data", "{}"],
        ["replay", "{}"],
        ["morgue", "{}"],
        ["verify", "{}"],
        ["pack", "new", "{}"],
        ["--save", "{}"],
    ],
    ids=" ".join,
)
def test_no_sentence_repeats_an_endless_path(
    words: list[str], path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main([word.format(path) for word in words])
    except SystemExit as end:
        code = end.code
    assert code in (1, 2)
    told = capsys.readouterr()
    assert len(told.out + told.err) < 1200
    assert "Traceback" not in told.err


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
