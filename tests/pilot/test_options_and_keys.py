"""The options, keys rebound, and the help that lists them."""

from collections.abc import Callable
from pathlib import Path

from tests.person import Person

Seat = Callable[..., Person]


def test_options_change_and_stay(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path)
    person.press("o")
    person.press("right", "down", "right", "down", "right")
    values = [
        row[row.index("◄") : row.index("►") + 1] for row in person.text if "◄" in row and "►" in row
    ]
    assert len(values) >= 3
    person.close()
    again = small(saves=tmp_path)
    again.press("o")
    for value in values:
        assert again.shows(value), value
    assert values != ["◄ normal ►", "◄ default ►", "◄ normal ►"]


def test_a_rebound_key_works_and_stays(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path)
    person.press("o")
    person.click_on("Key bindings")
    while not person.shows("Character sheet"):
        person.wheel(-3)
    person.click_on("Character sheet")
    person.click_on("Add a key")
    person.press("f5")
    assert person.shows("F5")
    person.press("escape", "escape", "escape")
    person.press("n", "f5")
    assert person.screens == ["Play", "Character"]
    person.close()
    again = small(saves=tmp_path)
    again.press("c", "f5")
    assert again.screens == ["Play", "Character"]
    again.press("escape", "?")
    assert any("F5" in row and "Character sheet" in row for row in _pages(again))


def _pages(person: Person) -> list[str]:
    """Read all pages of help."""
    rows: list[str] = []
    while person.page not in (seen := "\n".join(rows)) or not seen:
        rows += person.text
        person.press("tab")
        if len(rows) > 60 * len(person.text):
            break
        if "page 1 of" in person.page:
            break
    return rows
