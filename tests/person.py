"""A person at the keys, and the small world they may be put into.

The small world is a frozen selection of rows and rooms drawn by hand, so that what is tested here, and the pictures
that are compared, do not change with the game's content.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from roguelike.engine.loading import DataLoader
from roguelike.engine.session import Session
from roguelike.raws.catalog import load_catalog
from roguelike.store.recording import Recording
from roguelike.testing import Arena, Pilot
from roguelike.testing import pilot as pilot_module
from roguelike.title.title import Title
from roguelike.toolkit.screen import Screen
from roguelike.ui.screens.play import Play
from roguelike.world.catalog import Catalog

DATA = Path(__file__).parent / "fixtures" / "small_world" / "spawns.json"
Place = tuple[list[Screen], Session | None, int]
LEGEND = {"r": "Rat", "o": "Orc", "g": "Goblin", "k": "Kobold", "O": "Ogre", "%": "Rations", "!": "Health Potion",
          "[": "Buckler", "/": "Dagger", "D": "Door"}  # fmt: skip
PIT = """
###############
#.............#
#.............#
#..@....o.....#
#.............#
#.............#
###############"""
CROWD = """
###############
#.............#
#......r......#
#..@....o.....#
#......k......#
#.............#
###############"""
QUIET = """
###############
#.............#
#.............#
#..@..%.......#
#.............#
#.............#
###############"""


@cache
def small_catalog() -> Catalog:
    """Load the small world once."""
    return load_catalog((DATA,))


class SmallData(DataLoader):
    """The loader of the small world, in place of the game's own data."""

    def hash(self) -> str:
        """Return a hash that never changes."""
        return "5ma11da7"

    def catalog(self) -> Catalog:
        """Return the small world."""
        return small_catalog()


class Person(Pilot):
    """A pilot who reads the screen: finds words and clicks on them."""

    def shows(self, words: str) -> bool:
        """Return whether the words stand in a row of the screen."""
        return any(words in row for row in self.text)

    def where(self, words: str) -> tuple[int, int]:
        """Return the cell where the words begin, the first from above."""
        for y, row in enumerate(self.text):
            if words in row:
                return row.index(words), y
        raise AssertionError(f"{words!r} is not on the screen:\n" + "\n".join(self.text))

    def click_on(self, words: str, button: str = "left") -> None:
        """Click on words."""
        self.click(*self.where(words), button)

    @property
    def page(self) -> str:
        """The whole screen as one text, blanks at the ends of rows left out."""
        return "\n".join(row.rstrip() for row in self.text) + "\n"

    @property
    def state(self) -> str:
        """The hash of the game."""
        return self.arena.state_hash()

    @property
    def top(self) -> str:
        """The name of the screen that gets the inputs."""
        return self.screens[-1]

    def settle(self, seconds: float = 3.0) -> None:
        """Let animations end."""
        self.advance(seconds)

    def enter(self, room: Arena) -> None:
        """Go on in a drawn room, as if the game had led there."""
        program, host, recording = self.program, self.host, Recording(room.game)
        host._session = program.session = Session(room.game, host._keep, recording)
        host._recording = recording
        self.stack.screens[:] = [Play(program)]
        self.redraw()
        program.session.save("start")

    @property
    def place(self) -> Place:
        """Where one is: what is open over which game, and how many commands that was given."""
        session = self.program.session
        return list(self.stack.screens), session, 0 if session is None else len(session.commands)

    def goes_back(self, place: Place) -> bool:
        """Put back what was open, if the game is as it was; return whether it is."""
        is_there = self.running and self.place[1:] == place[1:]
        if is_there:
            self.stack.screens[:] = place[0]
            self.redraw()
        return is_there

    def clear_backdrop(self) -> None:
        """Put an empty screen where the game or the title lay, so that what is drawn are the popups over it alone."""
        assert isinstance(self.stack.screens[0], Play | Title)
        self.stack.screens[0] = Screen()
        self.redraw()


Seat = Callable[..., Person]
"""Lets somebody sit down, in a test."""


def in_small_world(**options: Any) -> Person:
    """Seat a person before the title of a program with the small world for its data."""
    known = pilot_module._data
    pilot_module._data = SmallData
    try:
        return Person(**options)
    finally:
        pilot_module._data = known


def draw(drawing: str, legend: Mapping[str, str] | None = None, *, seed: int = 0) -> Arena:
    """Draw a room of the small world."""
    return Arena.from_ascii(drawing, {**LEGEND, **(legend or {})}, seed=seed, minds=True, raws=DATA)
