"""The composition root: command line, then data, host, window or terminal, and the stack of screens.

Printing to the console, ending the process and catching what nothing else caught happen here.
"""

import argparse
import codecs
import errno
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from pathlib import Path

from roguelike import __version__
from roguelike.commands.command_line import (
    MOST_SHOWN,
    ForPlaying,
    Parser,
    add_data,
    error_line,
    path_argument,
    seed_argument,
)
from roguelike.commands.command_list import HELP, commands_for
from roguelike.commands.play import tell
from roguelike.core import data_path
from roguelike.engine.crash import crash_report

OK, FAILURE = 0, 1
LETTERS = ("fit", "small", "compact", "normal", "big", "large", "huge")
"""Those of the settings, which are not loaded just to read the command line."""
HELP_COLUMNS = 78
"""The help fits the smallest terminal: finding out the width of this one would delay the title."""
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return its exit code: 0, 1 for a failure, 2 for wrong usage."""
    words = sys.argv[1:] if arguments is None else arguments
    # Before numpy is loaded: on the map's small matrices, threads wait for each other four times as long as one takes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    options = argparse.Namespace(saves=None)
    _print_whatever_comes()
    try:
        options = read_options(words)
        if options.command and sys.stdout is None:
            return _refuse_output("it is closed")
        run: Callable[[argparse.Namespace], int] = options.run
        with data_path.choosing_packs(_folders_of(options)):
            code = run(options)
        _flush()
    except SystemExit:
        if (reason := _output_fault()) is not None:
            return _refuse_output(reason)
        raise
    except (KeyboardInterrupt, BrokenPipeError):
        _drop_output()
        return FAILURE
    except data_path.DataFolderError as fault:
        return _refuse(options, f"roguelike: {fault}")
    except Exception as crash:  # noqa: BLE001 - the last resort: no traceback on screen
        if (reason := _output_fault(crash)) is not None:
            return _refuse_output(reason)
        return _refuse(options, _fault_message(crash, options.saves))
    return code


def _refuse(options: argparse.Namespace, said: str) -> int:
    """Say why nothing came of a command, as JSON too where it writes that; return the exit code."""
    tell(said)
    if getattr(options, "json", False) and sys.stdout is not None:
        sys.stdout.write(error_line(said))
    return FAILURE


def _print_whatever_comes() -> None:
    """Write characters that standard output cannot encode in ASCII, instead of ending the command."""
    if isinstance(sys.stdout, TextIOWrapper):
        codecs.register_error("signs", _sign)
        sys.stdout.reconfigure(errors="signs")


def _sign(fault: UnicodeError) -> tuple[str, int]:
    """Return the replacement for the characters that could not be encoded, and where to continue."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    from roguelike.devices.terminal.ascii import ascii_glyph

    lacking = fault.object[fault.start : fault.end]
    return "".join(ascii_glyph(ord(each))[0] for each in lacking), fault.end


def _flush() -> None:
    """Write out what was printed. Raises OSError if there is no room for it."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _output_fault(crash: Exception | None = None) -> str | None:
    """Return why standard output fails; None if it does not and was not the reason for `crash`."""
    try:
        _flush()
    except OSError as fault:
        return fault.strerror
    # Unbuffered output fails as it is written; an error about a file has its name.
    if isinstance(crash, OSError) and crash.filename is None and crash.errno in _NO_ROOM:
        return crash.strerror
    return None


def _refuse_output(reason: str) -> int:
    """Report that the command's output cannot be written; return the exit code."""
    tell(f"roguelike: the output could not be written: {reason}.")
    _drop_output()
    return FAILURE


def _drop_output() -> None:
    """Discard unwritten output: Python would try again as it exits, and complain."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fault_message(crash: Exception, saves: Path | None) -> str:
    """Return the message for what ended a command: faults in data or a name, or a crash file for everything else."""
    from roguelike.core.sounds import SoundError
    from roguelike.engine.play.hints import HintError
    from roguelike.mapgen.prefab import PrefabError
    from roguelike.raws.faults import DataError
    from roguelike.title.title_picture import TitleError
    from roguelike.toolkit.manual.checking import ManualError

    if isinstance(
        crash, DataError | PrefabError | HintError | SoundError | TitleError | ManualError
    ):
        return str(crash)
    if isinstance(crash, OSError) and crash.errno == errno.ENAMETOOLONG:
        return f"roguelike: {str(crash.filename)[:MOST_SHOWN]}...: {crash.strerror}."
    return crash_report(crash, _saves_folder(saves), {})


def read_options(words: Sequence[str]) -> argparse.Namespace:
    """Parse the command line. Wrong words end the program, as argparse does.

    Options for playing that stand before a command are passed to it, if it knows them.
    """
    parser = _parser(words)
    options = parser.parse_args(words)
    if not options.command:
        if options.daily and options.seed is not None:
            parser.error("--daily is a seed: it cannot be given with --seed")
        return options
    for said, name, value in options.early:
        if options.parser.get_default(name) is None:
            parser.error(f"{said} is for playing and means nothing to {options.command}")
        options.parser.set_defaults(**{name: value})
    return parser.parse_args(words)


def _folders_of(options: argparse.Namespace) -> list[Path]:
    """Return the folders of the content packs that --data names. Raises DataFolderError for invalid ones."""
    named = (*options.data, *options.more_data)
    if not named:
        return []
    from roguelike.store.installed_packs import folder_of

    return [folder_of(each, _saves_folder(options.saves)) for each in named]


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of the command line; parts that its arguments `words` do not need are left out to save time."""
    parser = Parser(
        prog="roguelike",
        description="Blue Mana, a roguelike whose heart is magic. Without a command: play.",
        formatter_class=partial(argparse.HelpFormatter, width=HELP_COLUMNS),
    )
    parser.add_argument("-V", "--version", action="version", version=f"Blue Mana {__version__}")
    parser.add_argument(
        "--saves", type=path_argument, metavar="DIR", help="keep saves and settings in this folder"
    )
    add_data(parser, "data")
    _describe_play(parser)
    parser.set_defaults(run=_play, early=(), more_data=[], whole=_whole_parser)
    # Given here, because argparse would otherwise format a help page to find it.
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", prog=parser.prog
    )
    for each in commands_for(words):
        is_meant = each.name in words
        command = commands.add_parser(
            each.name, help=each.about, description=each.about, add_help=is_meant
        )
        if is_meant:  # the parts of a command are imported only when it is given
            describe, run = each.parts()
            command.set_defaults(run=run, parser=command)
            add_data(command, "more_data")
            describe(command)
    return parser


def _whole_parser() -> argparse.ArgumentParser:
    """Return the parser with every part of every command, for what is made from it."""
    return _parser([each.name for each in commands_for(HELP)])


def _describe_play(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the game itself."""
    say = partial(parser.add_argument, action=ForPlaying)
    say(
        "--seed",
        type=seed_argument,
        help="play this dungeon; any text, the same seed gives the same dungeon",
    )
    say("--daily", nargs=0, help="play today's dungeon, which is the same for everybody")
    say(
        "--save",
        type=_hero,
        metavar="NAME",
        help="play as the hero of this name, whose game is saved beside the others",
    )
    say(
        "--origin",
        metavar="NAME",
        help="who you were before new games, such as stoker; they begin without asking",
    )
    say("--terminal", nargs=0, help="play in this terminal instead of a window")
    say("--new", nargs=0, help="begin a new game at once, without the title")
    say(
        "--colours", choices=("true", "256", "16", "none"), help="how many colours the terminal has"
    )
    say("--ascii", nargs=0, help="write nothing but ASCII into the terminal")
    say(
        "--transcript",
        type=path_argument,
        metavar="FILE",
        help="append each line of the log to this file",
    )
    say("--scale", choices=LETTERS, help="size of the letters in the window")


def _hero(text: str) -> str:
    """Return a hero's name from the command line. Raises ArgumentTypeError for an invalid one."""
    from roguelike.store.heroes import why_no_name

    if not text or (fault := why_no_name(text)):
        raise argparse.ArgumentTypeError(fault if text else "a hero's name cannot be empty")
    return text


# --- play


def _play(options: argparse.Namespace) -> int:
    """Play in a window or in the terminal; return the exit code."""
    import gc

    # Objects made before the first frame stay for good. Loading the data turns garbage collection on again.
    gc.disable()
    from roguelike.core.tcod_loading import load_tcod

    load_tcod()
    from roguelike.commands.play import play
    from roguelike.devices.running import first_screens
    from roguelike.host import LocalHost

    saves = _saves_folder(options.saves)
    host = LocalHost(saves, seed=options.seed, hero=options.save or "")
    if options.daily:
        host.play_today()
    if options.origin is not None and (fault := host.be(options.origin)):
        tell(f"roguelike: {fault}")
        return FAILURE
    try:
        return play(options, host, partial(first_screens, new=bool(options.new)))
    finally:
        gc.enable()


def _saves_folder(named: Path | None) -> Path:
    """Return the folder of saves: the one named, or else that of the platform or the checkout."""
    if named is not None:
        return named
    from roguelike.store.location import default_folder

    return default_folder()
