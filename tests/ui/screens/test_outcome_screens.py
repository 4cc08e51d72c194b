"""The aim screen's panel as it was when somebody last looked at it; `GOLDEN=write` writes the pictures anew."""

from pathlib import Path

import pytest

from tests.pilot.test_golden import GOLDEN, compare
from tests.ui.conftest import Builder

ONE = """
    ##############
    #............#
    #.@...o......#
    #............#
    ##############
"""
SEVEN = """
    ##############
    #...ogo......#
    #.@.gog......#
    #....o.......#
    ##############
"""
TOWN = """
    ##############
    #............#
    #.@.obo......#
    #............#
    ##############
"""
LEGEND = {"g": "Goblin", "o": "Orc", "b": "Barkeep"}
SMALL = (80, 24)

SCENES: dict[str, tuple[str, str, tuple[str, ...], tuple[int, int]]] = {
    "one-foe": (ONE, "Flame", ("ctrl+1",), (80, 50)),
    "seven-foes": (SEVEN, "Falling Sky", ("ctrl+1",), (80, 50)),
    "seven-foes-in-a-small-terminal": (SEVEN, "Falling Sky", ("ctrl+1",), SMALL),
    "the-peaceful-harmed": (TOWN, "Falling Sky", ("ctrl+1",), (80, 50)),
    "over-time": (ONE, "Venom", ("ctrl+1",), (80, 50)),
    "driven-away": (ONE, "Shove", ("ctrl+1",), (80, 50)),
    "without-aim": (SEVEN, "Dread", ("ctrl+1",), (80, 50)),
    "the-question": (TOWN, "Falling Sky", ("ctrl+1", "enter"), (80, 50)),
}


@pytest.mark.parametrize("name", SCENES)
def test_the_panel(stage: Builder, name: str) -> None:
    drawing, spell, keys, size = SCENES[name]
    room = stage(drawing, LEGEND, spells=[spell], mana=30, size=size)
    room.press(*keys)
    assert room.text  # drawn, so that it is thought about
    room.advance(2)
    rows = [row.rstrip() for row in room.text]
    assert len(rows) == size[1]
    file: Path = GOLDEN / "outcomes" / f"{name}.txt"
    compare(file, "\n".join(row for row in rows if row.strip(" │")) + "\n")
