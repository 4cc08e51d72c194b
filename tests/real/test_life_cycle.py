"""However the program ends: the game is saved, the terminal given back, nobody left behind, and the exit code true."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from roguelike.store import generations
from tests.real.conftest import PATIENCE_SECONDS, PROGRAM, _environment, wait_for

PLAYING = b"Explore"
PROMPT = b"~ready~ "


class Line:
    """A program in a session of its own whose controlling terminal is ours: what ssh or xterm gives a shell."""

    def __init__(self, words: list[str], folder: Path, **more: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
        self.errors = folder / "stderr.txt"
        self.process = subprocess.Popen(
            ["setsid", "-c", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=_environment(TERM="xterm-256color", PS1=PROMPT.decode(), **more),
        )
        os.close(slave)
        self.seen = b""

    def wait_for(self, wanted: bytes, *, after: int = 0) -> None:
        """Read until some bytes have come."""

        def has_come() -> bool:
            if select.select([self.master], [], [], 0.1)[0]:
                self.seen += os.read(self.master, 65536)
            else:
                assert self.process.poll() is None, f"it ended: {self.seen[-1500:]!r}"
            return wanted in self.seen[after:]

        wait_for(has_come, repr(wanted), lambda: f"; it wrote\n{self.seen[-1500:]!r}")

    def send(self, data: bytes) -> int:
        """Type; returns how much had been written before, for `wait_for`."""
        os.write(self.master, data)
        return len(self.seen)

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size, which the kernel tells whoever plays in it."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def hang_up(self) -> None:
        """Close the terminal's window."""
        os.close(self.master)
        self.master = -1

    def code(self) -> int:
        """Wait for the end and return the exit code."""
        return self.process.wait(PATIENCE_SECONDS)

    def close(self) -> None:
        """End whatever still runs."""
        self.process.kill()
        self.process.wait()
        if self.master >= 0:
            os.close(self.master)


@pytest.fixture
def lines() -> Iterator[list[Line]]:
    opened: list[Line] = []
    yield opened
    for line in opened:
        line.close()


def game(folder: Path) -> list[str]:
    """Return the words that begin a game in the terminal."""
    return [*PROGRAM, "--terminal", "--new", "--seed", "3", "--saves", str(folder / "saves")]


def began(folder: Path, lines: list[Line]) -> Line:
    """Start a game and wait until it is on the screen."""
    line = Line(game(folder), folder)
    lines.append(line)
    line.wait_for(PLAYING)
    return line


def is_saved(folder: Path) -> bool:
    """Tell whether the game is in the folder, and no crash file beside it."""
    assert not list(folder.rglob("crash-*")), "a crash file"
    assert not list(folder.rglob("*.new")), "a half written file"
    return generations.summary(folder / "saves") is not None


KITTY_PUSH, KITTY_POP = b"\x1b[>5u", b"\x1b[<u"
PASTE_ASKED, PASTE_GIVEN_BACK = b"\x1b[?2004h\x1b[>4;2m", b"\x1b[>4m\x1b[?2004l"


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param("ctrl+z fg", marks=pytest.mark.soak),
        pytest.param("TSTP fg ctrl+z fg", marks=pytest.mark.soak),
        "STOP fg STOP bg fg TSTP bg fg",
        "ctrl+z bg fg STOP fg ctrl+z bg bg fg",
    ],
)
def test_what_is_pushed_is_popped_once_in_any_order_of_stops_and_continues(
    tmp_path: Path, lines: list[Line], steps: str
) -> None:
    line = in_shell(tmp_path, lines)
    for step in steps.split():
        mark = len(line.seen)
        match step:
            case "ctrl+z":
                line.send(b"\x1a")
            case "TSTP" | "STOP":
                os.kill(children(line.process.pid)[0], getattr(signal, f"SIG{step}"))
            case _:
                line.send(step.encode() + b"\r")
        line.wait_for(PLAYING if step == "fg" else PROMPT, after=mark)
        if step == "bg":  # as long as it takes to notice that it is behind, and to stop
            wait_for(lambda: is_stopped(children(line.process.pid)[0]), "its stop")
            # The shell continues nothing that it takes to be running: it looks before it asks for another command.
            line.wait_for(PROMPT, after=line.send(b"\r"))
        pushed = line.seen.count(KITTY_PUSH) - line.seen.count(KITTY_POP)
        if step == "fg":
            assert pushed == 1
            assert PASTE_ASKED in line.seen[mark:]
        elif step in ("ctrl+z", "TSTP"):  # a stop can be seen coming, SIGSTOP cannot
            assert pushed == 0
            assert line.seen.rfind(PASTE_GIVEN_BACK) > line.seen.rfind(PASTE_ASKED)
    mark = line.send(b"Q")
    line.wait_for(b"Continue", after=mark)
    mark = line.send(b"q")
    line.wait_for(PROMPT, after=mark)
    assert line.seen.count(KITTY_PUSH) == line.seen.count(KITTY_POP)
    assert line.seen.rfind(PASTE_GIVEN_BACK) > line.seen.rfind(PASTE_ASKED)


def in_shell(folder: Path, lines: list[Line]) -> Line:
    """Start a game from a shell and wait until it is on the screen."""
    line = Line(["bash", "--norc", "--noprofile", "-i"], folder)
    lines.append(line)
    line.wait_for(PROMPT)
    line.send(" ".join(game(folder)).encode() + b"\r")
    line.wait_for(PLAYING)
    return line


def is_full(line: Line) -> bool:
    """Tell whether as much waits to be read as the kernel keeps: no more came for a moment."""
    counts = []
    for _ in range(2):
        waiting = fcntl.ioctl(line.master, termios.FIONREAD, struct.pack("i", 0))
        counts.append(struct.unpack("i", waiting)[0])
        time.sleep(0.3)
    return counts[0] > 0 and counts[0] == counts[1]


def test_a_closed_terminal_window_is_a_quiet_end(tmp_path: Path, lines: list[Line]) -> None:
    line = began(tmp_path, lines)
    line.hang_up()  # the kernel sends a hangup and then "continue", in case we were stopped
    assert line.code() == 0
    assert is_saved(tmp_path)


def test_continued_with_the_terminal_gone_it_saves_and_leaves(
    tmp_path: Path, lines: list[Line]
) -> None:
    line = began(tmp_path, lines)
    line.process.send_signal(signal.SIGSTOP)
    line.hang_up()
    line.process.send_signal(signal.SIGCONT)
    assert line.code() == 0
    assert is_saved(tmp_path)


def test_a_terminal_that_stopped_reading_does_not_keep_it_from_ending(
    tmp_path: Path, lines: list[Line]
) -> None:
    line = began(tmp_path, lines)
    line.resize(300, 90)
    # What it writes of the first frame is more than the kernel keeps for a reader.
    wait_for(lambda: is_full(line), "a frame that nobody reads")
    line.process.send_signal(signal.SIGTERM)
    assert line.code() == 0
    assert is_saved(tmp_path)


LONG = pytest.mark.soak


@pytest.mark.parametrize(
    ("number", "pause"),
    [
        (signal.SIGHUP, 0.0),
        (signal.SIGTERM, 0.002),
        pytest.param(signal.SIGHUP, 0.002, marks=LONG),
        pytest.param(signal.SIGHUP, 0.02, marks=LONG),
        pytest.param(signal.SIGTERM, 0.0, marks=LONG),
        pytest.param(signal.SIGTERM, 0.02, marks=LONG),
    ],
)
def test_signals_that_come_in_pairs_are_no_impatience(
    tmp_path: Path, lines: list[Line], number: signal.Signals, pause: float
) -> None:
    line = began(tmp_path, lines)
    line.process.send_signal(number)
    time.sleep(pause)
    line.process.send_signal(number)
    assert line.code() == 0
    assert is_saved(tmp_path)


def test_a_suspended_game_that_is_killed_ends_when_it_is_continued(
    tmp_path: Path, lines: list[Line]
) -> None:
    line = in_shell(tmp_path, lines)
    mark = line.send(b"\x1a")
    line.wait_for(PROMPT, after=mark)
    mark = line.send(b"kill %1\r")
    line.wait_for(PROMPT, after=mark)
    mark = line.send(b"fg\r")
    line.wait_for(PROMPT, after=mark)
    mark = line.send(b"echo over with $((40 + 2))\r")
    line.wait_for(b"over with 42", after=mark)
    assert b"unforeseen" not in line.seen
    assert is_saved(tmp_path)


@pytest.mark.parametrize(
    "words", [["--version"], ["mapgen", "--depth", "3"], ["schema"], ["benchmark", "--quick"]]
)
def test_ctrl_c_during_start_up_prints_no_traceback(tmp_path: Path, words: list[str]) -> None:
    for tenths in (1, 2, 4):
        with subprocess.Popen(
            [*PROGRAM, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(ROGUELIKE_SAVES=str(tmp_path)),
        ) as process:
            time.sleep(tenths / 10)
            process.send_signal(signal.SIGINT)
            try:
                _, errors = process.communicate(timeout=PATIENCE_SECONDS)
            finally:
                process.kill()
        # Until our first line has run, Python itself may speak; from then on nobody does.
        is_ours = b"roguelike/__main__.py" in errors and b"\n    import signal\n" not in errors
        assert b"Traceback" not in errors or not is_ours, errors.decode()
        assert b"unforeseen" not in errors
    assert not list(tmp_path.iterdir())


def children(pid: int) -> list[int]:
    """Return the processes that another has started."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    return [int(word) for word in listed.split()]


def is_stopped(pid: int) -> bool:
    """Tell whether a process is stopped."""
    return ") T " in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")


def are_gone(pids: list[int]) -> bool:
    """Tell whether processes have ended."""
    stats = [Path(f"/proc/{pid}/stat") for pid in pids]
    return not any(
        stat.exists() and ") Z " not in stat.read_text(encoding="utf-8") for stat in stats
    )


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (["simulate", "--seeds", "1-40", "--turns", "90000"], signal.SIGTERM),
        (["simulate", "--seeds", "1-40", "--turns", "90000"], signal.SIGKILL),
        (["balance", "--seeds", "1-40"], signal.SIGINT),
        pytest.param(
            ["simulate", "--seeds", "1-40", "--turns", "90000"], signal.SIGINT, marks=LONG
        ),
        pytest.param(["balance", "--seeds", "1-40"], signal.SIGTERM, marks=LONG),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else value.name,
)
def test_ended_from_outside_a_fleet_leaves_no_workers(
    tmp_path: Path, words: list[str], number: signal.Signals
) -> None:
    process = subprocess.Popen(
        [*PROGRAM, *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(ROGUELIKE_SAVES=str(tmp_path)),
        start_new_session=True,
    )
    wait_for(lambda: len(children(process.pid)) == 3, "two workers and the tracker")
    workers = children(process.pid)
    process.send_signal(number)
    _, errors = process.communicate(timeout=PATIENCE_SECONDS)
    wait_for(lambda: are_gone(workers), "the end of the workers")
    if number != signal.SIGKILL:  # whose victims cannot tidy up
        assert b"Traceback" not in errors, errors.decode()
        assert b"leaked" not in errors
    assert process.returncode == (-number if number == signal.SIGKILL else 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    ("words", "unbuffered"),
    [
        pytest.param(["schema"], "", marks=LONG),
        pytest.param(["schema"], "1", marks=LONG),
        (["--version"], ""),
        (["--help"], "1"),
        pytest.param(["verify", "--help"], "1", marks=LONG),
        (["mapgen", "--depth", "3"], "1"),
    ],
)
def test_a_full_disk_is_told_in_a_sentence(
    tmp_path: Path, words: list[str], unbuffered: str
) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROGRAM, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=_environment(ROGUELIKE_SAVES=str(tmp_path), PYTHONUNBUFFERED=unbuffered),
        )
    assert done.returncode == 1
    assert done.stderr == "roguelike: the output could not be written: No space left on device.\n"
    assert not list(tmp_path.iterdir())


def test_a_closed_output_is_a_failure(tmp_path: Path) -> None:
    command = f"{sys.executable} -m roguelike schema >&-"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, env=_environment()
    )
    assert done.returncode == 1
    assert done.stderr == "roguelike: the output could not be written: it is closed.\n"


def test_a_game_that_could_not_be_saved_ends_with_a_word(tmp_path: Path, lines: list[Line]) -> None:
    (tmp_path / "saves").write_text("a file in its place")
    line = began(tmp_path, lines)
    line.wait_for(b"DIR.")  # a frame may come in parts
    # Where its rows end depends on the folder's name.
    words = b" ".join(re.sub(rb"\x1b\[[0-9;]*[A-Za-z]", b" ", line.seen).split())
    assert b"Choose a folder with --saves DIR." in words
    mark = line.send(b".")
    line.process.send_signal(signal.SIGTERM)
    line.wait_for(b"The game was not saved", after=mark)
    assert line.code() == 1
    assert (tmp_path / "saves").read_text(encoding="utf-8") == "a file in its place"


def test_a_display_that_cannot_be_opened_falls_back_to_the_terminal(
    tmp_path: Path, lines: list[Line]
) -> None:
    words = [word for word in game(tmp_path) if word != "--terminal"]
    line = Line(words, tmp_path, DISPLAY=":4711")
    lines.append(line)
    line.wait_for(PLAYING)
    line.process.send_signal(signal.SIGTERM)
    assert line.code() == 0
    assert is_saved(tmp_path)


def test_without_display_and_terminal_it_says_what_to_do(tmp_path: Path) -> None:
    done = subprocess.run(
        PROGRAM,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env=_environment(DISPLAY=":4711", ROGUELIKE_SAVES=str(tmp_path)),
    )
    assert done.returncode == 1
    assert "No window can be opened" in done.stderr
    assert "Traceback" not in done.stderr
