"""The composition root: command line, then data, host, window or terminal, and the stack of screens.

Everything that prints to the console, ends the process or catches what nobody else did is here.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from roguelike import __version__
from roguelike.core.data_path import DataFolderError
from roguelike.engine.crash import crash_report

if TYPE_CHECKING:  # the title screen must not wait for what it does not need
    from roguelike.ui.host import LocalHost
    from roguelike.ui.inputs import Input
    from roguelike.ui.program import Program
    from roguelike.ui.stack import ScreenStack
    from roguelike.ui.terminal.terminal import Terminal
    from roguelike.ui.window import Window

OK, FAILURE, USAGE = 0, 1, 2
MOST_SEED = 200


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code: 0, 1 for a failure, 2 for wrong usage."""
    words = sys.argv[1:] if arguments is None else arguments
    options = argparse.Namespace(saves=None)
    try:
        options = _parser(words).parse_args(words)
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except (KeyboardInterrupt, BrokenPipeError):
        return FAILURE
    except DataFolderError as fault:
        print(f"roguelike: {fault}", file=sys.stderr)
        return FAILURE
    except Exception as crash:  # noqa: BLE001 - the last resort: no traceback on screen
        print(_told(crash, options.saves), file=sys.stderr)
        return FAILURE


def _told(crash: Exception, saves: Path | None) -> str:
    """Say what ended a command: faults of the data as they are, anything else by way of a crash file."""
    from roguelike.mapgen.prefab import PrefabError
    from roguelike.raws.faults import DataError

    if isinstance(crash, DataError | PrefabError):
        return str(crash)
    return crash_report(crash, _saves_folder(saves), {})


WITH_OPTIONS = {
    "simulate": ("engine.bots.simulate", "let a bot play whole games, checking every turn"),
    "benchmark": ("engine.benchmark", "measure the game against its budgets"),
    "balance": ("engine.balance", "let bots play hundreds of games and report what came of them"),
    "quest": ("engine.bots.quest", "search for a game that is won without help"),
    "mapgen": ("engine.mapgen_command", "show a level, or how it is dug step by step"),
}
"""Commands with options of their own: the module that describes them, loaded only when the command is given."""


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Describe the command line; `words` are those given on it."""
    parser = argparse.ArgumentParser(
        prog="roguelike",
        description="Blue Mana, a roguelike whose heart is magic. Without a command: play.",
    )
    parser.add_argument("--version", action="version", version=f"Blue Mana {__version__}")
    parser.add_argument(
        "--seed",
        type=_seed,
        help="play this dungeon; any text, the same seed gives the same dungeon",
    )
    parser.add_argument(
        "--saves", type=Path, metavar="DIR", help="keep saves and settings in this folder"
    )
    parser.add_argument(
        "--terminal", action="store_true", help="play in this terminal instead of a window"
    )
    parser.add_argument(
        "--new", action="store_true", help="begin a new game at once, without the title"
    )
    parser.add_argument("--scale", choices=("small", "normal", "large"), help="size of the letters")
    parser.set_defaults(run=_play)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    check = commands.add_parser(
        "check-data", help="check spawns.json and say all that is wrong with it"
    )
    check.add_argument(
        "folder", type=Path, nargs="?", help="a folder with a spawns.json (default: the game's own)"
    )
    check.set_defaults(run=_check_data)
    commands.add_parser("schema", help="print the JSON Schema of spawns.json").set_defaults(
        run=_schema
    )
    runs = {
        "simulate": _simulate,
        "benchmark": _benchmark,
        "balance": _balance,
        "quest": _quest,
        "mapgen": _mapgen,
    }
    for name, (module, said) in WITH_OPTIONS.items():
        command = commands.add_parser(name, help=said)
        command.set_defaults(run=runs[name], parser=command)
        if name in words:
            import_module(f"roguelike.{module}").add_arguments(command)
    return parser


def _seed(text: str) -> str:
    """Read a seed: what can be typed into the title's seed field can be given here, and nothing else."""
    if not text.isprintable() or len(text) > MOST_SEED:
        raise argparse.ArgumentTypeError(
            f"a seed is one line of at most {MOST_SEED} printable characters"
        )
    return text.strip()


# --- commands


def _check_data(options: argparse.Namespace) -> int:
    """Check the data and report."""
    from roguelike.engine.pieces import check_all

    print(check_all(options.folder))
    return OK


def _schema(options: argparse.Namespace) -> int:
    """Print the JSON Schema."""
    import json

    from roguelike.raws.schema import json_schema

    print(json.dumps(json_schema(), indent=2, ensure_ascii=False))
    return OK


def _simulate(options: argparse.Namespace) -> int:
    """Let bots play."""
    from roguelike.engine.bots.simulate import run_simulate

    return run_simulate(options, sys.stdout)


def _benchmark(options: argparse.Namespace) -> int:
    """Measure."""
    from roguelike.ui.benchmark import run_benchmark

    return run_benchmark(options, sys.stdout)


def _quest(options: argparse.Namespace) -> int:
    """Search for a winning game."""
    from roguelike.engine.bots.quest import run_quest

    return run_quest(options, sys.stdout)


def _balance(options: argparse.Namespace) -> int:
    """Play and report, compare, or count."""
    from roguelike.engine.balance import run_balance

    return run_balance(options, sys.stdout, sys.stderr)


def _mapgen(options: argparse.Namespace) -> int:
    """Show a level."""
    import time

    from roguelike.engine.mapgen_command import run_mapgen
    from roguelike.raws.catalog import load_catalog

    return run_mapgen(options, sys.stdout, load_catalog(), time.sleep)


# --- play


def _play(options: argparse.Namespace) -> int:
    """Play, in a window or in the terminal."""
    import gc

    # Whatever is made before the first frame stays: whoever loads the data turns this on again.
    gc.disable()
    from roguelike.ui.font import FontError
    from roguelike.ui.loop import BackendError

    try:
        saves = _saves_folder(options.saves)
        if options.terminal or not _has_display():
            return _play_in_terminal(options, saves)
        return _play_in_window(options, saves)
    except (BackendError, FontError) as fault:
        print(f"roguelike: {fault}", file=sys.stderr)
        return FAILURE
    finally:
        gc.enable()


def _has_display() -> bool:
    """Return whether a window could be opened here."""
    if sys.platform in ("win32", "darwin") or os.environ.get("SDL_VIDEODRIVER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _saves_folder(named: Path | None) -> Path:
    """Choose where saves are kept."""
    if named is not None:
        return named
    from roguelike.engine.saves.location import default_folder

    return default_folder()


def _play_in_window(options: argparse.Namespace, saves: Path) -> int:
    """Play in a window."""
    from roguelike.ui.host import LocalHost
    from roguelike.ui.window import Window

    host = LocalHost(saves, seed=options.seed)
    settings = host.load_settings()
    # A scale that was never chosen is left to the window, which takes the largest that fits the display.
    chosen = options.scale or (settings.scale if (saves / "settings.json").exists() else None)
    if options.new:
        host.data.begin()
    with Window(scale=chosen) as window:
        host.on_settings = lambda kept: _scaled(window, kept.scale)
        return _run(host, window, options)


def _scaled(window: "Window", scale: str) -> None:
    """Put a scale from the options into effect."""
    if window.scale != scale:
        window.set_scale(scale)


def _play_in_terminal(options: argparse.Namespace, saves: Path) -> int:
    """Play in the terminal."""
    from roguelike.ui.host import LocalHost
    from roguelike.ui.terminal.terminal import Terminal

    with Terminal() as terminal:
        return _run(LocalHost(saves, seed=options.seed), terminal, options)


def _run(host: "LocalHost", backend: "Window | Terminal", options: argparse.Namespace) -> int:
    """Run the screens until none is open; whatever ends the program, the game is saved first."""
    from roguelike.ui.loop import run
    from roguelike.ui.opening import first_screens
    from roguelike.ui.program import Program
    from roguelike.ui.stack import ScreenStack

    program = Program(host, host.load_settings())
    stack = ScreenStack(*first_screens(program, new=options.new))
    try:
        intercept = _intercept(backend, program, stack, host.saves)
        run(stack, backend, intercept, settle=lambda: _settle(host))
    except Exception as crash:  # noqa: BLE001 - the last resort: save, tell, leave
        with suppress(Exception):
            stack.close()
        leave = getattr(backend, "restore", None)
        if leave is not None:
            leave()
        print(crash_report(crash, host.saves, _facts(host, program)), file=sys.stderr)
        return FAILURE
    finally:
        stack.close()
        host.close()
    for notice in host.notices():
        print(f"roguelike: {notice}", file=sys.stderr)
    return OK


def _settle(host: "LocalHost") -> bool:
    """Do what waits until the player sees a frame; returns whether that calls for another."""
    host.data.begin()
    return host.settle()


def _intercept(
    backend: "Window | Terminal", program: "Program", stack: "ScreenStack", folder: Path
) -> "Callable[[Input], bool]":
    """Return what sees every input before the screens: fullscreen, size of letters, pictures of the screen."""
    from roguelike.ui.inputs import Key
    from roguelike.ui.window import Window

    def intercept(event: "Input") -> bool:
        """Act on the keys that work everywhere, some of which only a window can obey."""
        if not isinstance(event, Key):
            return False
        window = backend if isinstance(backend, Window) else None
        match program.keymap.action("play", event.name):
            case "screenshot":
                _take_picture(backend, window.scale if window else None, program, stack, folder)
            case "fullscreen" if window:
                window.fullscreen = not window.fullscreen
            case "font_larger" if window:
                window.zoom(1)
            case "font_smaller" if window:
                window.zoom(-1)
            case _:
                return False
        return True

    return intercept


def _take_picture(
    backend: "Window | Terminal",
    scale: str | None,
    program: "Program",
    stack: "ScreenStack",
    folder: Path,
) -> None:
    """Save a picture of the screen, and say where it is."""
    from roguelike.ui.picture import save_picture
    from roguelike.ui.screen import Push
    from roguelike.ui.screens.message import Message as Notice

    console = backend.new_console()
    stack.draw(console)
    try:
        told = f"The picture is in {save_picture(console, folder, scale)}."
    except OSError as fault:
        told = f"No picture can be saved in {folder}: {fault.strerror}. Choose another folder with --saves DIR."
    stack.apply(Push(Notice(program, "A picture of the screen", told)))


def _facts(host: "LocalHost", program: "Program") -> dict[str, object]:
    """Return what is needed to play a game again up to where it broke."""
    session = program.session
    return {
        "data": host.data_hash(),
        "seed": session.seed if session else None,
        "turn": session.game.turn if session else None,
        "last commands": [repr(command) for command in session.history] if session else [],
    }
