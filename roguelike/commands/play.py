"""Opens the window or the terminal, depending on options and display, and shows screens there until none is open."""

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the title screen does not wait for these
    from pathlib import Path

    from roguelike.devices.terminal.environment import Colours
    from roguelike.devices.terminal.terminal import Terminal
    from roguelike.devices.window import Window
    from roguelike.host import LocalHost
    from roguelike.toolkit.screen import Screen
    from roguelike.toolkit.settings import Settings
    from roguelike.ui.program import Program

OK, FAILURE = 0, 1
Opening = Callable[["Program"], "tuple[Screen, ...]"]
"""Makes the first screens of a program, bottom first."""


def tell(*lines: str) -> None:
    """Write lines to standard error, if it can still be written to."""
    with suppress(OSError, ValueError):
        for line in lines:
            print(line, file=sys.stderr)


def play(options: argparse.Namespace, host: "LocalHost", first: Opening) -> int:
    """Show screens in a window or in the terminal, depending on options and display; return the exit code.

    `first` makes the first screens.
    """
    from roguelike.devices.loop import BackendError
    from roguelike.toolkit.font import FontError

    if options.transcript is not None and not _is_told_to(options.transcript, host):
        return FAILURE
    try:
        return _play_where_one_can(options, host, first)
    except (BackendError, FontError) as fault:
        tell(f"roguelike: {fault}")
        return FAILURE


def _is_told_to(path: "Path", host: "LocalHost") -> bool:
    """Have the log written to a file; if that is impossible, say why and return False."""
    from roguelike.host.transcript import Transcript, TranscriptError

    try:
        host.transcript = Transcript(path)
    except OSError as fault:
        tell(f"roguelike: {path} cannot be written: {fault.strerror}.")
        return False
    except TranscriptError as fault:
        tell(f"roguelike: {fault}")
        return False
    return True


def _play_where_one_can(options: argparse.Namespace, host: "LocalHost", first: Opening) -> int:
    """Play in the window, or in the terminal if that is asked for or there is nothing else; return the exit code."""
    if options.terminal or not _has_display():
        return _play_in_terminal(options, host, first)
    from roguelike.devices.window import WindowError

    if options.new:
        host.data.begin()
    try:
        return _play_in_window(options, host, first)
    except WindowError as fault:
        from roguelike.devices.terminal.terminal import TerminalError

        host.note(f"{fault.reason} The game is played in this terminal.")
        with suppress(TerminalError):
            return _play_in_terminal(options, host, first)
        raise


def _has_display() -> bool:
    """Return whether there is a display for a window."""
    if sys.platform in ("win32", "darwin") or os.environ.get("SDL_VIDEODRIVER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _play_in_window(options: argparse.Namespace, host: "LocalHost", first: Opening) -> int:
    """Open the window and play in it; return the exit code. Raises WindowError if none can be opened."""
    from roguelike.devices.window import Window

    kept = host.load_settings().scale
    with Window(scale=_chosen(options.scale or kept)) as window:
        host.on_settings = _scaler(window, kept)
        crash = _run(host, window, first)
    return _end(host, crash)


def _chosen(scale: str) -> str | None:
    """Return a letter size as the window takes it: None lets the window choose."""
    return None if scale == "fit" else scale


def _scaler(window: "Window", scale: str) -> "Callable[[Settings], None]":
    """Return a function that gives a window the settings' letter size whenever it changes; `scale` is the initial one.

    So changing another option undoes neither --scale nor the keys that change letters.
    """

    def follow(settings: "Settings") -> None:
        """Change the letters if the settings did."""
        nonlocal scale
        if settings.scale != scale:
            scale = settings.scale
            window.set_scale(_chosen(scale))

    return follow


def _play_in_terminal(options: argparse.Namespace, host: "LocalHost", first: Opening) -> int:
    """Take over the terminal and play in it; return the exit code. Raises TerminalError if there is none."""
    from roguelike.devices.terminal.terminal import Terminal

    chosen: Colours | None = "truecolour" if options.colours == "true" else options.colours
    with Terminal(colours=chosen, is_ascii=bool(options.ascii)) as terminal:
        crash = _run(host, terminal, first)
    return _end(host, crash)


def _run(host: "LocalHost", backend: "Window | Terminal", first: Opening) -> str:
    """Run the screens until none is open; return a sentence about the crash that ended them, "" for none."""
    from roguelike.devices.running import run_screens

    def after_frame() -> bool:
        """Load the raws and save, which wait until a frame was shown; return whether another frame is needed."""
        host.data.begin()
        return host.after_frame()

    try:
        return run_screens(host, backend, host.saves, after_frame, first)
    finally:
        host.close()


def _end(host: "LocalHost", crash: str) -> int:
    """After the screen is given back, print what the player must know; return the exit code."""
    word = host.last_word()
    notices = [f"roguelike: {notice}" for notice in host.notices() if notice not in word]
    tell(*filter(None, (crash, word and f"roguelike: {word}", *notices)))
    return FAILURE if crash or word else OK
