"""`roguelike balance` as a person gives it: what it plays, writes and refuses."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from roguelike import __version__, app
from roguelike.commands import processes
from roguelike.engine.session import Session
from roguelike.lab.balance import figures_file, playing
from roguelike.lab.bots import roster
from roguelike.world.catalog import Catalog
from tests.command import run as program
from tests.terminal import Screen

ROOT = Path(app.__file__).parent.parent
SHORT = ("--seeds", "2-3", "--turns", "60")
BRIEF = ("--seeds", "2-3", "--turns", "5")


run = partial(program, "balance")


@dataclass
class Played:
    """What came of a command: the folder that it wrote, and what it printed."""

    out: Path
    told: str
    errors: str

    @property
    def page(self) -> str:
        """The page that it wrote."""
        return (self.out / "balance.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The short games, played in this process."""
    out = tmp_path_factory.mktemp("balance") / "new"
    with redirect_stdout(StringIO()) as told, redirect_stderr(StringIO()) as errors:
        assert run(*SHORT, "--jobs", "1", "--out", str(out)) == 0
    return Played(out, told.getvalue(), errors.getvalue())


def test_it_plays_and_reports(played: Played) -> None:
    assert "greedy   2 games, median 60 turns" in played.told
    assert played.errors == "", "no progress where nobody watches"
    page, games = played.page, figures_file.read(played.out / "balance.json")
    assert [(each.bot, each.seed) for each in games.records] == [
        ("greedy", "2"), ("mage", "2"), ("greedy", "3"), ("mage", "3"),
    ]  # fmt: skip
    assert games.game_version == __version__
    assert games.data_hash in page
    for heading in (
        "Survival", "Survival by depth", "Deaths by depth", "Damage taken, by source", "Damage dealt, by source",
        "Spells cast", "Items found, by sort", "Items used, by name", "Turns on a level", "Level of experience",
        "Hunger", "Choices: taken of offered", "Meals found",
    ):  # fmt: skip
        assert f"<h2>{heading}" in page


def test_the_page_stands_alone(played: Played) -> None:
    page = played.page
    assert not re.findall(r"https?:|src=|<script|@import|url\(", page)
    assert "NaN" not in page
    assert 'name="viewport"' in page
    assert "prefers-color-scheme: dark" in page


def test_figures_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "figures.json"
    assert run(*BRIEF, "--jobs", "1", "--out", str(out)) == 0
    assert f"The figures are in {out}." in capsys.readouterr().out
    assert len(figures_file.read(out).records) == 4
    assert list(tmp_path.iterdir()) == [out]


def test_figures_do_not_depend_on_the_jobs(tmp_path: Path, played: Played) -> None:
    out = tmp_path / "page.html"
    assert run(*SHORT, "--jobs", "2", "--out", str(out)) == 0
    assert out.exists()
    text = (tmp_path / "page.json").read_bytes()
    assert text == (played.out / "balance.json").read_bytes()
    assert json.loads(text)["format"] == "blue-mana-balance"


def test_what_cannot_be_written_is_told_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Session, "start", lambda *_: pytest.fail("a game began"))
    (tmp_path / "file").write_text("")
    (tmp_path / "dir.html").mkdir()
    for out in (tmp_path / "file" / "below", tmp_path / "dir.html", Path("/proc/nowhere")):
        assert run(*SHORT, "--out", str(out)) == 1
        err = capsys.readouterr().err
        assert err.startswith(f"roguelike: No report can be written to {out}")
        assert err.count("\n") == 1


def test_faulty_data_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "spawns.json").write_text("{bad")
    assert run(*SHORT, "--data", str(tmp_path), "--out", str(tmp_path / "out")) == 1
    assert "not JSON at line 1" in capsys.readouterr().err


def test_a_game_that_breaks_is_told_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = roster.Bot.take_turn

    def faulty(bot: roster.Bot, session: Session, *watch: Any) -> Any:
        if (bot.name, session.game.seed) == ("mage", "2"):
            raise ZeroDivisionError("of all things")
        return real(bot, session, *watch)

    monkeypatch.setattr(roster.Bot, "take_turn", faulty)
    assert run(*BRIEF, "--jobs", "1", "--out", str(tmp_path)) == 1
    trace = tmp_path / "balance-mage-2.txt"
    assert f"BROKEN   mage on seed 2: {trace}" in capsys.readouterr().out
    assert "of all things" in trace.read_text(encoding="utf-8")
    page = (tmp_path / "balance.html").read_text(encoding="utf-8")
    assert "left out of every figure: mage on seed 2." in page
    games = figures_file.read(tmp_path / "balance.json")
    assert [each.end for each in games.records] == ["alive", "broken", "alive", "alive"]
    assert len(games.of("mage")) == 1


def test_a_bot_that_takes_no_time_for_ever_is_broken(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roster.Bot, "take_turn", lambda *_: None)
    record = playing.play_game("greedy", "1", 9, catalog)
    assert record.end == "broken"
    assert "turn 0 did not pass" in record.failure


@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.soak), "2"])
def test_ctrl_c_reports_what_is_done(tmp_path: Path, jobs: str) -> None:
    words = ["balance", "--seeds", "1-500", "--turns", "5", "--jobs", jobs, "--out", str(tmp_path)]
    terminal, theirs = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "roguelike", *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as program:
        os.close(theirs)
        said = b""
        while not re.search(rb"[2-9] of 1000 games", said):
            said += os.read(terminal, 1000)
        # A terminal sends it to all who belong together.
        os.killpg(program.pid, signal.SIGINT)
        try:
            out, _ = program.communicate(timeout=300)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
    with suppress(OSError):  # the end of a terminal is an error
        said += os.read(terminal, 10_000)
    os.close(terminal)
    assert program.returncode == 1
    assert b"Traceback" not in said
    assert said.endswith(b"\r\x1b[K"), "the line of progress is gone"
    assert re.match(r"Broken off: \d+ of 1000 games were over\.\n", out)
    games = figures_file.read(tmp_path / "balance.json")
    assert not games.whole
    assert 0 < len(games.records) < 1000
    assert "Broken off" in (tmp_path / "balance.html").read_text(encoding="utf-8")


def test_progress_is_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, 0.1, 10.0, 10.1, 20.0])
    monkeypatch.setattr("time.monotonic", lambda: next(now))
    screen = Screen()
    progress = processes.Progress(screen, 4, "games")
    for done in (1, 2, 3, 4):
        progress(done)
    progress.close()
    lines = screen.getvalue().split("\r\x1b[K")
    assert lines == [
        "", "1 of 4 games, 0 s, about 0 s left", "2 of 4 games, 10 s, about 10 s left",
        "4 of 4 games, 20 s, about 0 s left", "",
    ]  # fmt: skip
    assert [processes.clock(seconds) for seconds in (5, 200, 7500)] == [
        "5 s",
        "3 min 20 s",
        "2 h 5 min",
    ]
