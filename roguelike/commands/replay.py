"""`roguelike replay FILE|N`: watches a run again in window or terminal, or films it."""

import argparse
from pathlib import Path
from typing import TextIO

from roguelike.commands import processes
from roguelike.commands.command_line import add_saves, path_argument, saves_of, whole_number
from roguelike.commands.play import play
from roguelike.commands.scores import add_recording
from roguelike.core import data_path
from roguelike.core.grammar import listed
from roguelike.devices.terminal.environment import Colours
from roguelike.engine.state.errors import SaveError
from roguelike.host import LocalHost
from roguelike.runs.films.filming import Cut, GifError, cast_lines, frames, gif_bytes
from roguelike.runs.past_runs import replay_path
from roguelike.runs.verifying import read_replay_file
from roguelike.runs.watch_screen import opened
from roguelike.runs.watching import Watched
from roguelike.store import atomic
from roguelike.toolkit.font import SCALES
from roguelike.toolkit.screen import MIN_COLUMNS, MIN_ROWS, Screen
from roguelike.ui.program import Program, UserError

GIF_TURNS = 100
"""How many of the last turns a GIF shows by default."""
MOST_CELLS = 500
"""Maximum length of each side of a film."""
SPEED, FILM_SPEED, FPS, MOST_FPS = 1.0, 4.0, 10, 50
NO_FILM = "Only films take {options}: add --cast FILE or --gif FILE."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `replay`."""
    add_saves(parser)
    add_recording(parser)
    parser.add_argument("--turn", type=whole_number(0), default=0, help="begin at this turn")
    parser.add_argument(
        "--speed",
        type=_speed,
        default=0.0,
        help=f"0.25 to 64 (default: {SPEED:g}; films {FILM_SPEED:g})",
    )
    parser.add_argument("--terminal", action="store_true", help="watch it in this terminal")
    parser.add_argument(
        "--colours",
        choices=("true", "256", "16", "none"),
        default="",
        help="how many colours the terminal or cast has",
    )
    parser.add_argument(
        "--ascii", action="store_true", help="nothing but ASCII in a terminal or cast"
    )
    parser.add_argument("--scale", choices=SCALES, default="", help="size of the letters")
    _add_films(parser.add_argument_group("films"))


def _add_films(film: argparse._ArgumentGroup) -> None:
    """Declare the options of films."""
    film.add_argument(
        "--cast", type=path_argument, metavar="FILE", help="write an asciicast (version 2)"
    )
    film.add_argument(
        "--gif",
        type=path_argument,
        metavar="FILE",
        help="write an animated GIF (needs bluemana[gif])",
    )
    film.add_argument(
        "--to",
        type=whole_number(0),
        metavar="TURN",
        help="film up to this turn; --turn is the first",
    )
    film.add_argument(
        "--size", type=_size, metavar="WxH", help=f"cells (default: {MIN_COLUMNS}x{MIN_ROWS})"
    )
    film.add_argument(
        "--fps", type=whole_number(1, MOST_FPS), help=f"frames a second (default: {FPS})"
    )


def _speed(text: str) -> float:
    """Return a speed. Raises ArgumentTypeError for anything else."""
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.25 <= speed <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed: choose 0.25 to 64")
    return speed


def _size(text: str) -> tuple[int, int]:
    """Return a size in cells. Raises ArgumentTypeError for anything else."""
    columns, _, rows = text.partition("x")
    if columns.isdecimal() and rows.isdecimal():
        size = int(columns), int(rows)
        if MIN_COLUMNS <= size[0] <= MOST_CELLS and MIN_ROWS <= size[1] <= MOST_CELLS:
            return size
    raise argparse.ArgumentTypeError(
        f"{text!r} is no size: write 100x30, at least {MIN_COLUMNS}x{MIN_ROWS}, at most {MOST_CELLS} each"
    )


def run_replay(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Watch or film a run; return the exit code."""
    saves = saves_of(options)
    if (films_only := _without_film(options)) is not None:
        errors.write(f"roguelike: {films_only}\n")
        return 2
    host = LocalHost(saves)
    try:
        path = replay_path(saves, options.what)
        if (clash := _overwritten(path, options)) is not None:
            errors.write(f"roguelike: {clash}\n")
            return 1
        replay = read_replay_file(path)
        watched = host.open_replay(replay)
        if (why := replay.mismatch(watched.game.content)) is not None:
            errors.write(f"roguelike: {why} It may go another way than it went.\n")
        if options.cast is None and options.gif is None:
            return _watched(options, host, watched)
        for film, make in ((options.cast, _cast), (options.gif, _gif)):
            if film is not None:
                out.write(f"{make(options, host, watched, film, errors)}\n")
    except (SaveError, UserError) as fault:
        errors.write(f"roguelike: {fault}\n")
        return 1
    except GifError as fault:
        errors.write(f"roguelike: {fault}.\n")
        return 1
    except OSError as fault:
        errors.write(f"roguelike: {fault.filename} cannot be written: {fault.strerror}.\n")
        return 1
    finally:
        host.close()
    return 0


def _without_film(options: argparse.Namespace) -> str | None:
    """Say which options would be ignored because no film is made; None if there are none."""
    if options.cast is not None or options.gif is not None:
        return None
    given = {"--to": options.to, "--size": options.size, "--fps": options.fps}
    named = [name for name, value in given.items() if value is not None]
    return NO_FILM.format(options=listed(named)) if named else None


def _overwritten(replay: Path, options: argparse.Namespace) -> str | None:
    """Say which file a film would overwrite: the replay, or the other film; None if neither."""
    cast, gif = options.cast, options.gif
    for film in (cast, gif):
        if film is not None and data_path.is_same_file(film, replay):
            return f"{film} is the replay itself: write the film to another file."
    if cast is not None and gif is not None and data_path.is_same_file(cast, gif):
        return f"{cast} cannot be both --cast and --gif: write one of them to another file."
    return None


def _watched(options: argparse.Namespace, host: LocalHost, watched: Watched) -> int:
    """Show the replay in the window or in the terminal; return the exit code."""
    options.colours, options.scale = options.colours or None, options.scale or None

    def first(program: Program) -> tuple[Screen, ...]:
        """Open the replay alone, without a title screen below it."""
        return (opened(program, watched, turn=options.turn, speed=options.speed or SPEED),)

    return play(options, host, first)


def _cut(options: argparse.Namespace, watched: Watched, first: int) -> Cut:
    """Return which part of a replay to film, and how; `first` is the turn to begin with.

    Raises:
        UserError: there is no such part.
    """
    last = _last(options, watched)
    if first > last:
        raise UserError(
            f"No turn lies between {first:,} and {last:,}: there is nothing to film. "
            f"The run has turns 0 to {watched.last_turn:,}."
        )
    columns, rows = options.size or (MIN_COLUMNS, MIN_ROWS)
    return Cut(first, last, columns, rows, options.speed or FILM_SPEED, options.fps or FPS)


def _last(options: argparse.Namespace, watched: Watched) -> int:
    """Return the last turn to film."""
    return watched.last_turn if options.to is None else min(options.to, watched.last_turn)


def _cast(
    options: argparse.Namespace, host: LocalHost, watched: Watched, path: Path, errors: TextIO
) -> str:
    """Write an asciicast; return a message about it."""
    cut = _cut(options, watched, options.turn)
    progress = processes.Progress(errors, cut.last, "turns")
    colours: Colours = "truecolour" if options.colours in ("", "true") else options.colours
    title = f"Blue Mana, seed {watched.seed}"
    film = frames(watched, host, cut, progress)
    lines = [*cast_lines(film, cut, title, colours, is_ascii=options.ascii)]
    progress.close()
    atomic.write_whole(path, b"".join(lines))
    return (
        f"{path}: {_frames(len(lines) - 1)}, turns {cut.first:,} to {cut.last:,}{_trouble(watched)}"
    )


def _gif(
    options: argparse.Namespace, host: LocalHost, watched: Watched, path: Path, errors: TextIO
) -> str:
    """Write an animated GIF; return a message about it."""
    cut = _cut(options, watched, options.turn or max(0, _last(options, watched) - GIF_TURNS))
    progress = processes.Progress(errors, cut.last, "turns")
    scale = options.scale or "small"
    data, count = gif_bytes(frames(watched, host, cut, progress, scale=scale), scale)
    progress.close()
    atomic.write_whole(path, data)
    return (
        f"{path}: {_frames(count)}, turns {cut.first:,} to {cut.last:,}, {len(data):,} bytes"
        f"{_trouble(watched)}"
    )


def _frames(count: int) -> str:
    """Format the number of frames: "1 frame", "1,204 frames"."""
    return f"{count:,} frame{'' if count == 1 else 's'}"


def _trouble(watched: Watched) -> str:
    """Return why a film breaks off, to be added to the message about it."""
    return f". {watched.trouble}" if watched.trouble else ""
