"""Films of a run: casts and GIFs that show what was seen, in the part and the pace that are asked for."""

import builtins
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tcod.console import Console

from roguelike.commands import replay as replay_command
from roguelike.devices.headless import text_rows
from roguelike.host import LocalHost
from roguelike.runs.films.filming import Cut, Frame, GifError, cast_lines, frames, gif_bytes
from tests.command import run
from tests.devices.terminal.glass import Glass
from tests.runs.conftest import TURNS


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
    assert run("--saves", played, "replay", "1", "--cast", str(path), "--size", "90x26") == 0
    header, *events = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert header["version"] == 2
    assert (header["width"], header["height"]) == (90, 26)
    assert "seed 41" in header["title"]
    times = [seconds for seconds, _, _ in events]
    assert times == sorted(times)
    assert times[0] == 0
    assert all(kind == "o" for _, kind, _ in events)
    terminal = Glass(90, 26)
    for _, _, text in events:
        terminal.write(text.encode())
    _, texts = film(played, Cut(0, TURNS, 90, 26))
    text = [row.rstrip() for row in terminal.rows()]
    assert text == texts[-1]
    assert any(f"turn {TURNS} of {TURNS}" in row for row in text)
    assert any(pen.startswith("38;2;") for pen in terminal.pens)


@pytest.mark.parametrize(
    ("words", "pattern"),
    [
        (["--colours", "16"], r"(\d\d?|10[0-7])(;\d\d\d?)*|0"),
        (["--colours", "256"], r"0|.*[34]8;5;.*"),
    ],
)
def test_a_cast_has_the_colours_that_are_asked_for(
    played: Path, tmp_path: Path, words: list[str], pattern: str
) -> None:
    path = tmp_path / "run.cast"
    assert run("--saves", played, "replay", "1", "--to", "8", "--cast", str(path), *words) == 0
    terminal = Glass(80, 24)
    for line in path.read_text("utf-8").splitlines()[1:]:
        terminal.write(json.loads(line)[2].encode())
    assert all(re.fullmatch(pattern, pen) for pen in terminal.pens), terminal.pens


def test_one_frame_is_counted_as_one() -> None:
    assert replay_command._frames(1) == "1 frame"
    assert replay_command._frames(1204) == "1,204 frames"


def test_a_cast_in_ascii_is_ascii(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.cast"
    assert run("--saves", played, "replay", "1", "--to", "8", "--cast", str(path), "--ascii") == 0
    assert all(
        json.loads(line)[2].isascii() for line in path.read_text(encoding="utf-8").splitlines()[1:]
    )


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
    assert (
        run("--saves", played, "replay", "1", "--gif", str(path), "--turn", "10", "--to", "20") == 0
    )
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
    assert run("--saves", played, "replay", "1", "--gif", str(path)) == 1
    assert "pip install 'bluemana[gif]'" in capsys.readouterr().err
    assert not path.exists()


def test_too_long_a_gif_is_refused(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("PIL")
    monkeypatch.setattr("roguelike.runs.films.filming.MOST_FRAMES", 3)
    host = LocalHost(played)
    with pytest.raises(GifError, match="film less with"):
        gif_bytes(frames(host.watch(1), host, Cut(0, 30), scale="small"))
