"""The budgets that need a screen: start-up, the play screen, key press to frame, memory; `roguelike benchmark`.

Start-up and memory are ratios to the least that any program with such a window must spend: a bare tcod window of the
same size and font that shows one frame. Both are programs of their own, run by turns, so that a busy machine slows
both alike.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TextIO

from roguelike.core.data_path import PACKAGE, data_folder
from roguelike.engine.commands import Step
from roguelike.host import LocalHost
from roguelike.lab import benchmark
from roguelike.lab.benchmark.row import Effort, Figure, Row, milliseconds, percentile
from roguelike.lab.bots.bot import Bot
from roguelike.lab.bots.roster import make_bot
from roguelike.ui.backends.headless import Headless
from roguelike.ui.backends.loop import Backend
from roguelike.ui.inputs import Key
from roguelike.ui.keymap import STEPS
from roguelike.ui.look.font import load_tileset
from roguelike.ui.opening import SCREENS
from roguelike.ui.program import Program
from roguelike.ui.screens.play import Play
from roguelike.ui.stack import ScreenStack

DRIVER = "SDL_VIDEODRIVER"
BOT_TURNS = 10_000
GAME_TURNS = 1_500
"""Turns after which the bot of the key row begins another game."""
RUNS = 9
LEVELS = 10

BARE = """
import tcod.console, tcod.context, tcod.tileset
tiles = tcod.tileset.load_tilesheet({sheet!r}, 32, {rows}, range(32, 32 + 32 * {rows}))
with tcod.context.new(columns=80, rows=50, tileset=tiles, vsync=False, argv=[]) as context:
    console = tcod.console.Console(80, 50, order="F")
    console.print(1, 1, "A frame")
    context.present(console)
    {end}
"""
OURS = """
from roguelike import app
run = app._run
def until_first_frame(host, window, options):
    present = window.present
    def last(console):
        present(console)
        import os; os._exit(0)
    window.present = last
    return run(host, window, options)
app._run = until_first_frame
app.main({arguments!r})
"""
DEEP = """
from pathlib import Path
from roguelike.lab.benchmark.screen_rows import Stage
from roguelike.ui.backends.window import Window
from roguelike.engine.dungeon import travel
with Window() as window:
    stage = Stage(window, Path({saves!r}))
    for depth in range(1, {levels} + 1):
        if depth > 1:
            travel(stage.session.game, depth)
        stage.show()
    {end}
"""
KEYS = """
import json
from roguelike.lab.benchmark.screen_rows import key_times
print(json.dumps(key_times({turns})))
"""
EXIT = "import os; os._exit(0)"
REPORT = "import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"


def run_benchmark(args: argparse.Namespace, out: TextIO) -> int:
    """Measure the engine's rows and those of the screen; 0 when all chosen budgets are met."""
    return benchmark.run(args, out, ROWS)


class Stage:
    """The play screen on some backend, with a bot at the keys."""

    def __init__(self, backend: Backend, saves: Path, seed: str = "benchmark") -> None:
        """Begin a game."""
        self.backend, self.console = backend, backend.new_console()
        self.host = LocalHost(saves, seed=seed)
        self.program = Program(self.host, self.host.load_settings(), SCREENS)
        self.session = self.program.session = self.host.start(seed)
        self.play = Play(self.program)
        self.stack = ScreenStack(self.play)
        self.bot: Bot = make_bot("greedy", seed)
        self._keys = {step: self.program.keymap.keys(name)[0] for name, step in STEPS.items()}

    def show(self) -> None:
        """Draw and present a frame."""
        self.stack.draw(self.console)
        self.backend.present(self.console)

    def turn(self) -> float:
        """Do what the bot chooses, and return the seconds that it takes, the bot's own thoughts left out.

        A step is done by its key, anything else as if its screen had just closed.
        """
        turn, took = self.session.game.turn, 0.0
        while self.session.game.turn == turn:
            action = self.bot.choose(self.session)
            began = time.perf_counter()
            match action:
                case Step(dx, dy) if (dx, dy) in self._keys:
                    self.stack.handle(Key(self._keys[dx, dy]))
                case _:
                    self.stack.apply(self.play.on_result(action))
            took += time.perf_counter() - began
            if not self.stack.screens or self.stack.top is not self.play:
                self.stack.screens[:] = [self.play]
                break
        return took

    @property
    def is_over(self) -> bool:
        """Whether another game must begin for the bot to go on."""
        return self.session.is_over or self.session.game.turn >= GAME_TURNS


@contextmanager
def stages(backend: Backend) -> Iterator[Callable[[], Stage]]:
    """Begin games one after another, each in a folder that is thrown away with the last."""
    with TemporaryDirectory(prefix="blue-mana-benchmark-") as folder:
        made: list[Stage] = []

        def begin() -> Stage:
            """Begin the next game."""
            if made:
                made.pop().host.close()
            made.append(Stage(backend, Path(folder) / str(time.monotonic_ns()), str(len(made))))
            # As in play: nobody presses a key before the first frame.
            made[-1].show()
            made[-1].host.after_frame()
            return made[-1]

        yield begin
        if made:
            made.pop().host.close()


def compose(effort: Effort) -> Figure:
    """Measure drawing the play screen after each turn of a bot."""
    with stages(Headless()) as begin:
        stage = begin()
        found = []
        for _ in range(effort.of(400, 3)):
            stage.turn()
            stage.play.animation.skip()
            found.append(milliseconds(lambda: stage.stack.draw(stage.console)))
        found.sort()
    return Figure(median(found), f"99th percentile {percentile(found, 0.99):.2f} ms")


def key_to_frame(effort: Effort) -> Figure:
    """Measure key presses of a bot's games until their frame is presented on the dummy driver, journal included."""
    # SDL chooses its driver when it is first loaded: hence a program of its own.
    printed = _run(KEYS.format(turns=effort.of(BOT_TURNS, 3)), **{DRIVER: "dummy"})
    found: list[float] = json.loads(printed)
    return Figure(
        percentile(found, 0.999), f"median {median(found):.2f} ms, slowest {found[-1]:.1f} ms"
    )


def key_times(turns: int) -> list[float]:
    """Play so many turns in a window; return the milliseconds from each key to its frame, sorted.

    A snapshot that falls due waits for the frame, as in play: the journal already has the command.
    """
    from roguelike.ui.backends.window import Window

    found: list[float] = []
    with Window() as window, stages(window) as begin:
        stage = begin()
        while len(found) < turns:
            if stage.is_over:
                stage = begin()
            took, began = stage.turn(), time.perf_counter()
            stage.show()
            found.append((took + time.perf_counter() - began) * 1000)
            stage.host.after_frame()
    return sorted(found)


# --- programs of their own


def _sheet() -> tuple[str, int]:
    """Return the font sheet that a window of normal size uses, and how many rows of tiles it has."""
    path = data_folder() / "fonts" / "mana-10x18.png"
    return str(path), len(load_tileset("normal")) // 32


def _bare(end: str) -> str:
    """Return the program of a bare window."""
    sheet, rows = _sheet()
    return BARE.format(sheet=sheet, rows=rows, end=end)


def _run(program: str, **variables: str) -> str:
    """Run a program in a fresh interpreter and return what it prints."""
    # The benchmark's own driver is no business of theirs, unless said so.
    rest = {name: value for name, value in os.environ.items() if name != DRIVER}
    rest["PYTHONPATH"] = os.pathsep.join([str(PACKAGE.parent), rest.get("PYTHONPATH", "")])
    done = subprocess.run(  # noqa: S603  (our own interpreter and program)
        [sys.executable, "-c", program],
        env={**rest, **variables},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def startup(effort: Effort, *, new_game: bool) -> Figure:
    """Measure program start to first frame against a bare window, on each driver there is; the worse one counts."""
    drivers = [{DRIVER: "dummy"}, *([{}] if os.environ.get("DISPLAY") else [])]
    ratios, notes = [], []
    with TemporaryDirectory(prefix="blue-mana-benchmark-") as folder:
        arguments = ["--saves", f"{folder}/saves", *(["--new"] if new_game else [])]
        programs = (_bare(EXIT), OURS.format(arguments=arguments))
        for variables in drivers:
            # As installed programs do, each finds its modules compiled: its first run, left out below, has done so.
            kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder}
            bare, ours = _times(programs, effort.of(RUNS, 1), **variables, **kept)
            ratios.append(ours / bare)
            name = variables.get(DRIVER, "display")
            notes.append(f"{name}: {ours:.0f} ms, bare {bare:.0f} ms")
    return Figure(max(ratios), "; ".join(notes))


def _times(programs: Sequence[str], runs: int, **variables: str) -> list[float]:
    """Return how many milliseconds each program takes, the median of some runs by turns, the first left out."""
    times: list[list[float]] = [[] for _ in programs]
    for _ in range(runs + 1):
        for program, found in zip(programs, times, strict=True):
            began = time.perf_counter()
            _run(program, **variables)
            found.append((time.perf_counter() - began) * 1000)
    return [median(found[1:]) for found in times]


def memory(effort: Effort) -> Figure:
    """Measure the peak memory of ten levels against a bare window's."""
    with TemporaryDirectory(prefix="blue-mana-benchmark-") as saves:
        deep = DEEP.format(saves=saves, levels=LEVELS, end=REPORT)
        ours = int(_run(deep, **{DRIVER: "dummy"}))
        bare = int(_run(_bare(REPORT), **{DRIVER: "dummy"}))
    return Figure(ours / bare, f"{ours / 1000:.0f} MB, bare {bare / 1000:.0f} MB")


ROWS = (
    Row("the whole play screen composed", "ms", 0.3, "at most", compose),
    Row("key to frame, 99.9th percentile", "ms", 33, "at most", key_to_frame),
    Row(
        "start to first frame, to a bare window's",
        "",
        1.2,
        "at most",
        lambda effort: startup(effort, new_game=False),
    ),
    Row(
        "start to a new game's, to a bare window's",
        "",
        1.35,
        "at most",
        lambda effort: startup(effort, new_game=True),
    ),
    Row("peak memory of 10 levels, to a bare window's", "", 1.4, "at most", memory),
)
