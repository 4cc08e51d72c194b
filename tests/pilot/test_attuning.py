"""Attuning by keys and by mouse from the list of spells."""

import pytest

from roguelike.testing import Pilot
from roguelike.world.names import ready_names
from tests.rooms import inflict


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_spell_is_attuned_instead_of_another(by_mouse: bool) -> None:  # noqa: FBT001
    pilot = Pilot(seed=7, size=(80, 24))
    pilot.press("n")
    arena = pilot.arena
    for spell in ("Zap", "Web", "Venom", "Ember Dart", "Fade"):
        inflict(arena, "teach_spell", arena.player, spell=spell)
    pilot.press("Z")
    assert any("Known, but not attuned (4 of 4 places taken)" in row for row in pilot.text)
    for words in ("Fade", "Web"):
        rows = [(y, row) for y, row in enumerate(pilot.text) if f"  {words}  " in row]
        y, row = rows[-1]
        if by_mouse:
            pilot.click(row.index(words), y)
        else:
            letter = row[: row.index(")")].strip(" │>")[-1]
            pilot.press(letter)
        if words == "Fade":
            assert pilot.screens == ["Play", "Spells", "LetGo"]
            told = "│ 5 arcane damage, range 6"
            assert any(told in row for row in pilot.text), "what Zap does, which is first"
    assert pilot.screens == ["Play"]
    assert ready_names(arena.player) == ["Zap", "Fade", "Venom", "Ember Dart"]
    assert any("You attune Fade in place of Web." in row for row in pilot.text)
    pilot.close()
