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
from roguelike.core.data_path import DataFolderError
from roguelike.engine.crash import crash_report
from roguelike.lab.command_line import COMMANDS

if TYPE_CHECKING:  # the title screen does not wait for what it does not need
    from roguelike.host import LocalHost
    from roguelike.ui.backends.terminal.terminal import Terminal
    from roguelike.ui.backends.window import Window
    from roguelike.ui.inputs import Input
    from roguelike.ui.program import Program
    from roguelike.ui.stack import ScreenStack

OK, FAILURE = 0, 1
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
    """Return the message for what ended a command: a data error as it is, anything else with its crash file."""
    from roguelike.mapgen.prefab import PrefabError
    from roguelike.raws.faults import DataError

    if isinstance(crash, DataError | PrefabError):
        return str(crash)
    return crash_report(crash, _saves_folder(saves), {})


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of the command line; `words` are its arguments, by which slow parts are left out."""
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
    for name, said, describe, run in COMMANDS:
        command = commands.add_parser(name, help=said)
        command.set_defaults(run=run, parser=command)
        if name in words:  # what describes its options is imported only when the command is given
            describe(command)
    return parser


def _seed(text: str) -> str:
    """Return a seed from the command line. Raises ArgumentTypeError for what the title's seed field would not take."""
    if not text.isprintable() or len(text) > MOST_SEED:
        raise argparse.ArgumentTypeError(
            f"a seed is one line of at most {MOST_SEED} printable characters"
        )
    return text.strip()


# --- commands


def _check_data(options: argparse.Namespace) -> int:
    """Check the raws and prefabs, print what they hold or what is wrong; return the exit code."""
    from roguelike.engine.prefab_check import check_all

    print(check_all(options.folder))
    return OK


def _schema(options: argparse.Namespace) -> int:
    """Print the JSON Schema of spawns.json; return the exit code."""
    import json

    from roguelike.raws.schema import json_schema

    print(json.dumps(json_schema(), indent=2, ensure_ascii=False))
    return OK


# --- play


def _play(options: argparse.Namespace) -> int:
    """Play in a window or in the terminal, as options and display say; return the exit code."""
    import gc

    # What is made before the first frame stays for good. Loading the data turns collection on again.
    gc.disable()
    from roguelike.ui.backends.loop import BackendError
    from roguelike.ui.look.font import FontError

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
    """Return whether there is a display for a window."""
    if sys.platform in ("win32", "darwin") or os.environ.get("SDL_VIDEODRIVER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _saves_folder(named: Path | None) -> Path:
    """Return the folder of saves: the one named, else that of the platform or the checkout."""
    if named is not None:
        return named
    from roguelike.engine.saves.location import default_folder

    return default_folder()


def _play_in_window(options: argparse.Namespace, saves: Path) -> int:
    """Open the window and play in it; return the exit code."""
    from roguelike.host import LocalHost
    from roguelike.ui.backends.window import Window

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
    """Set the window's scale to that of the options, "fit" or a number."""
    if window.scale != scale:
        window.set_scale(scale)


def _play_in_terminal(options: argparse.Namespace, saves: Path) -> int:
    """Take over the terminal and play in it; return the exit code."""
    from roguelike.host import LocalHost
    from roguelike.ui.backends.terminal.terminal import Terminal

    with Terminal() as terminal:
        return _run(LocalHost(saves, seed=options.seed), terminal, options)


def _run(host: "LocalHost", backend: "Window | Terminal", options: argparse.Namespace) -> int:
    """Run the screens until none is open; the game is saved whatever ends the program. Return the exit code."""
    from roguelike.ui.backends.loop import run
    from roguelike.ui.opening import SCREENS, first_screens
    from roguelike.ui.program import Program
    from roguelike.ui.stack import ScreenStack

    program = Program(host, host.load_settings(), SCREENS)
    stack = ScreenStack(*first_screens(program, new=options.new))
    try:
        intercept = _intercept(backend, program, stack, host.saves)
        run(stack, backend, intercept, after_frame=lambda: _after_frame(host))
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


def _after_frame(host: "LocalHost") -> bool:
    """Load the raws and save, which wait until a frame was shown; return whether another frame is needed."""
    host.data.begin()
    return host.after_frame()


def _intercept(
    backend: "Window | Terminal", program: "Program", stack: "ScreenStack", folder: Path
) -> "Callable[[Input], bool]":
    """Return the function that sees every input before the screens: fullscreen, letter size, screenshots."""
    from roguelike.ui.backends.window import Window
    from roguelike.ui.inputs import Key

    def intercept(event: "Input") -> bool:
        """Obey the keys that work on every screen; return whether the input was one of them."""
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
    """Save a screenshot as a PNG and show a notice of where it is."""
    from roguelike.ui.look.picture import save_picture
    from roguelike.ui.screen import Push
    from roguelike.ui.screens.dialogs import Message as Notice

    console = backend.new_console()
    stack.draw(console)
    try:
        told = f"The picture is in {save_picture(console, folder, scale)}."
    except OSError as fault:
        told = f"No picture can be saved in {folder}: {fault.strerror}. Choose another folder with --saves DIR."
    stack.apply(Push(Notice(program, "A picture of the screen", told)))


def _facts(host: "LocalHost", program: "Program") -> dict[str, object]:
    """Return what a crash file needs to play the game again up to the fault."""
    session = program.session
    return {
        "data": host.data_hash(),
        "seed": session.seed if session else None,
        "turn": session.game.turn if session else None,
        "last commands": [repr(command) for command in session.history] if session else [],
    }
