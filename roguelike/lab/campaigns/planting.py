"""Faults planted in our own code: any function of the game can fail when it is called, or when it returns.

The interpreter reports every call and return, so no list of handlers, actions and systems is needed: whatever is called
can fail.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import NamedTuple, Self

from roguelike.core.data_path import PACKAGE

_OURS, _THE_LABS = f"{PACKAGE}/", f"{PACKAGE}/lab/"


class Site(NamedTuple):
    """A function of the game, by file and qualified name, and its event: "call" or "return"."""

    file: str
    function: str
    event: str

    def __str__(self) -> str:
        return f"the {self.event} of {self.function} in {self.file}"


class Plant:
    """Counts calls and returns while its block runs, and fails once: the n-th time at one site.

    It can be used for several blocks; the counts go on.
    """

    def __init__(
        self, site: Site | None = None, time: int = 0, fault: BaseException | None = None
    ) -> None:
        """Only count, or plant a fault at a site, the `time`th time (from 1) that it is reached."""
        self.met: Counter[Site] = Counter()
        self.is_done = False
        self.site = site
        self._time, self._fault = time, fault
        self._sites: dict[tuple[CodeType, str], Site | None] = {}
        self._unraisable = sys.unraisablehook

    def __str__(self) -> str:
        return f"{type(self._fault).__name__} at {self.site}, time {self._time}"

    def __enter__(self) -> Self:
        if not self.is_done:
            # A discarded generator cannot raise; Python would report it on standard error.
            sys.unraisablehook = lambda _: None
            sys.setprofile(self._hear)
        return self

    def __exit__(self, *exc: object) -> None:
        sys.setprofile(None)
        sys.unraisablehook = self._unraisable

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Neither count nor fail in a part of the block."""
        heard = sys.getprofile()
        sys.setprofile(None)
        try:
            yield
        finally:
            sys.setprofile(heard)

    def _hear(self, frame: FrameType, event: str, arg: object) -> None:
        """Handle a call or return event, and fail if it is the chosen one."""
        key = (frame.f_code, event)
        if key not in self._sites:
            self._sites[key] = _site(*key)
        site = self._sites[key]
        if site is None:
            return
        self.met[site] += 1
        if self._fault is not None and site == self.site and self.met[site] == self._time:
            self.is_done = True
            sys.setprofile(None)
            raise self._fault


def _site(code: CodeType, event: str) -> Site | None:
    """Return the site of an event; None if it is not in a function of the game."""
    file = code.co_filename
    if event not in ("call", "return") or not file.startswith(_OURS) or file.startswith(_THE_LABS):
        return None
    return Site(file.removeprefix(_OURS), code.co_qualname, event)
