"""When the host does what: before a game begins, and once the player has seen a frame."""

import subprocess
import sys
from pathlib import Path

import pytest

from roguelike.engine.play.commands import Rest
from roguelike.host import LocalHost
from roguelike.host.transcript import Transcript
from roguelike.toolkit.settings import Progress

NEW_GAME = """
import sys
from pathlib import Path
from roguelike.host import LocalHost
host = LocalHost(Path(sys.argv[1]))
host.start("7")
first = "roguelike.mapgen.depths" in sys.modules
host.after_frame()  # the save of the new game
host.after_frame()
print(first, "roguelike.mapgen.depths" in sys.modules)
host.close()
"""


def test_the_builders_of_deeper_levels_are_loaded_once_the_game_was_shown_and_saved(
    tmp_path: Path,
) -> None:
    program = [sys.executable, "-c", NEW_GAME, str(tmp_path)]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_what_hints_were_told_is_written_once_the_frame_was_shown(tmp_path: Path) -> None:
    host, file = LocalHost(tmp_path), tmp_path / "progress.json"
    for hints, flush in ((["first"], host.after_frame), (["first", "second"], host.close)):
        before = file.read_bytes() if file.exists() else b""
        host.keep_progress_soon(Progress(hints=hints))
        assert (file.read_bytes() if file.exists() else b"") == before
        flush()
        assert LocalHost(tmp_path).load_progress().hints == hints


BEGUN = """
import sys
from pathlib import Path
from roguelike.host import LocalHost
host = LocalHost(Path(sys.argv[1]))
host.start("7")
print("begun", flush=True)
sys.stdin.read()
"""


def test_a_game_that_began_keeps_others_out_before_its_first_save(tmp_path: Path) -> None:
    program = [sys.executable, "-c", BEGUN, str(tmp_path)]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "begun\n"
        assert "Another Blue Mana" in LocalHost(tmp_path).taken()
        other.communicate()
    assert not LocalHost(tmp_path).taken()


def test_a_game_that_goes_on_is_saved_once_it_was_shown(tmp_path: Path) -> None:
    host = LocalHost(tmp_path)
    host.start("7")
    host.after_frame()
    host.close()
    before = sorted(tmp_path.glob("*.save"))
    for is_a_frame_missing in (True, False):
        host = LocalHost(tmp_path)
        session = host.resume()
        assert sorted(tmp_path.glob("*.save")) == before
        if not is_a_frame_missing:
            host.after_frame()
        assert session.do(Rest()).acted
        host.close()
        again = LocalHost(tmp_path)
        assert again.resume().game.turn == session.game.turn
        again.close()
        assert sorted(tmp_path.glob("*.save")) != before
        before = sorted(tmp_path.glob("*.save"))


TITLE = """
import os, sys
from roguelike import app
from roguelike.commands import play as play_command
run = play_command._run
def until_first_frame(host, window, options):
    def present(*shown):
        print(*(name for name in sys.modules if name.startswith(("roguelike.", "py", "tcod"))), flush=True)
        os._exit(0)
    window.present = present
    return run(host, window, options)
play_command._run = until_first_frame
app.main(["--saves", *sys.argv[1:]])
"""


def test_the_title_waits_for_its_own_screen_only(tmp_path: Path) -> None:
    program = [sys.executable, "-c", TITLE, str(tmp_path)]
    loaded = _loaded(program)
    assert "roguelike.ui" in loaded
    rules = ("effects", "actions", "raws", "mapgen", "systems", "world", "components")
    assert not loaded & {"pydantic", *(f"roguelike.{name}" for name in rules)}


@pytest.mark.skipif(sys.platform == "win32", reason="there tcod asks for a function of C")
def test_the_title_waits_for_nothing_of_tcod_that_nobody_uses(tmp_path: Path) -> None:
    loaded = _loaded([sys.executable, "-c", TITLE, str(tmp_path)])
    assert "tcod.console" in loaded
    assert not loaded & {"pycparser", "tcod.libtcodpy"}


def test_what_was_left_out_of_tcod_can_still_be_had() -> None:
    program = """
from roguelike.core.tcod_loading import load_tcod
load_tcod()
import cffi, tcod.libtcodpy
cffi.FFI().cdef("int SDL_GetVersion(void);")
print(tcod.libtcodpy.FOV_BASIC)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "0\n"


def test_a_game_that_is_played_by_a_program_with_cffi_leaves_it_alone() -> None:
    program = """
import cffi
from roguelike.core.tcod_loading import load_tcod
load_tcod()
import tcod.cffi
print(tcod.cffi.cffi is cffi)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "True\n"


def test_a_new_game_from_a_kept_catalogue_waits_for_nothing_that_reads_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    program = [sys.executable, "-c", TITLE, str(tmp_path / "saves"), "--new"]
    assert "pydantic" in _loaded(program)  # the first game builds the catalogue, and keeps it
    loaded = _loaded(program)
    assert "roguelike.engine" in loaded
    assert "pydantic" not in loaded


def _loaded(program: list[str]) -> set[str]:
    """Return the packages that a program has imported when its first frame is shown: ours, tcod's, and any in "py"."""
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    return {".".join(name.split(".")[:2]) for name in done.stdout.split()}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_transcript_that_takes_no_more_is_told_once_and_given_up(tmp_path: Path) -> None:
    host = LocalHost(tmp_path)
    session = host.start("7")
    host.transcript = Transcript(Path("/dev/full"))
    for _ in range(2):
        host.after_frame()
    told = [line.text for line in session.log if "transcript" in line.text]
    assert told == ["The transcript breaks off: No space left on device."]
    host.close()
