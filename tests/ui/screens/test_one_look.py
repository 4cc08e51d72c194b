"""One look: in a fight the panel has at most 40 words beside the list of spells and things, the screen 150.

Twelve fights on levels as the game builds them, each in a window and in the smallest terminal, while the player waits
and while they aim. A word is whatever stands between blanks and has a letter or a digit; what is a sign on the map,
the glyph or letter of a creature, is none.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from roguelike.devices.headless import text_rows
from roguelike.engine.session import Session
from roguelike.testing import Pilot
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Nth
from roguelike.toolkit.rows import Line
from roguelike.ui.screens.play import Play
from roguelike.world.catalog import Catalog
from tests.fights import FIGHTS, fight_at

MOST_IN_PANEL, MOST_ON_SCREEN = 40, 150
WINDOW, SMALLEST = (128, 44), (80, 24)
LETTERS = (10, 18)
"""Pixels of a cell in a window of 1280x800."""
AIMING = "Targeting", "Preview"


class Look(NamedTuple):
    """A frame's rows of text, its panel, and what of it stands beside the list and the log."""

    panel: list[Line]
    rows: list[str]
    side: widgets.Rect
    log: widgets.Rect

    @property
    def in_panel(self) -> int:
        return sum(
            words("".join(text for text, _ in (*line.left, *line.right)))
            for line in self.panel
            if not listed(line)
        )

    @property
    def on_screen(self) -> int:
        left = self.side.x - 1
        rest = [
            row[:left] if y < self.log.y else row if y >= self.log.y + self.log.height else ""
            for y, row in enumerate(self.rows)
        ]
        rest[1 : self.log.y - 1] = []  # the map
        return self.in_panel + sum(map(words, rest))


def words(text: str) -> int:
    """Count the words of a text."""
    return sum(len(each) > 1 and any(map(str.isalnum, each)) for each in text.split())


def listed(line: Line) -> bool:
    """Return whether a row belongs to the list of spells and things."""
    return isinstance(line.value, Nth) or line.value in ("spells", "inventory")


def looks(session: Session, folder: Path) -> Iterator[tuple[str, Look]]:
    """Yield the looks of a fight: waiting, and aiming each of the first spells, in a window and in a terminal."""
    with Pilot(saves=folder, size=WINDOW) as pilot:
        pilot.program.session = session
        pilot.program.settings.hints = "off"
        pilot.stack.screens[:] = [Play(pilot.program)]
        for device, size, cell in (("window", WINDOW, LETTERS), ("terminal", SMALLEST, (1, 1))):
            pilot._screen.cell_pixels = cell
            pilot.resize(*size)
            pilot.advance(4)
            yield f"{device}, waiting", look(pilot)
            for key in ("ctrl+1", "ctrl+2", "ctrl+3"):
                pilot.press(key)
                if pilot.screens[-1] in AIMING:
                    pilot.advance(3)
                    yield f"{device}, {key}", look(pilot)
                    pilot.press("escape")
        pilot.program.session = None


def look(pilot: Pilot) -> Look:
    """Return what is shown now."""
    screen = pilot.drawn()
    board = (
        pilot.stack.screens[-1].board
        if pilot.screens[-1] in AIMING
        else pilot.stack.screens[0].view.board
    )
    return Look(board._rows[0][1], text_rows(screen.shown), board.layout.side, board.layout.log)


SHORT = (9,)
"""Depths of the fights of every run; the others are for `-m soak`."""


@pytest.mark.parametrize(
    "fight",
    [
        pytest.param(
            each, marks=() if each[0] in SHORT else pytest.mark.soak, id=f"depth {each[0]}"
        )
        for each in FIGHTS
    ],
)
def test_a_fight_is_told_in_one_look(
    fight: tuple[int, int, int], catalog: Catalog, tmp_path: Path
) -> None:
    found = list(looks(fight_at(*fight, catalog), tmp_path))
    for name, told in found:
        assert told.in_panel <= MOST_IN_PANEL, name
        assert told.on_screen <= MOST_ON_SCREEN, name
    for device in ("window", "terminal"):
        frames = [told for name, told in found if name.startswith(device)]
        lists = {tuple(map(where, filter(listed, told.panel))) for told in frames}
        assert len(lists) == 1, "the list stands still while one aims"
        assert len({(told.side, told.log) for told in frames}) == 1


def where(line: Line) -> object:
    """Return what a row of the list stands for."""
    return line.value
