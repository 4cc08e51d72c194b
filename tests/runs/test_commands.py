"""The commands about runs: their tables, texts and films; a sentence and a code for whatever is wrong."""

import builtins
import gzip
import io
import json
import re
import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest
from tcod.console import Console

from roguelike.app import main
from roguelike.engine.saves.past_runs import LAST, replay_path
from roguelike.host import LocalHost
from roguelike.runs import replay_command
from roguelike.ui.backends.headless import text_rows
from roguelike.ui.films.asciicast import cast_lines
from roguelike.ui.films.filming import Cut, Frame, frames
from roguelike.ui.films.gif import GifError, gif_bytes
from tests.runs.conftest import TURNS


def run(folder: Path, *words: str) -> int:
    """Run the program in this process."""
    try:
        return main(["--saves", str(folder), *words])
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else -1


# --- scores


def test_scores_are_a_table(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(played, "scores") == 0
    heading, *rows = capsys.readouterr().out.splitlines()
    assert heading.split()[:5] == ["No.", "Score", "Depth", "Level", "Turns"]
    assert len(rows) == 2
    assert any(row.split()[0] == "1" and "41" in row and "Gave up" in row for row in rows)


def test_scores_are_sorted_and_chosen(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def numbers(*words: str) -> list[int]:
        assert run(played, "scores", *words) == 0
        return [int(row.split()[0]) for row in capsys.readouterr().out.splitlines()[1:]]

    assert numbers("--sort", "turns") == [1, 2]
    assert numbers("--sort", "turns", "--reverse") == [2, 1]
    assert numbers("--sort", "date") == [2, 1]
    assert numbers("--sort", "date", "--limit", "1") == [2]
    assert numbers("--seed", "41") == [1]
    assert numbers("--seed", "none") == []
    assert run(played, "scores", "--seed", "none") == 0
    told = capsys.readouterr().out
    assert "is of that seed and hero (2 runs in all)." in told
    assert "has ended yet" not in told


def test_scores_are_json_too(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(played, "scores", "--json", "--sort", "date") == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["number"] for each in found] == [2, 1]
    assert found[1]["run"]["seed"] == "41"
    assert found[1]["has_replay"]


def test_no_runs_and_bad_lines_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "scores") == 0
    assert "No run has ended yet" in capsys.readouterr().out
    assert run(tmp_path, "morgue") == 1
    assert "No run has ended yet" in capsys.readouterr().err
    (tmp_path / "history.jsonl").write_text("{bad\n")
    assert run(tmp_path, "scores") == 1
    assert "Line 1" in capsys.readouterr().err
    assert not list(tmp_path.glob("lock")), "to look takes no lock"


@pytest.mark.parametrize("command", ["scores", "morgue", "verify 1"])
def test_a_history_that_cannot_be_read_is_not_called_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (tmp_path / "folder" / "history.jsonl").mkdir(parents=True)
    (tmp_path / "file").write_text("no folder")
    for saves, reason in (("folder", "Is a directory"), ("file", "Not a directory")):
        assert run(tmp_path / saves, *command.split()) == 1
        told = capsys.readouterr()
        assert f"history.jsonl cannot be read: {reason}." in told.err
        assert "No run has ended yet" not in told.err + told.out


# --- morgue


def test_a_morgue_is_text_and_json(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(played, "morgue", "1") == 0
    text = capsys.readouterr().out
    for words in ("Seed              41", "Worn and wielded", "Last messages", "The map", "@"):
        assert words in text
    assert max(map(len, text.partition("\nFiles\n")[0].splitlines())) <= 76
    assert f"{played / 'runs'}" in text
    assert run(played, "morgue", "1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["morgue"]["map"]
    assert run(played, "morgue") == 0
    assert "a seed of many words" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["morgue", "9"], 1, "There is no run 9"),
        (["morgue", "0"], 1, "There is no run 0"),
        (["morgue", "x"], 2, "is no number of a run"),
        (["morgue", "-3"], 2, "usage"),
        (["replay", "9"], 1, "There is no run 9"),
        (["replay", "absent.file"], 1, "absent.file cannot be read"),
        (["replay", "1", "--speed", "fast"], 2, "is no speed"),
        (["replay", "1", "--turn", "-1"], 2, "turn"),
        (["replay", "1", "--size", "10x10"], 2, "is no size"),
        (["replay", "1", "--size", "80x9999"], 2, "is no size"),
        (["replay", "1", "--fps", "0"], 2, "frames a second"),
        (["replay", "1", "--cast", "no/such/folder/x"], 1, "cannot be written"),
        (["replay", "1", "--turn", "10", "--to", "5", "--cast", "x.cast"], 1, "nothing to film"),
        (["replay", "1", "--turn", "99999", "--gif", "x.gif"], 1, "nothing to film"),
        (["verify", "9"], 1, "There is no run 9"),
        (["scores", "--sort", "luck"], 2, "invalid choice"),
        (["scores", "--limit", "0"], 2, "is no number of runs"),
    ],
)
def test_whatever_is_wrong_is_told(
    played: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, told: str
) -> None:
    assert run(played, *words) == code
    heard = capsys.readouterr().err
    assert told in heard
    assert "Traceback" not in heard


@pytest.mark.parametrize("text", [b"", b"{}", b"blue-mana", b"\x1f\x8b\x00", b'{"replay": 3}'])
def test_what_is_no_replay_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes
) -> None:
    path = tmp_path / "x.replay"
    path.write_bytes(text)
    for command in ("verify", "replay"):
        assert run(tmp_path, command, str(path)) == 1
        assert "is not a replay" in capsys.readouterr().err
    assert path.read_bytes() == text


def test_runs_are_verified_by_number(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(played, "verify", "1") == 0
    assert f"all as recorded, to turn {TURNS}" in capsys.readouterr().out
    path = next((played / "runs").glob("*.gz"))
    assert run(played, "verify", str(path)) == 0
    capsys.readouterr()
    assert run(played, "verify") == 0
    assert "all as recorded, to turn 7." in capsys.readouterr().out


def test_a_recording_of_which_a_part_is_missing_is_not_whole(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = gzip.decompress(next((played / "runs").glob("*.gz")).read_bytes())
    torn = tmp_path / "torn.replay"
    torn.write_bytes(whole[: len(whole) * 2 // 3])
    assert run(played, "verify", str(torn)) == 1
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
    assert run(played, "verify", str(cut)) == 1
    assert "It has no end" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--to", "5"], ["--fps", "5", "--to", "5"], ["--size", "90x30"]])
def test_options_of_films_are_not_passed_over_without_a_film(
    played: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
) -> None:
    monkeypatch.setattr("roguelike.runs.replay_command.play", lambda *_: 0)
    assert run(played, "replay", "1", *words) == 2
    heard = capsys.readouterr().err
    assert "--cast FILE or --gif FILE" in heard
    assert all(word in heard for word in words[::2])


@pytest.mark.parametrize("film", ["--cast", "--gif"])
@pytest.mark.parametrize("named", ["1", "last", "file", "link"])
def test_no_film_takes_the_place_of_its_replay(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], film: str, named: str
) -> None:
    path = replay_path(played, named if named in ("1", LAST) else "1")
    before, link = path.read_bytes(), tmp_path / "link"
    link.symlink_to(path)
    what = {"file": str(path), "link": str(link)}.get(named, named)
    assert run(played, "replay", what, film, str(path)) == 1
    assert "is the replay itself" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_two_films_are_two_files(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = tmp_path / "film"
    assert run(played, "replay", "1", "--cast", str(film), "--gif", f"{tmp_path}/./film") == 1
    assert "cannot be both --cast and --gif" in capsys.readouterr().err
    assert not film.exists()


def test_the_folder_may_be_named_after_the_command(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "1", "--saves", str(played)]) == 0
    assert main(["scores", "--saves", str(played)]) == 0
    assert capsys.readouterr().out.count("\n") == 4


# --- films


class Terminal:
    """As much of a terminal as the painter uses: it keeps the letters that it was sent."""

    TOKEN = re.compile(r"\x1b\[(\??[\d;]*)([A-Za-z])|([^\x1b])", re.DOTALL)
    STEPS: ClassVar = {"A": (0, -1), "B": (0, 1), "C": (1, 0), "D": (-1, 0)}

    def __init__(self, columns: int, rows: int) -> None:
        self.rows = [[" "] * columns for _ in range(rows)]
        self.x = self.y = 0
        self.pens: set[str] = set()

    def feed(self, text: str) -> None:
        """Take what a program writes."""
        assert self.TOKEN.sub("", text) == "", "nothing but text, movements and colours"
        for found in self.TOKEN.finditer(text):
            values, letter, character = found.groups()
            if character == "\b":
                self.x -= 1
            elif character is not None:
                self.rows[self.y][self.x] = character
                self.x += 1
            elif letter == "H":
                row, _, column = values.partition(";")
                self.x, self.y = int(column or 1) - 1, int(row or 1) - 1
            elif letter in self.STEPS:
                right, down = self.STEPS[letter]
                self.x += right * int(values or 1)
                self.y += down * int(values or 1)
            elif letter == "J":
                self.rows = [[" "] * len(row) for row in self.rows]
            elif letter == "m":
                self.pens.add(values)
            else:
                assert (values, letter) in {
                    ("?2026", "h"), ("?2026", "l"), ("?25", "l"), ("?25", "h"),
                }  # fmt: skip

    @property
    def text(self) -> list[str]:
        """The rows of text."""
        return ["".join(row).rstrip() for row in self.rows]


def shown(console: Console) -> list[str]:
    """Return the text of a console."""
    return [row.rstrip() for row in text_rows(console)]


def film(played: Path, cut: Cut, what: int = 1) -> tuple[list[Frame], list[list[str]]]:
    """Film a run; return the frames, and the text of each."""
    host = LocalHost(played)
    texts, found = [], []
    for frame in frames(host.watch(what), host, cut):
        found.append(Frame(frame.seconds, frame.console, frame.turn))
        texts.append(shown(frame.console))
    return found, texts


def test_a_cast_shows_what_was_seen(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.cast"
    assert run(played, "replay", "1", "--cast", str(path), "--size", "90x26") == 0
    header, *events = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert header["version"] == 2
    assert (header["width"], header["height"]) == (90, 26)
    assert "seed 41" in header["title"]
    times = [seconds for seconds, _, _ in events]
    assert times == sorted(times)
    assert times[0] == 0
    assert all(kind == "o" for _, kind, _ in events)
    terminal = Terminal(90, 26)
    for _, _, text in events:
        terminal.feed(text)
    _, texts = film(played, Cut(0, TURNS, 90, 26))
    assert terminal.text == texts[-1]
    assert any(f"turn {TURNS} of {TURNS}" in row for row in terminal.text)
    assert any(pen.startswith("38;2;") for pen in terminal.pens)


@pytest.mark.parametrize(
    ("words", "pattern"),
    [(["--colours", "16"], r"\d\d?(;\d\d\d?)*|0"), (["--colours", "256"], r"0|.*[34]8;5;.*")],
)
def test_a_cast_has_the_colours_that_are_asked_for(
    played: Path, tmp_path: Path, words: list[str], pattern: str
) -> None:
    path = tmp_path / "run.cast"
    assert run(played, "replay", "1", "--to", "8", "--cast", str(path), *words) == 0
    terminal = Terminal(80, 24)
    for line in path.read_text("utf-8").splitlines()[1:]:
        terminal.feed(json.loads(line)[2])
    assert all(re.fullmatch(pattern, pen) for pen in terminal.pens), terminal.pens


def test_one_frame_is_counted_as_one() -> None:
    assert replay_command._frames(1) == "1 frame"
    assert replay_command._frames(1204) == "1,204 frames"


def test_a_cast_in_ascii_is_ascii(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.cast"
    assert run(played, "replay", "1", "--to", "8", "--cast", str(path), "--ascii") == 0
    assert all(json.loads(line)[2].isascii() for line in path.read_text().splitlines()[1:])


def test_a_part_is_filmed(played: Path) -> None:
    found, texts = film(played, Cut(20, 30))
    assert found[0].turn == 20
    assert found[-1].turn in (30, 31, 32)
    assert any("turn 20 of" in row for row in texts[0])
    assert found[-1].seconds - found[-2].seconds >= 2


def test_faster_is_shorter(played: Path) -> None:
    slow, _ = film(played, Cut(0, 30, speed=1.0))
    fast, _ = film(played, Cut(0, 30, speed=8.0))
    assert fast[-2].seconds * 3 < slow[-2].seconds


def test_the_same_replay_is_the_same_cast(played: Path) -> None:
    host = LocalHost(played)
    cut = Cut(0, 12)
    first, second = (
        b"".join(cast_lines(frames(host.watch(1), host, cut), cut, "x", is_ascii=False))
        for _ in range(2)
    )
    assert first == second


def test_a_gif_moves(played: Path, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    path = tmp_path / "run.gif"
    assert run(played, "replay", "1", "--gif", str(path), "--turn", "10", "--to", "20") == 0
    with image.open(path) as found:
        assert found.is_animated
        assert found.n_frames > 3
        assert found.size[0] >= 80 * 5
        found.seek(found.n_frames - 1)
        assert found.info["duration"] >= 1500, "the last frame stays"


def test_without_pillow_it_says_what_to_install(
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    real = builtins.__import__

    def lacking(name: str, *args: Any, **kwargs: Any) -> Any:
        """Import anything but Pillow."""
        if name.split(".", maxsplit=1)[0] == "PIL":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", lacking)
    path = tmp_path / "run.gif"
    assert run(played, "replay", "1", "--gif", str(path)) == 1
    assert "pip install 'bluemana[gif]'" in capsys.readouterr().err
    assert not path.exists()


def test_too_long_a_gif_is_refused(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("PIL")
    monkeypatch.setattr("roguelike.ui.films.gif.MOST_FRAMES", 3)
    host = LocalHost(played)
    with pytest.raises(GifError, match="film less with"):
        gif_bytes(frames(host.watch(1), host, Cut(0, 30)))


# --- what the output cannot write


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "ascii", "utf-8"])
def test_what_the_output_cannot_write_is_written_in_ascii(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    pages = {}
    for each in (encoding, "utf-8"):
        written = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding))
        assert run(tmp_path / "no \udcff name", "help", "terminal") == 0
        assert run(tmp_path / "no \udcff name", "scores") == 0
        pages[each] = written.getvalue().decode(each)
    assert "No run has ended yet" in pages[encoding]
    assert "no ? name" in pages[encoding]
    assert len(pages[encoding]) == len(pages["utf-8"])  # sign by sign


@pytest.mark.parametrize(
    "words", [["--saves", ""], ["replay", "--gif", ""], ["quest", "--keep", " "]]
)
def test_an_empty_path_is_not_this_folder(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert "a path cannot be empty" in capsys.readouterr().err
