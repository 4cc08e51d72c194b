"""A line of progress on the terminal, erased when the work is done."""

import time
from typing import TextIO

from roguelike.commands.command_line import ERASE

EVERY_SECONDS = 0.2


class Progress:
    """The progress line; nothing is written when the output is piped or logged."""

    def __init__(self, out: TextIO, whole: int, what: str) -> None:
        """Show the progress of `whole` steps on `out`, if that is a terminal."""
        self._out = out if out.isatty() else None
        self._whole, self._what = whole, what
        self._began = time.monotonic()
        self._told = float("-inf")

    def __call__(self, done: int) -> None:
        """Show how much is done, but not too often."""
        now = time.monotonic()
        if self._out is None or (now - self._told < EVERY_SECONDS and done < self._whole):
            return
        self._told = now
        gone = now - self._began
        left = gone / done * (self._whole - done) if done else 0.0
        self._out.write(
            f"{ERASE}{done} of {self._whole} {self._what}, {clock(gone)}, about {clock(left)} left"
        )
        self._out.flush()

    def close(self) -> None:
        """Erase the line from the terminal."""
        if self._out is not None:
            self._out.write(ERASE)
            self._out.flush()


def clock(seconds: float) -> str:
    """Format a duration: 5 s, 3 min 20 s, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
