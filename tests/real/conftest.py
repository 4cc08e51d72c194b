"""The real program in a real window (on a virtual screen) and in a real terminal (tmux).

Skipped where those programs do not exist, each skip saying what to install; with `CI` set that is a failure.
"""

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PROGRAM = [sys.executable, "-m", "roguelike"]
PATIENCE_SECONDS = 900.0
"""What hangs is given up after so long; no machine is so slow that what works takes it."""
GLANCE_SECONDS = 60
"""Likewise for a look at a window, which is taken again: some never come back when the window goes away meanwhile."""
MANY_COLOURS = 50
LOOKED_AT_EVERY = 17
"""One pixel in so many is enough to tell a screen of ours from an empty window."""
STEADY_LOOKS = 4
"""So often in a row a window must be drawn and focused: SDL makes it anew once, soon after its first frame."""
PACKAGES = {
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "import": "imagemagick",
    "tmux": "tmux",
    "setpriv": "util-linux",
}
"""Programs that these tests drive, and the Debian packages that bring them."""


def need(*programs: str) -> None:
    """Skip the test, saying what to install, unless all of these programs are here."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        packages = " ".join(PACKAGES[program] for program in missing)
        pytest.skip(f"{', '.join(missing)} not found here: sudo apt-get install {packages}")


def wait_for(what: Callable[[], object], why: str, seen: Callable[[], str] = str) -> None:
    """Wait until something is true; fail with the reason when it never is."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not what():
        assert time.monotonic() < end, f"waited in vain for {why}{seen()}"
        time.sleep(0.05)


def _environment(**more: str) -> dict[str, str]:
    """Return an environment without the test suite's dummy drivers."""
    dropped = ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER", "DISPLAY", "WAYLAND_DISPLAY")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


@dataclass
class RealWindow:
    """A running program with a window on a virtual screen."""

    process: subprocess.Popen[bytes]
    display: str
    saves: Path

    def wait_for(self, what: Callable[[], object], why: str) -> None:
        """Wait until something is true, or the program has ended, which fails."""
        wait_for(lambda: what() or self.process.poll() is not None, why)
        assert self.process.poll() is None, f"it ended before {why}"

    def do(self, *words: str, seconds: float = PATIENCE_SECONDS) -> str:
        """Call xdotool."""
        command = ["timeout", str(seconds), "xdotool", *words]
        return subprocess.run(
            command,
            env=_environment(DISPLAY=self.display),
            capture_output=True,
            text=True,
            check=False,
        ).stdout

    @property
    def window(self) -> str:
        """The id of the program's window, empty while there is none."""
        words = ("search", "--onlyvisible", "--pid", str(self.process.pid))
        found = self.do(*words, seconds=GLANCE_SECONDS).split()
        return found[0] if found else ""

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.do("key", "--clearmodifiers", key)

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click on a pixel of the window."""
        self.do("mousemove", "--window", self.window, str(x), str(y))
        self.do("click", str(button))

    def picture(self) -> bytes:
        """Return what a person would see, as raw pixels; none while there is no window."""
        command = ["import", "-window", self.window, "-depth", "8", "rgb:-"]
        return subprocess.run(
            command, env=_environment(DISPLAY=self.display), capture_output=True, check=False
        ).stdout

    def wait_until_ready(self) -> None:
        """Wait until a frame has been drawn and keys arrive, in one and the same window for a while."""
        looks: list[str] = []

        def is_steady() -> bool:
            window = self.window
            self.do("windowfocus", window, seconds=GLANCE_SECONDS)
            focused = self.do("getwindowfocus", "-f", seconds=GLANCE_SECONDS).strip()
            ready = focused == window and is_drawn(self.picture())
            looks.append(window if ready else "")
            latest = looks[-STEADY_LOOKS:]
            return len(latest) == STEADY_LOOKS and len(set(latest)) == 1 and bool(window)

        wait_for(is_steady, "the first frame")


def is_drawn(picture: bytes) -> bool:
    """Return whether a picture has many colours, as every screen of ours has, and not only a window's black."""
    some = range(0, len(picture), 3 * LOOKED_AT_EVERY)
    return len({picture[at : at + 3] for at in some}) > MANY_COLOURS


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A virtual screen."""
    need("Xvfb", "xdotool", "import")
    # A number of our own: servers that choose theirs trip over each other when two suites run at once.
    number = f":{100 + os.getpid() % 50_000}"
    command = ["Xvfb", number, "-screen", "0", "1280x960x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    socket = Path("/tmp/.X11-unix", f"X{number[1:]}")  # noqa: S108 - where X servers listen
    wait_for(lambda: socket.exists() or server.poll() is not None, "the virtual screen")
    assert server.poll() is None, "Xvfb did not start"
    yield number
    server.terminate()
    server.wait()


@pytest.fixture
def play_in_window(display: str, tmp_path: Path) -> Iterator[Callable[..., RealWindow]]:
    """Start the program with some options and wait for its window."""
    running: list[RealWindow] = []

    def start(*options: str) -> RealWindow:
        environment = _environment(DISPLAY=display, LIBGL_ALWAYS_SOFTWARE="1")
        saves = tmp_path / "saves"
        process = subprocess.Popen(
            [*PROGRAM, "--saves", str(saves), *options], env=environment, cwd=tmp_path
        )
        opened = RealWindow(process, display, saves)
        running.append(opened)
        wait_for(lambda: opened.window or process.poll() is not None, "a window")
        assert process.poll() is None
        opened.wait_until_ready()
        return opened

    yield start
    for opened in running:
        opened.process.kill()
        opened.process.wait()


@dataclass
class RealTerminal:
    """A program in a tmux pane."""

    socket: str
    saves: Path

    def wait_for(self, what: Callable[[], object], why: str) -> None:
        """Wait until something is true of the screen."""
        wait_for(what, why, lambda: f"; the screen says:\n{self.text}")

    def tmux(self, *words: str) -> str:
        """Call tmux."""
        command = ["tmux", "-L", self.socket, *words]
        return subprocess.run(
            command, capture_output=True, text=True, check=True, env=_environment()
        ).stdout

    def press(self, *keys: str) -> None:
        """Send keys by tmux's names: M-1 is alt+1."""
        for key in keys:
            self.tmux("send-keys", key)

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return self.tmux("capture-pane", "-p")


@pytest.fixture
def play_in_terminal(tmp_path: Path) -> Iterator[Callable[..., RealTerminal]]:
    """Start the program in a terminal of some size."""
    need("tmux")
    socket = f"blue-mana-{os.getpid()}-{tmp_path.name}"
    terminal = RealTerminal(socket, tmp_path / "saves")

    def start(
        *options: str,
        columns: int = 100,
        rows: int = 55,
        program: Sequence[str] = PROGRAM,
        checkout: Path = ROOT,
    ) -> RealTerminal:
        words = [*program, "--terminal", "--saves", str(terminal.saves), *options]
        command = shlex.join(["env", f"PYTHONPATH={checkout}", *words])
        shell = f"cd {tmp_path} && {command}; echo ended with $?; exec cat"
        terminal.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), "sh", "-c", shell)
        return terminal

    yield start
    subprocess.run(["tmux", "-L", socket, "kill-server"], check=False, capture_output=True)
