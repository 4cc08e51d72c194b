"""Start-up and memory, against the minimum that any program with such a window must spend.

The minimum is a bare tcod window of the same size and font that shows one frame. Both run as separate programs,
alternating, so that a busy machine slows both alike.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from roguelike.core import data_path
from roguelike.host.own_data import SETTINGS_FILE
from roguelike.lab.benchmark import peak_memory
from roguelike.lab.benchmark.row import Effort, Figure, row, spread_of
from roguelike.toolkit.font import load_tileset
from roguelike.toolkit.settings import FIT, ZOOMS, Settings

DRIVER = "SDL_VIDEODRIVER"
RUNS, FEWEST_RUNS = 9, 3
LEVELS = 10
BARE_WINDOW = "x bare window"

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
from roguelike.commands import play as play_command
run = play_command._run
def until_first_frame(host, window, options):
    present = window.present
    def last(*shown):
        present(*shown)
        {end}
    window.present = last
    return run(host, window, options)
play_command._run = until_first_frame
app.main({arguments!r})
raise SystemExit("it ended without a frame")
"""
DEEP = """
from roguelike import app
from roguelike.commands import play as play_command
run = play_command._run
def deeper_with_each_frame(host, window, options):
    after_frame = host.after_frame
    def descend():
        after_frame()
        game = host._session.game
        if game.depth == {levels}:
            {end}
        from roguelike.engine.play.dungeon import travel
        travel(game, game.depth + 1)
        return True
    host.after_frame = descend
    return run(host, window, options)
play_command._run = deeper_with_each_frame
app.main(["--new", "--seed=benchmark", "--saves", {saves!r}])
raise SystemExit("it ended without the last level")
"""
HEADLESS = """
from pathlib import Path
from roguelike.devices.headless import Headless
from roguelike.devices.running import started
from roguelike.engine.play.dungeon import travel
from roguelike.host import LocalHost
from roguelike.ui.screens.play import Play
saves = Path({saves!r})
host = LocalHost(saves, seed="benchmark")
def first(program):
    program.session = host.start("benchmark")
    return (Play(program),)
_, _, loop = started(host, Headless(stays=True), saves, lambda: False, first)
game = host._session.game
while True:
    loop.is_stale = True
    loop.show()
    host.after_frame()
    if game.depth == {levels}:
        {end}
    travel(game, game.depth + 1)
"""
EXIT = "import os; os._exit(0)"
SPENT = f"import sys, time; sys.stdout.write(str(time.process_time())); sys.stdout.flush(); {EXIT}"
"""Prints the seconds of CPU that all threads took since the program began, whatever else the machine does meanwhile."""
REPORT = f"import runpy; runpy.run_path({peak_memory.__file__!r}, run_name='__main__'); {EXIT}"


def _sheet() -> tuple[str, int]:
    """Return the font sheet of a window of normal size, and its number of rows of tiles."""
    path = data_path.data_folder() / "fonts" / "mana-10x18.png"
    return str(path), len(load_tileset("normal")) // 32


def _bare(end: str) -> str:
    """Return the source of the bare-window program."""
    sheet, rows = _sheet()
    return BARE.format(sheet=sheet, rows=rows, end=end)


def run_program(program: str, **variables: str) -> str:
    """Run a program in a fresh interpreter and return what it prints."""
    # The benchmark's own driver is not passed on, unless given; nor what the game sets for itself as it starts: the
    # bare window started in 0.16 s with the game's own setting, and in 0.21 s as anybody's.
    ours = (DRIVER, "OPENBLAS_NUM_THREADS")
    rest = {name: value for name, value in os.environ.items() if name not in ours}
    rest["PYTHONPATH"] = os.pathsep.join(
        [str(data_path.PACKAGE.parent), rest.get("PYTHONPATH", "")]
    )
    done = subprocess.run(  # noqa: S603  (our own interpreter and program)
        [sys.executable, "-c", program],
        env={**rest, **variables},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def _kept_in(folder: str) -> dict[str, str]:
    """Return variables with which a program finds its modules and data compiled, as an installed one does.

    They are compiled in its first run, which is not counted, in a folder that no other program writes to.
    """
    return {
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": folder,
        "XDG_CACHE_HOME": folder,
    }


def startup(effort: Effort, *, new_game: bool) -> Figure:
    """Measure the CPU time to the first frame against a bare window's, on each available driver; the worse counts."""
    drivers = [{DRIVER: "dummy"}, *([{}] if os.environ.get("DISPLAY") else [])]
    found = []
    with TemporaryDirectory(prefix="blue-mana-benchmark-") as folder:
        arguments = ["--saves", f"{folder}/saves", *(["--new"] if new_game else [])]
        programs = (_bare(SPENT), OURS.format(arguments=arguments, end=SPENT))
        for variables in drivers:
            kept = {**variables, **_kept_in(folder)}
            bare, ours = _times(programs, effort.of(RUNS, FEWEST_RUNS), **kept)
            value = median(one / two for one, two in zip(ours, bare, strict=True))
            note = f"{variables.get(DRIVER, 'display')}: {len(bare)} pairs"
            found.append(Figure(value, note, spread_of(bare)))
    return max(found, key=lambda figure: figure.value)


def _times(programs: Sequence[str], runs: int, **variables: str) -> list[list[float]]:
    """Return the seconds of CPU that each program says it took, in alternating runs without the first."""
    times: list[list[float]] = [[] for _ in programs]
    for _ in range(runs + 1):
        for program, found in zip(programs, times, strict=True):
            found.append(float(run_program(program, **variables)))
    return [found[1:] for found in times]


@row("start to the first frame", BARE_WINDOW, at_most=1.1)
def start_to_title(effort: Effort) -> Figure:
    """Measure until the title is shown."""
    return startup(effort, new_game=False)


@row("start to the first frame of a new game", BARE_WINDOW, at_most=1.3)
def start_to_game(effort: Effort) -> Figure:
    """Measure until the first level is shown."""
    return startup(effort, new_game=True)


@row("peak memory of 10 levels, without a window", BARE_WINDOW, at_most=1.3)
def headless_memory(effort: Effort) -> Figure:
    """Measure the peak memory of a program that shows ten levels as a terminal does, saves included."""
    return _peak(HEADLESS)


@row("peak memory of 10 levels in the window", BARE_WINDOW, at_most=1.6)
def memory(effort: Effort) -> Figure:
    """Measure the peak memory of a program that shows ten levels in its window, saves included."""
    return _peak(DEEP)


@row("peak memory of 10 levels in the window, tiles of 64 pixels", BARE_WINDOW, at_most=1.6)
def memory_of_great_tiles(effort: Effort) -> Figure:
    """Measure the same with the greatest tiles, of which each picture takes sixteen times as much."""
    return _peak(DEEP, zoom=ZOOMS[-1])


def _peak(program: str, zoom: str = FIT) -> Figure:
    """Return the peak memory of a program that goes down to the last level, against a bare window's."""
    with TemporaryDirectory(prefix="blue-mana-benchmark-") as folder:
        kept = {DRIVER: "dummy", **_kept_in(folder)}
        # The very first start compiles the data; later ones find it compiled.
        for start in range(2):
            saves = Path(folder, str(start))
            saves.mkdir()
            (saves / SETTINGS_FILE).write_text(Settings(zoom=zoom).to_json())
            deep = program.format(saves=str(saves), levels=LEVELS, end=REPORT)
            ours = int(run_program(deep, **kept))
        bare = int(run_program(_bare(REPORT), **kept))
    return Figure(ours / bare, f"{ours / 1000:.0f} MB, bare {bare / 1000:.0f} MB")
