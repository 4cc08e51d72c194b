"""The composition root: command line, then data, host, window or terminal, and the stack of screens.

Everything that prints to the console, ends the process or catches what nobody else did is here.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from roguelike import __version__

if TYPE_CHECKING:  # the title screen must not wait for what it does not need
    from roguelike.ui.host import LocalHost
    from roguelike.ui.inputs import Input
    from roguelike.ui.program import Program
    from roguelike.ui.stack import ScreenStack
    from roguelike.ui.terminal.terminal import Terminal
    from roguelike.ui.window import Window

OK, FAILURE, USAGE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code: 0, 1 for a failure, 2 for wrong usage."""
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except KeyboardInterrupt:
        return FAILURE
    except BrokenPipeError:
        return FAILURE


def _parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="roguelike",
        description="Blue Mana, a roguelike whose heart is magic. Without a command: play.",
    )
    parser.add_argument("--version", action="version", version=f"Blue Mana {__version__}")
    parser.add_argument(
        "--seed", help="play this dungeon; any text, the same seed gives the same dungeon"
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
    simulate = commands.add_parser(
        "simulate", help="let a bot play whole games, checking every turn"
    )
    simulate.set_defaults(run=_simulate, parser=simulate)
    benchmark = commands.add_parser("benchmark", help="measure the game against its budgets")
    benchmark.set_defaults(run=_benchmark, parser=benchmark)
    _add_lazily(sys.argv[1:], {"simulate": simulate, "benchmark": benchmark})
    return parser


def _add_lazily(words: Sequence[str], parsers: dict[str, argparse.ArgumentParser]) -> None:
    """Ask a command's own module for its options, but only when the command is there to use them."""
    if "simulate" in words:
        from roguelike.engine.bots.simulate import add_arguments

        add_arguments(parsers["simulate"])
    if "benchmark" in words:
        from roguelike.engine.benchmark import add_arguments as add_benchmark

        add_benchmark(parsers["benchmark"])


# --- commands


def _check_data(options: argparse.Namespace) -> int:
    """Check the data and report."""
    from roguelike.raws.check import check_data
    from roguelike.raws.faults import DataError

    try:
        print(check_data(options.folder))
    except DataError as fault:
        print(fault, file=sys.stderr)
        return FAILURE
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


# --- play


def _play(options: argparse.Namespace) -> int:
    """Play, in a window or in the terminal."""
    from roguelike.core.data_path import DataFolderError
    from roguelike.ui.font import FontError
    from roguelike.ui.loop import BackendError

    try:
        saves = _saves_folder(options.saves)
        if options.terminal or not _has_display():
            return _play_in_terminal(options, saves)
        return _play_in_window(options, saves)
    except (BackendError, FontError, DataFolderError) as fault:
        print(f"roguelike: {fault}", file=sys.stderr)
        return FAILURE


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
    from roguelike.ui.program import Program
    from roguelike.ui.screens.title import Title
    from roguelike.ui.stack import ScreenStack

    program = Program(host, host.load_settings())
    stack = ScreenStack(Title(program))
    if options.new:
        _begin_at_once(program, stack)
    try:
        run(stack, backend, _intercept(backend, program))
    except Exception as crash:  # noqa: BLE001 - the last resort: save, tell, leave
        with suppress(Exception):
            stack.close()
        leave = getattr(backend, "restore", None)
        if leave is not None:
            leave()
        print(_crash_report(crash, host, program), file=sys.stderr)
        return FAILURE
    finally:
        stack.close()
        host.close()
    for notice in host.notices():
        print(f"roguelike: {notice}", file=sys.stderr)
    return OK


def _begin_at_once(program: "Program", stack: "ScreenStack") -> None:
    """Skip the title; what is wrong with the data is told on it."""
    from roguelike.ui.program import UserError
    from roguelike.ui.screen import Clear, Push
    from roguelike.ui.screens.message import Message as Notice
    from roguelike.ui.screens.play import Play

    try:
        program.session = program.host.start(None)
    except UserError as fault:
        stack.apply(Push(Notice(program, "No game can begin", str(fault))))
    else:
        stack.apply(Clear(Play(program)))


def _intercept(backend: "Window | Terminal", program: "Program") -> "Callable[[Input], bool]":
    """Return what sees every input before the screens: fullscreen, size of letters, pictures of the screen."""
    from roguelike.ui.inputs import Key
    from roguelike.ui.window import Window

    def intercept(event: "Input") -> bool:
        """Act on the keys that only a window can obey."""
        if not isinstance(event, Key) or not isinstance(backend, Window):
            return False
        match program.keymap.action("play", event.name):
            case "fullscreen":
                backend.fullscreen = not backend.fullscreen
            case "font_larger":
                backend.zoom(1)
            case "font_smaller":
                backend.zoom(-1)
            case _:
                return False
        return True

    return intercept


def _crash_report(crash: Exception, host: "LocalHost", program: "Program") -> str:
    """Write a crash file with all that is needed to find the fault, and say where it is."""
    import json
    import traceback

    session = program.session
    facts = {
        "version": __version__,
        "data": host.data_hash(),
        "seed": session.seed if session else None,
        "turn": session.game.turn if session else None,
        "last commands": [repr(command) for command in session.history] if session else [],
        "traceback": traceback.format_exception(crash),
    }
    number = 1
    while (path := host.saves / f"crash-{number}.json").exists():
        number += 1
    try:
        host.saves.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(facts, indent=2), encoding="utf-8")
    except OSError as fault:
        return f"roguelike: an unforeseen fault ({crash!r}), and no crash file could be written: {fault.strerror}."
    return (
        f"roguelike: an unforeseen fault ended the game, which was saved as far as it could be. "
        f"What happened is in {path}; please send it along with a word on what you did."
    )
