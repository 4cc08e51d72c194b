"""Runs the screens from the first to the last on some backend, however the program ends.

The one decision: the game is saved first, and messages come only after the screen has been given back. After a bug of
ours nothing more is saved: the disk already holds the state before the turn in which it occurred.

Pictures of the screen, a PNG of the window or the text of a terminal, are drawn again from the screens: so each is
exactly what the player was shown, whatever the window or the terminal made of it.
"""

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import tcod.image

from roguelike.devices.headless import as_cells, text_rows
from roguelike.devices.loop import Backend, Loop
from roguelike.engine.crash import crash_report
from roguelike.toolkit.font import load_tileset
from roguelike.toolkit.inputs import Input, Key, KeyboardChanged
from roguelike.toolkit.screen import Clear, Frame, Push, Screen
from roguelike.toolkit.sound import Sounds
from roguelike.toolkit.stack import ScreenStack
from roguelike.ui.program import Host, Program

LAST_COMMANDS = 50
"""How many commands a crash file lists in words; it has all of them as a replay."""


class Running(NamedTuple):
    """A program on a device: its state, its open screens, and the loop that runs them."""

    program: Program
    stack: ScreenStack
    loop: Loop


def started(
    host: Host,
    backend: Backend,
    folder: Path,
    after_frame: Callable[[], bool],
    first: Callable[[Program], tuple[Screen, ...]],
    *,
    clock: Callable[[], float] = monotonic,
) -> Running:
    """Open the first screens, which `first` returns, on a device, ready to be run.

    Pictures go into `folder`; `after_frame` and `clock` go to the loop.
    """
    program = Program(host, host.load_settings(), progress=host.load_progress())
    program.keymap.lack(backend.lacking_keys, backend.shifted_digits)
    program.clock = clock
    program.cell_pixels = lambda: backend.cell_pixels
    program.can_flicker = backend.can_flicker
    program.has_shades, program.has_colours = backend.has_shades, backend.has_colours
    if backend.has_sound:
        program.sounds = Sounds(host.data_folders())
    stack = ScreenStack(*first(program), answer=program.answer)
    program.copy = copier(backend)
    program.obey = obeyer(backend, program, stack, folder)
    intercept = interceptor(program, backend)
    loop = Loop(stack, backend, intercept, after_frame=after_frame, clock=clock)
    return Running(program, stack, loop)


def run_screens(
    host: Host,
    backend: Backend,
    folder: Path,
    after_frame: Callable[[], bool],
    first: Callable[[Program], tuple[Screen, ...]],
    *,
    clock: Callable[[], float] = monotonic,
) -> str:
    """Run the screens until none is open; the arguments are those of `started`. Crash files go into `folder`, too.

    Returns a sentence about the crash that ended them; "" if the player did.
    """
    program, stack, loop = started(host, backend, folder, after_frame, first, clock=clock)
    try:
        loop.run()
    except BaseException as crash:
        if program.session is not None:
            # A half-done turn is not saved: the log has every turn that was played to its end.
            program.session.is_broken = True
        with suppress(Exception):
            stack.close()
        if isinstance(crash, Exception):  # the last resort: report it and leave
            return crash_report(crash, folder, _facts(program))
        raise
    finally:
        stack.close()
    return ""


def first_screens(program: Program, *, new: bool) -> tuple[Screen, ...]:
    """Open the title, or a new game instead; if it cannot start or be saved, open the title with a message."""
    if not new:
        return (program.open("title"),)
    from roguelike.title.seed import begin

    match begin(program, None):
        case Clear(play):
            return (play,)
        case Push(popup):
            return program.open("title"), popup
    return ()


def copier(backend: Backend) -> Callable[[str], bool] | None:
    """Return the function that copies a text to the clipboard; None in a terminal, which does that itself."""
    from roguelike.devices.window import Window

    return backend.copy if isinstance(backend, Window) else None


def obeyer(
    backend: Backend, program: Program, stack: ScreenStack, folder: Path
) -> Callable[[str], bool]:
    """Return the function that carries out commands for the window, by their names in the key table."""
    from roguelike.devices.window import Window

    def obey(action: str) -> bool:
        """Change the window or take a picture; return whether the command was one of those."""
        window = backend if isinstance(backend, Window) else None
        match action:
            case "screenshot":
                _take_picture(backend, window.scale if window else None, program, stack, folder)
            case "fullscreen" if window:
                window.fullscreen = not window.fullscreen
            case "font_larger" | "font_smaller" if window:
                if not window.zoom(1 if action == "font_larger" else -1):
                    return False
                program.settings.scale = window.scale
                program.host.keep_settings(program.settings)
            case _:
                return False
        return True

    return obey


def interceptor(program: Program, backend: Backend) -> Callable[[Input], Input | None]:
    """Return the function that sees every input before the screens and handles the keys that work on all of them."""

    def intercept(event: Input) -> Input | None:
        """Return what an input means to the screens; None if that is all."""
        keymap = program.keymap
        if isinstance(event, KeyboardChanged):
            keymap.lack(backend.lacking_keys, backend.shifted_digits)
            return None
        if not isinstance(event, Key):
            return event
        key = keymap.meant(event)
        return None if program.obey(keymap.action("play", key.name) or "") else key

    return intercept


def _take_picture(
    backend: Backend, scale: str | None, program: Program, stack: ScreenStack, folder: Path
) -> None:
    """Save a screenshot as a PNG and show where it is."""
    from roguelike.toolkit.page import Message

    console = backend.new_console()
    frame = Frame(console, stack.draw(console))
    try:
        told = f"The picture is in {save_picture(frame, folder, scale)}."
    except OSError as fault:
        told = f"No picture can be saved in {folder}: {fault.strerror}. Choose another folder with --saves DIR."
    stack.apply(Push(Message(program, "A picture of the screen", told)))


def _facts(program: Program) -> dict[str, object]:
    """Return what a crash file needs to replay the game up to the fault."""
    session = program.session
    return {
        "data": program.host.data_hash(),
        "seed": session.seed if session else None,
        "turn": session.game.turn if session else None,
        "last commands": [repr(each) for each in session.commands[-LAST_COMMANDS:]]
        if session
        else [],
        "replay": session.recording.text() if session and session.recording else "",
    }


def save_picture(frame: Frame, folder: Path, scale: str | None) -> Path:
    """Save a frame in a folder: with the letters of `scale` (see font.SCALES), or as text if that is None.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kind = "png" if scale else "txt"
    paths = (folder / f"picture-{number}.{kind}" for number in count(1))
    path = next(each for each in paths if not each.exists())
    if scale is None:
        path.write_text(
            "\n".join(row.rstrip() for row in text_rows(as_cells(frame))) + "\n", "utf-8"
        )
        return path
    path.touch()  # its error says why the folder cannot be written; libtcod's does not
    from roguelike.devices.pictures import pixels_of

    tcod.image.Image.from_array(pixels_of(frame, load_tileset(scale))).save_as(path)
    return path
