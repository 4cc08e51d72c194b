"""The command line: exit codes 0, 1 for a failure, 2 for wrong usage; a sentence, never a traceback."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tcod.console import Console

from roguelike import app
from roguelike.commands import check
from roguelike.devices.headless import Headless
from roguelike.devices.running import interceptor, obeyer, save_picture
from roguelike.engine.loading import DataLoader
from roguelike.host import LocalHost
from roguelike.title.title import Title
from roguelike.toolkit.inputs import Key
from roguelike.toolkit.screen import Frame
from roguelike.toolkit.stack import ScreenStack
from roguelike.ui.program import Program
from tests.command import refusal, run
from tests.goldens import compare_faults, wrong


def test_whatever_is_refused_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = [
        (words, refusal(capsys, "--saves", tmp_path, *words).replace(str(tmp_path), "saves"))
        for words in wrong("command lines")
    ]
    compare_faults("command lines", told)


@pytest.mark.parametrize(
    "words",
    [
        ["--" + "x" * 9_000],
        ["--scale", "x " * 9_000],
        ["help", *map(str, range(9_000))],
        ["campaign", "y" * 9_000],
    ],
)
def test_what_it_does_not_know_is_never_repeated_at_length(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert len(told) < 1_200
    assert "..." in told


def test_version_and_schema_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert "Blue Mana" in capsys.readouterr().out
    assert run("schema") == 0
    assert json.loads(capsys.readouterr().out)["$schema"]


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"{bad", "not JSON at line 1, column 2"), (b"\xff\xfe", "not UTF-8"), (b"[]", "not an object"),
     (b'{"items": 3}', "items"), (None, "cannot be read")],
)  # fmt: skip
def test_broken_data_is_told_with_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, told: str
) -> None:
    if content is not None:
        (tmp_path / "spawns.json").write_bytes(content)
    assert run("check-data", str(tmp_path)) == 1
    words = capsys.readouterr().err
    assert told in words
    assert "spawns.json" in words
    assert "Traceback" not in words


def test_a_data_folder_that_does_not_exist_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROGUELIKE_DATA", "/nowhere")
    assert run("check-data") == 1
    assert "ROGUELIKE_DATA is set to /nowhere" in capsys.readouterr().err


def test_without_a_terminal_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "roguelike", "--terminal"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(app.__file__).parent.parent)},
    )
    assert done.returncode == 1
    assert done.stderr.startswith("roguelike: ")
    assert "terminal" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unforeseen_fault_of_a_command_leaves_a_crash_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> int:
        raise ZeroDivisionError("of all things")

    monkeypatch.setattr(check, "run_check", fail)
    assert run("--saves", str(tmp_path), "check-data") == 1
    told = capsys.readouterr().err
    assert "crash-1.json" in told
    assert "Traceback" not in told
    story = json.loads((tmp_path / "crash-1.json").read_text(encoding="utf-8"))
    assert "of all things" in "".join(story["traceback"])


def test_pictures_of_the_screen(tmp_path: Path) -> None:
    console = Console(80, 50, order="F")
    console.print(3, 3, "Here I am")
    frame = Frame(console)
    first = save_picture(frame, tmp_path / "new", "small")
    assert first.name == "picture-1.png"
    assert first.read_bytes().startswith(b"\x89PNG")
    assert save_picture(frame, tmp_path / "new", "small").name == "picture-2.png"
    text = save_picture(frame, tmp_path, None)
    assert text.read_text(encoding="utf-8").splitlines()[3] == "   Here I am"


@pytest.mark.parametrize(
    ("folder", "told"), [("", "The picture is in"), ("/proc/nowhere", "No picture can be saved")]
)
def test_the_key_for_a_picture_tells_where_it_is(tmp_path: Path, folder: str, told: str) -> None:
    host = LocalHost(tmp_path, DataLoader())
    program = Program(host)
    stack = ScreenStack(Title(program))
    screen = Headless()
    program.obey = obeyer(screen, program, stack, Path(folder or tmp_path))
    intercept = interceptor(program, screen)
    assert intercept(Key("a")) == Key("a")
    assert intercept(Key("f11")) == Key("f11"), "only a window has a fullscreen"
    assert intercept(Key("f12")) is None
    assert stack.names == ["Title", "Message"]
    stack.draw(screen.shown)
    assert any(told in row for row in screen.rows)
    assert folder or list(tmp_path.glob("picture-1.txt"))


@pytest.mark.parametrize("spoilt", ["a file in its place", "no home"])
def test_a_game_begins_without_a_folder_to_keep_things_in(
    spoilt: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    cache = tmp_path / "cache"
    cache.write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    if spoilt == "no home":
        monkeypatch.setattr("roguelike.core.data_path.kept_catalog", lambda: None)
    host = LocalHost(tmp_path / "saves", seed="1")
    session = host.start(None)
    host.after_frame()
    host.close()
    assert not host.notices()
    assert all("cache" not in line.text for line in session.log)
    assert capfd.readouterr() == ("", "")
    assert cache.read_text(encoding="utf-8") == "not a folder"


def test_a_seed_before_a_command_is_the_seed_of_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = []
    for words in (["--seed", "3", "mapgen"], ["mapgen", "--seed", "3"], ["mapgen"]):
        assert run(*words) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != told[2]


@pytest.mark.parametrize(
    ("words", "nothing_there"),
    [
        (["verify", "LONG"], "no run has ended yet in "),
        (["check-data", "LONG"], "name too long"),
        (["--data", "LONG", "check-data"], "there is no content pack '1111"),
    ],
)
def test_a_name_too_long_for_a_file_is_no_fault_of_ours(
    words: list[str], nothing_there: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Up to Python 3.13 the system's own word is told; from then on pathlib says that nothing is there."""
    long = [word.replace("LONG", "1" * 300) for word in words]
    assert run("--saves", str(tmp_path), *long) == 1
    told = capsys.readouterr().err
    assert "name too long" in told.lower() or nothing_there in told.lower()
    assert told.count("\n") <= 2
    assert not list(tmp_path.glob("crash-*"))


def test_a_pack_whose_path_cannot_be_handed_on_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / f"my{os.pathsep}pack"
    folder.mkdir()
    assert run("--data", str(folder), "check-data") == 1
    assert capsys.readouterr().err == (
        f"roguelike: The path of a content pack cannot hold {os.pathsep!r}: rename {folder}.\n"
    )


def test_the_home_folder_may_be_written_as_a_tilde(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert app.read_options(["--saves=~/games"]).saves == tmp_path / "games"
    assert app.read_options(["check-data", "~/mod"]).folder == tmp_path / "mod"


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("check-data lamplighters", {"faults", "doubts"}),
        ("pack list", {"name", "version", "folder"}),
        ("puzzle 2", {"name", "code", "drawing"}),
        ("simulate --seeds 1 --turns 1 --jobs 1", {"seed", "turns", "state_hash"}),
        ("campaign saves --cases 1 --jobs 1", {"case", "tried", "came_to", "failure"}),
        ("verify REPLAY", {"text", "is_alike", "is_whole"}),
    ],
)
def test_what_programs_read_is_one_json_object_a_line(
    words: str, keys: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replay = Path(__file__).parent.parent / "golden" / "replays" / "random-third.jsonl"
    given = [str(replay) if word == "REPLAY" else word for word in words.split()]
    run("--saves", str(tmp_path), *given, "--json")
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(keys <= json.loads(line).keys() for line in lines)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--data nothing check-data", "There is no content pack 'nothing'"),
        ("--data nothing pack list", "There is no content pack 'nothing'"),
        ("puzzle 999", "There is no puzzle 999"),
        ("puzzle --make 1 --boards 1", "Given up: 0 of 1 puzzle found"),
        ("simulate --seeds 1 --keep {}/no/x", "No such file or directory"),
        ("campaign saves --cases 1 --keep {}/no/x", "No such file or directory"),
        ("verify {}/nothing", "cannot be read"),
        ("morgue 3", "No run has ended yet"),
        ("benchmark --only zzz", "No row of the benchmark"),
    ],
)
def test_what_programs_read_of_a_failure_is_json_too(
    words: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = words.format(tmp_path).split()
    assert run("--saves", str(tmp_path), *given, "--json") == 1
    told = capsys.readouterr()
    (line,) = told.out.splitlines()
    error = json.loads(line)["error"]
    assert said in error
    assert error in told.err


def test_seeds_and_jobs_are_said_alike_by_every_command() -> None:
    parser = app.read_options(["scores"]).whole()
    (commands,) = (each for each in parser._actions if isinstance(each.choices, dict))
    types: dict[str, set[object]] = {}
    for each in (parser, *commands.choices.values()):
        for option in each._actions:
            for name in {"--seed", "--seeds", "--jobs"} & {*option.option_strings}:
                told = getattr(option.type, "__qualname__", ""), option.metavar
                types.setdefault(name, set()).add(told)
    assert {name: len(each) for name, each in types.items()} == {
        "--seed": 1,
        "--seeds": 1,
        "--jobs": 1,
    }


def test_faults_of_data_are_json_with_their_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pack.json").write_text('{"name": "inks", "version": "1.0"}')
    (tmp_path / "spawns.json").write_text('{"items": [{"name": "Ink", "wieght": 1}]}')
    assert run("check-data", str(tmp_path), "--json") == 1
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert (fault["section"], fault["entry"], fault["field"], fault["line"]) == (
        "items",
        "Ink",
        "wieght",
        1,
    )


@pytest.mark.parametrize("word", ["bash", "zsh", "tcsh"])
def test_shells_complete_every_command(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("completion", word) == 0
    script = capsys.readouterr().out
    assert all(each in script for each in ("check-data", "simulate", "strict", "terminal"))


def test_bash_completes_with_the_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash not found here")
    assert run("completion", "bash") == 0
    script = tmp_path / "script"
    script.write_text(capsys.readouterr().out)
    asked = """
        source "$0"; words=$(complete -p roguelike); words=${words#*-F }
        COMP_WORDS=(roguelike check-data --st) COMP_CWORD=2; ${words% *} roguelike --st check-data
        echo "${COMPREPLY[@]}"
    """
    done = subprocess.run(["bash", "-c", asked, script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["--strict"]


def test_the_manual_page_has_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("man") == 0
    page = capsys.readouterr().out
    assert page.startswith(".TH ROGUELIKE")
    assert all(each in page for each in ("roguelike check\\-data", "roguelike simulate", "strict"))
    assert "roguelike \\- a roguelike whose" in page, "apropos finds it by this line"
    assert not [line for line in page.splitlines() if line.startswith("'")], "roff takes it away"


def test_without_the_library_completion_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert run("completion", "bash") == 1
    assert "pip install 'bluemana[shell]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        "balance --seeds 1 --turns 1 --jobs 1 --out {}/x.html",
        "balance --seeds 1 --turns 1 --jobs 1 --out {}/x.json",
        "balance --seeds 1 --turns 1 --jobs 1 --out {}/folder",
        "simulate --seeds 1 --turns 1 --jobs 1 --replays {}/folder",
        "pack new {}/owls",
        "benchmark --calls {}/x.json",
    ],
)
def test_no_folder_is_made_unasked_and_like_faults_have_like_codes(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = tmp_path / "not" / "there"
    assert run(*words.format(where).split()) == 1
    assert "No such file or directory" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
