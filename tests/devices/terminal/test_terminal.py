"""The terminal device itself, on a pseudo-terminal: what is taken is given back, however the program ends.

What the environment says of a terminal: how many colours it has, and whether it writes UTF-8.
"""

import os
import select
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from roguelike.devices.terminal import environment as environment_module
from roguelike.devices.terminal.environment import as_started, colours_of, is_ascii_only

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals to test on", allow_module_level=True)

import fcntl
import pty
import termios

from roguelike.devices.terminal.terminal import _LEAVE, Terminal, TerminalError
from tests.real.conftest import PATIENCE_SECONDS, wait_for

PROGRAM = """
from roguelike.devices.loop import Loop
from roguelike.toolkit.inputs import Key
from roguelike.toolkit.screen import Pop, Screen, Stay
from roguelike.toolkit.stack import ScreenStack
from roguelike.devices.terminal import Terminal

class Echo(Screen):
    seen = "ready"
    def draw(self, console):
        console.print(0, 0, self.seen + ".")
        console.print(0, 1, self.answer)
    def on_input(self, event):
        if event == Key("x"):
            raise ValueError("a crash")
        if event == Key("q"):
            return Pop()
        self.seen = getattr(event, "name", "resized")
        return Stay()
    def on_close(self):
        global saved
        saved = True

saved = False
with Terminal() as terminal:
    Loop(ScreenStack(Echo()), terminal).run()
print("saved" if saved else "left")
"""


@dataclass
class Session:
    """A program running on a pseudo-terminal."""

    process: subprocess.Popen[bytes]
    master: int
    slave: int
    output: bytes = b""

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def send(self, data: bytes) -> None:
        os.write(self.master, data)

    def read_until(self, wanted: bytes) -> bytes:
        """Read on until `wanted` has come; returns what came since the last call."""
        start = len(self.output)

        def has_come() -> bool:
            if select.select([self.master], [], [], 0.1)[0]:
                self.output += os.read(self.master, 65536)
            else:
                assert self.process.poll() is None, f"it ended: {self.output[start:][-2000:]!r}"
            return wanted in self.output[start:]

        wait_for(has_come, repr(wanted), lambda: f"; it wrote {self.output[start:][-2000:]!r}")
        return self.output[start:]

    def mode(self) -> list[object]:
        return list(termios.tcgetattr(self.slave))


@pytest.fixture
def session() -> Iterator[Session]:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(Path.cwd())}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=slave, stdout=slave, stderr=slave, env=environment
    )
    yield Session(process, master, slave)
    process.kill()
    process.wait()
    os.close(master)
    os.close(slave)


def test_it_takes_the_terminal_and_gives_it_back(session: Session) -> None:
    before = session.mode()
    assert b"\x1b[?1049h" in session.read_until(b"ready.")
    assert session.mode() != before
    session.send(b"\x1b")
    session.read_until(b"escape.")
    session.send(b"\x1b[49;5u")
    session.read_until(b"ctrl+1")
    session.resize(79, 24)
    assert b"80x24" in session.read_until(b"79x24.")
    session.send(b"z")
    session.resize(90, 60)
    session.read_until(b"resized.")
    session.send(b"q")
    assert _LEAVE.encode() in session.read_until(b"left")
    assert session.mode() == before
    assert session.process.wait(PATIENCE_SECONDS) == 0


def test_after_a_crash_the_traceback_can_be_read(session: Session) -> None:
    before = session.mode()
    session.read_until(b"ready.")
    session.send(b"x")
    output = session.read_until(b"ValueError: a crash")
    assert output.index(_LEAVE.encode()) < output.index(b"Traceback")
    assert session.mode() == before


def test_what_is_pasted_is_asked_for_in_brackets_and_not_played(session: Session) -> None:
    assert b"\x1b[?2004h" in session.read_until(b"ready.")
    session.send(b"\x1b[200~q")
    session.send(b"qq\x1b[201~")
    session.read_until(b"played.")
    session.send(b"q")
    assert b"\x1b[?2004l" in session.read_until(b"left")


def test_letters_of_another_script_are_keys_by_place(session: Session) -> None:
    session.read_until(b"ready.")
    session.send("щ".encode())
    session.read_until(b"o.")
    session.send("й".encode())
    session.read_until(b"left")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_asked_to_end_it_saves_first(session: Session, number: int) -> None:
    before = session.mode()
    session.read_until(b"ready.")
    session.process.send_signal(number)
    assert _LEAVE.encode() in session.read_until(b"saved")
    assert session.mode() == before
    assert session.process.wait(PATIENCE_SECONDS) == 0


def test_without_a_terminal_the_error_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "isatty", lambda _fd: False)
    with pytest.raises(TerminalError, match="start the game from one"):
        Terminal({"TERM": "xterm"})
    monkeypatch.setattr(os, "isatty", lambda _fd: True)
    for environment in ({}, {"TERM": ""}, {"TERM": "dumb"}):
        with pytest.raises(TerminalError, match="TERM is dumb"):
            Terminal(environment)


def test_the_number_of_colours_is_read_from_the_environment() -> None:
    assert colours_of({"TERM": "xterm-256color"}) == "truecolour"
    assert colours_of({"TERM": "screen-256color"}) == "256"
    assert colours_of({"TERM": "screen-256color", "TMUX": "yes"}) == "truecolour"
    assert colours_of({"TERM_PROGRAM": "Apple_Terminal"}) == "256"
    assert colours_of({"TERM_PROGRAM": "Apple_Terminal", "COLORTERM": "truecolor"}) == "truecolour"


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"TERM": "linux"}, "16"), ({"TERM": "xterm", "NO_COLOR": "1"}, "none"), ({"TERM": "vt100"}, "none"),
        ({"TERM": "linux", "COLORTERM": "truecolor"}, "truecolour"), ({"TERM": "xterm", "NO_COLOR": ""}, "truecolour"),
    ],
)  # fmt: skip
def test_colours_follow_the_environment(environment: dict[str, str], wanted: str) -> None:
    assert colours_of(environment) == wanted


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, False), ({"LANG": "de_DE.UTF-8"}, False), ({"LANG": "C"}, True), ({"LANG": "C.utf8"}, False),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "C"}, True), ({"LC_CTYPE": "fr_FR.ISO8859-1"}, True),
    ],
)  # fmt: skip
def test_a_locale_without_utf_8_gets_ascii(environment: dict[str, str], *, wanted: bool) -> None:
    assert is_ascii_only(environment) == wanted


@pytest.mark.parametrize(
    ("started_with", "wanted"), [(b"LANG=C\0TERM=xterm\0", True), (b"LANG=C\0LC_CTYPE=C.UTF-8\0", False)]
)  # fmt: skip
def test_what_python_says_of_itself_is_not_said_of_the_terminal(
    started_with: bytes, *, wanted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "environ").write_bytes(started_with)
    monkeypatch.setattr(environment_module, "STARTED_WITH", tmp_path / "environ")
    seen_by_python = {"LANG": "C", "LC_CTYPE": "C.UTF-8"}
    assert is_ascii_only(as_started(seen_by_python)) == wanted
    monkeypatch.setattr(environment_module, "STARTED_WITH", tmp_path / "not there")
    assert not is_ascii_only(as_started(seen_by_python))
